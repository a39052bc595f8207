import { useTranslations } from 'next-intl';
import { ListSkeleton } from '../../layout/list-skeleton';

/** The states board before its rows are there. */
export function BoardSkeleton() {
  const t = useTranslations('board');
  return (
    <ListSkeleton title={t('title')} context="w-72" tabs={['w-16', 'w-24', 'w-24', 'w-20']} tool="w-55" columns={8} />
  );
}
