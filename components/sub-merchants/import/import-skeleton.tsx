import { useTranslations } from 'next-intl';
import { ListSkeleton } from '@/components/layout/list-skeleton';
import { paths } from '@/lib/paths';

/** A dry run before its rows are there. */
export function ImportSkeleton({ slug }: { slug: string }) {
  const t = useTranslations('subMerchantImport');
  const tList = useTranslations('subMerchants');
  return (
    <ListSkeleton
      title={t('title')}
      breadcrumbs={[
        { href: paths.subMerchants(slug), label: tList('title') },
        { href: paths.importSubMerchants(slug), label: t('title') },
      ]}
      context="w-72"
      hasNotice
      tabs={['w-12', 'w-12', 'w-16', 'w-12']}
      columns={6}
    />
  );
}
