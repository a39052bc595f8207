import 'server-only';
import type { Publish } from '@/lib/events/publish';
import type { Settled } from './arrival';

/** Tells live pages what changed; ids only. */
export type Announcing = { publish: Publish };

/** Says which notifications moved, and what moved with them. Call it after the commit. */
export function announce(
  { publish }: Announcing,
  connectionId: string,
  settled: readonly Pick<Settled, 'rowId' | 'verdict'>[],
): void {
  publish(connectionId, 'notifications', [...new Set(settled.map(({ rowId }) => rowId))]);
  if (settled.some(({ verdict }) => verdict === 'applied')) {
    publish(connectionId, 'sub-merchants', []);
    publish(connectionId, 'applications', []);
    publish(connectionId, 'contracts', []);
    publish(connectionId, 'deductions', []);
  }
  if (settled.some(({ verdict }) => verdict === 'discrepancy')) publish(connectionId, 'discrepancies', []);
}
