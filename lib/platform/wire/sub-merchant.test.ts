import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { vectorCases } from '../../testing/vectors';
import { alongside, failedRules } from './rules';
import {
  contactBytesCheck,
  contactPlain,
  modifySubMerchantAnswer,
  storePhotoList,
  storePhotos,
  subMerchantBody,
  subMerchantCheck,
  subMerchantRecordAnswer,
  subMerchantShape,
} from './sub-merchant';

const block = Buffer.alloc(256, 7).toString('base64');
const wire = {
  sp_appid: 'wx0000000000002241',
  sp_mchid: '1900002241',
  name: 'Harbour Tea House Limited',
  shortname: 'Harbour Tea',
  office_phone: '+85223456789',
  contact: { name: block, phone: block, email: block },
  business_category: 644,
  merchant_country_code: '344',
  merchant_type: 'ENTERPRISE',
  registration_certificate_number: '12345678-000',
  registration_certificate_date: 'PERMANENT',
  business: { business_type: 'ONLINE', website: 'https://tea.example', mcc: '5499' },
};

type Change = Record<string, unknown>;
const failures = (change: Change) => {
  const parsed = subMerchantBody.safeParse({ ...wire, ...change });
  return parsed.success ? [] : failedRules(parsed.error).map(({ rule, path }) => [rule, path.join('.')]);
};
const business = (change: Change) => ({ business: { ...wire.business, ...change } });

describe('the body of 4.1', () => {
  it('encodes to the wire and decodes back', () => {
    const photos = ['media-1', 'media-2', 'media-3'];
    const value = subMerchantBody.parse({ ...wire, ...business({ store_photos: JSON.stringify(photos) }) });
    expect(value.business.store_photos).toEqual(photos);
    const sent = z.encode(subMerchantBody, value);
    expect(sent.business.store_photos).toBe('["media-1","media-2","media-3"]');
    expect(subMerchantBody.parse(sent)).toEqual(value);
  });

  it('sends texts in their composed form', () => {
    const value = subMerchantBody.parse({ ...wire, shortname: 'Café'.normalize('NFD') });
    expect(value.shortname).toBe('Café'.normalize('NFC'));
    const typed = { ...value, shortname: 'Café'.normalize('NFD') };
    expect(z.encode(subMerchantBody, typed).shortname).toBe('Café'.normalize('NFC'));
  });

  it('keeps the order of the interface, whatever order it is given in', () => {
    const shuffled = Object.fromEntries(Object.entries(subMerchantBody.parse(wire)).reverse());
    expect(Object.keys(z.encode(subMerchantBody, subMerchantBody.parse(shuffled)))).toEqual(Object.keys(wire));
  });

  it('does not take contact in clear text', () => {
    const contact = { name: 'Sample Contact', phone: '+85223456789', email: 'ops@shop.example' };
    expect(failures({ contact })).toEqual([
      ['not-sealed', 'contact.name'],
      ['not-sealed', 'contact.phone'],
      ['not-sealed', 'contact.email'],
    ]);
  });

  it('refuses fields that it does not know, at every depth', () => {
    expect(failures({ sub_mchid: '1' })).toEqual([['unknown-field', 'sub_mchid']]);
    expect(failures(business({ mcc_code: '1' }))).toEqual([['unknown-field', 'business.mcc_code']]);
    expect(failures({ director: { name: 'A', phone: '1' } })).toEqual([['unknown-field', 'director.phone']]);
    expect(failures({ contact: { ...wire.contact, fax: block } })).toEqual([['unknown-field', 'contact.fax']]);
  });

  it('never takes null or an empty text for an absent value (bug-form-editing-04)', () => {
    expect(failures({ channel_id: null })).toEqual([['wrong-type', 'channel_id']]);
    expect(failures({ channel_id: '' })).toEqual([['required', 'channel_id']]);
    expect(failures({ director: null })).toEqual([['wrong-type', 'director']]);
  });

  it('takes a whole number as category, and nothing that looks like one', () => {
    for (const business_category of ['644', 644.5, null, Number.NaN]) {
      expect(failures({ business_category })).toEqual([['not-an-integer', 'business_category']]);
    }
    expect(failures({ business_category: undefined })).toEqual([['required', 'business_category']]);
  });
});

