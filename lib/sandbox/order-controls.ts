// `/_sandbox/charges`, `/_sandbox/orders*` and `/_sandbox/payers/*`: whose money moved, what becomes of an order later, and
// how the payer of a contract pays.
import { z } from 'zod';
import { tradeStates } from '../platform/wire/enums';
import type { ControlAnswer } from './control-answer';
import { no, ok, withBody } from './control-answer';
import { tellOfOrder } from './order-news';
import { chargesPerContract, methodFaults, moveOrder, usualPayer } from './orders';
import type { Platform } from './reply';
import { own } from './state';

const result = z.strictObject({
  state: z.enum(tradeStates),
  /** Whether the institution is told; only success is (notes 12.5). */
  notify: z.boolean().default(true),
});

const payer = z.strictObject({
  /** In the order in which they are tried. */
  methods: z
    .array(
      z.strictObject({ bank_type: z.string().min(1).max(32), fails: z.enum(methodFaults).nullable().default(null) }),
    )
    .min(1)
    .default(usualPayer().methods),
  isCancelled: z.boolean().default(false),
  /** The state that orders get from now on. */
  next: z.enum(tradeStates).exclude(['REFUND']).default('SUCCESS'),
});

/** Answers a control of orders; null when the path is none of them. */
export async function orderControl(
  { store, now }: Platform,
  request: { method: string; path: readonly string[]; body: unknown },
): Promise<ControlAnswer | null> {
  const { state } = store;
  const [room = '', name = '', deed = ''] = request.path;
  if (deed !== '') return null;
  const changed = async (json: unknown) => {
    await store.commit();
    return ok(json);
  };
  if (room === 'charges' && name === '' && request.method === 'GET')
    return ok({ charges: state.charges, perContract: chargesPerContract(state) });
  if (room === 'payers' && name !== '') {
    const contractId = decodeURIComponent(name);
    if (!own(state.contracts, contractId)) return no(404, `no contract ${name}`);
    if (request.method === 'GET') return ok(own(state.payers, contractId) ?? usualPayer());
    return withBody(payer, request.body, (body) => {
      state.payers[contractId] = body;
      return changed(body);
    });
  }
  if (room !== 'orders') return null;
  if (name === '') return request.method === 'GET' ? ok(Object.values(state.orders)) : null;
  const order = Object.values(state.orders).findLast(({ out_trade_no }) => out_trade_no === decodeURIComponent(name));
  if (!order) return no(404, `no order ${name}`);
  if (request.method === 'GET') return ok(order);
  return withBody(result, request.body, ({ state: next, notify }) => {
    if (next === 'REFUND' && order.success_time === undefined) return no(400, 'it was not paid');
    if (next !== 'REFUND' && next !== 'SUCCESS' && order.success_time !== undefined) return no(400, 'it is paid');
    moveOrder(state, order, next, now());
    if (notify && next === 'SUCCESS') tellOfOrder(state, order, now());
    return changed(order);
  });
}
