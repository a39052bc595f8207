import { useTranslations } from 'next-intl';
import { ListSkeleton } from '../layout/list-skeleton';

/** The list of discrepancies before its rows are there. */
export function DiscrepancyListSkeleton() {
  const t = useTranslations('discrepancies');
  return <ListSkeleton title={t('title')} context="w-96" tabs={['w-16', 'w-20', 'w-20']} tool="w-80" columns={3} />;
}
