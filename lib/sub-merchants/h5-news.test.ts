// What moves what (decisions 6): one test for each row of docs/decisions on what a notification moves.
import { describe, expect, it } from 'vitest';
import type { ApplicationNews, H5Facts } from './h5-news';
import { h5After } from './h5-news';

const at = (second: number, ms = 0) => new Date(Date.UTC(2026, 2, 7, 10, 0, second, ms));

const nobodyTold: H5Facts = {
  h5State: 'UNKNOWN',
  h5StateHow: 'none',
  h5StateSince: at(0),
  h5StateAsOf: at(0),
  h5StateProof: null,
  h5RejectDetail: null,
  domains: [],
  domainsHow: 'none',
  domainsAsOf: null,
  websiteUrl: null,
  limitGrade: null,
  limitGradeHow: 'none',
  limitGradeAsOf: null,
  h5AskedDomains: [],
  h5AskedAt: null,
};
const held = (more: Partial<H5Facts>): H5Facts => ({ ...nobodyTold, h5StateHow: 'answer', ...more });

const authority = (more: Partial<ApplicationNews> = {}): ApplicationNews => ({
  kind: 'authorization',
  applymentType: 'APPLY_FOR_PAYMENT_AUTHORITY',
  state: 'APPROVED',
  domains: ['shop.example'],
  websiteUrl: 'https://shop.example',
  limitType: 'NORMAL_LIMIT',
  rejectDetail: null,
  asOf: at(30),
  proof: 'the notification',
  ...more,
});
const limitRemoval = (more: Partial<ApplicationNews> = {}) =>
  authority({ applymentType: 'APPLY_FOR_RELIEVE_LIMITED', limitType: 'NO_LIMIT', ...more });
const domainChange = (more: Partial<ApplicationNews> = {}) =>
  authority({ kind: 'domain-change', applymentType: null, limitType: null, domains: ['new.example'], ...more });

/** The facts that news changed. */
function moved(before: H5Facts, news: ApplicationNews): Partial<H5Facts> {
  const was = new Map(Object.entries(before));
  return Object.fromEntries(
    Object.entries(h5After(before, news).facts).filter(([name, value]) => value !== was.get(name)),
  );
}

describe('apply for authority', () => {
  it.each([
    ['UNDER_REVIEW', 'UNDER_REVIEW'],
    ['REJECTED', 'REJECTED'],
    ['APPROVED', 'APPROVED'],
  ])('that is %s makes the H5 state %s, inferred, with its proof', (state, h5State) => {
    expect(h5After(nobodyTold, authority({ state })).facts).toMatchObject({
      h5State,
      h5StateHow: 'inferred',
      h5StateSince: at(30),
      h5StateAsOf: at(30),
      h5StateProof: 'the notification',
    });
  });

  it('that is PENDING tells nothing of the authorization', () => {
    expect(moved(nobodyTold, authority({ state: 'PENDING' }))).toEqual({});
  });

  it('keeps since when a state has lasted, and says as of when it is known', () => {
    const before = held({ h5State: 'UNDER_REVIEW', h5StateSince: at(1), h5StateAsOf: at(2) });
    expect(moved(before, authority({ state: 'UNDER_REVIEW' }))).toEqual({
      h5StateHow: 'inferred',
      h5StateAsOf: at(30),
      h5StateProof: 'the notification',
    });
  });

  it('brings the reason of a rejection, and takes it away with the next state', () => {
    const rejected = h5After(nobodyTold, authority({ state: 'REJECTED', rejectDetail: 'No price on the page' })).facts;
    expect(rejected.h5RejectDetail).toBe('No price on the page');
    expect(h5After(rejected, authority({ asOf: at(40) })).facts.h5RejectDetail).toBeNull();
  });

  it('never goes over a penalty, but the domains and the grade that it grants are taken', () => {
    const before = held({ h5State: 'UNDER_PUNISHMENT' });
    expect(moved(before, authority())).not.toHaveProperty('h5State');
    expect(moved(before, authority())).toMatchObject({ domains: ['shop.example'], limitGrade: 'NORMAL_LIMIT' });
  });

  it.each(['UNDER_REVIEW', 'REJECTED'])('never makes less of APPROVED: %s', (state) => {
    expect(moved(held({ h5State: 'APPROVED' }), authority({ state }))).toEqual({});
  });

  it.each(['UNDER_REVIEW', 'REJECTED'])('puts no domains in force while it is %s', (state) => {
    expect(h5After(nobodyTold, authority({ state })).facts).toMatchObject({
      domains: [],
      domainsHow: 'none',
      limitGrade: null,
    });
  });

  it('puts its domains in force when it is approved', () => {
    const { facts, changes } = h5After(held({ domains: ['old.example'], domainsHow: 'answer' }), authority());
    expect(facts).toMatchObject({ domains: ['shop.example'], domainsHow: 'notification', domainsAsOf: at(30) });
    expect(changes).toContainEqual({ path: 'h5_domains', kind: 'changed', from: 'old.example', to: 'shop.example' });
  });

  it('keeps the website that is known when none is told', () => {
    const before = held({ websiteUrl: 'https://known.example' });
    expect(h5After(before, authority({ websiteUrl: null })).facts.websiteUrl).toBe('https://known.example');
  });

  it.each([
    ['UN_LAUNCHED_WEBSITE_LIMIT', 'UN_LAUNCHED_WEBSITE_LIMIT'],
    ['NORMAL_LIMIT', 'NORMAL_LIMIT'],
    // The removal is an application of its own (notes 9.2), so a grant without a limit begins with the normal one.
    ['NO_LIMIT', 'NORMAL_LIMIT'],
    [null, null],
  ])('asked for with %s gives the grade %s', (limitType, limitGrade) => {
    expect(h5After(nobodyTold, authority({ limitType })).facts.limitGrade).toBe(limitGrade);
  });

  it('gives no limit back that was removed', () => {
    expect(moved(held({ limitGrade: 'NO_LIMIT' }), authority())).not.toHaveProperty('limitGrade');
  });

  it('is the application that an edit asked for: its number is known now', () => {
    const asked = held({ h5AskedAt: at(20), h5AskedDomains: ['shop.example'] });
    expect(moved(asked, authority({ state: 'PENDING' }))).toEqual({ h5AskedAt: null, h5AskedDomains: [] });
    expect(moved(asked, authority({ state: 'PENDING', asOf: at(19) }))).toEqual({});
  });
});

