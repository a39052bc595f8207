import { describe, expect, it } from 'vitest';
import { howKnown, payerSum, proofOf, whoseMove } from './rules';

describe('what the payer paid', () => {
  const told = { total: '8880', currency: 'HKD', payerTotal: '7992', payerCurrency: 'HKD' };
  const off = (amount: string | null, currency: string | null = 'HKD') => ({ amount, currency });
  it('is the total less the promotions', () => {
    expect(payerSum({ ...told, promotions: [off('800'), off('88', null)] })).toEqual({
      expected: '7992',
      addsUp: true,
    });
    expect(payerSum({ ...told, promotions: [] })).toEqual({ expected: '8880', addsUp: false });
    expect(payerSum({ ...told, payerTotal: '8880', promotions: [] })).toEqual({ expected: '8880', addsUp: true });
  });
  it('is not judged where something was not told, or another currency was paid in', () => {
    expect(payerSum({ ...told, promotions: [off(null)] })).toBeNull();
    expect(payerSum({ ...told, promotions: [off('1', 'CNY')] })).toBeNull();
    expect(payerSum({ ...told, payerCurrency: 'CNY', promotions: [] })).toBeNull();
    expect(payerSum({ ...told, total: null, promotions: [] })).toBeNull();
  });
});

describe('whose move it is', () => {
  const known = { outcome: null, meaning: null, settledHow: null, tradeState: null };
  it.each([
    ['nothing was sent', {}, 'operator'],
    ['it is on its way', { outcome: 'sending' }, 'platform'],
    ['nobody knows', { outcome: 'unknown', meaning: 'no-answer' }, 'operator'],
    ['the payer has too little', { outcome: 'refused', meaning: 'deduction-not-enough' }, 'payer'],
    ['it is paid', { outcome: 'accepted', tradeState: 'SUCCESS' }, null],
    ['it is being paid', { outcome: 'accepted', tradeState: 'USERPAYING' }, 'platform'],
    ['it was closed', { outcome: 'accepted', tradeState: 'CLOSED' }, 'operator'],
    ['its state is a new word', { outcome: 'accepted', tradeState: 'SOMETHING_NEW' }, 'platform'],
  ])('where %s', (_, more, owner) => {
    expect(whoseMove({ ...known, ...more })).toBe(owner);
  });
});

it('what told a state has a page, but for a reading', () => {
  expect(proofOf({ tradeStateHow: 'notification', tradeStateProof: 'n' })).toEqual({ kind: 'notification', id: 'n' });
  expect(proofOf({ tradeStateHow: 'answer', tradeStateProof: 'r' })).toEqual({ kind: 'request', id: 'r' });
  expect(proofOf({ tradeStateHow: 'reading', tradeStateProof: 'x' })).toBeNull();
  expect(proofOf({ tradeStateHow: null, tradeStateProof: null })).toBeNull();
});

it.each([
  ['what told the state', { tradeStateHow: 'notification', settledHow: 'evidence' }, 'notification'],
  ['the answer that refused', { tradeStateHow: null, settledHow: 'answer' }, 'answer'],
  ['the repeat that settled', { tradeStateHow: null, settledHow: 'repeat' }, 'answer'],
  ['two people', { tradeStateHow: null, settledHow: 'evidence' }, 'staff'],
  ['nobody yet', { tradeStateHow: null, settledHow: null }, null],
])('an order is known by %s', (_, order, how) => {
  expect(howKnown(order)).toBe(how);
});