describe('the rules between fields', () => {
  const applied = { apply_h5_payment: true };
  const info = { website_url: 'https://tea.example', domains: ['tea.example'] };

  it.each<[string, Change, [string, string][]]>([
    ['ENTERPRISE with number and date', {}, []],
    [
      'ENTERPRISE without number',
      { registration_certificate_number: undefined },
      [['required-for-enterprise', 'registration_certificate_number']],
    ],
    [
      'ENTERPRISE without date',
      { registration_certificate_date: undefined },
      [['required-for-enterprise', 'registration_certificate_date']],
    ],
    ['ENTERPRISE with a director', { director: { name: 'A', number: '1' } }, []],
    ['ENTERPRISE with a principal', { principal: { name: 'A' } }, [['only-for-individual', 'principal']]],
    [
      'INDIVIDUAL without both',
      {
        merchant_type: 'INDIVIDUAL',
        registration_certificate_number: undefined,
        registration_certificate_date: undefined,
      },
      [],
    ],
    ['INDIVIDUAL with both', { merchant_type: 'INDIVIDUAL' }, []],
    [
      'INDIVIDUAL with a director',
      { merchant_type: 'INDIVIDUAL', director: {} },
      [['only-for-enterprise', 'director']],
    ],
    ['INDIVIDUAL with a principal', { merchant_type: 'INDIVIDUAL', principal: { number: '1' } }, []],
    ['ONLINE without a channel', business({ website: undefined }), [['online-needs-a-channel', 'business.website']]],
    ['ONLINE with an app', business({ website: undefined, app_download: 'https://a.example' }), []],
    ['ONLINE with an account', business({ website: undefined, office_account: 'Harbour' }), []],
    ['ONLINE with a mini program', business({ website: undefined, mini_program: 'wx1' }), []],
    [
      'OFFLINE with an address',
      business({ business_type: 'OFFLINE', website: undefined, store_address: '1 Pier Road' }),
      [],
    ],
    [
      'OFFLINE without one',
      business({ business_type: 'OFFLINE', website: undefined }),
      [['offline-needs-an-address', 'business.store_address']],
    ],
    [
      'BOTH with neither',
      business({ business_type: 'BOTH', website: undefined }),
      [
        ['online-needs-a-channel', 'business.website'],
        ['offline-needs-an-address', 'business.store_address'],
      ],
    ],
    ['BOTH with both', business({ business_type: 'BOTH', store_address: '1 Pier Road' }), []],
    ['an application', { ...applied, h5_payment_apply_info: info }, []],
    [
      'an application without information',
      applied,
      [
        ['required-when-applying', 'h5_payment_apply_info.website_url'],
        ['required-when-applying', 'h5_payment_apply_info.domains'],
      ],
    ],
    [
      'an application without domains',
      { ...applied, h5_payment_apply_info: { ...info, domains: [] } },
      [['required-when-applying', 'h5_payment_apply_info.domains']],
    ],
    [
      'an application without address',
      { ...applied, h5_payment_apply_info: { domains: info.domains } },
      [['required-when-applying', 'h5_payment_apply_info.website_url']],
    ],
    [
      'information without application',
      { h5_payment_apply_info: info },
      [['only-when-applying', 'h5_payment_apply_info']],
    ],
    [
      'information with false',
      { apply_h5_payment: false, h5_payment_apply_info: info },
      [['only-when-applying', 'h5_payment_apply_info']],
    ],
    ['no application said in words', { apply_h5_payment: false }, []],
    [
      'six domains',
      { ...applied, h5_payment_apply_info: { ...info, domains: ['a.b', 'b.b', 'c.b', 'd.b', 'e.b', 'f.b'] } },
      [['too-many', 'h5_payment_apply_info.domains']],
    ],
    [
      'a domain twice',
      { ...applied, h5_payment_apply_info: { ...info, domains: ['a.b', 'b.b', 'a.b'] } },
      [['duplicate', 'h5_payment_apply_info.domains.2']],
    ],
  ])('%s', (_, change, expected) => {
    expect(failures(change)).toEqual(expected);
  });

  it('speak together with the rules of single fields', () => {
    expect(failures({ name: '', registration_certificate_number: undefined })).toEqual([
      ['required', 'name'],
      ['required-for-enterprise', 'registration_certificate_number'],
    ]);
  });

  it('keep quiet about what is not there to judge', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...Object.keys(subMerchantShape.shape)), fc.jsonValue()), (value) => {
        subMerchantBody.safeParse(value);
      }),
    );
    expect(subMerchantBody.safeParse(null).success).toBe(false);
  });
});

