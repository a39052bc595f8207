// How far messages came on the ladder of checks (decisions 6). Pure.
import { stoppedAt } from '@/lib/notifications/rules';
import type { RefusedCause, Step } from '@/lib/notifications/view';
import { steps } from '@/lib/notifications/view';
import type { StepCount } from './view';

/** Where a message ends that does not verify. */
const refusedAt: Record<RefusedCause, Step> = {
  'too-large': 'arrived',
  headers: 'headers',
  time: 'time',
  serial: 'certificate',
  signature: 'signature',
  probe: 'signature',
};

type Count = { cause: string; count: number };

/** How many messages came past each step, and which ended there. The last step tells what became of those that came through. */
export function stepCountsOf(
  refused: readonly Count[],
  delivered: readonly { verdict: string; cause: string | null; count: number }[],
): StepCount[] {
  const ended = new Map<Step, Count[]>(steps.map((step) => [step, []]));
  const end = (step: Step, cause: string, count: number) => ended.get(step)?.push({ cause, count });
  for (const { cause, count } of refused) end(refusedAt[cause as RefusedCause] ?? 'headers', cause, count);
  for (const { verdict, cause, count } of delivered) {
    if (verdict === 'quarantine') end(stoppedAt(cause, false), cause ?? verdict, count);
  }
  const through = delivered.filter(({ verdict }) => verdict !== 'quarantine');
  const total = (counts: readonly { count: number }[]) => counts.reduce((sum, { count }) => sum + count, 0);
  let left = total(refused) + total(delivered);
  return steps.map((step) => {
    const here = ended.get(step) ?? [];
    left -= total(here);
    const shown = step === 'applied' ? byVerdict(through) : here;
    return { step, passed: left, ended: [...shown].sort((one, other) => other.count - one.count) };
  });
}

function byVerdict(delivered: readonly { verdict: string; count: number }[]): Count[] {
  const counts = new Map<string, number>();
  for (const { verdict, count } of delivered) counts.set(verdict, (counts.get(verdict) ?? 0) + count);
  return [...counts].map(([cause, count]) => ({ cause, count }));
}
