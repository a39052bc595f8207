import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { PendingApproval } from '@/lib/approvals/view';
import type { DeductionFilters, DeductionSort } from '@/lib/deductions/filters';
import type { DeductionRow } from '@/lib/deductions/view';
import { paths } from '@/lib/paths';
import { ChangeWaitsMark } from '../approvals/change-waits';
import { Id } from '../data/id';
import { PersonName } from '../data/person-name';
import { Timestamp } from '../data/timestamp';
import { Unheld } from '../data/unheld';
import { OutcomeWord } from '../ui/outcome-line';
import { Cell, HeadCell, NameCell, Table } from '../ui/table';
import { Bank } from './bank';
import { deductionAddress } from './deduction-address';
import { HowKnown } from './how-known';
import { Money } from './money';
import { OrderState } from './order-state';

export type DeductionTableProps = {
  slug: string;
  rows: DeductionRow[];
  zone: string;
  /** In common mode no order has a sub-merchant. */
  isCommon: boolean;
  /** What waits for approval, by the number of the order. */
  waiting: PendingApproval[];
  /** Which pages of what told of it this person may open. */
  mayOpenApprovals: boolean;
  /** Where the sorts lead; without them the rows are those of one contract. */
  sorting?: { filters: DeductionFilters; order: { by: DeductionSort; isDescending: boolean } };
};

/** Bank and approval are on the page of the order; in the list they need a wide window. */
const wideOnly = 'max-[1600px]:hidden';

function useSort(slug: string, sorting: DeductionTableProps['sorting']) {
  return (by: DeductionSort) => {
    if (!sorting) return {};
    const { filters, order } = sorting;
    const isNow = order.by === by;
    return {
      sort: {
        href: deductionAddress(slug, filters, { sort: isNow && !order.isDescending ? `-${by}` : by }),
        direction: isNow ? (order.isDescending ? ('descending' as const) : ('ascending' as const)) : null,
      },
    };
  };
}

/** The rows of one page of orders. */
export function DeductionTable(props: DeductionTableProps) {
  const { slug, rows, zone, isCommon, waiting, sorting, mayOpenApprovals } = props;
  const t = useTranslations('deductions');
  const sort = useSort(slug, sorting);
  const waits = new Map(waiting.map((approval) => [approval.objectId, approval]));
  const isOfOne = sorting === undefined;
  const hasOwner = !isCommon && !isOfOne;
  return (
    <Table caption={t('caption')}>
      <thead>
        <tr>
          <HeadCell {...sort('out_trade_no')}>{t('column.order')}</HeadCell>
          <HeadCell align="end" {...sort('total')}>
            {t('column.amount')}
          </HeadCell>
          <HeadCell>{t('column.state')}</HeadCell>
          <HeadCell {...sort('made')}>{t('column.made')}</HeadCell>
          {hasOwner && <HeadCell giveWay={4}>{t('column.subMerchant')}</HeadCell>}
          {!isOfOne && <HeadCell giveWay={4}>{t('column.contract')}</HeadCell>}
          <HeadCell giveWay={3}>{t('column.outcome')}</HeadCell>
          <HeadCell giveWay={2}>{t('column.how')}</HeadCell>
          <HeadCell giveWay={2}>{t('column.transaction')}</HeadCell>
          <HeadCell giveWay={1}>{t('column.maker')}</HeadCell>
          <th scope="col" className={wideOnly}>
            {t('column.bank')}
          </th>
          <th scope="col" className={wideOnly}>
            {t('column.approval')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const approval = waits.get(row.outTradeNo);
          return (
            <tr key={row.id} data-order={row.outTradeNo}>
              <NameCell href={paths.deduction(slug, row.outTradeNo)}>
                <Id value={row.outTradeNo} {...(row.outTradeNo.length > 16 && { show: 'tail', tail: 10 })} />
              </NameCell>
              <Cell part="id" align="end">
                <Money minor={row.total} currency={row.currency} />
              </Cell>
              <Cell part="state">
                <OrderState order={row} />
                {approval && <ChangeWaitsMark slug={slug} zone={zone} waiting={approval} />}
              </Cell>
              <Cell>
                <Timestamp at={row.createdAt} zone={zone} />
              </Cell>
              {hasOwner && (
                <Cell giveWay={4}>
                  {row.name === '' ? (
                    <Id value={row.subMchid} />
                  ) : (
                    <Link
                      className="block max-w-45 truncate hover:underline"
                      href={paths.subMerchant(slug, row.subMchid)}
                      prefetch={false}
                    >
                      {row.name}
                    </Link>
                  )}
                </Cell>
              )}
              {!isOfOne && (
                <Cell giveWay={4}>
                  <Link className="hover:underline" href={paths.contract(slug, row.contractId)} prefetch={false}>
                    <Id value={row.contractId} show="tail" />
                  </Link>
                </Cell>
              )}
              <Cell giveWay={3}>
                {row.outcome === null ? (
                  <Unheld reason={t('notSent')} />
                ) : (
                  <OutcomeWord outcome={row.outcome} requestId={row.requestId} />
                )}
              </Cell>
              <Cell giveWay={2}>
                <HowKnown order={row} />
              </Cell>
              <Cell giveWay={2}>
                {row.transactionId === null ? (
                  <Unheld reason={t('notTold')} />
                ) : (
                  <Id value={row.transactionId} show="tail" tail={8} />
                )}
              </Cell>
              <Cell giveWay={1}>
                <PersonName name={row.madeBy} />
              </Cell>
              <td className={wideOnly}>
                <Bank type={row.bankType} isShort />
              </td>
              <td className={wideOnly}>
                <Approval slug={slug} id={row.approvalId} mayOpen={mayOpenApprovals} />
              </td>
              <Cell part="action">
                <Timestamp at={row.createdAt} zone={zone} />
              </Cell>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

/** The approval that it was sent under. */
function Approval({ slug, id, mayOpen }: { slug: string; id: string | null; mayOpen: boolean }) {
  const t = useTranslations('deductions.approved');
  if (id === null) return <Unheld reason={t('none')} />;
  if (!mayOpen) return t('yes');
  return (
    <Link className="hover:underline" href={paths.approval(slug, id)} prefetch={false}>
      {t('yes')}
    </Link>
  );
}
