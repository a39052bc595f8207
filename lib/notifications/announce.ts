import 'server-only';
import type { Settled } from './arrival';

/** Tells live pages what changed; ids only. */
export type Announcing = {
  publish: (
    connectionId: string,
    topic: 'notifications' | 'sub-merchants' | 'discrepancies',
    ids: readonly string[],
  ) => void;
};

/** Says which notifications moved, and what moved with them. Call it after the commit. */
export function announce(
  { publish }: Announcing,
  connectionId: string,
  settled: readonly Pick<Settled, 'rowId' | 'verdict'>[],
): void {
  publish(connectionId, 'notifications', [...new Set(settled.map(({ rowId }) => rowId))]);
  if (settled.some(({ verdict }) => verdict === 'applied')) publish(connectionId, 'sub-merchants', []);
  if (settled.some(({ verdict }) => verdict === 'discrepancy')) publish(connectionId, 'discrepancies', []);
}
