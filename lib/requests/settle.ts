import 'server-only';
import type { Actor } from '@/lib/audit/record';
import { recordAudit } from '@/lib/audit/record';
import type { Tx } from '@/lib/db/client';
import type { PlatformRequest } from '@/lib/db/generated/client';
import { doPart } from '@/lib/db/part';
import { releaseLocks } from '@/lib/locks/locks';
import type { Answer, JudgeContext, Verdict } from '@/lib/platform/dispositions';
import { judge, judgeOutdatedSeal } from '@/lib/platform/dispositions';
import type { JudgedOutcome } from '@/lib/platform/rows/row';
import { pointerToPath } from '@/lib/platform/wire/error';
import { announce } from './announce';
import { answerAbout, payloadAbout } from './open';
import type { SendingContext, Told } from './operation';
import { untold } from './operation';
import { COPY_BEHIND, DISCARDED, WAITED_TOO_LONG } from './rules';
import { afterRateLimit, nextRepeat, UNAUTHORISED_PAUSE_MS } from './schedule';

const platform: Actor = { kind: 'platform', name: 'platform' };
const system: Actor = { kind: 'system', name: 'subdesk' };

/** What one verdict changes in the request's row; locks, effects and audit follow from it. */
type Next = Pick<PlatformRequest, 'outcome' | 'wasUnknown' | 'settledHow' | 'nextTryAt' | 'needsPersonSince'>;

/**
 * The second transaction (architecture 5, step 5), the same code for a first try and for a repeat: it names its try,
 * brings our copy up to date through the operation, and changes nothing that is already settled except to add evidence.
 */
export async function settleTry(
  context: SendingContext,
  requestId: string,
  tryNumber: number,
  answer: Answer,
): Promise<Verdict> {
  const { request, verdict } = await context.db.$transaction(async (tx) => {
    const request = await lockRequest(tx, requestId);
    const verdict = judge(request.operation, answer, {
      context: contextOf(request),
      objectId: request.objectId,
      wasKnown: context.operation(request.operation)?.wasKnown?.(payloadOf(context, request)) ?? false,
    });
    const at = context.now();
    await closeTry(context, tx, request, tryNumber, answer, verdict, at);
    await heedConnection(tx, request, verdict, at);
    if (request.outcome === 'accepted' || request.outcome === 'refused') return { request, verdict };
    // A newer try is on its way: an older one that now says "unknown" must not speak for it.
    const isOldNews = request.tries !== tryNumber && (verdict.outcome === 'unknown' || verdict.outcome === 'waiting');
    if (isOldNews) return { request, verdict };
    if (isVerdict(verdict.outcome)) {
      const settledHow = tryNumber > 1 && request.wasUnknown ? 'repeat' : 'answer';
      const told = await close(context, tx, request, verdict, settledHow, at);
      await recordAudit(tx, {
        actor: platform,
        at,
        ...subject(request),
        event: {
          action: 'request.settled',
          outcome: verdict.outcome,
          how: settledHow,
          meaning: verdict.rowId,
          tries: request.tries,
          httpStatus: verdict.httpStatus ?? null,
          code: verdict.error?.code ?? null,
          platformRequestId: answer.kind === 'response' ? answer.requestId : null,
          ...told,
        },
        outcome: verdict.outcome,
      });
    } else await keepOpen(context, tx, request, verdict, answer.kind === 'no-answer' ? answer.cause : null, at);
    return { request, verdict };
  });
  announce(context, request);
  return verdict;
}

/**
 * A request whose bytes cannot go out any more, because they are sealed for a platform certificate that is no longer
 * valid. Was none of its tries ever taken, it is over and lets its locks go; after an unknown it stays unknown and a
 * person is asked (docs/decisions/0010). Called by the drain inside its claim.
 */
