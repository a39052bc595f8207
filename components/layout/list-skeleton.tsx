import { useTranslations } from 'next-intl';
import { Skeleton, TableSkeleton } from '../ui/skeleton';
import { PageHeader } from './page-header';

type ListSkeletonProps = {
  title: string;
  breadcrumbs?: { href: string; label: string }[];
  /** Widths as classes (`w-24`): of the line under the title, of each tab. */
  context: string;
  /** A remark stands above the tabs. */
  hasNotice?: boolean;
  tabs: string[];
  /** The width of what the tool row begins with; without it there is no such row. */
  tool?: string;
  columns: number;
};

/** A list before its rows are there: everything at its final height. */
export function ListSkeleton({
  title,
  breadcrumbs = [],
  context,
  hasNotice = false,
  tabs,
  tool,
  columns,
}: ListSkeletonProps) {
  const t = useTranslations('common');
  const named = tabs.map((width, place) => ({ width, name: `tab-${place}` }));
  return (
    <>
      <PageHeader title={title} breadcrumbs={breadcrumbs} context={<Skeleton className={`my-1 ${context}`} />} />
      {hasNotice && (
        <div className="gutter pb-3">
          <Skeleton className="h-9 w-full" />
        </div>
      )}
      <div className="tabs" aria-hidden="true">
        <span className="flex h-9.5 items-center gap-6 px-2.5 max-md:h-11">
          {named.map(({ width, name }) => (
            <Skeleton key={name} className={width} />
          ))}
        </span>
      </div>
      {tool !== undefined && (
        <div className="tool-row" aria-hidden="true">
          <Skeleton className={tool} />
        </div>
      )}
      <TableSkeleton label={t('loading')} rows={12} columns={columns} />
    </>
  );
}
