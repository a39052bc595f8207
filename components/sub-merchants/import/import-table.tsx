import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Id } from '@/components/data/id';
import type { Tone } from '@/components/ui/badge';
import { Badge } from '@/components/ui/badge';
import type { IconName } from '@/components/ui/icon';
import { Icon } from '@/components/ui/icon';
import { Cell, HeadCell, Table } from '@/components/ui/table';
import { explain } from '@/lib/i18n/explain';
import { paths } from '@/lib/paths';
import type { ImportRemark, ImportRow } from '@/lib/sub-merchants/import-report';

/** Icon and tone of a verdict. */
export const verdictLooks: Record<ImportRow['verdict'], { icon: IconName; tone: Tone }> = {
  ok: { icon: 'approved', tone: 'approved' },
  warning: { icon: 'warning', tone: 'punished' },
  error: { icon: 'rejected', tone: 'rejected' },
};

/** One thing to say of one cell: column, reason, and what stood there. */
export function Remark({ remark }: { remark: ImportRemark }) {
  const t = useTranslations('subMerchantImport');
  const rules = useTranslations('rules');
  const key = `rules.${remark.rule}`;
  const reason = t.has(key)
    ? t(key, remark.params)
    : explain({ rule: remark.rule, ...(remark.params && { params: remark.params }) }, rules);
  return (
    <li className="flex items-baseline gap-2" data-severity={remark.severity}>
      <Icon name={remark.severity === 'error' ? 'cross' : 'warning'} size="small" className="text-ink-3 self-center" />
      <span>
        {remark.column !== '' && <code className="mono text-ink-2">{remark.column}</code>} {reason}
        {remark.value !== null && remark.value !== '' && (
          <>
            {' '}
            <span className="mono text-ink-3 break-all" translate="no">
              {remark.value}
            </span>
          </>
        )}
      </span>
    </li>
  );
}

type ImportTableProps = { slug: string; rows: ImportRow[] };

/** The rows of a dry run as the spreadsheet numbers them: verdict, what would be done or was, and why. */
export function ImportTable({ slug, rows }: ImportTableProps) {
  const t = useTranslations('subMerchantImport');
  return (
    <Table caption={t('caption')}>
      <thead>
        <tr>
          <HeadCell align="end">{t('column.row')}</HeadCell>
          <HeadCell>{t('column.verdict')}</HeadCell>
          <HeadCell>
            <span className="mono">sub_mchid</span>
          </HeadCell>
          <HeadCell>{t('column.name')}</HeadCell>
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
              <Cell>
                {isHeld ? (
                  <Link
                    href={paths.subMerchant(slug, row.subMchid)}
                    prefetch={false}
                    data-row-link=""
                    className="hover:underline"
                  >
                    <Id value={row.subMchid} />
                  </Link>
                ) : (
                  <Id value={row.subMchid} />
                )}
              </Cell>
              <Cell part="name">
                <span className="block max-w-55 truncate font-medium">{row.name}</span>
              </Cell>
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
