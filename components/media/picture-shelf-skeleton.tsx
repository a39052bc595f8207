import { useTranslations } from 'next-intl';
import { PageHeader } from '../layout/page-header';
import { Skeleton, TableSkeleton } from '../ui/skeleton';

const cards = Array.from({ length: 10 }, (_, place) => `card-${place}`);

/** The shelf before its pictures are there. */
export function PictureShelfSkeleton({ isList }: { isList: boolean }) {
  const t = useTranslations('pictures');
  const tCommon = useTranslations('common');
  return (
    <>
      <PageHeader title={t('title')} context={<Skeleton className="my-1 w-72" />} />
      <div className="tool-row" aria-hidden="true">
        <Skeleton className="w-72" />
      </div>
      {isList ? (
        <TableSkeleton label={tCommon('loading')} rows={10} columns={6} />
      ) : (
        <div role="status" aria-label={tCommon('loading')}>
          <ul className="picture-grid" aria-hidden="true">
            {cards.map((card) => (
              <li key={card}>
                <Skeleton className="aspect-4/3 h-auto! w-full" />
                <Skeleton className="w-40" />
                <Skeleton className="w-24" />
                <Skeleton className="h-24! w-full" />
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
