import { describe, expect, it } from 'vitest';
import type { OrderRecord } from '@/lib/platform/wire/deduction';
import type { HeldOrder } from './news';
import { judgeOrder } from './news';

const asOf = new Date('2026-05-01T00:00:00Z');
const held: HeldOrder = {
  id: 'id',
  subMchid: '1900003001',
  total: 8880n,
  currency: 'HKD',
  tradeState: null,
  tradeStateHow: null,
  tradeStateAsOf: null,
  finalAt: null,
  isDenied: false,
};
/** Of the order record what is read here; all else was not told. */
const silent = {
  id: null,
  transaction_id: null,
  trade_state_desc: null,
  trade_type: null,
  bank_type: null,
  success_time: null,
};
const judge = (more: Partial<HeldOrder>, trade_state = 'SUCCESS') =>
  judgeOrder(
    {
      outTradeNo: 'D1',
      subMchid: held.subMchid,
      asOf,
      proof: 'proof',
      record: { ...silent, trade_state } as unknown as OrderRecord,
    },
    { ...held, ...more },
  );

describe('what two people recorded, and the platform tells otherwise', () => {
  it('is applied, and is a difference, where the money tells otherwise', () => {
    expect(judge({ isDenied: true })).toMatchObject({
      kind: 'newer',
      facts: { tradeState: 'SUCCESS' },
      contradicted: [{ path: 'outcome', ours: 'refused', theirs: 'accepted' }],
    });
    const closed = { tradeState: 'CLOSED', tradeStateHow: 'staff', tradeStateAsOf: asOf, finalAt: asOf };
    expect(judge(closed)).toMatchObject({
      kind: 'newer',
      contradicted: [{ path: 'trade_state', ours: 'CLOSED', theirs: 'SUCCESS' }],
    });
    expect(judge({ ...closed, tradeState: 'SUCCESS' }, 'CLOSED')).toMatchObject({
      contradicted: [{ path: 'trade_state', ours: 'SUCCESS', theirs: 'CLOSED' }],
    });
  });

  it.each<[string, Partial<HeldOrder>, string]>([
    ['nobody recorded anything', {}, 'SUCCESS'],
    ['it was denied, and is not paid', { isDenied: true }, 'CLOSED'],
    ['the platform itself said so before', { tradeState: 'CLOSED', tradeStateHow: 'answer' }, 'SUCCESS'],
    ['both mean that no money moved', { tradeState: 'CLOSED', tradeStateHow: 'staff' }, 'PAYERROR'],
    ['the record said the same', { tradeState: 'SUCCESS', tradeStateHow: 'staff' }, 'SUCCESS'],
  ])('is none where %s', (_name, more, state) => {
    expect(judge(more, state)).toMatchObject({ kind: 'newer', contradicted: [] });
  });
});
