import { useTranslations } from 'next-intl';
import { ListSkeleton } from '../layout/list-skeleton';

/** The list of approvals before its rows are there. */
export function ApprovalListSkeleton() {
  const t = useTranslations('approvals');
  return (
    <ListSkeleton title={t('title')} context="w-72" tabs={['w-16', 'w-12', 'w-14', 'w-16']} tool="w-64" columns={5} />
  );
}
