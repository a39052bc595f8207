import 'server-only';
import type { Tx } from '@/lib/db/client';
import type { Deduction, Prisma } from '@/lib/db/generated/client';
import { isStorable } from '@/lib/db/storable';
import type { Vault } from '@/lib/db/vault';
import { releaseLocks } from '@/lib/locks/locks';
import { tradeStateRow } from '@/lib/platform/rows/trade-state';
import type { OrderRecord } from '@/lib/platform/wire/deduction';
import { orderRecord, transactionIdOf } from '@/lib/platform/wire/deduction';

/** The object kind of an order in locks, requests and audit; its id is the `out_trade_no`. */
export const DEDUCTION = 'deduction';

/** Binds the sealed record to its row. */
const recordAbout = (id: string) => `deduction ${id} record`;

/** How an order's state was learned. */
export type OrderHow = 'answer' | 'notification' | 'reading' | 'inferred' | 'staff';

/** The columns that the platform's word on an order moves. */
export type OrderFacts = {
  transactionId: string | null;
  tradeState: string;
  tradeStateDesc: string | null;
  tradeStateHow: OrderHow;
  tradeStateAsOf: Date;
  tradeStateProof: string;
  tradeType: string | null;
  bankType: string | null;
  successTime: Date | null;
  payerTotal: bigint | null;
  payerCurrency: string | null;
  finalAt: Date | null;
};

export type HeldState = Pick<Deduction, 'tradeState' | 'tradeStateHow' | 'tradeStateAsOf' | 'finalAt'>;

/** Money that moved does not move back into an order that is open; a refund follows a success. */
function rank(state: string): number {
  const { isFinal, isPaid } = tradeStateRow(state);
  if (state === 'REFUND') return 3;
  return isPaid ? 2 : isFinal ? 1 : 0;
}

/** Whether news takes the place of what is held: what nobody was told gives way, and time does not run backwards. */
export function isNewer(held: HeldState, told: Pick<OrderFacts, 'tradeState' | 'tradeStateAsOf'>): boolean {
  const { tradeState, tradeStateHow, tradeStateAsOf } = held;
  if (tradeState === null || tradeStateHow === 'staff' || tradeStateHow === 'inferred') return true;
  const [now, next] = [rank(tradeState), rank(told.tradeState)];
  return next > now || (next === now && (tradeStateAsOf === null || told.tradeStateAsOf >= tradeStateAsOf));
}

const text = (value: string | null): string | null => (value !== null && isStorable(value) ? value : null);
const moment = (value: string | null): Date | null =>
  value === null || Number.isNaN(Date.parse(value)) ? null : new Date(value);

/** The facts that an order record tells. */
export function factsOf(
  record: OrderRecord,
  { how, asOf, proof, finalAt }: { how: OrderHow; asOf: Date; proof: string; finalAt: Date | null },
): OrderFacts {
  return {
    transactionId: text(transactionIdOf(record)),
    tradeState: text(record.trade_state) ?? 'UNKNOWN',
    tradeStateDesc: text(record.trade_state_desc),
    tradeStateHow: how,
    tradeStateAsOf: asOf,
    tradeStateProof: proof,
    tradeType: text(record.trade_type),
    bankType: text(record.bank_type),
    successTime: moment(record.success_time),
    payerTotal: record.amount?.payer_total == null ? null : BigInt(record.amount.payer_total),
    payerCurrency: text(record.amount?.payer_currency ?? null),
    finalAt: tradeStateRow(record.trade_state).isFinal ? (finalAt ?? asOf) : null,
  };
}

/** The record as it came, sealed: it names the payer. */
export const sealRecord = (vault: Vault, id: string, record: unknown): Uint8Array<ArrayBuffer> =>
  vault.sealJson(record, recordAbout(id));

/** The record that was last told; null where none was. */
export function openRecord(vault: Vault, { id, record }: Pick<Deduction, 'id' | 'record'>): OrderRecord | null {
  if (!record) return null;
  return orderRecord.safeParse(vault.openJson(record, recordAbout(id))).data ?? null;
}

/** Holds an order's row until the transaction ends. */
export async function holdOrder(tx: Tx, connectionId: string, outTradeNo: string): Promise<Deduction | null> {
  await tx.$queryRaw`
    SELECT 1 FROM "Deduction" WHERE "connectionId" = ${connectionId}::uuid AND "outTradeNo" = ${outTradeNo} FOR UPDATE`;
  return tx.deduction.findUnique({ where: { connectionId_outTradeNo: { connectionId, outTradeNo } } });
}

/** Writes down what the platform told of a held order, unless it is older than what is held. Answers whether it moved. */
export async function keepOrder(
  tx: Tx,
  vault: Vault,
  row: Deduction,
  told: { record: OrderRecord; how: OrderHow; asOf: Date; proof: string },
  at: Date,
  more: Prisma.DeductionUncheckedUpdateInput = {},
): Promise<boolean> {
  const facts = factsOf(told.record, { ...told, finalAt: row.finalAt });
  if (!isNewer(row, facts)) {
    if (Object.keys(more).length > 0) await tx.deduction.update({ where: { id: row.id }, data: more });
    return false;
  }
  await tx.deduction.update({
    where: { id: row.id },
    data: {
      ...facts,
      record: sealRecord(vault, row.id, told.record),
      version: { increment: 1 },
      updatedAt: at,
      ...more,
    },
  });
  return true;
}

/**
 * Lets go what an order held once it is over: its answer was taken, so no settling does it any more. While its request is
 * unknown that one still holds, and lets go when it settles.
 */
export async function releaseWhenOver(tx: Tx, outcome: string, requestId: string, isOver: boolean): Promise<void> {
  if (isOver && outcome !== 'unknown' && outcome !== 'sending' && outcome !== 'waiting')
    await releaseLocks(tx, requestId);
}
