import { useTranslations } from 'next-intl';
import { Skeleton } from '../ui/skeleton';

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
