// What a result notification is worth beside the order that we hold (notes 12.5): pure.
import { tradeStateRow } from '@/lib/platform/rows/trade-state';
import type { OrderRecord } from '@/lib/platform/wire/deduction';
import type { Change } from '@/lib/requests/view';
import type { HeldState, OrderFacts } from './facts';
import { factsOf, isNewer } from './facts';

/** One order as a message tells it. */
export type ToldOrder = {
  outTradeNo: string;
  /** '' where it names none, as in common mode. */
  subMchid: string;
  record: OrderRecord;
  asOf: Date;
  proof: string;
};

/** The order of that number, as it is held; `isDenied`: two people recorded that its charge did not happen. */
export type HeldOrder = HeldState & {
  id: string;
  subMchid: string;
  total: bigint;
  currency: string;
  isDenied: boolean;
};

type Difference = { path: string; ours: string | null; theirs: string | null };

export type OrderVerdict =
  | { kind: 'newer'; facts: OrderFacts; changes: Change[]; contradicted: Difference[] }
  | { kind: 'same' | 'older' | 'not-ours' }
  | { kind: 'discrepancy'; differences: Difference[] };

const differing = (path: string, ours: string, theirs: string | null | undefined): Difference[] =>
  theirs == null || theirs === '' || theirs === ours ? [] : [{ path, ours, theirs }];

const isPaid = (state: string | null) => state !== null && tradeStateRow(state).isPaid;

/** What two people recorded of an order, where its money tells otherwise now. */
function contradictedBy({ tradeState, tradeStateHow, isDenied }: HeldOrder, told: string): Difference[] {
  if (tradeState === null)
    return isDenied && isPaid(told) ? [{ path: 'outcome', ours: 'refused', theirs: 'accepted' }] : [];
  return tradeStateHow === 'staff' && isPaid(tradeState) !== isPaid(told)
    ? [{ path: 'trade_state', ours: tradeState, theirs: told }]
    : [];
}

/** Another payee, amount or currency than we asked for is for a person: nothing of it is applied (section 5.1). */
export function judgeOrder({ record, subMchid, asOf, proof }: ToldOrder, held: HeldOrder | null): OrderVerdict {
  if (held === null) return { kind: 'not-ours' };
  const differences = [
    ...differing('sub_mchid', held.subMchid, subMchid),
    ...differing('amount.total', held.total.toString(), record.amount?.total),
    ...differing('amount.currency', held.currency, record.amount?.currency),
  ];
  if (differences.length > 0) return { kind: 'discrepancy', differences };
  const facts = factsOf(record, { how: 'notification', asOf, proof, finalAt: held.finalAt });
  if (!isNewer(held, facts)) return { kind: held.tradeState === facts.tradeState ? 'same' : 'older' };
  const isMoved = held.tradeState !== facts.tradeState;
  const kind = held.tradeState === null ? 'added' : 'changed';
  return {
    kind: 'newer',
    facts,
    changes: isMoved ? [{ path: 'trade_state', kind, from: held.tradeState, to: facts.tradeState }] : [],
    contradicted: contradictedBy(held, facts.tradeState),
  };
}
