import { useTranslations } from 'next-intl';
import { ListSkeleton } from '../layout/list-skeleton';

/** The list before its rows are there. */
export function DeductionListSkeleton() {
  const t = useTranslations('deductions');
  return (
    <ListSkeleton
      title={t('title')}
      context="w-56"
      tabs={['w-12', 'w-20', 'w-20', 'w-24', 'w-24', 'w-16']}
      tool="w-55"
      columns={8}
    />
  );
}
