import { useTranslations } from 'next-intl';
import { PageHeader } from '../layout/page-header';
import { Skeleton, TableSkeleton } from '../ui/skeleton';

/** The trail before its entries are there, at its final heights. */
export function AuditSkeleton() {
  const t = useTranslations('audit');
  const tCommon = useTranslations('common');
  return (
    <>
      <PageHeader title={t('title')} context={<Skeleton className="my-1 w-72" />} />
      <div className="tabs" aria-hidden="true">
        <span className="flex h-9.5 items-center gap-6 px-2.5 max-md:h-11">
          <Skeleton className="w-28" />
          <Skeleton className="w-24" />
        </span>
      </div>
      <div className="tool-row" aria-hidden="true">
        <Skeleton className="w-20" />
      </div>
      <TableSkeleton label={tCommon('loading')} rows={12} columns={6} />
    </>
  );
}
