import { useTranslations } from 'next-intl';
import type { PendingApproval } from '@/lib/approvals/view';
import { formatCount } from '@/lib/i18n/format';
import type { RetentionRow } from '@/lib/retention/view';
import { ChangeWaitsMark } from '../approvals/change-waits';
import { Timestamp } from '../data/timestamp';
import { Unheld } from '../data/unheld';
import { Badge } from '../ui/badge';
import { Cell, HeadCell, Table } from '../ui/table';
import { ChangeDays } from './change-days';

type RetentionTableProps = {
  slug: string;
  zone: string;
  rows: RetentionRow[];
  /** Changes of days that wait for a second administrator. */
  waiting: PendingApproval[];
  mayManage: boolean;
};

/** Every kind of content with how long it is kept, how much of it there is, and what was removed last. */
export function RetentionTable({ slug, zone, rows, waiting, mayManage }: RetentionTableProps) {
  const t = useTranslations('retention');
  return (
    <div className="policy-list">
      <Table caption={t('days.title')}>
        <thead>
          <tr>
            <HeadCell>{t('column.kind')}</HeadCell>
            <HeadCell>{t('column.days')}</HeadCell>
            <HeadCell>{t('column.count')}</HeadCell>
            <HeadCell>{t('column.removed')}</HeadCell>
            <HeadCell>{t('column.ran')}</HeadCell>
            {mayManage && <HeadCell isHidden>{t('column.deeds')}</HeadCell>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row
              key={row.kind}
              slug={slug}
              zone={zone}
              row={row}
              waiting={waiting.find(({ objectId }) => objectId === row.kind) ?? null}
              mayManage={mayManage}
            />
          ))}
        </tbody>
      </Table>
    </div>
  );
}

type RowProps = Omit<RetentionTableProps, 'rows' | 'waiting'> & { row: RetentionRow; waiting: PendingApproval | null };

function Row({ slug, zone, row, waiting, mayManage }: RowProps) {
  const t = useTranslations('retention');
  const { kind, days, isChanged, count, oldest, ranAt, held, removedAt, removed } = row;
  const title = t(`kind.${kind}.title`);
  return (
    <tr data-retention={kind}>
      <Cell part="name">
        <b className="font-medium">{title}</b>
        <small>{t(`kind.${kind}.means`)}</small>
        {waiting && <ChangeWaitsMark slug={slug} zone={zone} waiting={waiting} />}
      </Cell>
      <Cell part="detail" label={t('column.days')}>
        <span className="flex flex-wrap items-center gap-2">
          <b className="font-medium tabular-nums">{t('forDays', { days })}</b>
          {isChanged && <Badge>{t('changed')}</Badge>}
        </span>
      </Cell>
      <Cell part="detail" label={t('column.count')}>
        <span>
          {formatCount(count)}
          {oldest !== null && (
            <small className="block">
              {t.rich('since', { time: () => <Timestamp at={oldest} zone={zone} show="day" /> })}
            </small>
          )}
        </span>
      </Cell>
      <Cell part="detail" label={t('column.removed')}>
        <span data-removed={removed}>
          {removedAt === null ? (
            <Unheld reason={t('nothingYet')} />
          ) : (
            <>
              {t('removed', { count: removed })}
              <small className="block">
                <Timestamp at={removedAt} zone={zone} />
              </small>
            </>
          )}
        </span>
      </Cell>
      <Cell part="detail" label={t('column.ran')}>
        <span>
          {ranAt === null ? <Unheld reason={t('notRun')} /> : <Timestamp at={ranAt} zone={zone} />}
          {held > 0 && <small className="block">{t('held', { count: held })}</small>}
        </span>
      </Cell>
      {mayManage && (
        <Cell part="deeds">
          <ChangeDays
            connection={slug}
            kind={kind}
            title={title}
            days={days}
            asked={waiting === null ? [] : [waiting.id]}
          />
        </Cell>
      )}
    </tr>
  );
}