describe('limit removal', () => {
  it('moves the grade when it is approved, and nothing else', () => {
    const before = held({ h5State: 'REJECTED', limitGrade: 'NORMAL_LIMIT', limitGradeAsOf: at(1) });
    expect(moved(before, limitRemoval())).toEqual({
      limitGrade: 'NO_LIMIT',
      limitGradeHow: 'inferred',
      limitGradeAsOf: at(30),
    });
  });

  it.each(['PENDING', 'UNDER_REVIEW', 'REJECTED'])('that is %s moves nothing', (state) => {
    expect(moved(held({ limitGrade: 'NORMAL_LIMIT' }), limitRemoval({ state }))).toEqual({});
  });

  it('is not the application that an edit asked for', () => {
    expect(moved(held({ h5AskedAt: at(20) }), limitRemoval())).not.toHaveProperty('h5AskedAt');
  });
});

describe('domain change', () => {
  it('moves the domains in force when it is approved, and nothing else', () => {
    const before = held({ h5State: 'APPROVED', domains: ['old.example'], domainsHow: 'answer', domainsAsOf: at(1) });
    expect(moved(before, domainChange({ websiteUrl: null }))).toEqual({
      domains: ['new.example'],
      domainsHow: 'notification',
      domainsAsOf: at(30),
    });
  });

  it.each(['PENDING', 'UNDER_REVIEW', 'REJECTED'])('that is %s moves nothing', (state) => {
    expect(moved(held({ h5State: 'APPROVED', domains: ['old.example'] }), domainChange({ state }))).toEqual({});
  });
});

describe('a type that nobody told us of', () => {
  it('moves nothing', () => {
    expect(moved(nobodyTold, authority({ applymentType: 'APPLY_FOR_SOMETHING_NEW' }))).toEqual({});
  });
});

describe('the order of facts', () => {
  it('older news moves nothing', () => {
    const before = held({
      h5State: 'UNDER_REVIEW',
      h5StateAsOf: at(31),
      domains: ['old.example'],
      domainsHow: 'answer',
      domainsAsOf: at(31),
      limitGrade: 'UN_LAUNCHED_WEBSITE_LIMIT',
      limitGradeAsOf: at(31),
    });
    expect(h5After(before, authority({ websiteUrl: null }))).toEqual({ facts: before, changes: [] });
  });

  it('within one second news counts as later: the platform tells whole seconds', () => {
    const before = held({ h5State: 'UNDER_REVIEW', h5StateAsOf: at(30, 412), domainsAsOf: at(30, 412) });
    expect(h5After(before, authority()).facts).toMatchObject({ h5State: 'APPROVED', domains: ['shop.example'] });
  });

  it('a state that nobody told has no time that news could be older than', () => {
    const before = { ...nobodyTold, h5StateAsOf: at(59) };
    expect(h5After(before, authority()).facts.h5State).toBe('APPROVED');
  });
});