export async function settleOutdatedSeal(context: SendingContext, tx: Tx, request: PlatformRequest, at: Date) {
  const verdict = judgeOutdatedSeal(contextOf(request));
  if (!isVerdict(verdict.outcome)) return keepOpen(context, tx, request, verdict, null, at);
  await close(context, tx, request, verdict, 'never-taken', at);
  await recordAudit(tx, {
    actor: system,
    at,
    ...subject(request),
    event: { action: 'request.seal-outdated', tries: request.tries },
    outcome: verdict.outcome,
  });
}

/** It has waited too long to leave by itself: it stays as it is until a person confirms or discards it. Called by the drain. */
export async function holdForPerson(tx: Tx, request: PlatformRequest, at: Date): Promise<void> {
  await write(tx, request, { nextTryAt: null, needsPersonSince: at, meaning: WAITED_TOO_LONG }, at);
  await recordAudit(tx, {
    actor: system,
    at,
    ...subject(request),
    event: { action: 'request.held-for-person', hours: hoursBetween(request.openedAt, at) },
    outcome: request.outcome,
  });
}

const hoursBetween = (from: Date, to: Date) => Math.floor((to.getTime() - from.getTime()) / 3_600_000);

/**
 * A person discards a call that waits for them: none of its tries was ever taken, so it is over as one that was refused,
 * and lets its locks go.
 */
export async function settleDiscarded(
  context: SendingContext,
  tx: Tx,
  request: PlatformRequest,
  { actor, reason, at }: { actor: Actor; reason: string; at: Date },
): Promise<void> {
  const verdict: Verdict = { outcome: 'refused', rowId: DISCARDED, signature: 'none', notes: [] };
  await close(context, tx, request, verdict, 'never-taken', at);
  await recordAudit(tx, {
    actor,
    at,
    ...subject(request),
    event: { action: 'request.discarded', tries: request.tries },
    outcome: verdict.outcome,
    reason,
  });
}

/** What `build` put down for settling; null once it is purged. */
const payloadOf = ({ vault }: SendingContext, { id, payload }: PlatformRequest): unknown =>
  payload ? vault.openJson(payload, payloadAbout(id)) : null;

const contextOf = ({ wasUnknown }: PlatformRequest): JudgeContext => (wasUnknown ? 'after-unknown' : 'first');

const isVerdict = (outcome: JudgedOutcome) => outcome === 'accepted' || outcome === 'refused';

/**
 * A try that was written down and of which no byte left, because sending was stopped meanwhile: it is as if it had not
 * begun. What an earlier try left unknown stays so; both go out once sending goes on.
 */
export async function holdBack(context: SendingContext, requestId: string, tryNumber: number): Promise<void> {
  const held = await context.db.$transaction(async (tx) => {
    const request = await lockRequest(tx, requestId);
    // Its lease ran out meanwhile, and somebody wrote down that nobody knows.
    if (request.outcome !== 'sending' || request.tries !== tryNumber) return null;
    const at = context.now();
    await tx.requestTry.delete({ where: { requestId_number: { requestId, number: tryNumber } } });
    const outcome = request.wasUnknown ? 'unknown' : 'waiting';
    await write(tx, request, { outcome, tries: tryNumber - 1, nextTryAt: at }, at);
    return request;
  });
  if (held) announce(context, held);
}

/** A try whose process is gone: nobody knows what became of it (decisions 5). Called by the drain inside its claim. */
export async function expireTry(
  context: SendingContext,
  tx: Tx,
  request: PlatformRequest,
  at: Date,
): Promise<PlatformRequest> {
  await tx.requestTry.updateMany({
    where: { requestId: request.id, number: request.tries, endedAt: null },
    data: { endedAt: at, noAnswer: 'lease-expired', outcome: 'unknown', meaning: 'no-answer' },
  });
  const next = await nextAfterUnknown(context, tx, request, at);
  await write(tx, request, { ...next, meaning: 'no-answer' }, at);
  await auditUnknown(tx, request, next, 'no-answer', 'lease-expired', at);
  return tx.platformRequest.findUniqueOrThrow({ where: { id: request.id } });
}

