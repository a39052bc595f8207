import { useTranslations } from 'next-intl';
import { ListSkeleton } from '../layout/list-skeleton';

/** The list of sub-merchants before its rows are there. */
export function SubMerchantListSkeleton() {
  const t = useTranslations('subMerchants');
  return (
    <ListSkeleton title={t('title')} context="w-56" tabs={['w-16', 'w-24', 'w-24', 'w-20']} tool="w-55" columns={7} />
  );
}
