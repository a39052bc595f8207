import 'server-only';
import type { Tx } from '@/lib/db/client';
import type { Deduction, Prisma } from '@/lib/db/generated/client';
import type { Vault } from '@/lib/db/vault';
import { releaseLocks } from '@/lib/locks/locks';
import type { OrderRecord } from '@/lib/platform/wire/deduction';
import { orderRecord } from '@/lib/platform/wire/deduction';
import type { OrderHow } from './facts';
import { factsOf, isNewer } from './facts';

/** The object kind of an order in locks, requests and audit; its id is the `out_trade_no`. */
export const DEDUCTION = 'deduction';

/** Binds the sealed record to its row. */
export const recordAbout = (id: string) => `deduction ${id} record`;

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
