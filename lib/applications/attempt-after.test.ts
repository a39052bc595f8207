import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attemptAfter } from './attempt-after';
import type { FixValues } from './schema';

const values = (more: Partial<FixValues> = {}): FixValues => ({
  domains: ['shop.example'],
  business_description: '',
  transaction_limit_type: 'NORMAL_LIMIT',
  company_register_cert: '',
  website_business_page_pics: [],
  website_homepage_pics: ['home-1'],
  website_state: 'HAS_LAUNCHED',
  website_url: 'https://shop.example',
  ...more,
});
const asOf = new Date('2026-03-07T10:00:00Z');
const told = (state: string, more: Partial<FixValues> = {}, rejectDetail: string | null = null) => ({
  state,
  rejectDetail,
  asOf,
  values: values(more),
});
const known = (verdict: 'rejected' | 'approved' | null = null, rejectDetail: string | null = null) => ({
  values: values(),
  verdict,
  rejectDetail,
});

describe('what news says of the attempts of an application', () => {
  it('the first that is heard of is an attempt, with its verdict where it has one', () => {
    expect(attemptAfter(null, told('UNDER_REVIEW'))).toEqual({ kind: 'attempt', decided: {} });
    expect(attemptAfter(null, told('REJECTED', {}, 'No prices'))).toEqual({
      kind: 'attempt',
      decided: { verdict: 'rejected', decidedAt: asOf, rejectDetail: 'No prices' },
    });
  });

  it('a verdict belongs to the attempt that waited for one', () => {
    expect(attemptAfter(known(), told('APPROVED'))).toMatchObject({
      kind: 'verdict',
      decided: { verdict: 'approved' },
    });
    expect(attemptAfter(known(), told('UNDER_REVIEW'))).toEqual({ kind: 'nothing' });
    expect(attemptAfter(known('rejected', 'a'), told('REJECTED', {}, 'a'))).toEqual({ kind: 'nothing' });
  });

  it('another content is another attempt, and so is a state that only a modification leads to', () => {
    expect(attemptAfter(known('rejected'), told('UNDER_REVIEW'))).toEqual({ kind: 'attempt', decided: {} });
    expect(attemptAfter(known(), told('UNDER_REVIEW', { website_homepage_pics: ['home-2'] })).kind).toBe('attempt');
    expect(attemptAfter(known('rejected', 'a'), told('REJECTED', {}, 'b')).kind).toBe('attempt');
    expect(attemptAfter(known('rejected', 'a'), told('APPROVED')).kind).toBe('attempt');
  });

  it('what a message leaves out is no difference, and hosts are compared as hosts', () => {
    const less = { website_homepage_pics: [], website_url: '', domains: ['SHOP.example.'] };
    expect(attemptAfter(known(), told('UNDER_REVIEW', less))).toEqual({ kind: 'nothing' });
  });

  it('the same news a second time says nothing new, whatever it was', () => {
    const state = fc.constantFrom('PENDING', 'UNDER_REVIEW', 'APPROVED', 'REJECTED');
    fc.assert(
      fc.property(
        state,
        fc.option(fc.string()),
        fc.array(fc.constantFrom('a', 'b'), { maxLength: 2 }),
        (one, detail, pics) => {
          const news = told(one, { website_homepage_pics: pics }, one === 'REJECTED' ? detail : null);
          const first = attemptAfter(null, news);
          const decided = first.kind === 'nothing' ? {} : first.decided;
          const held = { values: news.values, verdict: null, rejectDetail: null, ...decided };
          expect(attemptAfter(held, news)).toEqual({ kind: 'nothing' });
        },
      ),
    );
  });
});
