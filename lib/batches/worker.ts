import 'server-only';
import { recordAudit } from '@/lib/audit/record';
import type { Tx } from '@/lib/db/client';
import type { Batch } from '@/lib/db/generated/client';
import { doPart } from '@/lib/db/part';
import { announce } from '@/lib/requests/announce';
import { dispatch } from '@/lib/requests/dispatch';
import type { Opened } from '@/lib/requests/open';
import { buildRequest, fingerprint, openBuilt, sealingCertificate } from '@/lib/requests/open';
import type { Refusal, Result } from '@/lib/result';
import { ok } from '@/lib/result';
import type { BatchContext } from './held';
import { flightOf, makerOf, paceOf, runOf, storedRun, subjectOf, totalsOfOne } from './held';
import type { Held } from './kind';
import type { PauseCause, Run } from './rules';
import { leftOut, nextStep, sent } from './rules';
import type { Verdict } from './view';

/** How often a process looks for batches that may go on, in milliseconds. */
const EVERY_MS = 500;

/** How long a batch rests where nothing can be sealed or verified, in milliseconds. */
const NO_CERTIFICATE_MS = 30_000;

/** What one look at a batch came to. `again`: look at once; `wait`: until then, or for news. */
type Looked =
  | { came: 'sent'; requestId: string; tryNumber: number | null }
  | { came: 'again' }
  | { came: 'wait'; until: Date | null };

const waiting: Looked = { came: 'wait', until: null };
const system = { kind: 'system', name: 'subdesk' } as const;

/**
 * One look at one batch, in one transaction that holds its row: what became of the row on its way is taken over, and the
 * next row is opened with its request or nothing is written. Whoever comes second finds the row held and leaves it.
 * `began`: when this process began; whoever goes on with a batch from before that says so.
 */
export async function lookAt(context: BatchContext, batchId: string, began: Date): Promise<Looked> {
  const { looked, connectionId, opened } = await context.db.$transaction(async (tx) => {
    const held = await tx.$queryRaw<{ id: string }[]>`
      SELECT "id" FROM "Batch" WHERE "id" = ${batchId}::uuid AND "state" IN ('canary', 'running')
      FOR UPDATE SKIP LOCKED`;
    if (held.length === 0) return { looked: waiting, connectionId: null, opened: null };
    const batch = await tx.batch.findUniqueOrThrow({ where: { id: batchId } });
    return { ...(await advance(context, tx, batch, began)), connectionId: batch.connectionId };
  });
  if (opened) announce(context, opened.request);
  if (connectionId !== null && looked.came !== 'wait') context.publish(connectionId, 'batches', [batchId]);
  return looked;
}

type Advanced = { looked: Looked; opened: Opened | null };
const without = (looked: Looked): Advanced => ({ looked, opened: null });

async function advance(context: BatchContext, tx: Tx, batch: Batch, began: Date): Promise<Advanced> {
  const now = context.now();
  const { pausedUntil, stoppedAt } = await tx.connection.findUniqueOrThrow({
    where: { id: batch.connectionId },
    select: { pausedUntil: true, stoppedAt: true },
  });
  const before = runOf(batch);
  const row = await tx.batchRow.findFirst({
    where: { batchId: batch.id, place: { gt: batch.cursor }, requestId: null, leftOut: null },
    orderBy: { place: 'asc' },
  });
  const { step, run } = nextStep({
    run: before,
    pace: paceOf(batch),
    flight: await flightOf(tx, batch),
    nextPlace: row?.place ?? null,
    now,
    sendingPausedUntil: pausedUntil,
    isSendingStopped: stoppedAt !== null,
  });
  switch (step.do) {
    case 'nothing':
      return without(waiting);
    case 'ask-person':
    case 'wait':
      if (JSON.stringify(run) === JSON.stringify(before))
        return without(step.do === 'wait' ? { came: 'wait', until: step.until } : waiting);
      await store(tx, batch, run, now);
      return without({ came: 'again' });
    case 'pause':
      await pause(tx, batch, run, step.cause, now);
      return without({ came: 'again' });
    case 'finish':
      await store(tx, batch, run, now, { endedAt: now });
      await recordAudit(tx, {
        actor: system,
        at: now,
        ...subjectOf(batch),
        event: { action: 'batch.ended', ...(await totalsOfOne(tx, batch.id)) },
      });
      return without({ came: 'again' });
    case 'send':
      return sendRow(context, tx, batch, run, { ...row, place: step.place }, began, now);
  }
}

