import { useTranslations } from 'next-intl';
import { ListSkeleton } from '../layout/list-skeleton';

/** The register before its rows are there. */
export function ContractListSkeleton() {
  const t = useTranslations('contracts');
  return (
    <ListSkeleton title={t('title')} context="w-56" tabs={['w-12', 'w-20', 'w-24', 'w-20']} tool="w-55" columns={8} />
  );
}
