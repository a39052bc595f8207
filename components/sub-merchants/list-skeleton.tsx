import { useTranslations } from 'next-intl';
import { PageHeader } from '../layout/page-header';
import { Skeleton, TableSkeleton } from '../ui/skeleton';

/** The list before its rows are there: header, tabs, tool row and rows at their final heights. */
export function ListSkeleton() {
  const t = useTranslations('subMerchants');
  const tCommon = useTranslations('common');
  return (
    <>
      <PageHeader title={t('title')} context={<Skeleton className="my-1 w-56" />} />
      <div className="tabs" aria-hidden="true">
        <span className="flex h-9.5 items-center gap-6 px-2.5 max-md:h-11">
          <Skeleton className="w-16" />
          <Skeleton className="w-24" />
          <Skeleton className="w-24" />
          <Skeleton className="w-20" />
        </span>
      </div>
      <div className="tool-row" aria-hidden="true">
        <Skeleton className="w-55" />
      </div>
      <TableSkeleton label={tCommon('loading')} rows={12} columns={7} />
    </>
  );
}