describe('what forms derive', () => {
  const form = subMerchantShape
    .omit({ sp_appid: true, sp_mchid: true })
    .extend({ contact: contactPlain })
    .superRefine(subMerchantCheck, alongside);

  it('takes contact in clear text, with the same rules', () => {
    const { sp_appid, sp_mchid, ...rest } = wire;
    const contact = { name: 'Sample Contact', phone: '+85223456789', email: 'ops@shop.example' };
    expect(form.safeParse({ ...rest, contact }).success).toBe(true);
    const parsed = form.safeParse({ ...rest, contact, registration_certificate_date: undefined });
    expect(parsed.error?.issues.map(({ message }) => message)).toEqual(['required-for-enterprise']);
    expect([sp_appid, sp_mchid]).toEqual([wire.sp_appid, wire.sp_mchid]);
  });

  it.each(vectorCases('field-encryption-limits').filter(({ field }) => field !== null))(
    'names the bytes of $id $name (bug-field-encryption-02, bug-field-encryption-04)',
    ({ field, value, fits, key_bits, utf8_bytes }) => {
      const budget = key_bits / 8 - 11;
      const found: unknown[] = [];
      const name = (field ?? '').replace('contact.', '');
      contactBytesCheck({ [name]: value }, budget, { addIssue: (issue) => found.push(issue) });
      const expected = { params: { rule: 'too-many-bytes', max: budget, count: utf8_bytes }, path: ['contact', name] };
      expect(found).toEqual(fits ? [] : [expect.objectContaining(expected)]);
    },
  );
});

describe('store_photos', () => {
  const rules = (value: unknown) => {
    const parsed = storePhotos.safeParse(value);
    return parsed.success ? [] : failedRules(parsed.error).map(({ rule }) => rule);
  };

  it('is a list inside a text', () => {
    expect(z.decode(storePhotos, '["a","b","c"]')).toEqual(['a', 'b', 'c']);
    expect(z.encode(storePhotos, ['a', 'b', 'c'])).toBe('["a","b","c"]');
  });

  it.each<[unknown, string]>([
    ['["a","b"]', 'too-few'],
    ['[]', 'too-few'],
    ['a,b,c', 'not-a-list'],
    ['{"0":"a"}', 'not-a-list'],
    ['"[\\"a\\"]"', 'not-a-list'],
    [['a', 'b', 'c'], 'wrong-type'],
    ['["a","b",3]', 'wrong-type'],
    ['["a","b",""]', 'required'],
    [`["a","b","${'c'.repeat(129)}"]`, 'too-long'],
  ])('refuses %j: %s', (value, rule) => {
    expect(rules(value)).toEqual([rule]);
  });

  it('holds 1024 characters of text in all', () => {
    const ids = (last: number) => [...Array<string>(7).fill('x'.repeat(125)), 'y'.repeat(last)];
    const length = (last: number) => JSON.stringify(ids(last)).length;
    const fitting = 128 - (length(128) - 1024);
    expect(length(fitting)).toBe(1024);
    expect(storePhotoList.safeParse(ids(fitting)).success).toBe(true);
    const parsed = storePhotoList.safeParse(ids(fitting + 1));
    expect(parsed.error && failedRules(parsed.error)).toEqual([{ rule: 'too-long', path: [], max: 1024, count: 1025 }]);
  });

  it('round-trips every list that is allowed', () => {
    const id = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/);
    fc.assert(
      fc.property(fc.array(id, { minLength: 3, maxLength: 8 }), (ids) => {
        expect(z.decode(storePhotos, z.encode(storePhotos, ids))).toEqual(ids);
      }),
    );
  });
});

describe('answers', () => {
  it('keeps what it does not know (bug-responses-04)', () => {
    const answer = { sub_mchid: '2400000100', h5_authorization_state: 'UNDER_APPEAL', extra: 1 };
    expect(modifySubMerchantAnswer.parse(answer)).toEqual(answer);
    expect(modifySubMerchantAnswer.safeParse({ sub_mchid: 5 }).success).toBe(false);
  });

  it('reads a record with a category in either form and nothing else', () => {
    for (const business_category of [644, '644']) {
      expect(subMerchantRecordAnswer.parse({ sub_mchid: '1', business_category })).toMatchObject({ business_category });
    }
    const sub_merchant_state = { sub_merchant_status: 'OPERATING', application_reject_detail: '{"reason":["x"]}' };
    expect(subMerchantRecordAnswer.parse({ sub_mchid: '1', contact: null, sub_merchant_state })).toBeTruthy();
    expect(subMerchantRecordAnswer.parse({ sub_mchid: '1', sub_merchant_state: {} })).toBeTruthy();
  });
});
