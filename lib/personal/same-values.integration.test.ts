// Which personal values are the same, in a pack that says none of them.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packAsk } from '@/lib/audit/filters';
import { makePack } from '@/lib/audit/pack';
import { sealRecord } from '@/lib/deductions/keep';
import { sendRequest } from '@/lib/requests/send';
import { modifySubMerchantOperation } from '@/lib/sub-merchants/operation';
import type { TestWorld } from '@/lib/testing/world';
import { holdContract, holdSubMerchant, letOnePersonSend, openTestWorld, sampleRecord } from '@/lib/testing/world';
import type { SameValues } from './same-values';
import { sameValues } from './same-values';

let test: TestWorld;
const subMchid = '1900003001';

beforeAll(async () => {
  test = await openTestWorld();
  const { context, account } = test;
  await context.db.subMerchant.deleteMany({ where: { subMchid } });
  await holdSubMerchant(context, account.connection.id, subMchid);
  await letOnePersonSend(context);
});
afterAll(() => test.close());

async function sent(change: Parameters<TestWorld['valuesWith']>[1]): Promise<string> {
  const { context, account, actor } = test;
  const made = await sendRequest(context, modifySubMerchantOperation, {
    account,
    actor: { ...actor, confirmedAt: context.now() },
    objectId: subMchid,
    input: {
      baseVersion: (await test.baseOf(subMchid)).version,
      draft: await test.keptDraft(subMchid),
      values: await test.valuesWith(subMchid, change),
    },
    intent: crypto.randomUUID(),
  });
  if (!made.ok) throw new Error(JSON.stringify(made.refusal));
  await expect
    .poll(
      async () => (await context.db.platformRequest.findUniqueOrThrow({ where: { id: made.value.requestId } })).outcome,
    )
    .toBe('accepted');
  return made.value.requestId;
}

async function packed(ask: Record<string, string>) {
  const { context, account, actor } = test;
  const made = await makePack(context, {
    connection: account.connection,
    actor: { kind: 'staff', id: actor.id, name: actor.name, roles: actor.roles, ip: null, connectionLimit: null },
    ask: packAsk.parse(ask),
    span: { from: null, before: null },
    readme: '',
    marksOf: sameValues(context.vault),
  });
  if (!made.ok) throw new Error(JSON.stringify(made.refusal));
  const { files } = JSON.parse(made.value.text) as { files: Record<string, string[]> };
  const rows = (files['same-values.jsonl'] ?? []).map((line) => JSON.parse(line) as SameValues);
  return { text: made.value.text, of: (id: string) => rows.find((row) => row.id === id)?.marks ?? {} };
}

it('tells what stayed the same between two edits and the record, by marks that only this pack has', async () => {
  const first = await sent({ shortname: 'First' });
  const { contact } = await test.valuesWith(subMchid, {});
  const second = await sent({ contact: { ...contact, phone: '+85251230099' } });
  const pack = await packed({ about: 'record', kind: 'sub-merchant', id: subMchid });
  const [before, after, now] = [pack.of(first), pack.of(second), pack.of(subMchid)];
  expect(Object.keys(before)).toContain('contact.email');
  expect(after).toEqual(now);
  expect(after['contact.email']).toBe(before['contact.email']);
  expect(after['contact.phone']).not.toBe(before['contact.phone']);
  for (const clear of ['+85251230099', sampleRecord['contact.phone'], sampleRecord['contact.email']])
    expect(pack.text).not.toContain(clear);

  const again = await packed({ about: 'record', kind: 'sub-merchant', id: subMchid });
  expect(again.of(subMchid)['contact.email']).toMatch(/^[0-9a-f]{32}$/);
  expect(again.of(subMchid)['contact.email']).not.toBe(now['contact.email']);

  // What is purged has none.
  await test.context.db.platformRequest.update({ where: { id: first }, data: { payload: null } });
  expect((await packed({ about: 'record', kind: 'sub-merchant', id: subMchid })).of(first)).toEqual({});
});

it('marks the payer of an order', async () => {
  const { context, account, actor } = test;
  const connectionId = account.connection.id;
  await holdContract(context, connectionId, 'CSAME', { subMchid });
  const order = async (outTradeNo: string, sp_openid: string) => {
    const id = crypto.randomUUID();
    await context.db.deduction.create({
      data: {
        ...{ id, connectionId, outTradeNo, draftId: crypto.randomUUID(), contractId: 'CSAME', values: {} },
        ...{ total: 100n, currency: 'HKD', staffId: actor.id, reservedAt: context.now() },
        record: sealRecord(context.vault, id, {
          out_trade_no: outTradeNo,
          trade_state: 'SUCCESS',
          payer: { sp_openid },
        }),
      },
    });
    return outTradeNo;
  };
  const marksOf = sameValues(context.vault);
  const outTradeNos = [await order('DSAME1', 'oOne'), await order('DSAME2', 'oOne'), await order('DSAME3', 'oTwo')];
  const rows = await context.db.$transaction((tx) =>
    marksOf(tx, { connectionId, requestIds: [], approvalIds: [], subMchids: [], outTradeNos }),
  );
  const mark = (no: string) => rows.find(({ id }) => id === no)?.marks['payer.sp_openid'];
  expect(mark('DSAME1')).toBe(mark('DSAME2'));
  expect(mark('DSAME1')).not.toBe(mark('DSAME3'));
});
