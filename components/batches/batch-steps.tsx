import { useTranslations } from 'next-intl';
import type { BatchDetail } from '@/lib/batches/view';

const steps = ['source', 'dry-run', 'settings', 'approval', 'canary', 'run', 'report'] as const;
export type BatchStep = (typeof steps)[number];

/** The step at which a batch is (screens 13). */
export function stepOf({ state, shared, isReleased }: Pick<BatchDetail, 'state' | 'shared' | 'isReleased'>): BatchStep {
  if (state === 'draft') return shared === null ? 'dry-run' : 'settings';
  if (state === 'awaiting-approval') return 'approval';
  if (state === 'stopped' || state === 'done') return 'report';
  return isReleased ? 'run' : 'canary';
}

/** Where a batch is on its way from a list to a report. */
export function BatchSteps({ current }: { current: BatchStep }) {
  const t = useTranslations('batches.steps');
  const at = steps.indexOf(current);
  return (
    <ol className="batch-steps gutter" aria-label={t('label')}>
      {steps.map((step, place) => (
        <li
          key={step}
          data-step={place < at ? 'past' : place === at ? 'here' : 'ahead'}
          aria-current={place === at ? 'step' : undefined}
        >
          <span>{place + 1}</span>
          {t(step)}
        </li>
      ))}
    </ol>
  );
}
