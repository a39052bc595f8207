import { useTranslations } from 'next-intl';
import type { NotificationFilters } from '@/lib/notifications/filters';
import type { Receiving } from '@/lib/notifications/view';
import { Timestamp } from '../data/timestamp';
import { ButtonLink } from '../ui/button-link';
import { EmptyState } from '../ui/empty-state';
import { notificationAddress } from './notification-address';
import { TestLine } from './receiving-line';

type NothingHereProps = { slug: string; filters: NotificationFilters; receiving: Receiving; zone: string };

/** Why a list that is not empty shows nothing: filters that match none, or a tab that holds none now. */
export function NothingHere({ slug, filters, receiving, zone }: NothingHereProps) {
  const t = useTranslations('notifications');
  const { state, size, cursor: _, ...narrowing } = filters;
  const isNarrowed = Object.values(narrowing).some((value) => value !== undefined);
  if (isNarrowed) {
    return (
      <div className="gutter pb-8">
        <EmptyState
          kind="no-match"
          title={t('noMatch.title')}
          actions={<ButtonLink href={notificationAddress(slug, { state, size })}>{t('noMatch.clear')}</ButtonLink>}
        >
          <p>{t('noMatch.how')}</p>
        </EmptyState>
      </div>
    );
  }
  const { newestAt, lastTest } = receiving;
  return (
    <div className="gutter pb-8">
      <EmptyState
        kind="nothing-yet"
        icon="bell"
        title={t(state === 'quarantine' ? 'tabEmpty.quarantine' : 'tabEmpty.other')}
        actions={<ButtonLink href={notificationAddress(slug, { size })}>{t('tabEmpty.all')}</ButtonLink>}
      >
        <p>
          {newestAt !== null && t.rich('tabEmpty.since', { time: () => <Timestamp at={newestAt} zone={zone} /> })}{' '}
          <TestLine lastTest={lastTest} zone={zone} />
        </p>
      </EmptyState>
    </div>
  );
}
