import 'server-only';
import { createHmac, randomBytes } from 'node:crypto';
import type { Concerned } from '@/lib/audit/pack';
import type { Tx } from '@/lib/db/client';
import type { Vault } from '@/lib/db/vault';
import { openRecord } from '@/lib/sub-merchants/record';
import type { PersonalValues } from './held';
import { openAsked, openPayer, openSent } from './held';

/** Of what these are the personal values, by wire path, each as a mark of 32 hex digits. */
export type SameValues = {
  of: 'sub-merchant' | 'request' | 'approval' | 'deduction';
  id: string;
  marks: Record<string, string>;
};

/**
 * Marks of the personal values that a pack of evidence speaks of: two marks are equal where the values are, and nothing
 * else can be learnt from them. They are made with a salt of 32 random bytes that this pack alone has and that nobody
 * keeps, so that no value can be tried against them, and marks of two packs never compare. What is purged has no marks.
 */
export const sameValues =
  (vault: Vault) =>
  async (
    tx: Tx,
    { connectionId, requestIds, approvalIds, subMchids, outTradeNos }: Concerned,
  ): Promise<SameValues[]> => {
    const salt = randomBytes(32);
    const mark = (value: string) => createHmac('sha256', salt).update(value).digest('hex').slice(0, 32);
    const marked = (of: SameValues['of'], id: string, values: PersonalValues | null): SameValues[] => {
      const held = Object.entries(values ?? {}).filter(([, value]) => value !== '');
      return held.length === 0
        ? []
        : [{ of, id, marks: Object.fromEntries(held.map(([path, value]) => [path, mark(value)])) }];
    };
    const payload = { id: true, payload: true };
    const requests = await tx.platformRequest.findMany({ where: { id: { in: requestIds } }, select: payload });
    const approvals = await tx.approval.findMany({ where: { id: { in: approvalIds } }, select: payload });
    const records = await tx.subMerchant.findMany({ where: { connectionId, subMchid: { in: subMchids } } });
    const orders = await tx.deduction.findMany({ where: { connectionId, outTradeNo: { in: outTradeNos } } });
    return [
      ...requests.flatMap((row) => marked('request', row.id, openSent(vault, row))),
      ...approvals.flatMap((row) => marked('approval', row.id, openAsked(vault, row))),
      ...records.flatMap((row) =>
        marked('sub-merchant', row.subMchid, openRecord(row, vault).personal as PersonalValues),
      ),
      ...orders.flatMap((row) => marked('deduction', row.outTradeNo, openPayer(vault, row))),
    ];
  };
