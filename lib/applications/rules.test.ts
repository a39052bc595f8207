import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applymentTypes, transactionLimitTypes, websiteStates } from '@/lib/platform/wire/enums';
import { materialNeeded } from './letter';
import type { FixBase } from './rules';
import { bodyOf, changesBetween, checkFix, hintsOf, limitsFor, obstacleTo, requirementsOf, valueIssues } from './rules';
import type { FixValues } from './schema';
import { valuesOf } from './schema';

const values = (more: Partial<FixValues> = {}): FixValues => ({
  domains: ['shop.example'],
  business_description: '',
  transaction_limit_type: 'NORMAL_LIMIT',
  company_register_cert: '',
  website_business_page_pics: [],
  website_homepage_pics: [],
  website_state: 'HAS_LAUNCHED',
  website_url: 'https://shop.example',
  ...more,
});
const base = (more: Partial<FixBase> = {}): FixBase => ({
  version: 1,
  applymentType: 'APPLY_FOR_PAYMENT_AUTHORITY',
  state: 'REJECTED',
  h5State: 'REJECTED',
  limitGrade: null,
  values: values(),
  repeated: {},
  ...more,
});
const issues = (of: Partial<FixValues>, type = 'APPLY_FOR_PAYMENT_AUTHORITY') =>
  valueIssues(values(of), type).map(({ path, rule }) => [path, rule]);

describe('what type, limit and website state need', () => {
  it.each<[string, Partial<FixValues>, string, [string, string][]]>([
    ['a launched site with the normal limit', {}, 'APPLY_FOR_PAYMENT_AUTHORITY', []],
    [
      'a site that is not launched, with a launched limit',
      { website_state: 'UN_LAUNCHED' },
      'APPLY_FOR_PAYMENT_AUTHORITY',
      [
        ['transaction_limit_type', 'only-test-limit-when-not-launched'],
        ['website_business_page_pics', 'required-when-not-launched'],
        ['website_homepage_pics', 'required-when-not-launched'],
      ],
    ],
    [
      'no limit',
      { transaction_limit_type: 'NO_LIMIT' },
      'APPLY_FOR_PAYMENT_AUTHORITY',
      [
        ['business_description', 'required-for-no-limit'],
        ['company_register_cert', 'required-for-no-limit'],
      ],
    ],
    [
      'a limit removal with a limit',
      {},
      'APPLY_FOR_RELIEVE_LIMITED',
      [['transaction_limit_type', 'limit-removal-needs-no-limit']],
    ],
    [
      'no limit at all',
      { transaction_limit_type: '' },
      'APPLY_FOR_PAYMENT_AUTHORITY',
      [['transaction_limit_type', 'required']],
    ],
    ['no domain', { domains: [''] }, 'APPLY_FOR_PAYMENT_AUTHORITY', [['domains', 'required']]],
    [
      'six domains',
      { domains: ['a', 'b', 'c', 'd', 'e', 'f'].map((one) => `${one}.example`) },
      'APPLY_FOR_PAYMENT_AUTHORITY',
      [],
    ],
  ])('%s', (_, of, type, expected) => {
    expect(issues(of, type)).toEqual(expected);
  });

  it('says a picture in both slots once, where it is too many', () => {
    const both = { website_homepage_pics: ['a'], website_business_page_pics: ['b', 'a'] };
    expect(issues(both)).toEqual([['website_business_page_pics.1', 'picture-in-both-slots']]);
  });

  it('shows as missing what the rules find missing, and nothing else: the list and the rules are one', () => {
    const text = fc.constantFrom('', 'given');
    const list = fc.constantFrom<string[]>([], ['given']);
    const form = fc.record({
      domains: fc.constantFrom<string[]>([], ['shop.example']),
      business_description: text,
      transaction_limit_type: fc.constantFrom(...transactionLimitTypes),
      company_register_cert: text,
      website_business_page_pics: fc.constantFrom<string[]>([], ['business']),
      website_homepage_pics: list,
      website_state: fc.constantFrom(...websiteStates),
      website_url: fc.constant('https://shop.example'),
    });
    fc.assert(
      fc.property(form, fc.constantFrom(...applymentTypes), (typed, type) => {
        const missing = requirementsOf(typed, type)
          .filter(({ isMet }) => !isMet)
          .map(({ path }) => path);
        const found = valueIssues(typed, type).map(({ path }) => path);
        expect([...new Set(missing)].sort()).toEqual([...new Set(found)].sort());
        if (found.length === 0) expect(limitsFor(type, typed.website_state)).toContain(typed.transaction_limit_type);
      }),
      { numRuns: 1000 },
    );
  });
});

it('sends the limit always, and nothing that is empty', () => {
  expect(bodyOf(values({ website_homepage_pics: ['', 'a'] }))).toEqual({
    domains: ['shop.example'],
    transaction_limit_type: 'NORMAL_LIMIT',
    website_homepage_pics: ['a'],
    website_state: 'HAS_LAUNCHED',
    website_url: 'https://shop.example',
  });
});

