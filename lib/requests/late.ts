import 'server-only';
import { recordAudit } from '@/lib/audit/record';
import { mayDo } from '@/lib/auth/permissions';
import type { StaffActor } from '@/lib/auth/staff';
import type { Tx } from '@/lib/db/client';
import type { PlatformRequest } from '@/lib/db/generated/client';
import { isUuid } from '@/lib/db/uuid';
import type { Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import { announce } from './announce';
import type { SendingContext } from './operation';
import { waitsForPerson } from './rules';
import { lockRequest, settleDiscarded } from './settle';

type Deciding = { connectionId: string; actor: StaffActor; requestId: string; reason: string };

/** Locks a request that waits for a person, and does with it what they decided; whoever may not send it may not decide. */
async function decideLate(
  context: SendingContext,
  { connectionId, actor, requestId }: Deciding,
  apply: (tx: Tx, request: PlatformRequest, at: Date) => Promise<void>,
): Promise<Result<null>> {
  const decided = await context.db.$transaction(async (tx): Promise<Result<PlatformRequest>> => {
    const isOurs =
      isUuid(requestId) && (await tx.platformRequest.count({ where: { id: requestId, connectionId } })) > 0;
    if (!isOurs) return refuse({ kind: 'not-found' });
    const request = await lockRequest(tx, requestId);
    const operation = context.operation(request.operation);
    if (!operation) return refuse({ kind: 'not-found' });
    const { permission } = operation;
    if (!mayDo(actor.permissions, permission)) return refuse({ kind: 'forbidden', permission });
    if (!waitsForPerson(request)) return refuse({ kind: 'conflict', rule: 'waits-for-nobody' });
    await apply(tx, request, context.now());
    return ok(request);
  });
  if (!decided.ok) return decided;
  announce(context, decided.value);
  return ok(null);
}

/**
 * Lets a call leave that had waited too long to do so by itself: the drain sends it, the same bytes under the same key, unless
 * sending is stopped or paused; if it then waits as long again, a person is asked again.
 */
export const confirmLate = (context: SendingContext, deciding: Deciding): Promise<Result<null>> =>
  decideLate(context, deciding, async (tx, request, at) => {
    await tx.platformRequest.update({
      where: { id: request.id },
      data: { nextTryAt: at, needsPersonSince: null, meaning: null, confirmedAt: at, updatedAt: at },
    });
    await recordAudit(tx, {
      actor: deciding.actor,
      at,
      connectionId: deciding.connectionId,
      object: { kind: request.objectKind, id: request.objectId, name: request.objectName },
      event: { action: 'request.confirmed' },
      requestId: request.id,
      reference: request.reference,
      outcome: request.outcome,
      reason: deciding.reason,
    });
  });

/** Ends a call that had waited too long, and of which nothing was ever taken. */
export const discardLate = (context: SendingContext, deciding: Deciding): Promise<Result<null>> =>
  decideLate(context, deciding, (tx, request, at) =>
    settleDiscarded(context, tx, request, { actor: deciding.actor, reason: deciding.reason, at }),
  );
