import 'server-only';
import { heldCertificates } from '@/lib/connections/certificates';
import type { Tx } from '@/lib/db/client';
import type { PlatformRequest } from '@/lib/db/generated/client';
import { bySerial } from '@/lib/platform/certificates';
import { announce } from './announce';
import { dispatch } from './dispatch';
import { leaseUntil, openTry } from './open';
import type { SendingContext } from './operation';
import { hasWaitedTooLong } from './schedule';
import { endRepeats, expireTry, holdForPerson, lockRequest, settleByNews, settleOutdatedSeal } from './settle';

/** How many requests one process has on their way at once. */
const PARALLEL = 4;

/**
 * One round of what is due: waiting requests, unknown ones whose time to repeat has come, and tries whose process is
 * gone. Rows are claimed one by one with SKIP LOCKED, so that any number of processes share the work and none is taken
 * twice. Answers how many tries were made.
 */
export async function drainOnce(context: SendingContext): Promise<number> {
  let sent = 0;
  const worker = async () => {
    for (let claimed = await claim(context); claimed; claimed = await claim(context)) {
      if (claimed.tryNumber === null) continue;
      sent += 1;
      const { id } = claimed.request;
      // One that cannot be settled must not keep the others waiting; its lease ends, and it is looked at again.
      await dispatch(context, id, claimed.tryNumber).catch((cause: unknown) =>
        context.log({ what: 'dispatch failed', requestId: id, cause }),
      );
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  return sent;
}

type Claimed = { request: PlatformRequest; tryNumber: number | null };

async function claim(context: SendingContext): Promise<Claimed | null> {
  const claimed = await context.db.$transaction(async (tx): Promise<Claimed | null> => {
    const at = context.now();
    const due = await tx.$queryRaw<{ id: string }[]>`
      SELECT r."id" FROM "PlatformRequest" r JOIN "Connection" c ON c."id" = r."connectionId"
      WHERE (
        (r."outcome" IN ('waiting', 'unknown') AND r."nextTryAt" <= ${at})
        OR (r."outcome" = 'sending' AND r."leaseUntil" < ${at})
      )
      AND (((c."pausedUntil" IS NULL OR c."pausedUntil" <= ${at}) AND c."stoppedAt" IS NULL) OR r."outcome" = 'sending')
      ORDER BY coalesce(r."nextTryAt", r."leaseUntil"), r."id"
      LIMIT 1 FOR UPDATE OF r SKIP LOCKED`;
    const id = due[0]?.id;
    if (id === undefined) return null;
    let request = await lockRequest(tx, id);
    if (request.outcome === 'sending') {
      // Nobody knows what became of it: first that is written down, then the ladder says when it is repeated.
      request = await expireTry(context, tx, request, at);
      return { request, tryNumber: null };
    }
    return { request, tryNumber: await beginTry(context, tx, request, at) };
  });
  if (claimed) announce(context, claimed.request);
  return claimed;
}

/** Begins the next try of a locked request, or null when its bytes cannot go out any more. */
async function beginTry(context: SendingContext, tx: Tx, request: PlatformRequest, at: Date): Promise<number | null> {
  if (request.platformSerial !== null) {
    const certificate = bySerial(await heldCertificates(tx, request.connectionId), request.platformSerial);
    if (!certificate || certificate.expireTime <= at) {
      await settleOutdatedSeal(context, tx, request, at);
      return null;
    }
  }
  if (request.wasUnknown) {
    const { connectionId, objectId, openedAt } = request;
    const operation = context.operation(request.operation);
    const overtaken = await operation?.overtaken?.(tx, { connectionId, objectId, openedAt });
    if (overtaken === 'happened') await settleByNews(context, tx, request, 'accepted', at);
    if (overtaken === 'did-not') await settleByNews(context, tx, request, 'refused', at);
    if (overtaken === 'unsure') await endRepeats(tx, request, at);
    if (overtaken) return null;
  }
  if (hasWaitedTooLong(request, at)) {
    if (request.wasUnknown) await endRepeats(tx, request, at);
    else await holdForPerson(tx, request, at);
    return null;
  }
  const account = context.account(request.connectionId);
  if (!account || !request.bytes) {
    await tx.platformRequest.update({
      where: { id: request.id },
      data: { nextTryAt: null, needsPersonSince: request.needsPersonSince ?? at, updatedAt: at },
    });
    return null;
  }
  const number = request.tries + 1;
  await tx.platformRequest.update({
    where: { id: request.id },
    data: {
      outcome: 'sending',
      tries: number,
      nextTryAt: null,
      leaseUntil: leaseUntil(at, account.connection.timeoutMs),
      updatedAt: at,
    },
  });
  await openTry(tx, request, number, at);
  return number;
}

/** Drains again and again until stopped; a fault of one round is logged and the next round goes on. */
export function startDrain(context: SendingContext, everyMs = 1000): { stop: () => Promise<void> } {
  let stopped = false;
  let wake = () => {};
  const loop = (async () => {
    while (!stopped) {
      try {
        await drainOnce(context);
      } catch (cause) {
        context.log({ what: 'drain round failed', cause });
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, everyMs);
        timer.unref();
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  })();
  return {
    stop: async () => {
      stopped = true;
      wake();
      await loop;
    },
  };
}
