import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { isApplied } from '@/lib/discrepancies/rules';
import type { DiscrepancyRow, Party } from '@/lib/discrepancies/view';
import { paths } from '@/lib/paths';
import { Id } from '../data/id';
import { RelativeAge, Timestamp } from '../data/timestamp';
import { Icon } from '../ui/icon';
import { DifferenceTable } from './difference-table';
import { SettleActions } from './settle-actions';
import { TakenChanges } from './taken-changes';
import { useQuestion } from './use-question';

type Reader = {
  slug: string;
  zone: string;
  now: string;
  /** Our own id at the platform, for whoever asks there. */
  mchid: string;
  maySettle: boolean;
  mayEdit: boolean;
  /** First and last day until which a difference can be accepted, YYYY-MM-DD. */
  days: { first: string; last: string };
};

/** Differences between what we hold and what we were told, each with what can be done about it. */
export function DiscrepancyList({ rows, ...reader }: Reader & { rows: DiscrepancyRow[] }) {
  const t = useTranslations('discrepancies');
  return (
    <ul className="discrepancies" aria-label={t('caption')} data-rows="">
      {rows.map((row) => (
        <Item key={row.id} row={row} {...reader} />
      ))}
    </ul>
  );
}

function Item({ row, ...reader }: Reader & { row: DiscrepancyRow }) {
  const t = useTranslations('discrepancies');
  const tCauses = useTranslations('notifications.cause');
  const { slug, zone, now } = reader;
  const subject = heldPartyOf(row) ?? row.told;
  return (
    <li data-discrepancy={row.id} data-cause={row.cause}>
      <div data-part="head">
        <h2>
          <Subject slug={slug} row={row} />
        </h2>
        {subject && <Id value={subject.subMchid} />}
        {row.applymentId !== null && (
          <span className="text-ink-2">
            {t('application')} <Id value={row.applymentId} />
          </span>
        )}
        {row.contractId !== null && (
          <span className="text-ink-2">
            {t('contract')}{' '}
            <Link className="hover:underline" href={paths.contract(slug, row.contractId)} prefetch={false}>
              <Id value={row.contractId} />
            </Link>
          </span>
        )}
        {row.outTradeNo !== null && (
          <span className="text-ink-2">
            {t('order')}{' '}
            <Link className="hover:underline" href={paths.deduction(slug, row.outTradeNo)} prefetch={false}>
              <Id value={row.outTradeNo} />
            </Link>
          </span>
        )}
        {row.resolvedAt === null && (
          <span data-part="age" title={t('age')}>
            <span className="sr-only">{t('age')}</span> <RelativeAge at={row.openedAt} now={now} />
          </span>
        )}
      </div>
      <p className="text-ink-2 text-table">
        {tCauses.has(`${row.cause}.means`) ? tCauses(`${row.cause}.means`) : row.cause}
      </p>
      <DifferenceTable slug={slug} row={row} />
      <p className="text-ink-3 text-small">
        {t.rich('source', {
          link: () => (
            <Link className="link" href={paths.notification(slug, row.notificationId)} prefetch={false}>
              <Id value={row.messageId} show="tail" tail={8} />
            </Link>
          ),
          told: () => <Timestamp at={row.toldAsOf} zone={zone} />,
          received: () => <Timestamp at={row.openedAt} zone={zone} />,
        })}
      </p>
      <Decision row={row} zone={zone} now={now} />
      {row.taking !== null && reader.maySettle && <Deeds row={row} {...reader} />}
    </li>
  );
}

/** Whose record of ours it is about: that of the application, else that of whom the message names. */
const heldPartyOf = ({ ours, told }: DiscrepancyRow): Party | null =>
  [ours, told].find((party) => party?.name != null) ?? null;

const nameOf = (party: Party) => (party.name === null || party.name === '' ? null : party.name);

/** Whom it is about, as the link of the row: the record where we hold it, else the notification. */
function Subject({ slug, row }: { slug: string; row: DiscrepancyRow }) {
  const t = useTranslations('discrepancies');
  const held = heldPartyOf(row);
  const href = held ? paths.subMerchant(slug, held.subMchid) : paths.notification(slug, row.notificationId);
  return (
    <Link href={href} prefetch={false} data-row-link="">
      {held ? (nameOf(held) ?? t('unnamed')) : t(row.told ? 'unclaimed' : 'unread')}
    </Link>
  );
}

/** What a person decided about it, and what that came to. */
function Decision({ row, zone, now }: { row: DiscrepancyRow; zone: string; now: string }) {
  const t = useTranslations('discrepancies.decision');
  if (row.resolution === null) return null;
  const isOver = row.acceptedUntil !== null && row.acceptedUntil <= now;
  const until = { time: () => <Timestamp at={row.acceptedUntil ?? ''} zone={zone} /> };
  const by = row.resolvedBy ?? '';
  return (
    <p className="text-table flex items-start gap-2" data-resolution={row.resolution}>
      <Icon name={row.resolution === 'accepted' ? 'clock' : 'check'} className="text-ink-3 mt-0.5" />
      <span className="min-w-0 break-words">
        {row.resolution === 'accepted'
          ? t.rich(isOver ? 'was' : 'accepted', { by, ...until })
          : t.rich(row.resolution, { by, time: () => <Timestamp at={row.resolvedAt ?? ''} zone={zone} /> })}
        {row.reason !== null && <span className="text-ink-2"> {t('reason', { reason: row.reason })}</span>}
      </span>
    </p>
  );
}

function Deeds({ row, ...reader }: Reader & { row: DiscrepancyRow }) {
  const t = useTranslations('discrepancies');
  const question = useQuestion(row, reader);
  const { slug, taking, ours } = { ...reader, ...row };
  if (taking === null) return null;
  const subject =
    row.applymentId === null
      ? t('subject.notification', { tail: row.messageId.slice(-8) })
      : t('subject.application', { number: row.applymentId });
  const editable = heldPartyOf(row);
  const isMoved = taking.kind === 'can' && taking.changes.some(({ path }) => path === 'sub_mchid');
  const changes: ReactNode =
    taking.kind === 'can' && taking.changes.length > 0 ? <TakenChanges changes={taking.changes} /> : null;
  return (
    <SettleActions
      connection={slug}
      discrepancyId={row.id}
      subject={subject}
      taking={taking}
      changes={changes}
      marksApplied={row.cause !== 'same-id-other-content'}
      isApplied={isApplied(row.cause)}
      movedFrom={isMoved && ours ? (nameOf(ours) ?? ours.subMchid) : null}
      question={question}
      editHref={reader.mayEdit && editable ? paths.editSubMerchant(slug, editable.subMchid) : null}
      days={reader.days}
    />
  );
}
