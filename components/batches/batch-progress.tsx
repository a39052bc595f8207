import { useTranslations } from 'next-intl';
import type { Totals } from '@/lib/batches/rules';
import { decided, listLength } from '@/lib/batches/rules';
import { formatCount } from '@/lib/i18n/format';

const parts = ['accepted', 'refused', 'unknown', 'open', 'leftOut'] as const;

/** How far a batch came: one part for each outcome, in proportion; the empty rest was not sent. */
export function BatchProgress({ totals, size = 'regular' }: { totals: Totals; size?: 'regular' | 'small' }) {
  const t = useTranslations('batches.progress');
  const length = Math.max(1, listLength(totals));
  const words = t('label', { decided: decided(totals), unknown: totals.unknown, list: listLength(totals) });
  const starts = parts.map((_, at) => parts.slice(0, at).reduce((sum, part) => sum + totals[part], 0));
  return (
    <svg className="batch-progress" data-size={size} viewBox="0 0 100 1" preserveAspectRatio="none" role="img">
      <title>{words}</title>
      {parts.map((part, at) => (
        <rect
          key={part}
          data-part={part}
          x={((starts[at] ?? 0) / length) * 100}
          width={(totals[part] / length) * 100}
          height="1"
        />
      ))}
    </svg>
  );
}

/** In a row of a list: the bar, with what is decided of what. */
export function ProgressCell({ totals }: { totals: Totals }) {
  const t = useTranslations('batches.progress');
  return (
    <span className="batch-progress-cell">
      <BatchProgress totals={totals} size="small" />
      <span className="tabular-nums">
        {t('decided', { decided: formatCount(decided(totals)), list: formatCount(listLength(totals)) })}
        {totals.unknown > 0 && <b data-tone="unknown"> {t('unknown', { count: totals.unknown })}</b>}
      </span>
    </span>
  );
}
