import { useTranslations } from 'next-intl';
import type { BatchLine } from '@/lib/batches/view';
import { countdown } from '@/lib/i18n/duration';
import { formatCount } from '@/lib/i18n/format';
import { paths } from '@/lib/paths';
import { PersonName } from '../data/person-name';
import { Timestamp } from '../data/timestamp';
import { Unheld } from '../data/unheld';
import { Cell, HeadCell, NameCell, Table } from '../ui/table';
import { ProgressCell } from './batch-progress';
import { BatchState } from './batch-state';

/** What a batch does to each of its rows, by its kind; one that nobody has named is called as it is stored. */
export function useKindWords(): (kind: string) => string {
  const t = useTranslations('batches.kind');
  return (kind) => (t.has(`${kind}.title`) ? t(`${kind}.title`) : kind);
}

type BatchTableProps = { slug: string; rows: BatchLine[]; zone: string; now: string };

/** Batches, newest first. */
export function BatchTable({ slug, rows, zone, now }: BatchTableProps) {
  const t = useTranslations('batches');
  const kindOf = useKindWords();
  const lasted = ({ startedAt, endedAt }: BatchLine) =>
    startedAt === null ? null : countdown(Date.parse(endedAt ?? now), Date.parse(startedAt));
  return (
    <Table caption={t('caption')}>
      <thead>
        <tr>
          <HeadCell>{t('column.name')}</HeadCell>
          <HeadCell>{t('column.state')}</HeadCell>
          <HeadCell>{t('column.progress')}</HeadCell>
          <HeadCell align="end" giveWay={3}>
            {t('column.size')}
          </HeadCell>
          <HeadCell giveWay={2}>{t('column.madeBy')}</HeadCell>
          <HeadCell giveWay={1}>{t('column.approvedBy')}</HeadCell>
          <HeadCell giveWay={3}>{t('column.started')}</HeadCell>
          <HeadCell align="end" giveWay={1}>
            {t('column.lasted')}
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <NameCell href={paths.batch(slug, row.id)} second={kindOf(row.kind)}>
              {row.name}
            </NameCell>
            <Cell part="state">
              <BatchState state={row.state} />
            </Cell>
            <Cell part="detail" label={t('column.progress')}>
              <ProgressCell totals={row.totals} />
            </Cell>
            <Cell align="end" giveWay={3}>
              {formatCount(row.listCount)}
            </Cell>
            <Cell giveWay={2}>
              <PersonName name={row.madeBy} />
            </Cell>
            <Cell giveWay={1}>
              {row.approvedBy.length === 0 ? <Unheld reason={t('noApprover')} /> : row.approvedBy.join(', ')}
            </Cell>
            <Cell giveWay={3}>
              {row.startedAt === null ? (
                <Unheld reason={t('notStarted')} />
              ) : (
                <Timestamp at={row.startedAt} zone={zone} />
              )}
            </Cell>
            <Cell align="end" giveWay={1}>
              {lasted(row) ?? <Unheld reason={t('notStarted')} />}
            </Cell>
            <Cell part="action">
              <Timestamp at={row.startedAt ?? row.createdAt} zone={zone} />
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
