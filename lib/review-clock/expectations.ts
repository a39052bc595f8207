import 'server-only';
import type { Actor } from '@/lib/audit/record';
import { recordAudit } from '@/lib/audit/record';
import type { Db, Tx } from '@/lib/db/client';
import type { Change } from '@/lib/requests/view';
import type { Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import { defaultExpectations } from './rules';
import { expectation, waitingState } from './schema';
import type { Expectation, Expectations, WaitingState } from './view';

/** What is expected of each state under one connection: what was set, else the default. */
export async function loadExpectations(
  db: Pick<Db | Tx, 'reviewExpectation'>,
  connectionId: string,
): Promise<Expectations> {
  const rows = await db.reviewExpectation.findMany({ where: { connectionId } });
  const set = rows.map((row) => [waitingState.parse(row.state), expectation.parse(row)] as const);
  return { ...defaultExpectations, ...Object.fromEntries(set) };
}

const changesOf = (before: Expectation, after: Expectation): Change[] =>
  (['workingDays', 'calendar'] as const)
    .filter((path) => before[path] !== after[path])
    .map((path) => ({ path, kind: 'changed', from: String(before[path]), to: String(after[path]) }));

/**
 * Sets what is expected of a state, with its entry in the trail. `shown` is what stood on the page: where somebody else
 * changed it meanwhile nothing is written (`conflict`, `moved`).
 */
export const setExpectation = (
  { db, now }: { db: Db; now: () => Date },
  actor: Actor,
  connectionId: string,
  { state, shown, wanted }: { state: WaitingState; shown: Expectation; wanted: Expectation },
): Promise<Result<null>> =>
  db.$transaction(async (tx) => {
    if (changesOf(shown, wanted).length === 0) return ok(null);
    const at = now();
    const place = { connectionId, state };
    const isDefault = changesOf(defaultExpectations[state], shown).length === 0;
    const row = { ...wanted, updatedAt: at };
    const changed = await tx.reviewExpectation.updateMany({ where: { ...place, ...shown }, data: row });
    const isWritten =
      changed.count > 0 ||
      (isDefault &&
        (await tx.reviewExpectation.createMany({ data: [{ ...place, ...row }], skipDuplicates: true })).count > 0);
    if (!isWritten) return refuse({ kind: 'conflict', rule: 'moved' });
    await recordAudit(tx, {
      actor,
      at,
      connectionId,
      object: { kind: 'expectation', id: state, name: state },
      event: { action: 'expectation.changed', changes: changesOf(shown, wanted) },
    });
    return ok(null);
  });