export async function lockRequest(tx: Tx, requestId: string): Promise<PlatformRequest> {
  await tx.$queryRaw`SELECT 1 FROM "PlatformRequest" WHERE "id" = ${requestId}::uuid FOR UPDATE`;
  return tx.platformRequest.findUniqueOrThrow({ where: { id: requestId } });
}

async function closeTry(
  context: SendingContext,
  tx: Tx,
  request: PlatformRequest,
  tryNumber: number,
  answer: Answer,
  verdict: Verdict,
  at: Date,
) {
  const isResponse = answer.kind === 'response';
  await tx.requestTry.update({
    where: { requestId_number: { requestId: request.id, number: tryNumber } },
    data: {
      endedAt: at,
      httpStatus: isResponse ? answer.status : null,
      signature: isResponse ? answer.signature : null,
      noAnswer: isResponse ? null : answer.cause,
      platformRequestId: isResponse ? answer.requestId : null,
      code: verdict.error?.code ?? null,
      message: verdict.error?.message ?? null,
      outcome: verdict.outcome,
      meaning: verdict.rowId,
      answer: isResponse ? context.vault.seal(answer.body, answerAbout(request.id, tryNumber)) : null,
    },
  });
}

/** A 401 stops the connection and calls for Integrations; a 429 slows it down; a success clears both (decisions 5). */
async function heedConnection(tx: Tx, request: PlatformRequest, verdict: Verdict, at: Date) {
  const pause = async (cause: 'unauthorised' | 'rate', until: Date) => {
    await tx.connection.update({
      where: { id: request.connectionId },
      data: { pausedUntil: until, pauseReason: cause, ...(cause === 'unauthorised' && { alertedAt: at }) },
    });
    await recordAudit(tx, {
      actor: system,
      at,
      connectionId: request.connectionId,
      object: { kind: 'connection', id: request.connectionId },
      event: { action: 'connection.paused', cause, untilMs: until.getTime() },
      requestId: request.id,
    });
  };
  if (verdict.pauses) await pause('unauthorised', new Date(at.getTime() + UNAUTHORISED_PAUSE_MS));
  else if (verdict.httpStatus === 429) await pause('rate', afterRateLimit(verdict.retryAfterMs, request.tries, at));
  else if (verdict.outcome === 'accepted') {
    await tx.connection.updateMany({
      where: { id: request.connectionId, OR: [{ pausedUntil: { not: null } }, { alertedAt: { not: null } }] },
      data: { pausedUntil: null, pauseReason: null, alertedAt: null },
    });
  }
}

/** What the last word on a request was, for the screens. */
const spokenBy = (request: PlatformRequest, verdict: Verdict) => ({
  meaning: verdict.rowId,
  httpStatus: verdict.httpStatus ?? null,
  errorCode: verdict.error?.code ?? null,
  errorMessage: verdict.error?.message ?? null,
  errorPath: verdict.error?.field === undefined ? null : pointerToPath(verdict.error.field),
  notes: [...new Set([...request.notes, ...verdict.notes])],
});

/**
 * Settles for good: our copy follows through the operation, the locks are let go. Answers what was told. What
 * our copy cannot hold stays in the request, with a note, an entry in the trail, and a banner on the record.
 */
async function close(
  context: SendingContext,
  tx: Tx,
  request: PlatformRequest,
  verdict: Verdict,
  settledHow: string,
  at: Date,
): Promise<Told> {
  const { done, told } = await follow(context, tx, request, verdict, at);
  const spoken = spokenBy(request, verdict);
  await write(
    tx,
    request,
    {
      ...settled(verdict.outcome, request, settledHow),
      ...spoken,
      ...(!done && { notes: [...new Set([...spoken.notes, COPY_BEHIND])] }),
      result: told,
    },
    at,
  );
  await letGo(context, tx, request, verdict, told);
  return told;
}

