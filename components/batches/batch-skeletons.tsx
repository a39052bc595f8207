import { useTranslations } from 'next-intl';
import { paths } from '@/lib/paths';
import { ListSkeleton } from '../layout/list-skeleton';

/** The list of batches before its rows are there. */
export function BatchListSkeleton() {
  const t = useTranslations('batches');
  return <ListSkeleton title={t('title')} context="w-72" tabs={['w-12', 'w-16', 'w-16', 'w-16']} columns={7} />;
}

/** One batch before it is read. */
export function BatchSkeleton({ slug }: { slug: string }) {
  const t = useTranslations('batches');
  return (
    <ListSkeleton
      title={t('title')}
      breadcrumbs={[{ href: paths.batches(slug), label: t('title') }]}
      context="w-72"
      hasNotice
      tabs={['w-12', 'w-16', 'w-16', 'w-16']}
      columns={6}
    />
  );
}
