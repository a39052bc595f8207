import { z } from 'zod';
import { pageSizes } from '@/lib/address-values';
import { tradeStates } from '@/lib/platform/wire/enums';
import { outcomes } from '@/lib/requests/view';
import { given } from '@/lib/sub-merchants/filters';
import { orderStandings } from './view';

/** What the list can be sorted by; in the address `sort=total`, or `sort=-total` for descending. */
export const deductionSorts = ['made', 'out_trade_no', 'total'] as const;
export type DeductionSort = (typeof deductionSorts)[number];
export const defaultDeductionSort = '-made';

const day = z.iso.date();
const number = z.string().trim().min(1).max(64);
/** An amount in major units, of whichever currency a row has; where that one is not listed, in minor units. */
const amount = z
  .string()
  .trim()
  .regex(/^\d{1,13}(\.\d{1,4})?$/);

/**
 * The state of the list as its address holds it (screens 0, 15). Absent means "do not filter by this". `standing`: what is
 * to be said of an order; `state`: the trade_state that was told (3.3), or `none`; `outcome`: of its newest request. `q`:
 * the number of an order, of a transaction or of a contract, its beginning or its end. `maker`: a staff id. Days are those
 * of UTC.
 */
export const deductionFilters = z.object({
  standing: given(z.enum(orderStandings)),
  q: given(number),
  state: given(z.enum([...tradeStates, 'none'])),
  outcome: given(z.enum(outcomes)),
  currency: given(z.string().regex(/^[A-Z]{3}$/)),
  amountFrom: given(amount),
  amountUntil: given(amount),
  contract: given(number),
  sub_mchid: given(z.string().trim().min(1).max(32)),
  maker: given(z.uuid()),
  from: given(day),
  until: given(day),
  sort: given(z.string().refine((text) => deductionSorts.some((name) => text === name || text === `-${name}`))),
  cursor: given(z.string().max(8192)),
  size: given(z.coerce.number().pipe(z.literal(pageSizes))),
});
export type DeductionFilters = z.output<typeof deductionFilters>;

/** What narrows the list down, as its address has it. */
export function narrowedBy({ sort: _, cursor: __, size: ___, ...filters }: DeductionFilters): Record<string, string> {
  const held = Object.entries(filters).filter(([, value]) => value !== undefined);
  return Object.fromEntries(held.map(([name, value]) => [name, String(value)]));
}

/** Reads `-name` as name, descending. */
export function deductionOrder(sort: string | undefined): { by: DeductionSort; isDescending: boolean } {
  const text = sort ?? defaultDeductionSort;
  const isDescending = text.startsWith('-');
  const by = deductionSorts.find((name) => name === (isDescending ? text.slice(1) : text)) ?? 'made';
  return { by, isDescending };
}