/** Lets the locks go, unless what was accepted is not over yet: then the operation lets go once it is. */
async function letGo(
  context: SendingContext,
  tx: Tx,
  request: PlatformRequest,
  { outcome }: Verdict,
  told: Told,
): Promise<void> {
  const holdsOn = outcome === 'accepted' && context.operation(request.operation)?.holdsOn?.(told) === true;
  if (!holdsOn) await releaseLocks(tx, request.id);
}

/**
 * Brings our copy up to date through the operation. The platform has spoken, whatever our copy can hold of it: a fault of
 * ours must not keep the request open for ever. Answers what was told.
 */
async function follow(
  context: SendingContext,
  tx: Tx,
  request: PlatformRequest,
  verdict: Verdict,
  at: Date,
): Promise<{ done: boolean; told: Told }> {
  const { connectionId, objectId, staffId } = request;
  const payload = payloadOf(context, request);
  const about = { connectionId, objectId, staffId, requestId: request.id, at, payload, verdict, vault: context.vault };
  const followed = await doPart(tx, async () => context.operation(request.operation)?.settle(tx, about));
  if (followed.done) return { done: true, told: followed.value ?? untold };
  context.log({ what: 'our copy could not follow a request', requestId: request.id, cause: followed.cause });
  await recordAudit(tx, { actor: system, at, ...subject(request), event: { action: 'request.copy-behind' } });
  const { answer, application, order } = verdict;
  const told = {
    h5State: answer?.h5_authorization_state ?? null,
    applymentState: application?.applyment_state ?? null,
    tradeState: order?.trade_state ?? null,
  };
  return { done: false, told };
}

/**
 * Settles an unknown by what two people know of it (decisions 10), inside the transaction that carries their deed out. What
 * the platform said last stays beside it; an answer that still comes changes nothing but adds to the evidence.
 */
export const settleByHand = (
  context: SendingContext,
  tx: Tx,
  request: PlatformRequest,
  outcome: 'accepted' | 'refused',
  actor: Actor,
  reason: string,
  at: Date,
): Promise<void> => settleOtherwise(context, tx, request, { outcome, how: 'evidence', actor, reason }, at);

/** Settles an unknown by what the platform told of the object since. Called by the drain inside its claim. */
export const settleByNews = (
  context: SendingContext,
  tx: Tx,
  request: PlatformRequest,
  outcome: 'accepted' | 'refused',
  at: Date,
): Promise<void> => settleOtherwise(context, tx, request, { outcome, how: 'news', actor: system, reason: null }, at);

/** Something newer is known of the object: the bytes are not repeated by themselves any more, and a person is asked. */
export async function endRepeats(tx: Tx, request: PlatformRequest, at: Date): Promise<void> {
  await write(tx, request, { nextTryAt: null, needsPersonSince: request.needsPersonSince ?? at }, at);
  if (request.needsPersonSince !== null) return;
  await recordAudit(tx, {
    actor: system,
    at,
    ...subject(request),
    event: { action: 'request.needs-person', meaning: request.meaning ?? 'no-answer', tries: request.tries },
    outcome: 'unknown',
  });
}

type Otherwise = {
  outcome: 'accepted' | 'refused';
  how: 'evidence' | 'news';
  actor: Actor;
  reason: string | null;
};

async function settleOtherwise(
  context: SendingContext,
  tx: Tx,
  request: PlatformRequest,
  { outcome, how, actor, reason }: Otherwise,
  at: Date,
): Promise<void> {
  const verdict: Verdict = { outcome, rowId: 'no-answer', signature: 'none', notes: [] };
  const { done, told } = await follow(context, tx, request, verdict, at);
  await write(
    tx,
    request,
    {
      ...settled(outcome, request, how),
      ...(!done && { notes: [...new Set([...request.notes, COPY_BEHIND])] }),
      result: told,
    },
    at,
  );
  await letGo(context, tx, request, verdict, told);
  await recordAudit(tx, {
    actor,
    at,
    ...subject(request),
    event: {
      action: 'request.settled',
      outcome,
      how,
      meaning: request.meaning ?? 'no-answer',
      tries: request.tries,
      httpStatus: request.httpStatus,
      code: request.errorCode,
      platformRequestId: null,
      ...told,
    },
    outcome,
    reason,
  });
}

