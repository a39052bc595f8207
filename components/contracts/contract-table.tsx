import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { PendingApproval } from '@/lib/approvals/view';
import type { ContractFilters, ContractSort } from '@/lib/contracts/filters';
import type { ContractRow } from '@/lib/contracts/view';
import { paths } from '@/lib/paths';
import { ChangeWaitsMark } from '../approvals/change-waits';
import { Confidence } from '../data/confidence';
import { Id } from '../data/id';
import { Timestamp } from '../data/timestamp';
import { Unheld } from '../data/unheld';
import { Cell, HeadCell, NameCell, Table } from '../ui/table';
import { contractAddress } from './contract-address';
import { ContractState } from './contract-state';

export type ContractTableProps = {
  slug: string;
  rows: ContractRow[];
  zone: string;
  now: string;
  /** In common mode no contract has a sub-merchant. */
  isCommon: boolean;
  /** What waits for approval, by the number of the contract. */
  waiting: PendingApproval[];
  /** Where the sorts lead; without them the rows are those of one record. */
  /** Rows can be chosen, for a batch. */
  mayChoose?: boolean;
  sorting?: { filters: ContractFilters; order: { by: ContractSort; isDescending: boolean } };
};

function useSort(slug: string, sorting: ContractTableProps['sorting']) {
  return (by: ContractSort) => {
    if (!sorting) return {};
    const { filters, order } = sorting;
    const isNow = order.by === by;
    return {
      sort: {
        href: contractAddress(slug, filters, { sort: isNow && !order.isDescending ? `-${by}` : by }),
        direction: isNow ? (order.isDescending ? ('descending' as const) : ('ascending' as const)) : null,
      },
    };
  };
}

/** Who ended it and when; nothing while it is signed. */
function Ended({ row, zone }: { row: ContractRow; zone: string }) {
  const t = useTranslations('contracts');
  if (row.endedBy === null) return <Unheld reason={t('notEnded')} />;
  return (
    <>
      {t(`ender.${row.endedBy}`)}
      {row.endedAt !== null && (
        <small className="text-ink-3 block">
          <Timestamp at={row.endedAt} zone={zone} show="day" />
        </small>
      )}
    </>
  );
}

/** The rows of one page of the register. */
export function ContractTable(props: ContractTableProps) {
  const { slug, rows, zone, now, isCommon, waiting, sorting, mayChoose = false } = props;
  const t = useTranslations('contracts');
  const sort = useSort(slug, sorting);
  const waits = new Map(waiting.map((approval) => [approval.objectId, approval]));
  const isOfOne = sorting === undefined;
  const hasOwner = !isCommon && !isOfOne;
  return (
    <Table caption={t('caption')}>
      <thead>
        <tr>
          {mayChoose && (
            <th scope="col" className="w-8 max-md:hidden">
              <input type="checkbox" className="check" data-choose-all="" aria-label={t('choose.all')} />
            </th>
          )}
          <HeadCell {...sort('contract_id')}>{t('column.contract')}</HeadCell>
          {hasOwner && <HeadCell>{t('column.subMerchant')}</HeadCell>}
          <HeadCell>{t('column.state')}</HeadCell>
          <HeadCell giveWay={3}>{t('column.asOf')}</HeadCell>
          <HeadCell giveWay={2}>{t('column.how')}</HeadCell>
          <HeadCell giveWay={4} {...sort('signed')}>
            {t('column.signed')}
          </HeadCell>
          <HeadCell giveWay={2}>{t('column.plan')}</HeadCell>
          <HeadCell giveWay={1}>{t('column.code')}</HeadCell>
          <HeadCell giveWay={4} {...sort('ended')}>
            {t('column.ended')}
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const approval = waits.get(row.contractId);
          return (
            <tr key={row.id} data-contract={row.contractId}>
              {mayChoose && (
                <td className="max-md:hidden">
                  <input
                    type="checkbox"
                    className="check"
                    data-row-choice=""
                    value={row.contractId}
                    disabled={row.endedBy !== null}
                    title={row.endedBy === null ? undefined : t('choose.ended')}
                    aria-label={t('choose.one', { tail: row.contractId.slice(-4) })}
                  />
                </td>
              )}
              <NameCell href={paths.contract(slug, row.contractId)}>
                <Id value={row.contractId} />
              </NameCell>
              {hasOwner && (
                <Cell part="id">
                  {row.name === '' ? (
                    <Id value={row.subMchid} />
                  ) : (
                    <Link
                      className="block max-w-55 truncate hover:underline"
                      href={paths.subMerchant(slug, row.subMchid)}
                      prefetch={false}
                    >
                      {row.shortname || row.name}
                    </Link>
                  )}
                </Cell>
              )}
              <Cell part="state">
                <ContractState contract={row} />
                {approval && <ChangeWaitsMark slug={slug} zone={zone} waiting={approval} />}
              </Cell>
              <Cell giveWay={3}>
                <Confidence asOf={row.stateAsOf} now={now} />
              </Cell>
              <Cell giveWay={2}>{t(`how.${row.stateHow}`)}</Cell>
              <Cell giveWay={4}>
                {row.signedAt === null ? (
                  <Unheld reason={t('notTold')} />
                ) : (
                  <Timestamp at={row.signedAt} zone={zone} show="day" />
                )}
              </Cell>
              <Cell giveWay={2}>
                {row.planId === null ? <Unheld reason={t('notTold')} /> : <span className="mono">{row.planId}</span>}
              </Cell>
              <Cell giveWay={1}>
                {row.outContractCode === null ? (
                  <Unheld reason={t('notTold')} />
                ) : (
                  <span className="mono">{row.outContractCode}</span>
                )}
              </Cell>
              <Cell giveWay={4}>
                <Ended row={row} zone={zone} />
              </Cell>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