/** Opens the request of the row whose turn it is, or leaves it out and says why. */
async function sendRow(
  context: BatchContext,
  tx: Tx,
  batch: Batch,
  run: Run,
  row: { place: number; objectId?: string; held?: unknown },
  began: Date,
  now: Date,
): Promise<Advanced> {
  const kind = context.batchKind(batch.kind);
  const account = context.account(batch.connectionId);
  const maker = kind && (await makerOf(tx, batch, kind));
  if (!kind || !account || !maker) {
    await pause(tx, batch, { ...run, state: 'paused', pauseCause: 'maker-gone' }, 'maker-gone', now);
    return without({ came: 'again' });
  }
  const certificate = await sealingCertificate(tx, account, now);
  if (!certificate) {
    const until = new Date(now.getTime() + NO_CERTIFICATE_MS);
    await store(tx, batch, { ...run, nextAt: until }, now);
    return without({ came: 'wait', until });
  }
  const objectId = row.objectId ?? '';
  const at = { batchId_place: { batchId: batch.id, place: row.place } };
  const input = kind.input({ objectId, held: (row.held ?? {}) as Held }, batch.shared);
  const asked = { account, objectId, input, certificate };
  const opened = await part(tx, async () => {
    const built = await buildRequest(context, tx, kind.operation, asked);
    if (!built.ok) return built;
    return openBuilt(context, tx, kind.operation, built.value, {
      account,
      actor: maker,
      inputSha256: fingerprint(input),
      // One deed for this row of this batch, whatever happens: no second request can be written under it.
      intent: `batch ${batch.id} ${row.place}`,
      replaces: null,
      approvalId: null,
    });
  });
  if (!opened.ok) {
    const { rule, params } = verdictOf(opened.refusal);
    await tx.batchRow.update({
      where: at,
      data: { leftOut: rule, ...(params && { leftOutParams: params }), takenAt: now },
    });
    await store(tx, batch, leftOut(run, row.place), now);
    return without({ came: 'again' });
  }
  const { request, tryNumber } = opened.value;
  await tx.batchRow.update({ where: at, data: { requestId: request.id, takenAt: now } });
  // Every look and every act is a change: none since this process began, and the batch goes on after it was away.
  const isResumed = batch.takenAt !== null && batch.updatedAt < began;
  await store(tx, batch, sent(run, batch, row.place, now), now, { takenAt: now, ...(isResumed && { resumedAt: now }) });
  if (isResumed)
    await recordAudit(tx, { actor: system, at: now, ...subjectOf(batch), event: { action: 'batch.resumed' } });
  return { looked: { came: 'sent', requestId: request.id, tryNumber }, opened: opened.value };
}

/** Thrown to undo the part of a transaction that wrote what may not be. */
class LeftOut extends Error {
  constructor(readonly refusal: Refusal) {
    super('left out');
  }
}

/** Does a part that is undone where it refuses: the row is then left out, and the batch goes on in the same transaction. */
async function part<Value>(tx: Tx, work: () => Promise<Result<Value>>): Promise<Result<Value>> {
  const done = await doPart(tx, async () => {
    const result = await work();
    if (!result.ok) throw new LeftOut(result.refusal);
    return result.value;
  });
  if (done.done) return ok(done.value);
  if (done.cause instanceof LeftOut) return { ok: false, refusal: done.cause.refusal };
  throw done.cause;
}

