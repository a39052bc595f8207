import { useTranslations } from 'next-intl';
import type { Receiving } from '@/lib/notifications/view';
import { paths } from '@/lib/paths';
import { CopyButton } from '../data/copy-button';
import { ButtonLink } from '../ui/button-link';
import { EmptyState } from '../ui/empty-state';
import { TestLine } from './receiving-line';

type NothingReceivedProps = { slug: string; address: string; receiving: Receiving; zone: string };

/** Why there is no notification at all: none came yet, or none that came verifies. Either way, where they should arrive. */
export function NothingReceived({ slug, address, receiving, zone }: NothingReceivedProps) {
  const t = useTranslations('notifications');
  const tCopy = useTranslations('common.copy');
  const { refusedToday, lastTest } = receiving;
  const isRefused = refusedToday > 0;
  return (
    <EmptyState
      kind={isRefused ? 'cannot-work' : 'nothing-yet'}
      {...(!isRefused && { icon: 'bell' as const })}
      title={t(isRefused ? 'empty.cannotTitle' : 'empty.title')}
      actions={isRefused && <ButtonLink href={paths.notVerified(slug)}>{t('empty.seeRefused')}</ButtonLink>}
    >
      <p>{isRefused ? t('empty.refused', { count: refusedToday }) : t('empty.how')}</p>
      <p className="mt-2 flex flex-wrap items-baseline gap-x-2">
        <span className="text-ink-3">{t('empty.address')}</span>
        <span className="mono break-all" translate="no">
          {address}
        </span>
        <CopyButton value={address} label={tCopy('label')} done={tCopy('done')} />
      </p>
      <p className="mt-1">
        <TestLine lastTest={lastTest} zone={zone} />
      </p>
    </EmptyState>
  );
}
