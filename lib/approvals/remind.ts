import 'server-only';
import { recordAudit } from '@/lib/audit/record';
import { isUuid } from '@/lib/db/uuid';
import type { Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import { announceApproval } from './announce';
import type { ApprovalContext, StaffActor } from './deed';
import { REMIND_PAUSE_MS } from './queries';
import { lockApproval, subjectOf } from './write';

/** Asks the others once more to look at what waits. A maker does so at most once an hour (`reminded-lately`). */
export async function remind(
  context: ApprovalContext,
  actor: StaffActor,
  connectionId: string,
  approvalId: string,
): Promise<Result<null>> {
  if (!isUuid(approvalId)) return refuse({ kind: 'not-found' });
  const at = context.now();
  const reminded = await context.db.$transaction(async (tx) => {
    const row = await lockApproval(tx, approvalId);
    if (!row || (row.connectionId !== null && row.connectionId !== connectionId)) return null;
    if (row.state !== 'pending') return 'approval-over';
    if (!row.makers.includes(actor.id)) return 'not-the-maker';
    if (at.getTime() - (row.remindedAt ?? row.askedAt).getTime() < REMIND_PAUSE_MS) return 'reminded-lately';
    await tx.approval.update({ where: { id: row.id }, data: { remindedAt: at } });
    await recordAudit(tx, {
      actor,
      at,
      ...subjectOf(row),
      event: { action: 'approval.reminded', approvalId: row.id, deed: row.deed, seal: row.seal },
    });
    return row;
  });
  if (reminded === null) return refuse({ kind: 'not-found' });
  if (typeof reminded === 'string') return refuse({ kind: 'conflict', rule: reminded });
  announceApproval(context, reminded);
  return ok(null);
}
