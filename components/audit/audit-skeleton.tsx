import { useTranslations } from 'next-intl';
import { ListSkeleton } from '../layout/list-skeleton';

/** The trail before its entries are there. */
export function AuditSkeleton() {
  const t = useTranslations('audit');
  return <ListSkeleton title={t('title')} context="w-72" tabs={['w-28', 'w-24']} tool="w-20" columns={6} />;
}
