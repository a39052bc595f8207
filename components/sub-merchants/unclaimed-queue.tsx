import { useTranslations } from 'next-intl';
import { formatCapped } from '@/lib/i18n/format';
import { paths } from '@/lib/paths';
import type { CappedCount } from '@/lib/result';
import { Queue } from '../data/queue';

/** The line of Home that counts the sub-merchants which notifications name and nobody here holds. */
export function UnclaimedQueue({ slug, tally }: { slug: string; tally: CappedCount }) {
  const t = useTranslations('subMerchants.unclaimed');
  return (
    <Queue
      icon="bell"
      title={t('title')}
      count={formatCapped(tally)}
      all={{ href: paths.subMerchants(slug, { view: 'unclaimed' }), label: t('seeAll') }}
    />
  );
}
