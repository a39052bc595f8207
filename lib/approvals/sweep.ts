import 'server-only';
import { z } from 'zod';
import { holdStanding } from '@/lib/auth/staff';
import type { Approval } from '@/lib/db/generated/client';
import { Prisma } from '@/lib/db/generated/client';
import { sweepEmergencies } from '@/lib/emergencies/emergencies';
import { launch } from '@/lib/requests/send';
import { announceApproval } from './announce';
import { carry } from './decide';
import type { ApprovalContext } from './deed';
import { NotCarriedOut } from './deed';
import { sealedPolicy } from './sealed-policy';
import { countWords, fallBack, isApproverSql, isMakerLimitedSql } from './words';
import { examine, lockApproval, makerOf, voidApproval } from './write';

const system = { kind: 'system', name: 'subdesk' } as const;

/** How often what is due is looked for. */
const EVERY_MS = 5000;

/**
 * What one round looks at, oldest first: what is due, and what nothing can come of any more though its time is not over,
 * because its draft is gone, or whoever asked for it is suspended or works under its connection no more, or because somebody who approved it no longer may.
 */
async function candidates({ db }: Pick<ApprovalContext, 'db'>, at: Date, of: string | null) {
  const open = Prisma.sql`a."state" IN ('pending', 'approved')`;
  const words = Prisma.sql`"ApprovalDecision" w WHERE w."approvalId" = a."id" AND w."verdict" = 'approve' AND w."ceased" IS NULL`;
  const isTheirs =
    of === null
      ? Prisma.sql`true`
      : Prisma.sql`(a."staffId" = ${of}::uuid OR EXISTS (SELECT 1 FROM ${words} AND w."staffId" = ${of}::uuid))`;
  return z.array(z.object({ id: z.string() })).parse(
    await db.$queryRaw`
      SELECT a."id"::text AS "id" FROM "Approval" a JOIN "Staff" s ON s."id" = a."staffId"
      WHERE ${isTheirs} AND (
        (a."state" = 'pending' AND a."expiresAt" <= ${at})
        OR (a."state" = 'approved' AND a."notBefore" <= ${at})
        OR (${open} AND s."disabledAt" IS NOT NULL)
        OR (${open} AND ${isMakerLimitedSql})
        OR (${open} AND EXISTS (SELECT 1 FROM ${words} AND w."staffId" IN (
          SELECT g."id" FROM "Staff" g
          WHERE g."disabledAt" IS NOT NULL OR (g."passwordHash" IS NULL AND g."oidcSubject" IS NULL) OR NOT ${isApproverSql})))
        OR (${open} AND a."draftId" IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM "Draft" d WHERE d."id" = a."draftId")))
      ORDER BY a."askedAt", a."id" LIMIT 100`,
  );
}

/**
 * One round of what time brings: approvals that nobody gave in time are void, and so are those whose draft was let go or
 * whose maker is suspended or works there no more; those whose cool-off is over are carried out, after everything was looked at again. Rows are
 * taken with SKIP LOCKED, so that several processes share them. What lacks a word again, because its giver no longer may,
 * waits for another one. With `of` only what that person asked for or approved. Answers how many it moved.
 */
export async function sweepApprovals(context: ApprovalContext, of: string | null = null): Promise<number> {
  const at = context.now();
  const due = await candidates(context, at, of);
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
    await holdStanding(tx);
    const free = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM "Approval" WHERE "id" = ${id}::uuid FOR UPDATE SKIP LOCKED`;
    const row: Approval | null = free.length === 0 ? null : await lockApproval(tx, id);
    if (!row || (row.state !== 'pending' && row.state !== 'approved')) return null;
    const maker = await makerOf(tx, row);
    const standing = await examine(tx, context, row, maker, at);
    if (standing.cause !== null) {
      await voidApproval(tx, row, standing.cause, system, at);
      return { row, carried: null };
    }
    const { counted, hasCeased } = await countWords(tx, row, at);
    if (row.state === 'approved' && counted.length < sealedPolicy(row).needed) {
      await fallBack(tx, row);
      return { row, carried: null };
    }
    if (hasCeased) return { row, carried: null };
    const isToBeCarriedOut = row.state === 'approved' && row.notBefore !== null && row.notBefore <= at;
    if (!isToBeCarriedOut) return null;
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
    await sweepEmergencies(context).catch((cause: unknown) => context.log({ what: 'emergencies not ended', cause }));
    isRunning = false;
  };
  const timer = setInterval(() => void round(), EVERY_MS).unref();
  return { stop: () => clearInterval(timer) };
}
