// What the page of an order is given: the record however it was spelled, its line of linked orders, and nothing of the payer.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Prisma } from '@/lib/db/generated/client';
import { openRoster } from '@/lib/testing/roster';
import { sealRecord } from './keep';
import { getDeduction } from './queries';

let roster: Awaited<ReturnType<typeof openRoster>>;
beforeAll(async () => {
  roster = await openRoster('order-pages');
});
afterAll(() => roster.db.$disconnect());

async function order(outTradeNo: string, more: Partial<Prisma.DeductionUncheckedCreateInput> = {}, record?: object) {
  const { db, vault, connection, staff, now } = roster;
  const id = crypto.randomUUID();
  await db.deduction.create({
    data: {
      ...{ id, connectionId: connection.id, outTradeNo, draftId: crypto.randomUUID(), contractId: 'C-1', values: {} },
      ...{ total: 10_000n, currency: 'USD', staffId: staff.id, reservedAt: now() },
      ...(record && { record: sealRecord(vault, id, record) }),
      ...more,
    },
  });
  return id;
}
const read = async (outTradeNo: string) => {
  const found = await getDeduction(roster, roster.connection.id, outTradeNo);
  if (!found) throw new Error('no such order');
  return found;
};

const told = (promotion: object) => ({
  out_trade_no: 'TOLD',
  trade_state: 'SUCCESS',
  payer: { sp_openid: 'openid-of-somebody', sub_openid: 'other-openid' },
  amount: {
    ...{ total: 10_000, payer_total: 58_500, currency: 'USD', payer_currency: 'HKD' },
    exchange_rate: { type: 'SETTLEMENT_RATE', rate: 650_000_000 },
  },
  scene_info: { device_id: 'till-3', device_ip: '192.0.2.7' },
  promotion_detail: [{ name: 'Spring', amount: 1000, currency: 'USD', ...promotion }],
});

describe('the page of an order', () => {
  it('is given the rate as a ratio, the sums, and goods with their promotion; contributions in either spelling', async () => {
    const goods = { goods_id: 'g1', quantity: 1, price: 10_000, discount_amount: 1000 };
    for (const [number, spelling, goods_detail] of [
      ['SPELL-1', { wxpay_contribute_amount: 400 }, goods],
      ['SPELL-2', { wechatpay_contribute_amount: 400 }, [goods]],
    ] as const) {
      const promotion = { ...spelling, merchant_contribute_amount: 500, other_contribute_amount: 100, goods_detail };
      await order(number, {}, told(promotion));
      const page = await read(number);
      expect(page.rate).toEqual({ type: 'SETTLEMENT_RATE', ratio: '6.5', told: '650000000' });
      expect(page.promotions[0]?.contributions).toEqual({
        ...{ platform: '400', merchant: '500', other: '100', addUp: true },
      });
      expect(page.promotionSums).toEqual([{ currency: 'USD', amount: '1000' }]);
      expect(page.goods).toMatchObject([{ goodsId: 'g1', promotion: 'Spring' }]);
      expect(page.told).toMatchObject({ deviceId: 'till-3', deviceIp: '192.0.2.7' });
      expect(page.amountDiffers).toBe(false);
    }
    await order('WRONG', {}, told({ merchant_contribute_amount: 999 }));
    expect((await read('WRONG')).promotions[0]?.contributions.addUp).toBe(false);
  });

  it('is told which ids of the payer there are, and none of them', async () => {
    await order('PAYER', {}, told({}));
    const page = await read('PAYER');
    expect(page.told?.payer).toEqual(['sp_openid', 'sub_openid']);
    expect(JSON.stringify(page)).not.toMatch(/openid-of-somebody|other-openid/);
    expect(page.record).toContain('"sp_openid":"***"');
  });

  it('has the whole line of linked orders, wherever in it one looks', async () => {
    const first = await order('LINE-1', { tradeState: 'CLOSED' });
    const second = await order('LINE-2', { tradeState: 'PAYERROR', replacesId: first });
    await order('LINE-3', { tradeState: 'SUCCESS', replacesId: second });
    for (const number of ['LINE-1', 'LINE-2', 'LINE-3']) {
      const { chain, replaces, replacedBy } = await read(number);
      expect(chain.map((one) => [one.outTradeNo, one.standing])).toEqual([
        ['LINE-1', 'not-paid'],
        ['LINE-2', 'not-paid'],
        ['LINE-3', 'paid'],
      ]);
      if (number === 'LINE-2') expect([replaces, replacedBy]).toEqual(['LINE-1', 'LINE-3']);
    }
    await order('ALONE');
    expect((await read('ALONE')).chain.map((one) => one.outTradeNo)).toEqual(['ALONE']);
  });
});