/** Not settled: it waits for its next try, or is unknown and repeats until its ladder ends. */
async function keepOpen(
  context: SendingContext,
  tx: Tx,
  request: PlatformRequest,
  verdict: Verdict,
  noAnswer: string | null,
  at: Date,
) {
  const spoken = spokenBy(request, verdict);
  if (verdict.outcome === 'waiting' && !request.wasUnknown) {
    const nextTryAt = afterRateLimit(verdict.retryAfterMs, request.tries, at);
    await write(
      tx,
      request,
      { outcome: 'waiting', wasUnknown: false, settledHow: null, nextTryAt, needsPersonSince: null, ...spoken },
      at,
    );
    return;
  }
  const next = await nextAfterUnknown(context, tx, request, at, verdict.endsRepeats);
  await write(tx, request, { ...next, ...spoken }, at);
  await auditUnknown(tx, request, next, verdict.rowId, noAnswer, at);
}

const settled = (outcome: string, request: PlatformRequest, settledHow: string): Next => ({
  outcome,
  wasUnknown: request.wasUnknown,
  settledHow,
  nextTryAt: null,
  needsPersonSince: null,
});

async function nextAfterUnknown(
  context: SendingContext,
  tx: Tx,
  request: PlatformRequest,
  at: Date,
  endsRepeats = false,
): Promise<Next> {
  const { connectionId, objectId, openedAt } = request;
  const nextTryAt = endsRepeats
    ? null
    : nextRepeat(request.operation, {
        unknownTries: request.tries,
        openedAt: request.openedAt,
        now: at,
        spread: context.spread(),
      });
  // The platform may have told of the object while the call was on its way: then the drain settles it at once.
  const told =
    nextTryAt === null
      ? await context.operation(request.operation)?.overtaken?.(tx, { connectionId, objectId, openedAt })
      : null;
  const isTold = told === 'happened' || told === 'did-not';
  const needsPersonSince = nextTryAt === null && !isTold ? (request.needsPersonSince ?? at) : null;
  const next = isTold ? at : nextTryAt;
  return { outcome: 'unknown', wasUnknown: true, settledHow: null, nextTryAt: next, needsPersonSince };
}

async function write(tx: Tx, request: PlatformRequest, data: Record<string, unknown>, at: Date) {
  const isSettled = data.outcome === 'accepted' || data.outcome === 'refused';
  await tx.platformRequest.update({
    where: { id: request.id },
    data: { ...data, leaseUntil: null, updatedAt: at, ...(isSettled && { settledAt: at }) },
  });
}

const subject = (request: PlatformRequest) => ({
  connectionId: request.connectionId,
  object: { kind: request.objectKind, id: request.objectId, name: request.objectName },
  requestId: request.id,
  reference: request.reference,
});

/** The first unknown is an entry; so is the moment when repeating by itself ends. Those between say nothing new. */
async function auditUnknown(
  tx: Tx,
  request: PlatformRequest,
  next: Next,
  meaning: string,
  cause: string | null,
  at: Date,
) {
  const base = { actor: system, at, ...subject(request), outcome: 'unknown' };
  if (!request.wasUnknown)
    await recordAudit(tx, { ...base, event: { action: 'request.unknown', meaning, tries: request.tries, cause } });
  if (next.needsPersonSince !== null && request.needsPersonSince === null) {
    await recordAudit(tx, { ...base, event: { action: 'request.needs-person', meaning, tries: request.tries } });
  }
}
