import { describe, expect, it } from 'vitest';
import { orderRecord } from '../platform/wire/deduction';
import { tradeStates } from '../platform/wire/enums';
import { contractsOf } from './contracts';
import { heldSample, ordersOf, sampleOrders } from './order-samples';
import { orderRecordOf } from './orders';
import { world } from './world';

const contracts = contractsOf(world);
const samples = sampleOrders(contracts);

describe('the orders of the first day', () => {
  it('stand in every state, of signed contracts, under numbers of their own that people can tell apart', () => {
    const states = Object.values(ordersOf(contracts).orders).map((order) => order.trade_state);
    expect(tradeStates.filter((state) => !states.includes(state))).toEqual([]);
    expect(samples.filter(({ contract }) => contract.state !== 'SIGNED')).toEqual([]);
    for (const mode of ['institutional', 'common']) {
      const tails = samples.filter((one) => one.mode === mode).map(({ number }) => number.slice(-10));
      expect(new Set(tails).size).toBe(tails.length);
    }
    // One that follows another is of the same contract, and later.
    for (const one of samples.filter(({ after }) => after !== undefined)) {
      const before = samples.find(({ number }) => number === one.after);
      expect(before?.contract).toBe(one.contract);
      expect(Date.parse(one.at ?? '')).toBeGreaterThan(Date.parse(before?.at ?? ''));
    }
  });

  it('are charges in the ledger where money moved, each once, and nowhere else', () => {
    const { charges } = ordersOf(contracts);
    const paid = samples.filter(({ end }) => end === 'SUCCESS' || end === 'REFUND').map(({ number }) => number);
    expect(charges.map(({ out_trade_no }) => out_trade_no).sort()).toEqual(paid.sort());
  });

  it('are told as order records of 4.4', () => {
    for (const sample of samples) {
      const held = heldSample(sample);
      if (held) expect(orderRecord.parse(orderRecordOf(held)).trade_state).toBe(sample.end);
    }
  });
});
