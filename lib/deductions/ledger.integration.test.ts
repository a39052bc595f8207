// Whatever happens in whatever order, the platform's ledger is the truth: at most one charge for each intent, and what the
// console says of itself about a payer's money is what the ledger says. DEDUCTION_RUNS gives another number of runs;
// 5,000 are made by hand.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dispatch } from '@/lib/requests/dispatch';
import { drainOnce } from '@/lib/requests/drain';
import { openRequest } from '@/lib/requests/open';
import type { SendingContext } from '@/lib/requests/operation';
import { repeatNow } from '@/lib/requests/repeat';
import type { HeldOrder } from '@/lib/sandbox/orders';
import type { ChargingWorld, Intent } from '@/lib/testing/charging';
import { openChargingWorld } from '@/lib/testing/charging';
import { newPerson } from '@/lib/testing/world';
import { reserve } from './charge';
import { chargeOperation, knownOf } from './operation';
import { queryDue, queryOrder } from './query';
import { standingOf } from './rules';
import type { ChargeOrigin } from './schema';

const RUNS = Number(process.env.DEDUCTION_RUNS ?? 200);
const DELAY_MS = 220;

let world: ChargingWorld['world'];
let at: ChargingWorld['at'];
let notifyUrl: string;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ world, at, notifyUrl, close } = await openChargingWorld());
  // Short enough that a late effect comes after it was given up.
  Object.assign(at.account.connection, { timeoutMs: 120 });
});
afterAll(() => close());

