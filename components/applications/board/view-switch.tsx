import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { BoardFilters } from '@/lib/applications/filters';
import { boardAddress } from './board-address';

/** The board as a table or as columns by state; the filters stay. */
export function ViewSwitch({ slug, filters }: { slug: string; filters: BoardFilters }) {
  const t = useTranslations('board.view');
  const isInColumns = filters.view === 'columns';
  const change = { state: null, size: null, cursor: null };
  return (
    <nav className="segmented max-md:hidden" aria-label={t('label')}>
      <Link href={boardAddress(slug, filters, { view: null })} aria-current={isInColumns ? undefined : 'page'}>
        {t('table')}
      </Link>
      <Link
        href={boardAddress(slug, filters, { ...change, view: 'columns' })}
        aria-current={isInColumns ? 'page' : undefined}
      >
        {t('columns')}
      </Link>
    </nav>
  );
}
