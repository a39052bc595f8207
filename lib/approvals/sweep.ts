import 'server-only';
import type { Approval } from '@/lib/db/generated/client';
import { launch } from '@/lib/requests/send';
import { announceApproval } from './announce';
import { carry } from './decide';
import type { ApprovalContext } from './deed';
import { NotCarriedOut } from './deed';
import { examine, lockApproval, makerOf, voidApproval } from './write';

const system = { kind: 'system', name: 'subdesk' } as const;

/** How often what is due is looked for. */
const EVERY_MS = 5000;

/**
 * One round of what time brings: approvals that nobody gave in time are void, and those whose cool-off is over are
 * carried out, after everything was looked at again. Rows are taken with SKIP LOCKED, so that several processes share them.
 * Answers how many it moved.
 */
export async function sweepApprovals(context: ApprovalContext): Promise<number> {
  const at = context.now();
  const due = await context.db.approval.findMany({
    where: {
      OR: [
        { state: 'pending', expiresAt: { lte: at } },
        { state: 'approved', notBefore: { lte: at } },
      ],
    },
    select: { id: true },
    orderBy: [{ askedAt: 'asc' }, { id: 'asc' }],
    take: 100,
  });
  let moved = 0;
  for (const { id } of due) {
    const isMoved = await sweepOne(context, id, at).catch((error: unknown) => {
      // Another request holds the object, or no certificate is there: what can pass is tried again in the next round.
      if (!(error instanceof NotCarriedOut))
        context.log({ what: 'an approval could not be carried out', cause: error });
      return false;
    });
    if (isMoved) moved += 1;
  }
  return moved;
}

async function sweepOne(context: ApprovalContext, id: string, at: Date): Promise<boolean> {
  const swept = await context.db.$transaction(async (tx) => {
    const free = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM "Approval" WHERE "id" = ${id}::uuid FOR UPDATE SKIP LOCKED`;
    const row: Approval | null = free.length === 0 ? null : await lockApproval(tx, id);
    const isDue =
      row?.state === 'pending'
        ? row.expiresAt <= at
        : row?.state === 'approved' && row.notBefore !== null && row.notBefore <= at;
    if (!row || !isDue) return null;
    const maker = await makerOf(tx, row);
    const standing = await examine(tx, context, row, maker, at);
    if (standing.cause !== null) {
      await voidApproval(tx, row, standing.cause, system, at);
      return { row, carried: null };
    }
    const kept = await carry(tx, context, row, standing, maker, system, at);
    return { row, carried: 'carried' in kept ? kept.carried : null };
  });
  if (!swept) return false;
  announceApproval(context, swept.row);
  swept.carried?.afterCommit();
  const request = swept.carried?.request ?? null;
  if (request) await launch(context, request.id, request.tryNumber);
  return true;
}

/** Looks for what is due until it is stopped. */
export function startSweep(context: ApprovalContext): { stop: () => void } {
  let isRunning = false;
  const round = async () => {
    if (isRunning) return;
    isRunning = true;
    await sweepApprovals(context).catch((cause: unknown) => context.log({ what: 'sweep of approvals failed', cause }));
    isRunning = false;
  };
  const timer = setInterval(() => void round(), EVERY_MS).unref();
  return { stop: () => clearInterval(timer) };
}
