import { useFormatter, useTranslations } from 'next-intl';
import type { DelegationView } from '@/lib/approvals/view';
import { Timestamp } from '../data/timestamp';
import { ClientWords } from '../layout/client-words';
import { Notice } from '../ui/notice';
import { HandedOn } from './delegation-panel';

type DelegatedProps = {
  slug: string;
  zone: string;
  given: DelegationView | null;
  /** Names of those whose approvals the reader looks after. */
  lookedAfter: string[];
};

/** In whose hands the reader's approvals are, and whose the reader looks after. */
export function Delegated({ slug, zone, given, lookedAfter }: DelegatedProps) {
  const t = useTranslations('delegation');
  const format = useFormatter();
  if (given === null && lookedAfter.length === 0) return null;
  return (
    <div className="gutter grid gap-2 pb-3">
      {given && (
        <ClientWords spaces={['common', 'delegation']}>
          <HandedOn connection={slug} id={given.id} to={given.to}>
            {t.rich('given', {
              to: given.to,
              from: () => <Timestamp at={given.startsAt} zone={zone} />,
              until: () => <Timestamp at={given.endsAt} zone={zone} />,
            })}
          </HandedOn>
        </ClientWords>
      )}
      {lookedAfter.length > 0 && (
        <Notice icon="person">{t('lookedAfter', { names: format.list(lookedAfter, { type: 'conjunction' }) })}</Notice>
      )}
    </div>
  );
}