/** What can happen. Which intent it happens to: the first, a second one on the same contract, or one that follows. */
const who = fc.integer({ min: 0, max: 2 });
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('click' as const), who }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('double-click' as const), who }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('charge-again' as const), who }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('crash-before' as const, 'crash-after' as const), who }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('fault' as const),
      mode: fc.constantFrom(
        ...(['cut-before', 'cut-after', '500-before', '500-after', 'garble', 'missign', 'unsigned'] as const),
        ...(['other-id', 'delay', '429'] as const),
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('row' as const),
      row: fc.constantFrom('not-enough', 'no-auth', 'bank-error', 'param-error', 'system-error', 'already-exists'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('payer' as const),
      next: fc.constantFrom('SUCCESS', 'USERPAYING', 'NOTPAY', 'CLOSED', 'PAYERROR'),
      fails: fc.constantFrom(null, 'NOTENOUGH', 'BANKERROR'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('late' as const),
      state: fc.constantFrom('SUCCESS', 'CLOSED'),
      notify: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('repeat' as const, 'query' as const), who }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constantFrom('notify' as const, 'drain' as const, 'watch' as const) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** Everything works but what writes an outcome down: the process is gone after its call. */
const crashing = (context: SendingContext): SendingContext => ({
  ...context,
  db: new Proxy(context.db, {
    get: (db, name) =>
      name === '$transaction' ? () => Promise.reject(new Error('crashed')) : Reflect.get(db, name, db),
  }),
});

async function play(steps: readonly Step[]) {
  await at.unpause();
  const contract = await at.contract();
  const actor = await newPerson(world.context, 'payments');
  const first = await at.intent(contract, { notify_url: notifyUrl }, actor);
  const intents: Intent[] = [
    first,
    await at.intent(contract, { notify_url: notifyUrl }),
    await at.intent(contract, { notify_url: notifyUrl }),
  ];
  const origins: ChargeOrigin[] = [
    { kind: 'new' },
    { kind: 'new' },
    { kind: 'after', outTradeNo: first.values.out_trade_no },
  ];
  const lookAlikeReason = 'On purpose.';
  let isDelayed = false;

  const held = (intent: Intent) =>
    world.context.db.deduction.findUnique({ where: { draftId: intent.draft.id }, include: { request: true } });

  const one = async (happening: Step): Promise<void> => {
    const index = 'who' in happening ? happening.who : 0;
    const [intent, origin] = [intents[index], origins[index]];
    if (!intent || !origin) return;
    const wanted = { account: at.account, actor: intent.actor, origin };
    const input = { draft: intent.draft, values: intent.values, lookAlikeReason };
    switch (happening.kind) {
      case 'click':
        await at.send(intent, { origin, lookAlikeReason });
        return;
      case 'double-click':
        await Promise.all([at.send(intent, { origin, lookAlikeReason }), at.send(intent, { origin, lookAlikeReason })]);
        return;
      case 'charge-again': {
        const outTradeNo = intent.values.out_trade_no;
        await at.send(intent, { origin: { kind: 'again', outTradeNo }, lookAlikeReason, isDraftGone: true });
        return;
      }
      case 'crash-before':
      case 'crash-after': {
        const reserved = await reserve(world.context, { ...wanted, input });
        if (!reserved.ok) return;
        const opened = await openRequest(world.context, chargeOperation, {
          ...wanted,
          input,
          objectId: reserved.value.outTradeNo,
          intent: `deduction draft ${intent.draft.id} ${intent.draft.version}`,
        });
        if (!opened.ok || opened.value.tryNumber === null || happening.kind === 'crash-before') return;
        await dispatch(crashing(world.context), opened.value.request.id, opened.value.tryNumber).catch(() => undefined);
        return;
      }
      case 'fault':
        isDelayed ||= happening.mode === 'delay';
        await at.fail(contract, { mode: happening.mode, ms: DELAY_MS });
        return;
      case 'row':
        await at.fail(contract, { row: happening.row });
        return;
      case 'payer':
        await at.pays(contract, {
          next: happening.next,
          methods: [{ bank_type: 'CFT', fails: happening.fails }],
        });
        return;
      case 'late': {
        const orders = (await world.control('orders')) as HeldOrder[];
        const open = orders.filter(
          ({ contract_id, trade_state }) =>
            contract_id === contract && (trade_state === 'USERPAYING' || trade_state === 'NOTPAY'),
        );
        for (const { out_trade_no } of open) await at.result(out_trade_no, happening.state, happening.notify);
        return;
      }
      case 'repeat': {
        const row = await held(intent);
        if (!row?.requestId) return;
        await repeatNow(world.context, actor, at.connectionId, row.requestId);
        await drainOnce(world.context);
        return;
      }
      case 'query': {
        const row = await held(intent);
        if (row) await queryOrder(world.context, at.account, actor, row.outTradeNo);
        return;
      }
      case 'notify':
        await world.deliverDue();
        return;
      case 'drain':
        await drainOnce(world.context);
        return;
      case 'watch':
        await queryDue(world.context, [at.account]);
        return;
      case 'wait':
        world.pass(45_000);
        return;
    }
  };

  const look = async () => {
    const charges = await at.charges(contract);
    const rows = await Promise.all(intents.map(held));
    for (const [index, row] of rows.entries()) {
      const charged = charges.filter(({ out_trade_no }) => out_trade_no === row?.outTradeNo).length;
      expect(charged).toBeLessThanOrEqual(1);
      if (!row) continue;
      const standing = standingOf(knownOf(row));
      if (standing === 'paid') expect(`${index} ${charged}`).toBe(`${index} 1`);
      if (standing === 'not-paid') expect(`${index} ${charged}`).toBe(`${index} 0`);
    }
    // The third follows the first: together they are one purpose, and are paid once.
    const chain = [rows[0]?.outTradeNo, rows[2]?.outTradeNo];
    expect(charges.filter(({ out_trade_no }) => chain.includes(out_trade_no)).length).toBeLessThanOrEqual(1);
    // What the ledger has and no intent of ours would be somebody else's.
    expect(charges.every(({ out_trade_no }) => rows.some((row) => row?.outTradeNo === out_trade_no))).toBe(true);
  };

  for (const happening of steps) {
    await one(happening);
    await look();
  }
  await world.control('clear', {});
  if (isDelayed) await new Promise((resolve) => setTimeout(resolve, DELAY_MS + 50));
  world.pass(200_000);
  await drainOnce(world.context);
  await world.deliverDue();
  await drainOnce(world.context);
  await drainOnce(world.context);
  await look();
}

describe('the ledger', () => {
  it(`has at most one charge for each intent, and is what the console says, in ${RUNS} courses of events`, {
    timeout: 15_000 + RUNS * 5_000,
  }, async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 10 }), play), {
      numRuns: RUNS,
      endOnFailure: true,
    });
  });
});
