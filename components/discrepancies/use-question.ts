import { useTranslations } from 'next-intl';
import type { DiscrepancyRow } from '@/lib/discrepancies/view';
import { formatTimestamp } from '@/lib/i18n/format';

/** A text that asks the platform about one difference, with every id, time and value it needs to answer. */
export function useQuestion(row: DiscrepancyRow, { zone, mchid }: { zone: string; mchid: string }): string {
  const t = useTranslations('discrepancies.question');
  const values = (side: 'ours' | 'theirs') =>
    row.differences.map((difference) => `${difference.path}: ${difference[side] ?? '-'}`).join('\n');
  const lines = [
    t('about', { mchid }),
    '',
    t('notification', { id: row.messageId }),
    t('created', { time: formatTimestamp(new Date(row.toldAsOf), zone) }),
    t('received', { time: formatTimestamp(new Date(row.openedAt), zone) }),
    ...(row.told ? [t('subMerchant', { subMchid: row.told.subMchid })] : []),
    ...(row.applymentId === null ? [] : [t('application', { number: row.applymentId })]),
    '',
    t('theirs'),
    values('theirs'),
    '',
    t('ours'),
    values('ours'),
    '',
    t('which'),
  ];
  return lines.join('\n');
}
