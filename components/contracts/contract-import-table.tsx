import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ContractImportRow } from '@/lib/contracts/import-report';
import { paths } from '@/lib/paths';
import { Id } from '../data/id';
import { Remark, verdictLooks } from '../sub-merchants/import/import-table';
import { Badge } from '../ui/badge';
import { Cell, HeadCell, Table } from '../ui/table';

type ContractImportTableProps = { slug: string; rows: ContractImportRow[]; isCommon: boolean };

/** The rows of a dry run as the spreadsheet numbers them: verdict, what would be done or was, and why. */
export function ContractImportTable({ slug, rows, isCommon }: ContractImportTableProps) {
  const t = useTranslations('subMerchantImport');
  return (
    <Table caption={t('caption')}>
      <thead>
        <tr>
          <HeadCell align="end">{t('column.row')}</HeadCell>
          <HeadCell>{t('column.verdict')}</HeadCell>
          <HeadCell>
            <span className="mono">contract_id</span>
          </HeadCell>
          {!isCommon && (
            <HeadCell>
              <span className="mono">sub_mchid</span>
            </HeadCell>
          )}
          <HeadCell>{t('column.deed')}</HeadCell>
          <HeadCell>{t('column.remarks')}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const { icon, tone } = verdictLooks[row.verdict];
          const isHeld = row.version !== null || row.outcome === 'created';
          return (
            <tr key={row.number} data-verdict={row.verdict}>
              <Cell align="end" part="id">
                <span className="text-ink-3">{row.number}</span>
              </Cell>
              <Cell part="state">
                <Badge icon={icon} tone={tone}>
                  {t(`verdict.${row.verdict}`)}
                </Badge>
              </Cell>
              <Cell part="name">
                {isHeld ? (
                  <Link
                    href={paths.contract(slug, row.contractId)}
                    prefetch={false}
                    data-row-link=""
                    className="hover:underline"
                  >
                    <Id value={row.contractId} />
                  </Link>
                ) : (
                  <Id value={row.contractId} />
                )}
              </Cell>
              {!isCommon && (
                <Cell>
                  <Id value={row.subMchid} />
                </Cell>
              )}
              <Cell>
                {t(`deed.${row.outcome ?? row.deed}`)}
                {row.changes.length > 0 && row.deed === 'update' && (
                  <small className="text-ink-3 block" title={row.changes.join(', ')}>
                    {t('changes', { count: row.changes.length })}
                  </small>
                )}
              </Cell>
              <td className="import-remarks" data-cell="remarks">
                <ul>
                  {row.remarks.map((remark) => (
                    <Remark key={`${remark.column} ${remark.rule}`} remark={remark} />
                  ))}
                </ul>
              </td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
