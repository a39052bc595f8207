import { useTranslations } from 'next-intl';
import type { Ownership } from '@/lib/ownership/view';
import { Cut } from '../data/cut';
import { NextDate } from './next-date';

type OwnerNameProps = { owner: Ownership['owner']; readerId: string };

/** Whose it is: the reader, a colleague, somebody suspended, or nobody. */
export function OwnerName({ owner, readerId }: OwnerNameProps) {
  const t = useTranslations('ownership');
  if (owner === null) return t('nobody');
  if (owner.isSuspended) return <span className="late">{t('suspended', { name: owner.name })}</span>;
  return owner.id === readerId ? t('you') : <span translate="no">{owner.name}</span>;
}

type OwnerCellProps = {
  /** Undefined where nobody ever had it. */
  held: Ownership | undefined;
  readerId: string;
  /** With the next date under it, where that has no column of its own: the reader's day. */
  datedAt?: string;
};

/** The owner of a row. An empty cell is nobody's, and says so to who cannot see it. */
export function OwnerCell({ held, readerId, datedAt }: OwnerCellProps) {
  const t = useTranslations('ownership');
  const owner = held?.owner ?? null;
  return (
    <>
      {owner === null ? (
        <span className="sr-only">{t('nobody')}</span>
      ) : (
        <Cut whole={owner.name}>
          <OwnerName owner={owner} readerId={readerId} />
        </Cut>
      )}
      {datedAt !== undefined && held?.nextDate != null && (
        <span className="text-small block">
          <NextDate nextDate={held.nextDate} today={datedAt} note={held.note} />
        </span>
      )}
    </>
  );
}
