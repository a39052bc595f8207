import { useTranslations } from 'next-intl';
import { ListSkeleton } from '../layout/list-skeleton';

/** The list of notifications before its rows are there. */
export function NotificationListSkeleton() {
  const t = useTranslations('notifications');
  return (
    <ListSkeleton
      title={t('title')}
      context="w-72"
      tabs={['w-12', 'w-20', 'w-20', 'w-24', 'w-24', 'w-16']}
      tool="w-64"
      columns={8}
    />
  );
}
