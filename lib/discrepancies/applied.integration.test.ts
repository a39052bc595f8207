// A difference of what was applied when it came: two people had recorded that a charge did not happen, and it was paid.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { settleByHand } from '@/lib/requests/settle';
import type { ChargingWorld } from '@/lib/testing/charging';
import { openChargingWorld } from '@/lib/testing/charging';
import { letOnePersonSend, newPerson } from '@/lib/testing/world';
import { listDiscrepancies } from './list';
import type { Deed } from './settle';
import { settleDiscrepancy } from './settle';

let world: ChargingWorld['world'];
let at: ChargingWorld['at'];
let notifyUrl: string;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ world, at, notifyUrl, close } = await openChargingWorld());
  await letOnePersonSend(world.context);
});
afterAll(() => close());

it('is settled by taking note of it: ours cannot be kept any more', async () => {
  const intent = await at.intent(await at.contract(), { notify_url: notifyUrl });
  await at.fail(intent.values.contract_id, { mode: 'cut-after' });
  await at.send(intent);
  const { request } = await at.order(intent.values.out_trade_no);
  if (!request) throw new Error('nothing was sent');
  const actor = await newPerson(world.context, 'checker');
  await world.context.db.$transaction((tx) =>
    settleByHand(world.context, tx, request, 'refused', actor, 'Support said so.', world.context.now()),
  );
  await world.deliverDue();
  const { rows } = await listDiscrepancies(world.context, at.connectionId, {});
  expect(rows).toMatchObject([{ cause: 'contradicts-record', taking: { kind: 'can', changes: [] } }]);
  const settle = (deed: Deed) =>
    settleDiscrepancy(world.context, { actor, timeZone: 'UTC' }, at.connectionId, rows[0]?.id ?? '', deed);
  expect(await settle({ resolution: 'ours', reason: 'No.' })).toMatchObject({ refusal: { rule: 'applied-already' } });
  const shown = [{ path: 'trade_state', kind: 'changed' as const, from: null, to: 'CLOSED' }];
  expect(await settle({ resolution: 'theirs', shown })).toMatchObject({ refusal: { rule: 'discrepancy-moved' } });
  expect(await settle({ resolution: 'theirs', shown: [] })).toMatchObject({ ok: true, value: { isNew: true } });
  const { rows: left } = await listDiscrepancies(world.context, at.connectionId, {});
  expect(left).toEqual([]);
});
