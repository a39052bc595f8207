import { useTranslations } from 'next-intl';
import { ListSkeleton } from '../layout/list-skeleton';

/** The list of requests before its rows are there. */
export function RequestListSkeleton() {
  const t = useTranslations('requests');
  return (
    <ListSkeleton title={t('title')} context="w-72" tabs={['w-12', 'w-20', 'w-20', 'w-20']} tool="w-80" columns={7} />
  );
}
