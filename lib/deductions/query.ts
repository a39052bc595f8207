import 'server-only';
import type { Actor } from '@/lib/audit/record';
import { recordAudit } from '@/lib/audit/record';
import type { PlatformAccount } from '@/lib/connections/account';
import { readingUnknown, readPlatform } from '@/lib/connections/reading';
import { operations } from '@/lib/platform/operations';
import { tradeStateRow } from '@/lib/platform/rows/trade-state';
import type { OrderRecord } from '@/lib/platform/wire/deduction';
import { orderRecord } from '@/lib/platform/wire/deduction';
import { announce } from '@/lib/requests/announce';
import type { SendingContext } from '@/lib/requests/operation';
import { lockRequest, settleByNews } from '@/lib/requests/settle';
import type { Change } from '@/lib/requests/view';
import type { Refusal, Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import { DEDUCTION, holdOrder, keepOrder, releaseWhenOver } from './keep';

/** What a query came to. `told`: the platform has the order; `not-found`: it has none of this number, which proves nothing. */
export type OrderQueried = { result: 'told' | 'not-found'; tradeState: string | null; changes: Change[] };

/** What the platform says of a number that it does not know (notes 12.3). */
const NOT_FOUND = 'ORDER_NOT_EXIST';

/**
 * Asks the platform for one order, where reading is on (2.1: what settles an unknown). An order that is there settles its
 * request; one that is not may still be on its way, so nothing is concluded. Refusals, all `conflict`: those of
 * `readPlatform`, and `institutional-only`.
 */
export async function queryOrder(
  context: SendingContext,
  account: PlatformAccount,
  actor: Actor,
  outTradeNo: string,
): Promise<Result<OrderQueried>> {
  const { db, now } = context;
  const connectionId = account.connection.id;
  const row = await db.deduction.findUnique({ where: { connectionId_outTradeNo: { connectionId, outTradeNo } } });
  if (!row?.requestId) return refuse({ kind: 'not-found' });
  if (account.connection.mode !== 'institutional') return refuse({ kind: 'conflict', rule: 'institutional-only' });
  // What is told is as of the moment when it was asked for: nothing that happens meanwhile is older.
  const askedAt = now();
  const reading = await readPlatform(context, account, operations['deduction.read'], {
    out_trade_no: outTradeNo,
    sub_mchid: row.subMchid,
  });
  const read = 'refusal' in reading ? withoutRecord(reading.refusal) : readRecord(reading, outTradeNo);
  const { requestId } = row;
  const done = await db.$transaction(async (tx) => {
    const request = await lockRequest(tx, requestId);
    const held = await holdOrder(tx, connectionId, outTradeNo);
    if (!held) return null;
    const at = now();
    const more = {
      queries: { increment: 1 },
      queriedAt: at,
      queryResult: read.result,
      nextQueryAt: nextQueryAfter(held.queries + 1, held.reservedAt, at),
    };
    let changes: Change[] = [];
    if (!('record' in read)) await tx.deduction.update({ where: { id: held.id }, data: more });
    else {
      const { record, proof } = read;
      const isMoved = await keepOrder(
        tx,
        context.vault,
        held,
        { record, how: 'reading', asOf: askedAt, proof },
        at,
        more,
      );
      if (isMoved && held.tradeState !== record.trade_state) {
        const kind = held.tradeState === null ? 'added' : 'changed';
        changes = [{ path: 'trade_state', kind, from: held.tradeState, to: record.trade_state }];
      }
      if (request.outcome === 'unknown') await settleByNews(context, tx, request, 'accepted', at);
      else await releaseWhenOver(tx, request.outcome, requestId, tradeStateRow(record.trade_state).isFinal);
    }
    if (changes.length > 0 || actor.kind === 'staff') {
      await recordAudit(tx, {
        actor,
        at,
        connectionId,
        object: { kind: DEDUCTION, id: outTradeNo, name: request.objectName },
        event: { action: 'deduction.queried', result: read.result, changes },
        requestId,
        reference: request.reference,
      });
    }
    return { request, changes };
  });
  if (!done) return refuse({ kind: 'not-found' });
  announce(context, done.request);
  if (!('record' in read)) {
    return read.result === 'not-found'
      ? ok({ result: 'not-found', tradeState: null, changes: [] })
      : refuse(read.refusal);
  }
  return ok({ result: 'told', tradeState: read.record.trade_state, changes: done.changes });
}

type Read = { result: 'told'; record: OrderRecord; proof: string } | { result: string; refusal: Refusal };

function withoutRecord(refusal: Refusal): Read {
  const params = refusal.kind === 'conflict' ? refusal.params : undefined;
  if (params?.code === NOT_FOUND) return { result: 'not-found', refusal };
  return {
    result: String(params?.code ?? params?.cause ?? (refusal.kind === 'conflict' ? refusal.rule : '')),
    refusal,
  };
}

function readRecord({ json, proof }: { json: unknown; proof: string }, outTradeNo: string): Read {
  const { success, data } = orderRecord.safeParse(json);
  if (!success) return { result: 'not-readable', refusal: readingUnknown('not-readable') };
  if (data.out_trade_no !== outTradeNo) return { result: 'not-ours', refusal: readingUnknown('not-ours') };
  return { result: 'told', record: data, proof };
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** How long an order that is not over is asked for after it was charged. */
export const WATCHED_MS = 24 * 60 * MINUTE;
const waits = [10 * SECOND, 30 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE];

/** When an order that is not over is asked for again; null: no more by itself. */
export function nextQueryAfter(queries: number, reservedAt: Date, at: Date): Date | null {
  const next = new Date(at.getTime() + (waits[queries] ?? 60 * MINUTE));
  return next.getTime() - reservedAt.getTime() > WATCHED_MS ? null : next;
}

const system: Actor = { kind: 'system', name: 'subdesk' };
const CLAIMED_AT_ONCE = 10;

/**
 * Asks for the orders that are unknown or in progress and due, of the connections whose reading is on; answers how many.
 * Any number of processes share the work.
 */
export async function queryDue(context: SendingContext, accounts: readonly PlatformAccount[]): Promise<number> {
  const readable = accounts.filter(({ connection }) => connection.readsEnabled && connection.mode === 'institutional');
  const at = context.now();
  const due = await context.db.$queryRaw<{ connectionId: string; outTradeNo: string }[]>`
    UPDATE "Deduction" SET "nextQueryAt" = ${new Date(at.getTime() + MINUTE)} WHERE "id" IN (
      SELECT d."id" FROM "Deduction" d JOIN "PlatformRequest" r ON r."id" = d."requestId"
      WHERE d."finalAt" IS NULL AND d."sendings" > 0 AND r."outcome" IN ('unknown', 'accepted')
        AND d."connectionId" = ANY(${readable.map(({ connection }) => connection.id)}::uuid[])
        AND coalesce(
          d."nextQueryAt",
          CASE WHEN d."queries" = 0 THEN r."updatedAt" + ${`${10 * SECOND} milliseconds`}::interval END
        ) <= ${at}
      ORDER BY d."nextQueryAt" NULLS FIRST LIMIT ${CLAIMED_AT_ONCE} FOR UPDATE OF d SKIP LOCKED
    ) RETURNING "connectionId", "outTradeNo"`;
  for (const { connectionId, outTradeNo } of due) {
    const account = readable.find(({ connection }) => connection.id === connectionId);
    if (!account) continue;
    const read = await queryOrder(context, account, system, outTradeNo);
    if (!read.ok) context.log({ what: 'an order could not be queried', cause: read.refusal });
  }
  return due.length;
}

/** Watches open orders until stopped; a fault of one round is logged and the next round goes on. */
export function startWatching(
  context: SendingContext,
  accounts: () => readonly PlatformAccount[],
  everyMs = 5_000,
): { stop: () => void } {
  const round = () =>
    queryDue(context, accounts()).catch((cause: unknown) => context.log({ what: 'watching orders failed', cause }));
  let running = round();
  const timer = setInterval(() => {
    running = running.then(round);
  }, everyMs).unref();
  return { stop: () => clearInterval(timer) };
}
