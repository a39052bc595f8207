import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { BatchRowFilters } from '@/lib/batches/filters';
import type { BatchDetail } from '@/lib/batches/view';
import { formatCount } from '@/lib/i18n/format';
import { batchAddress } from './batch-address';

/** Why rows are not in the list, or were held back: each reason with how many, as a filter. */
export function ExcludedReasons({
  slug,
  batch,
  filters,
}: {
  slug: string;
  batch: BatchDetail;
  filters: BatchRowFilters;
}) {
  const t = useTranslations('batches');
  const reasons = [...batch.excluded, ...batch.heldBack];
  if (reasons.length === 0) return null;
  return (
    <ul className="batch-reasons" aria-label={t('reasons')}>
      {reasons.map(({ rule, count }) => (
        <li key={rule} className="chip" data-reason={rule}>
          <Link
            href={batchAddress(slug, batch.id, filters, {
              why: filters.why === rule ? null : rule,
              standing: null,
            })}
            prefetch={false}
            scroll={false}
            aria-current={filters.why === rule ? 'true' : undefined}
          >
            {t.has(`reason.${rule}`) ? t(`reason.${rule}`) : rule} <b>{formatCount(count)}</b>
          </Link>
        </li>
      ))}
    </ul>
  );
}
