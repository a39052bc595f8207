import { useTranslations } from 'next-intl';
import { ChangeWaitsMark } from '@/components/approvals/change-waits';
import { Badge } from '@/components/ui/badge';
import { Cell, HeadCell, Table } from '@/components/ui/table';
import type { PendingApproval } from '@/lib/approvals/view';
import type { LimitRow } from '@/lib/deductions/view';
import { amountText } from '@/lib/platform/wire/currency';
import { ChangeLimit } from './change-limit';

type LimitTableProps = {
  slug: string;
  zone: string;
  rows: LimitRow[];
  /** Changes of limits that wait for a second administrator. */
  waiting: PendingApproval[];
  mayManage: boolean;
};

/** What holds for charges, currency by currency: from where on they take a second person, and how much one may charge. */
export function LimitTable({ slug, zone, rows, waiting, mayManage }: LimitTableProps) {
  const t = useTranslations('chargeLimits');
  return (
    <div className="policy-list">
      <Table caption={t('title')}>
        <thead>
          <tr>
            <HeadCell>{t('column.currency')}</HeadCell>
            <HeadCell>{t('column.above')}</HeadCell>
            <HeadCell>{t('column.daily')}</HeadCell>
            {mayManage && <HeadCell isHidden>{t('column.deeds')}</HeadCell>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const asked = waiting.filter(({ objectId }) => objectId === row.currency);
            return (
              <tr key={row.currency} data-limit={row.currency}>
                <Cell part="name">
                  <span className="flex flex-wrap items-center gap-2">
                    <b className="font-medium">{row.currency}</b>
                    {row.isChanged && <Badge>{t('changed')}</Badge>}
                  </span>
                  {asked.map((one) => (
                    <ChangeWaitsMark key={one.id} slug={slug} zone={zone} waiting={one} />
                  ))}
                </Cell>
                <Cell part="detail" label={t('column.above')}>
                  <span className="tabular-nums">{amountText(row.above, row.currency)}</span>
                </Cell>
                <Cell part="detail" label={t('column.daily')}>
                  <span className="tabular-nums">{amountText(row.daily, row.currency)}</span>
                </Cell>
                {mayManage && (
                  <Cell part="deeds">
                    <ChangeLimit connection={slug} row={row} asked={asked.map(({ id }) => id)} />
                  </Cell>
                )}
              </tr>
            );
          })}
        </tbody>
      </Table>
    </div>
  );
}
