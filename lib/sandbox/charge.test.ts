import { createPrivateKey } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dialects } from '../platform/dialect';
import { send } from '../platform/transport';
import { deductionBodies } from '../platform/wire/deduction';
import { makeKeys } from './keys';
import type { HeldOrder } from './orders';
import type { Sandbox } from './server';
import { createSandbox } from './server';
import type { Loose } from './test-client';
import { answered, certificatesOf, clientOf, json } from './test-client';
import { sampleInstitution, sampleMerchant } from './world';

const subMchid = '1900003001';

describe('§4.4 at the practice platform', () => {
  let sandbox: Sandbox;
  let client: ReturnType<typeof clientOf>;
  let baseUrl: string;
  let contract = '';
  let count = 0;

  beforeAll(async () => {
    sandbox = await createSandbox({ stateDir: null, keys: await makeKeys(new Date()) });
    baseUrl = await sandbox.listen(0);
    client = clientOf(sandbox, baseUrl);
  }, 60_000);
  afterAll(() => sandbox.close());
  beforeEach(async () => {
    await client.control('clear');
    const made = (await client.control('contracts', { sub_mchid: subMchid })) as { contract_ids: string[] };
    contract = made.contract_ids[0] ?? '';
    count += 1;
  });

  const bodyOf = (changes: Loose = {}): Loose => ({
    sub_mchid: subMchid,
    sp_appid: sampleInstitution.appid,
    description: 'Harbour Kite-Central-Books',
    notify_url: 'http://127.0.0.1:9/cb',
    out_trade_no: `D${count}`,
    merchant_category_code: '5942',
    contract_id: contract,
    amount: { total: 8880, currency: 'HKD' },
    ...changes,
  });
  const post = (body: Loose) => client.call('POST', '/v3/global/papay/transactions', Buffer.from(JSON.stringify(body)));
  const charge = async (changes: Loose = {}) => answered(await post(bodyOf(changes)));
  const said = (answer: { status: number; body: Buffer }) => [answer.status, json(answer).code];
  const ledger = async () => ((await client.look('charges')).perContract as Record<string, number>)[contract] ?? 0;
  const pays = (payer: Loose) => client.control(`payers/${contract}`, payer);
  const query = (outTradeNo: string) =>
    client.call('GET', `/v3/global/papay/transactions/out-trade-no/${outTradeNo}?sub_mchid=${subMchid}`);

  it('charges once, tells the whole record, and knows a repeat by its number', async () => {
    const first = await charge();
    expect(first.status).toBe(200);
    expect(json(first)).toMatchObject({
      sp_mchid: sampleInstitution.mchid,
      sub_mchid: subMchid,
      out_trade_no: `D${count}`,
      trade_type: 'AUTH',
      trade_state: 'SUCCESS',
      bank_type: 'CFT',
      amount: { total: 8880, payer_total: 8880, currency: 'HKD', payer_currency: 'HKD' },
    });
    expect(said(await charge())).toEqual([400, 'ORDERPAID']);
    expect(said(await charge({ amount: { total: 8881, currency: 'HKD' } }))).toEqual([400, 'ALREADY_EXISTS']);
    expect(await ledger()).toBe(1);
  });

  it('tries the payer’s other methods in turn when the priority one fails', async () => {
    await pays({
      methods: [
        { bank_type: 'CFT', fails: 'NOTENOUGH' },
        { bank_type: 'CMC', fails: 'BANKERROR' },
        { bank_type: 'WPHK' },
      ],
    });
    const answer = json(await charge({ amount: { total: 100, currency: 'USD' }, goods_tag: 'TEA' }));
    expect(answer).toMatchObject({
      bank_type: 'WPHK',
      amount: { total: 100, payer_total: 585, payer_currency: 'HKD', exchange_rate: { rate: 650_000_000 } },
      promotion_detail: [{ scope: 'SINGLE', amount: 10, wxpay_contribute_amount: 5, merchant_contribute_amount: 5 }],
    });
    expect(await ledger()).toBe(1);
  });

  it.each([
    ['NOTENOUGH', 403],
    ['RULE_LIMIT', 403],
    ['USER_ERROR', 403],
    ['BANKERROR', 500],
  ])('says %s when no method pays, keeps no order, and charges the same number later', async (fails, status) => {
    await pays({ methods: [{ bank_type: 'CFT', fails }] });
    expect(said(await charge())).toEqual([status, fails]);
    expect(answered(await query(`D${count}`)).status).toBe(404);
    await pays({});
    expect((await charge()).status).toBe(200);
    expect(await ledger()).toBe(1);
  });

  it.each(['USERPAYING', 'NOTPAY', 'CLOSED', 'PAYERROR'])('an order in %s has moved no money', async (next) => {
    await pays({ next });
    const answer = json(await charge());
    expect(answer).toMatchObject({ trade_state: next });
    expect(answer.amount).toBeUndefined();
    expect(await ledger()).toBe(0);
    const isOver = next === 'CLOSED' || next === 'PAYERROR';
    expect((await charge()).status).toBe(isOver ? 400 : 200);
    expect(await ledger()).toBe(0);
  });

  it('a late result is a charge, once, and is told at the address of the order', async () => {
    await pays({ next: 'USERPAYING' });
    await charge();
    await client.control(`orders/D${count}`, { state: 'SUCCESS' });
    await client.control(`orders/D${count}`, { state: 'SUCCESS', notify: false });
    expect(await ledger()).toBe(1);
    const told = sandbox.state.notifications.filter(({ about }) => about.out_trade_no === `D${count}`);
    expect(told).toMatchObject([{ event_type: 'TRANSACTION.SUCCESS', url: 'http://127.0.0.1:9/cb' }]);
    expect(json(answered(await query(`D${count}`)))).toMatchObject({ trade_state: 'SUCCESS' });
    await client.control(`orders/D${count}`, { state: 'REFUND' });
    expect(json(answered(await query(`D${count}`)))).toMatchObject({ trade_state: 'REFUND', bank_type: 'CFT' });
  });

  it('knows contracts that are gone, expired or another’s, and payers that are gone', async () => {
    expect(said(await charge({ contract_id: 'nobody' }))).toEqual([404, 'NO_AUTH']);
    await pays({ isCancelled: true });
    expect(said(await charge())).toEqual([404, 'USER_NOT_EXIST']);
    const held = sandbox.state.contracts[contract];
    if (!held) throw new Error('no contract');
    held.expired_time = '2020-01-01T00:00:00Z';
    expect(said(await charge())).toEqual([403, 'CONTRACTERROR']);
    await client.control(`contracts/${contract}`, { by: 'payer', notify: false });
    expect(said(await charge())).toEqual([404, 'NO_AUTH']);
    expect(await ledger()).toBe(0);
  });

  it('looks at the form of the body, the app and the currency', async () => {
    expect(said(await charge({ appid: 'wx9' }))).toEqual([400, 'PARAM_ERROR']);
    expect(json(await charge({ notify_url: 'https://pay.example/cb?a=1' }))).toMatchObject({
      code: 'PARAM_ERROR',
      detail: { field: '/notify_url' },
    });
    expect(said(await charge({ sp_appid: 'wx9' }))).toEqual([400, 'PARAM_ERROR']);
    expect(said(await charge({ amount: { total: 1234, currency: 'KWD' } }))).toEqual([400, 'INVALID_REQUEST']);
  });

  it.each([
    ['cut-before', 0],
    ['500-before', 0],
    ['cut-after', 1],
    ['500-after', 1],
    ['garble', 1],
    ['missign', 1],
    ['other-id', 1],
  ])('the fault %s leaves %i charges', async (mode, charges) => {
    await client.control('fail-next', { operation: 'deduction.charge', contract_id: contract, mode });
    await post(bodyOf());
    expect(await ledger()).toBe(charges);
  });

  it('charges for a merchant in common mode with that mode’s body', async () => {
    const made = (await client.control('contracts', {})) as { contract_ids: string[] };
    const { sub_mchid: _, sp_appid: __, ...rest } = bodyOf({ contract_id: made.contract_ids[0] });
    const body = deductionBodies.common.parse({ appid: sampleMerchant.appid, ...rest });
    const answer = answered(
      await send({
        baseUrl,
        dialect: dialects.servicepay,
        credentials: {
          mchid: sampleMerchant.mchid,
          serial: sandbox.keys.merchant.serial,
          privateKey: createPrivateKey(sandbox.keys.merchant.privateKeyPem),
        },
        method: 'POST',
        path: '/v3/global/papay/transactions',
        body: Buffer.from(JSON.stringify(body)),
        headers: {},
        timeoutMs: 5_000,
        certificates: certificatesOf(sandbox.keys),
        now: () => new Date(),
      }),
    );
    const told = json(answer);
    expect(told).toMatchObject({ ...sampleMerchant, trade_state: 'SUCCESS' });
    expect(told.sub_mchid).toBeUndefined();
    expect(Object.keys(told.payer as object)).toEqual(['openid']);
    const orders = (await client.look('orders')) as HeldOrder[];
    expect(orders.at(-1)).toMatchObject({ mode: 'common', trade_state: 'SUCCESS' });
  });
});
