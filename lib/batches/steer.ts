import 'server-only';
import type { StaffActor } from '@/lib/approvals/deed';
import { recordAudit } from '@/lib/audit/record';
import { mayDo } from '@/lib/auth/permissions';
import type { PlatformAccount } from '@/lib/connections/account';
import { isUuid } from '@/lib/db/uuid';
import { repeatNow } from '@/lib/requests/repeat';
import type { Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import type { BatchContext } from './held';
import {
  aroundOf,
  flightOf,
  hashOfList,
  lockBatch,
  runOf,
  storedList,
  storedRun,
  subjectOf,
  totalsOfOne,
} from './held';
import type { BatchAct } from './rules';
import { act } from './rules';

export type Steering = Exclude<BatchAct, 'begin'>;

/** Acts after which rows may leave again: the list is held against its hash before each. */
const goesOn: readonly Steering[] = ['go-on', 'resume', 'retry'];

/**
 * Lets the rest go after the canary, pauses, resumes, stops, or takes up what is undecided. Refusals are `conflict` with a
 * rule of lib/batches/rules, or `list-changed` where the stored list is not the one that was approved.
 *
 * A retry never touches a decided row: of what is unknown the same bytes go out again, and what a rule held back is looked
 * at once more, in its place.
 */
export async function steerBatch(
  context: BatchContext,
  { account, actor }: { account: PlatformAccount; actor: StaffActor },
  batchId: string,
  deed: Steering,
): Promise<Result<null>> {
  const connectionId = account.connection.id;
  if (!isUuid(batchId)) return refuse({ kind: 'not-found' });
  const steered = await context.db.$transaction(async (tx): Promise<Result<{ unknown: string[] }>> => {
    const batch = await lockBatch(tx, connectionId, batchId);
    const kind = batch && context.batchKind(batch.kind);
    if (!batch || !kind) return refuse({ kind: 'not-found' });
    if (!mayDo(actor.permissions, kind.permission)) return refuse({ kind: 'forbidden', permission: kind.permission });
    const at = context.now();
    const totals = await totalsOfOne(tx, batchId);
    const moved = act(runOf(batch), deed, aroundOf(await flightOf(tx, batch), totals));
    if (!moved.ok) return moved;
    if (goesOn.includes(deed) && hashOfList(await storedList(tx, batchId)) !== batch.listSha256)
      return refuse({ kind: 'conflict', rule: 'list-changed' });
    const run = moved.value;
    if (deed === 'retry' && run.state === 'running') {
      await tx.batchRow.updateMany({
        where: { batchId, leftOut: { not: null }, requestId: null },
        data: { leftOut: null, takenAt: null },
      });
    }
    await tx.batch.update({
      where: { id: batchId },
      data: {
        ...storedRun(run),
        ...(deed === 'pause' && { pausedAt: at }),
        endedAt: deed === 'stop' ? at : run.state === 'running' ? null : batch.endedAt,
        updatedAt: at,
      },
    });
    await recordAudit(tx, { actor, at, ...subjectOf(batch), event: { action: 'batch.steered', deed, ...totals } });
    if (deed !== 'retry') return ok({ unknown: [] });
    const rows = await tx.batchRow.findMany({
      where: { batchId, request: { outcome: 'unknown' } },
      select: { requestId: true },
    });
    return ok({ unknown: rows.flatMap(({ requestId }) => requestId ?? []) });
  });
  if (!steered.ok) return steered;
  // One that settled itself meanwhile has nothing to repeat, and needs nothing.
  for (const requestId of steered.value.unknown) await repeatNow(context, actor, connectionId, requestId);
  context.publish(connectionId, 'batches', [batchId]);
  return ok(null);
}
