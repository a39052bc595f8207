import { get } from 'react-hook-form';
import { describe, expect, it } from 'vitest';
import type { EditBase } from '@/lib/sub-merchants/rules';
import { checkEdit, valuesOf } from '@/lib/sub-merchants/rules';
import type { EditValues } from '@/lib/sub-merchants/schema';
import { summariseSending } from './sent-summary';
import { editResolver } from './use-edit-form';

const base: EditBase = {
  version: 3,
  held: {
    name: 'Harbour Kite Books Limited',
    shortname: 'Harbour Kite Books',
    office_phone: '+85255500142',
    business_category: '644',
    channel_id: 'HK-1',
    merchant_country_code: '344',
    merchant_type: 'ENTERPRISE',
    registration_certificate_number: '30001427',
    registration_certificate_date: 'PERMANENT',
    'business.business_type': 'ONLINE',
    'business.website': 'https://www.harbour-kite.example',
    'business.mcc': '5942',
  },
  masks: {
    'contact.name': 'S** C**',
    'contact.phone': '+852 •••• 0142',
    'contact.email': 'o•••@h•••.example',
    'director.name': 'S** D**',
  },
  h5State: 'APPROVED',
  domainsInForce: ['www.harbour-kite.example', 'pay.harbour-kite.example'],
  websiteUrl: 'https://www.harbour-kite.example',
  budgetBytes: 245,
};

const edited = (change: (values: EditValues) => void): EditValues => {
  const values = valuesOf(base);
  change(values);
  return values;
};

const resolve = async (values: EditValues) =>
  editResolver(
    () => base,
    ({ rule }) => rule,
  )(values, undefined, { fields: {}, shouldUseNativeValidation: false });

describe('the resolver', () => {
  it('lets an untouched record pass with its values as they are', async () => {
    const values = valuesOf(base);
    expect(await resolve(values)).toEqual({ values, errors: {} });
  });

  it.each<[string, string, (values: EditValues) => void]>([
    [
      'business.mcc',
      'not-a-category-code',
      (values) => {
        values.business.mcc = '58';
      },
    ],
    [
      'office_phone',
      'not-a-phone',
      (values) => {
        values.office_phone = '+85255500142 ext 1';
      },
    ],
    [
      'contact.email',
      'too-many-bytes',
      (values) => {
        values.contact.email = `${'長'.repeat(80)}@shop.example`;
      },
    ],
    [
      'channel_id',
      'leaving-out-not-ticked',
      (values) => {
        values.channel_id = '';
      },
    ],
    [
      'business.website',
      'online-needs-a-channel',
      (values) => {
        values.business.website = '';
      },
    ],
    [
      'h5_payment_apply_info.domains',
      'domain-removal-not-ticked',
      (values) => {
        values.apply_h5_payment = 'change';
        values.h5_payment_apply_info.domains = ['www.harbour-kite.example'];
      },
    ],
    [
      'h5_payment_apply_info.domains.2',
      'not-a-domain',
      (values) => {
        values.apply_h5_payment = 'change';
        values.h5_payment_apply_info.domains.push('https://shop.example');
      },
    ],
    [
      'apply_h5_payment',
      'h5-already-approved',
      (values) => {
        values.apply_h5_payment = 'apply';
      },
    ],
  ])('puts the objection to %s on its wire path: %s', async (path, rule, change) => {
    const { errors } = await resolve(edited(change));
    expect(get(errors, `${path}.message`)).toBe(rule);
  });

  it('says what the server says: every issue of checkEdit, and no other', async () => {
    const values = edited((typed) => {
      typed.name = '';
      typed.business.mcc = 'x';
      typed.merchant_country_code = 'HK';
    });
    const { errors } = await resolve(values);
    const issues = checkEdit(values, base);
    expect(issues).toHaveLength(3);
    for (const { path, rule } of issues) expect(get(errors, `${path}.type`)).toBe(rule);
  });
});

describe('what will be sent', () => {
  it('nothing changed: everything held goes out again, what is not held is named', () => {
    const summary = summariseSending(valuesOf(base), base);
    expect(summary.changedCount).toBe(0);
    expect(summary.resent).toHaveLength(16);
    expect(summary.notHeld).toEqual([
      'registration_certificate_copy',
      'settlement_bank_number',
      'business.app_download',
      'business.office_account',
      'business.mini_program',
      'director.number',
    ]);
  });

  it('never carries a personal value that was typed', () => {
    const values = edited((typed) => {
      typed.contact.email = 'orders@harbour-kite.example';
    });
    const summary = summariseSending(values, base);
    expect(summary.changed).toEqual([
      { path: 'contact.email', kind: 'changed', value: null, was: 'o•••@h•••.example', sealedBytes: 27 },
    ]);
    expect(JSON.stringify(summary)).not.toContain('orders@');
  });

  it('counts removals, additions and what a choice hides', () => {
    const values = edited((typed) => {
      typed.merchant_type = 'INDIVIDUAL';
      typed.apply_h5_payment = 'change';
      typed.h5_payment_apply_info.domains = ['www.harbour-kite.example', 'order.harbour-kite.example'];
    });
    const summary = summariseSending(values, base);
    expect(summary.removedDomains).toEqual(['pay.harbour-kite.example']);
    expect(summary.leftOut.map(({ path }) => path)).toEqual(['director.name']);
    expect(summary.domains.map(({ kind }) => kind)).toEqual(['same', 'added', 'removed']);
  });
});
