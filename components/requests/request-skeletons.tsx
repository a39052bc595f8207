import { useTranslations } from 'next-intl';
import { PageHeader } from '../layout/page-header';
import { Skeleton, TableSkeleton } from '../ui/skeleton';

/** The list of requests before its rows are there, at its final heights. */
export function RequestListSkeleton() {
  const t = useTranslations('requests');
  const tCommon = useTranslations('common');
  return (
    <>
      <PageHeader title={t('title')} context={<Skeleton className="my-1 w-72" />} />
      <div className="tabs" aria-hidden="true">
        <span className="flex h-9.5 items-center gap-6 px-2.5 max-md:h-11">
          <Skeleton className="w-12" />
          <Skeleton className="w-20" />
          <Skeleton className="w-20" />
          <Skeleton className="w-20" />
        </span>
      </div>
      <div className="tool-row" aria-hidden="true">
        <Skeleton className="w-80" />
      </div>
      <TableSkeleton label={tCommon('loading')} rows={12} columns={7} />
    </>
  );
}

/** The body of a page of one thing, with facts beside it, before they are there. */
export function BodySkeleton() {
  const t = useTranslations('common');
  const blocks = ['first', 'second', 'third'];
  return (
    <div className="with-aside" role="status" aria-label={t('loading')}>
      <div className="gutter grid gap-6 py-6" aria-hidden="true">
        {blocks.map((block) => (
          <div key={block} className="grid gap-3">
            <Skeleton className="w-40" />
            <Skeleton className="h-24 w-full" />
          </div>
        ))}
      </div>
      <aside aria-hidden="true">
        {blocks.map((block) => (
          <div key={block} className="grid gap-3 pt-6">
            <Skeleton className="w-32" />
            <Skeleton className="h-16 w-full" />
          </div>
        ))}
      </aside>
    </div>
  );
}
