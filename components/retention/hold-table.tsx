import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { PendingApproval } from '@/lib/approvals/view';
import { paths } from '@/lib/paths';
import { holdId, periodOf } from '@/lib/retention/rules';
import type { HoldRow } from '@/lib/retention/view';
import { ChangeWaitsMark } from '../approvals/change-waits';
import { Timestamp } from '../data/timestamp';
import { Cell, HeadCell, Table } from '../ui/table';
import { LiftHold } from './hold-deeds';

type HoldTableProps = { slug: string; zone: string; rows: HoldRow[]; waiting: PendingApproval[] };

/** The holds that last: on what, why, since when and by whom. */
export function HoldTable({ slug, zone, rows, waiting }: HoldTableProps) {
  const t = useTranslations('retention');
  return (
    <div className="policy-list">
      <Table caption={t('holds.title')}>
        <thead>
          <tr>
            <HeadCell>{t('column.object')}</HeadCell>
            <HeadCell>{t('column.reason')}</HeadCell>
            <HeadCell>{t('column.placed')}</HeadCell>
            <HeadCell isHidden>{t('column.deeds')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const { id, objectKind: kind, objectId, reason, placedAt, placedBy } = row;
            const lift = waiting.find((one) => one.objectId === holdId({ kind, id: objectId })) ?? null;
            return (
              <tr key={id} data-hold={holdId({ kind, id: objectId })}>
                <Cell part="name">
                  <b className="font-medium">{t(`holds.kind.${kind}`)}</b>
                  <small>
                    <Held slug={slug} row={row} />
                  </small>
                  {lift && <ChangeWaitsMark slug={slug} zone={zone} waiting={lift} />}
                </Cell>
                <Cell part="detail" label={t('column.reason')}>
                  <span className="break-words whitespace-normal">{reason}</span>
                </Cell>
                <Cell part="detail" label={t('column.placed')}>
                  <span>
                    <Timestamp at={placedAt} zone={zone} show="day" />
                    <small className="block">{placedBy}</small>
                  </span>
                </Cell>
                <Cell part="deeds">
                  <LiftHold connection={slug} kind={kind} id={objectId} asked={lift === null ? [] : [lift.id]} />
                </Cell>
              </tr>
            );
          })}
        </tbody>
      </Table>
    </div>
  );
}

function Held({ slug, row: { objectKind, objectId } }: { slug: string; row: HoldRow }) {
  const t = useTranslations('retention.holds');
  const period = objectKind === 'period' ? periodOf(objectId) : null;
  if (period) return t('period', period);
  const href = paths.object(slug, objectKind, objectId);
  const id = (
    <span className="mono break-all" translate="no">
      {objectId}
    </span>
  );
  return href === null ? (
    id
  ) : (
    <Link className="link" href={href} prefetch={false}>
      {id}
    </Link>
  );
}
