// What the platform's word on an order (4.4) makes of what is held: pure.
import { isStorable } from '@/lib/db/storable';
import { tradeStateRow } from '@/lib/platform/rows/trade-state';
import type { OrderRecord } from '@/lib/platform/wire/deduction';
import { transactionIdOf } from '@/lib/platform/wire/deduction';

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

/** What is held of an order's state. */
export type HeldState = {
  tradeState: string | null;
  tradeStateHow: string | null;
  tradeStateAsOf: Date | null;
  finalAt: Date | null;
};

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
