import 'server-only';
import type { Actor } from '@/lib/audit/record';
import { recordAudit } from '@/lib/audit/record';
import type { PlatformRequest } from '@/lib/db/generated/client';
import type { Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import { announce } from './announce';
import type { SendingContext } from './operation';
import { canRepeat, waitsForPerson } from './rules';
import { lockRequest } from './settle';

/**
 * A person asks that the same bytes go out now instead of at the next step of the ladder. The drain sends them: same
 * bytes, same key, same serial.
 */
export async function repeatNow(
  context: SendingContext,
  actor: Extract<Actor, { kind: 'staff' }>,
  connectionId: string,
  requestId: string,
): Promise<Result<null>> {
  const asked = await context.db.$transaction(async (tx): Promise<Result<PlatformRequest>> => {
    const found = await tx.platformRequest.findFirst({ where: { id: requestId, connectionId }, select: { id: true } });
    if (!found) return refuse({ kind: 'not-found' });
    const request = await lockRequest(tx, requestId);
    if (!canRepeat(request) || waitsForPerson(request)) return refuse({ kind: 'conflict', rule: 'nothing-to-repeat' });
    const at = context.now();
    await tx.platformRequest.update({
      where: { id: requestId },
      data: { nextTryAt: at, needsPersonSince: null, confirmedAt: at, updatedAt: at },
    });
    await recordAudit(tx, {
      actor,
      at,
      connectionId,
      object: { kind: request.objectKind, id: request.objectId, name: request.objectName },
      event: { action: 'request.repeat-asked' },
      requestId,
      reference: request.reference,
      outcome: request.outcome,
    });
    return ok(request);
  });
  if (!asked.ok) return asked;
  announce(context, asked.value);
  return ok(null);
}
