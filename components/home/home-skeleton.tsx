import { useTranslations } from 'next-intl';
import { Skeleton } from '../ui/skeleton';

const lines = Array.from({ length: 10 }, (_, index) => `line-${index}`);

/** Home before its counts are there: the same rows at the same heights. */
export function HomeSkeleton() {
  const t = useTranslations('common');
  return (
    <div className="with-aside" role="status" aria-label={t('loading')}>
      <div>
        {lines.map((line) => (
          <div key={line} className="queue-head" aria-hidden="true">
            <Skeleton className="w-4" />
            <Skeleton className="w-48" />
            <Skeleton className="w-6 justify-self-end" />
          </div>
        ))}
      </div>
      <aside />
    </div>
  );
}
