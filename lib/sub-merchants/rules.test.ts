import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { vectorCase } from '@/lib/testing/vectors';
import type { EditBase } from './rules';
import { checkEdit, coverage, isDirty, panelLines, removedDomains, requiredPaths, shownPaths, valuesOf } from './rules';
import type { EditValues, FieldPath, FieldValues } from './schema';
import { fieldPaths, isPersonalPath } from './schema';

const held: FieldValues = {
  name: 'Harbour Kite Books Limited',
  shortname: 'Harbour Kite Books',
  office_phone: '+85200000142',
  business_category: '644',
  channel_id: 'HK-1',
  merchant_country_code: '344',
  merchant_type: 'ENTERPRISE',
  registration_certificate_number: '30001427',
  registration_certificate_date: '2030-06-30',
  'business.business_type': 'BOTH',
  'business.website': 'https://shop.harbour-kite.example',
  'business.store_address': 'Shop 4, 12 Market Lane, Kowloon',
  'business.store_photos': ['photo1', 'photo2', 'photo3'],
  'business.mcc': '5942',
};
const base: EditBase = {
  version: 1,
  held,
  masks: {
    'contact.name': 'S** C**',
    'contact.phone': '+852 •••• 6789',
    'contact.email': 'c•••@h•••.example',
    settlement_bank_number: '…8765',
    'director.name': 'S**',
  },
  h5State: 'APPROVED',
  domainsInForce: ['shop.harbour-kite.example', 'old.harbour-kite.example'],
  websiteUrl: 'https://shop.harbour-kite.example',
  budgetBytes: 245,
};
const opened = valuesOf(base);
/** The form as it opens, with some values changed by their paths. */
const values = (changes: Record<string, unknown>): EditValues => {
  const copy = structuredClone(opened);
  for (const [path, value] of Object.entries(changes)) {
    const [last = '', ...outer] = path.split('.').reverse();
    const parent = outer
      .reverse()
      .reduce<Record<string, unknown>>((at, key) => at[key] as Record<string, unknown>, copy);
    parent[last] = value;
  }
  return copy;
};
const rulesAt = (edited: EditValues, over: Partial<EditBase> = {}) =>
  Object.fromEntries(checkEdit(edited, { ...base, ...over }).map(({ path, rule }) => [path, rule]));

describe('an edit as it opens', () => {
  it('has nothing to object to and changes nothing', () => {
    expect(checkEdit(opened, base)).toEqual([]);
    expect(isDirty(opened, base)).toBe(false);
    expect(panelLines(opened, base, () => 0).every(({ kind }) => kind === 'same')).toBe(true);
  });
});

