import { describe, expect, it } from 'vitest';
import type { HeldApplication, ToldApplication } from './news';
import { judgeNews, sameDomains } from './news';

const at = (second: number, ms = 0) => new Date(Date.UTC(2026, 2, 7, 10, 0, second, ms));

const told = (more: Partial<ToldApplication> = {}): ToldApplication => ({
  kind: 'authorization',
  applymentId: '100000',
  subMchid: '1900003001',
  applymentType: 'APPLY_FOR_PAYMENT_AUTHORITY',
  state: 'APPROVED',
  domains: ['shop.example'],
  websiteUrl: null,
  limitType: null,
  rejectDetail: null,
  asOf: at(30),
  proof: 'the notification',
  record: { applyment_id: '100000', sub_mchid: '1900003001', domains: ['shop.example'], applyment_state: 'APPROVED' },
  recordSha256: 'approved',
  ...more,
});
const held = (more: Partial<HeldApplication> = {}): HeldApplication => ({
  subMchid: '1900003001',
  state: 'UNDER_REVIEW',
  stateAsOf: at(20),
  domains: ['shop.example'],
  recordSha256: 'under review',
  ...more,
});
const asked = { domains: ['shop.example', 'pay.example'], at: at(10, 900) };

describe('an application that is known', () => {
  it('goes on with newer news, and older news does not undo it', () => {
    expect(judgeNews(told(), held(), null)).toEqual({ kind: 'newer' });
    expect(judgeNews(told(), held({ stateAsOf: at(30, 1) }), null)).toEqual({ kind: 'older' });
  });

  it('is told nothing new by the same record of the same moment', () => {
    expect(judgeNews(told(), held({ stateAsOf: at(30), recordSha256: 'approved' }), null)).toEqual({ kind: 'same' });
  });

  it('and another record of the same moment are a tie, which a person decides', () => {
    expect(judgeNews(told(), held({ stateAsOf: at(30) }), null)).toEqual({
      kind: 'discrepancy',
      cause: 'same-time-other-content',
      differences: [{ path: 'applyment_state', ours: 'UNDER_REVIEW', theirs: 'APPROVED' }],
    });
    const both = judgeNews(told({ domains: ['a.example'] }), held({ stateAsOf: at(30) }), null);
    expect(both).toMatchObject({ differences: [{ path: 'applyment_state' }, { path: 'domains' }] });
  });

  it('belongs to its sub-merchant, whatever the time', () => {
    const expected = {
      kind: 'discrepancy',
      cause: 'other-sub-merchant',
      differences: [{ path: 'sub_mchid', ours: '1900003001', theirs: '1900003002' }],
    };
    for (const stateAsOf of [at(20), at(30), at(40)])
      expect(judgeNews(told({ subMchid: '1900003002' }), held({ stateAsOf }), null)).toEqual(expected);
  });

  it('has the domains of its last known submission', () => {
    expect(judgeNews(told({ domains: ['other.example'] }), held(), null)).toEqual({
      kind: 'discrepancy',
      cause: 'other-domains',
      differences: [{ path: 'domains', ours: 'shop.example', theirs: 'other.example' }],
    });
  });

  it('is not compared with what an edit asked for: that is another application', () => {
    expect(judgeNews(told(), held(), asked)).toEqual({ kind: 'newer' });
  });
});

describe('an application that nobody told us of', () => {
  it('is new where nothing was asked for', () => {
    expect(judgeNews(told(), null, null)).toEqual({ kind: 'new' });
  });

  it('is compared with the domains that the last accepted edit asked for', () => {
    expect(judgeNews(told({ domains: ['PAY.example.', 'shop.example'] }), null, asked)).toEqual({ kind: 'new' });
    expect(judgeNews(told(), null, asked)).toEqual({
      kind: 'discrepancy',
      cause: 'other-domains',
      differences: [{ path: 'domains', ours: 'pay.example shop.example', theirs: 'shop.example' }],
    });
  });

  it('is none of the edit when it is older, counted in the whole seconds that the platform tells', () => {
    expect(judgeNews(told({ asOf: at(9, 999) }), null, asked)).toEqual({ kind: 'new' });
    expect(judgeNews(told({ asOf: at(10) }), null, asked)).toMatchObject({ cause: 'other-domains' });
  });

  it.each([
    ['a limit removal', told({ applymentType: 'APPLY_FOR_RELIEVE_LIMITED' })],
    ['a domain change', told({ kind: 'domain-change', applymentType: null })],
  ])('is not compared where it is %s', (_, news) => {
    expect(judgeNews(news, null, asked)).toEqual({ kind: 'new' });
  });
});

it('compares domains as hosts: case, order, repeats and a last dot make no difference', () => {
  expect(sameDomains(['a.example', 'B.example.'], ['b.example', 'a.example', 'A.EXAMPLE'])).toBe(true);
  expect(sameDomains(['a.example'], ['a.example', 'b.example'])).toBe(false);
});
