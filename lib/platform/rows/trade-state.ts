// 3.3 as data: what the state of an order means for whoever charged, and whose move it is.
import type { TradeState } from '../wire/enums';
import { tradeStates } from '../wire/enums';
import type { Owner } from './row';

export type TradeStateRow = {
  /** Nothing changes it but a refund: the order is over. */
  isFinal: boolean;
  /** The payer's money moved. */
  isPaid: boolean;
  /** Stable name of what to do; words are found by it. */
  action: 'none' | 'see-refund' | 'watch' | 'new-order';
  owner: Owner | null;
  /** A linked new order may follow. */
  mayReplace: boolean;
};

const paid = { isFinal: true, isPaid: true, mayReplace: false } as const;
const watched = { isFinal: false, isPaid: false, action: 'watch', owner: 'platform', mayReplace: false } as const;
const over = { isFinal: true, isPaid: false, action: 'new-order', owner: 'operator', mayReplace: true } as const;

/** The six states of 3.3. */
export const tradeStateRows: Record<TradeState, TradeStateRow> = {
  SUCCESS: { ...paid, action: 'none', owner: null },
  REFUND: { ...paid, action: 'see-refund', owner: 'operator' },
  NOTPAY: watched,
  CLOSED: over,
  PAYERROR: over,
  USERPAYING: watched,
};

/** The row of a state; a word that is not in 3.3 is watched: nobody knows what it means. */
export const tradeStateRow = (state: string): TradeStateRow =>
  tradeStates.some((known) => known === state) ? tradeStateRows[state as TradeState] : watched;
