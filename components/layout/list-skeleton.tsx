import { useTranslations } from 'next-intl';
import { Skeleton, TableSkeleton } from '../ui/skeleton';
import { PageHeader } from './page-header';

type ListSkeletonProps = {
  title: string;
  /** Widths as classes (`w-24`): of the line under the title, of each tab, of what the tool row begins with. */
  context: string;
  tabs: string[];
  tool: string;
  columns: number;
};

/** A list before its rows are there: header, tabs, tool row and rows at their final heights. */
export function ListSkeleton({ title, context, tabs, tool, columns }: ListSkeletonProps) {
  const t = useTranslations('common');
  const named = tabs.map((width, place) => ({ width, name: `tab-${place}` }));
  return (
    <>
      <PageHeader title={title} context={<Skeleton className={`my-1 ${context}`} />} />
      <div className="tabs" aria-hidden="true">
        <span className="flex h-9.5 items-center gap-6 px-2.5 max-md:h-11">
          {named.map(({ width, name }) => (
            <Skeleton key={name} className={width} />
          ))}
        </span>
      </div>
      <div className="tool-row" aria-hidden="true">
        <Skeleton className={tool} />
      </div>
      <TableSkeleton label={t('loading')} rows={12} columns={columns} />
    </>
  );
}