describe('a picture that was rejected', () => {
  const repeated = { 'old-home': { how: 'same', attempt: 1 }, 'like-home': { how: 'near', attempt: 2 } } as const;
  const typed = values({ website_homepage_pics: ['new', 'old-home'], website_business_page_pics: ['like-home'] });

  it('stands in the way until somebody says why it goes again', () => {
    expect(checkFix(typed, base({ repeated }), '')).toEqual([
      { path: 'website_homepage_pics.1', rule: 'picture-rejected-before', params: { attempt: 1 } },
      { path: 'website_business_page_pics.0', rule: 'picture-like-rejected', params: { attempt: 2 } },
    ]);
    expect(checkFix(typed, base({ repeated }), 'Only the other was at fault')).toEqual([]);
  });

  it('may go along as a certificate', () => {
    expect(checkFix(values({ company_register_cert: 'old-home' }), base({ repeated }), '')).toEqual([]);
  });
});

describe('what stands against it altogether', () => {
  it.each<[Partial<FixBase>, ReturnType<typeof obstacleTo>]>([
    [{}, null],
    [{ state: 'PENDING' }, 'not-rejected'],
    [{ state: 'UNKNOWN' }, 'state-unknown'],
    [{ h5State: 'UNDER_PUNISHMENT' }, 'penalised'],
    [{ applymentType: 'APPLY_FOR_RELIEVE_LIMITED', h5State: 'APPROVED' }, null],
    [{ applymentType: 'APPLY_FOR_RELIEVE_LIMITED', h5State: 'UNKNOWN' }, null],
    [{ applymentType: 'APPLY_FOR_RELIEVE_LIMITED', h5State: 'REJECTED' }, 'needs-formal-authority'],
    [
      { applymentType: 'APPLY_FOR_RELIEVE_LIMITED', h5State: 'APPROVED', limitGrade: 'UN_LAUNCHED_WEBSITE_LIMIT' },
      'needs-formal-authority',
    ],
  ])('%o', (more, expected) => {
    expect(obstacleTo(base(more))).toBe(expected);
  });
});

it('remarks on what is no rule: more than five domains, a limit below what the site could have', () => {
  const domains = ['a', 'b', 'c', 'd', 'e', 'f'].map((one) => `${one}.example`);
  expect(hintsOf(values({ domains })).map(({ rule }) => rule)).toEqual(['more-than-five-domains']);
  expect(hintsOf(values({ transaction_limit_type: 'UN_LAUNCHED_WEBSITE_LIMIT' })).map(({ rule }) => rule)).toEqual([
    'limit-below-site',
  ]);
  expect(hintsOf(values())).toEqual([]);
});

it('compares two submissions field by field, the same ones too', () => {
  expect(changesBetween(values({ website_homepage_pics: ['a'] }), values({ domains: ['b.example'] }))).toEqual([
    { path: 'domains', kind: 'changed', from: 'shop.example', to: 'b.example' },
    { path: 'transaction_limit_type', kind: 'same', from: 'NORMAL_LIMIT', to: 'NORMAL_LIMIT' },
    { path: 'website_homepage_pics', kind: 'removed', from: 'a', to: null },
    { path: 'website_state', kind: 'same', from: 'HAS_LAUNCHED', to: 'HAS_LAUNCHED' },
    { path: 'website_url', kind: 'same', from: 'https://shop.example', to: 'https://shop.example' },
  ]);
});

it('reads pictures that samples write as a single text, or as an empty one', () => {
  expect(
    valuesOf({ website_homepage_pics: '', website_business_page_pics: [''], webiste_url: 'https://a.example' }),
  ).toMatchObject({
    website_homepage_pics: [],
    website_business_page_pics: [],
    website_url: 'https://a.example',
  });
});

it('asks the sub-merchant for exactly what is missing and what the causes name, each once', () => {
  const unlaunched = values({ website_state: 'UN_LAUNCHED', transaction_limit_type: 'UN_LAUNCHED_WEBSITE_LIMIT' });
  expect(materialNeeded(unlaunched, 'APPLY_FOR_PAYMENT_AUTHORITY', ['picture-blank', 'prices-missing'])).toEqual([
    'homepage-picture',
    'business-page-picture',
    'business-page-prices',
  ]);
  expect(materialNeeded(values(), 'APPLY_FOR_PAYMENT_AUTHORITY', [])).toEqual([]);
  // A picture that was rejected before may not go again without a reason: another one is asked for.
  expect(materialNeeded(values(), 'APPLY_FOR_PAYMENT_AUTHORITY', [], ['website_homepage_pics.0'])).toEqual([
    'homepage-picture',
  ]);
});