describe('rules of 4.1 between fields', () => {
  const cases: [string, Record<string, unknown>, Record<string, string>][] = [
    [
      'ENTERPRISE needs the registration number',
      { registration_certificate_number: '', 'ticked.leftOut': ['registration_certificate_number'] },
      { registration_certificate_number: 'required-for-enterprise' },
    ],
    [
      'ENTERPRISE needs the registration date',
      { registration_certificate_date: '', 'ticked.leftOut': ['registration_certificate_date'] },
      { registration_certificate_date: 'required-for-enterprise' },
    ],
    [
      'INDIVIDUAL does not need them',
      {
        merchant_type: 'INDIVIDUAL',
        registration_certificate_number: '',
        'ticked.leftOut': ['registration_certificate_number'],
      },
      {},
    ],
    [
      'ONLINE needs a channel',
      { 'business.business_type': 'ONLINE', 'business.website': '', 'ticked.leftOut': ['business.website'] },
      { 'business.website': 'online-needs-a-channel' },
    ],
    [
      'one of four channels is enough',
      {
        'business.business_type': 'ONLINE',
        'business.website': '',
        'business.mini_program': 'Harbour Kite',
        'ticked.leftOut': ['business.website'],
      },
      {},
    ],
    [
      'OFFLINE needs the address',
      {
        'business.business_type': 'OFFLINE',
        'business.store_address': '',
        'ticked.leftOut': ['business.store_address'],
      },
      { 'business.store_address': 'offline-needs-an-address' },
    ],
    ['OFFLINE does not need a channel', { 'business.business_type': 'OFFLINE', 'business.website': '' }, {}],
    ['two photos are too few', { 'business.store_photos': ['a', 'b'] }, { 'business.store_photos': 'too-few' }],
    ['a country is three digits', { merchant_country_code: 'HK' }, { merchant_country_code: 'not-a-country-code' }],
    ['a service phone has its prefix', { office_phone: '23456789' }, { office_phone: 'phone-needs-prefix' }],
    [
      'a date that does not exist',
      { registration_certificate_date: '2030-02-30' },
      { registration_certificate_date: 'not-a-date' },
    ],
    ['category is a number', { business_category: 'books' }, { business_category: 'not-an-integer' }],
    [
      'applying needs a domain',
      {
        apply_h5_payment: 'change',
        'h5_payment_apply_info.domains': [],
        'ticked.removedDomains': base.domainsInForce,
      },
      { 'h5_payment_apply_info.domains': 'required-when-applying' },
    ],
    [
      'at most five domains',
      {
        apply_h5_payment: 'change',
        'h5_payment_apply_info.domains': [...base.domainsInForce, 'a.example', 'b.example', 'c.example', 'd.example'],
      },
      { 'h5_payment_apply_info.domains': 'too-many' },
    ],
  ];
  it.each(cases)('%s', (_title, change, expected) => {
    expect(rulesAt(values(change))).toEqual(expected);
  });

  it('64 emoji are 64 characters, 65 are one too many (bug-text-01)', () => {
    expect(rulesAt(values({ shortname: '🪁'.repeat(64) }))).toEqual({});
    expect(rulesAt(values({ shortname: '🪁'.repeat(65) }))).toEqual({ shortname: 'too-long' });
  });

  it('a sealed value is counted in bytes against the certificate that would seal it (bug-field-encryption-02)', () => {
    const long = values({ 'contact.email': vectorCase('field-encryption-limits', 'fld-12').value });
    expect(checkEdit(long, base)).toMatchObject([
      { path: 'contact.email', rule: 'too-many-bytes', params: { max: 245, count: 246 } },
    ]);
    expect(rulesAt(long, { budgetBytes: 501 })).toEqual({});
  });

  it('a sealed name that has both too many bytes and too many characters tells its bytes (bug-field-encryption-04)', () => {
    const families = values({ 'contact.name': vectorCase('field-encryption-limits', 'fld-08').value });
    expect(rulesAt(families)).toEqual({ 'contact.name': 'too-many-bytes' });
    expect(rulesAt(families, { budgetBytes: 501 })).toEqual({ 'contact.name': 'too-long' });
    expect(rulesAt(values({ 'contact.phone': `+${'1'.repeat(300)}` }))).toEqual({ 'contact.phone': 'too-long' });
  });
});