/** Why a row is left out, as the report says it. */
function verdictOf(refusal: Refusal): Verdict {
  if (refusal.kind === 'conflict') return { rule: refusal.rule, ...(refusal.params && { params: refusal.params }) };
  if (refusal.kind === 'invalid') return { rule: refusal.issues[0]?.rule ?? 'not-possible' };
  return { rule: refusal.kind === 'not-found' ? 'not-held' : 'not-possible' };
}

type Moments = { [Name in 'takenAt' | 'resumedAt' | 'pausedAt' | 'endedAt']?: Date };

async function store(tx: Tx, { id }: Batch, run: Run, at: Date, moments: Moments = {}) {
  await tx.batch.update({ where: { id }, data: { ...storedRun(run), ...moments, updatedAt: at } });
}

async function pause(tx: Tx, batch: Batch, run: Run, cause: PauseCause, at: Date) {
  await store(tx, batch, run, at, { pausedAt: at });
  await recordAudit(tx, {
    actor: system,
    at,
    ...subjectOf(batch),
    event: { action: 'batch.paused', cause, place: batch.flight },
  });
}

/**
 * Goes on with one batch until there is something to wait for; answers how many rows left. `rest` waits for the time of
 * the next row and says whether to go on then.
 */
async function drive(
  context: BatchContext,
  batchId: string,
  began: Date,
  rest: (until: Date) => Promise<boolean>,
): Promise<number> {
  let count = 0;
  for (;;) {
    const looked = await lookAt(context, batchId, began);
    if (looked.came === 'again') continue;
    if (looked.came === 'sent') {
      count += 1;
      if (looked.tryNumber !== null) {
        // What cannot be settled keeps its lease, and the drain takes over.
        await dispatch(context, looked.requestId, looked.tryNumber).catch((cause: unknown) =>
          context.log({ what: 'dispatch failed', requestId: looked.requestId, cause }),
        );
      }
      continue;
    }
    if (looked.until === null || !(await rest(looked.until))) return count;
  }
}

/** Batches that may have something to do soon: not those whose canary waits for a person, nor those that wait longer. */
async function dueBatches({ db, now }: BatchContext): Promise<string[]> {
  const rows = await db.batch.findMany({
    where: {
      state: { in: ['canary', 'running'] },
      OR: [{ nextAt: null }, { nextAt: { lte: new Date(now().getTime() + EVERY_MS) } }],
      NOT: { isReleased: false, canary: { not: null }, flight: null },
    },
    orderBy: { startedAt: 'asc' },
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}

/** One round over every batch that may go on; answers how many rows left. */
export async function batchesOnce(context: BatchContext, began: Date): Promise<number> {
  const counts = await Promise.all(
    (await dueBatches(context)).map((id) => drive(context, id, began, async () => false)),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/**
 * Runs batches beside the pages, in every process: whoever looks first takes the next row, and a process that ends leaves
 * nothing behind but what is written down. A fault of one batch is logged and keeps no other from going on.
 */
export function startBatches(context: BatchContext, everyMs = EVERY_MS): { stop: () => Promise<void> } {
  const began = context.now();
  const driven = new Map<string, Promise<void>>();
  let stopped = false;
  let wake = () => {};
  // A pace of several rows a second is kept by whoever has the batch; what takes longer is found by a later round.
  const rest = async (until: Date) => {
    const ms = until.getTime() - context.now().getTime();
    if (stopped || ms > everyMs) return false;
    await new Promise((resolve) => setTimeout(resolve, Math.max(ms, 0)));
    return !stopped;
  };
  const round = async () => {
    for (const id of await dueBatches(context)) {
      if (stopped || driven.has(id)) continue;
      const work = drive(context, id, began, rest).then(
        () => {},
        (cause: unknown) => context.log({ what: 'a batch could not go on', cause }),
      );
      driven.set(
        id,
        work.finally(() => driven.delete(id)),
      );
    }
  };
  const loop = (async () => {
    while (!stopped) {
      await round().catch((cause: unknown) => context.log({ what: 'looking for batches failed', cause }));
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, everyMs);
        timer.unref();
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    await Promise.all(driven.values());
  })();
  return {
    stop: async () => {
      stopped = true;
      wake();
      await loop;
    },
  };
}
