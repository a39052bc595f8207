import { useTranslations } from 'next-intl';
import { formatCapped } from '@/lib/i18n/format';
import { paths } from '@/lib/paths';
import type { CappedCount } from '@/lib/result';
import { Queue } from '../data/queue';
import { standingLook } from './contract-state';

/** Contracts that the platform did not find and that we hold as signed: each waits for somebody's answer. */
export function ContractQueue({ slug, tally }: { slug: string; tally: CappedCount }) {
  const t = useTranslations('contracts.queue');
  const title = t('title');
  return (
    <Queue
      {...standingLook('not-found')}
      title={title}
      count={formatCapped(tally)}
      isEmpty={tally.count === 0}
      all={{ href: paths.contracts(slug, { standing: 'not-found' }), label: t('seeAll', { title }) }}
    />
  );
}