describe('what is kept, left out and removed', () => {
  it('an empty personal field keeps what is held, and without one it is required', () => {
    expect(rulesAt(opened)).toEqual({});
    expect(rulesAt(opened, { masks: {} })).toEqual({
      'contact.name': 'required',
      'contact.phone': 'required',
      'contact.email': 'required',
    });
  });

  it('a held value leaves the request only when that is ticked (bug-form-editing-04)', () => {
    const blanked = values({ channel_id: '' });
    expect(rulesAt(blanked)).toEqual({ channel_id: 'leaving-out-not-ticked' });
    expect(rulesAt(values({ channel_id: '', 'ticked.leftOut': ['channel_id'] }))).toEqual({});
  });

  it('each removed domain needs its own tick', () => {
    const fewer = (ticked: string[]) =>
      values({
        apply_h5_payment: 'change',
        'h5_payment_apply_info.domains': ['shop.harbour-kite.example'],
        'ticked.removedDomains': ticked,
      });
    expect(removedDomains(fewer([]), base)).toEqual(['old.harbour-kite.example']);
    expect(rulesAt(fewer([]))).toEqual({ 'h5_payment_apply_info.domains': 'domain-removal-not-ticked' });
    expect(rulesAt(fewer(['old.harbour-kite.example']))).toEqual({});
  });

  it('what is known of the H5 state speaks against a choice until a person says otherwise', () => {
    const apply = values({ apply_h5_payment: 'apply' });
    const anyway = { ...apply, ticked: { ...apply.ticked, h5Anyway: true } };
    expect(rulesAt(apply, { h5State: 'UNDER_REVIEW' })).toEqual({ apply_h5_payment: 'h5-under-review' });
    expect(rulesAt(anyway, { h5State: 'UNDER_REVIEW' })).toEqual({});
    expect(rulesAt(apply, { h5State: 'REJECTED' })).toEqual({});
  });

  it('no word of one person lifts a penalty: what asks for H5 is blocked until a lifting is recorded, the rest is not', () => {
    for (const choice of ['apply', 'change'] as const) {
      const typed = values({ apply_h5_payment: choice });
      for (const h5Anyway of [false, true])
        expect(rulesAt({ ...typed, ticked: { ...typed.ticked, h5Anyway } }, { h5State: 'UNDER_PUNISHMENT' })).toEqual({
          apply_h5_payment: 'h5-under-punishment',
        });
    }
    expect(rulesAt(values({ shortname: 'Kites' }), { h5State: 'UNDER_PUNISHMENT' })).toEqual({});
  });

  it('blocks that a choice hides are not checked and not sent, and come back as they were (bug-form-editing-05)', () => {
    const individual = values({ merchant_type: 'INDIVIDUAL', 'director.name': 'x'.repeat(500) });
    expect(shownPaths(individual)).not.toContain('director.name');
    expect(rulesAt(individual)).toEqual({});
    expect(individual.director.name).toHaveLength(500);
  });

  it('a personal value is never in a line of the panel', () => {
    const typed = values({ 'contact.name': 'Canary Person', settlement_bank_number: '99998888777' });
    expect(JSON.stringify(panelLines(typed, base, (text) => text.length))).not.toMatch(/Canary|99998888/);
  });
});

describe('coverage', () => {
  it('is 15 for ENTERPRISE and 13 for INDIVIDUAL, plus the channel or address that business_type demands', () => {
    expect(requiredPaths({ merchantType: 'ENTERPRISE', businessType: 'ONLINE' }).length + 2).toBe(15);
    expect(requiredPaths({ merchantType: 'INDIVIDUAL', businessType: 'ONLINE' }).length + 2).toBe(13);
    const has = (path: FieldPath) => (isPersonalPath(path) ? base.masks[path] : held[path]) !== undefined;
    expect(coverage(has, { merchantType: 'ENTERPRISE', businessType: 'BOTH' })).toEqual({
      required: 15,
      held: 15,
      missing: [],
    });
    expect(
      coverage((path) => path !== 'business.store_address' && has(path), {
        merchantType: 'ENTERPRISE',
        businessType: 'OFFLINE',
      }).missing,
    ).toEqual(['business.store_address']);
  });

  it('missing and held always add up, whatever is held', () => {
    fc.assert(
      fc.property(
        fc.subarray([...fieldPaths]),
        fc.constantFrom('ENTERPRISE', 'INDIVIDUAL', ''),
        fc.constantFrom('ONLINE', 'OFFLINE', 'BOTH', ''),
        (paths, merchantType, businessType) => {
          const type = { merchantType, businessType };
          const { required, held: count, missing } = coverage((path) => paths.includes(path), type);
          const fromTable = missing.filter((path) => requiredPaths(type).includes(path));
          expect(count + fromTable.length).toBe(required);
        },
      ),
    );
  });
});

describe('any form state', () => {
  const word = fc.oneof(fc.constant(''), fc.string({ maxLength: 40 }));
  it('is judged without a fault of ours, and what is valid has every required value', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom(
            'name',
            'shortname',
            'office_phone',
            'business_category',
            'merchant_country_code',
            'registration_certificate_date',
          ),
          word,
        ),
        (changes) => {
          const edited = { ...structuredClone(opened), ...changes } as EditValues;
          const issues = checkEdit(edited, base);
          if (issues.length === 0)
            for (const path of requiredPaths({ merchantType: 'ENTERPRISE', businessType: 'BOTH' }))
              expect(
                panelLines(edited, base, () => 0).some((line) => line.path === path && line.kind !== 'removed'),
              ).toBe(true);
        },
      ),
    );
  });
});
