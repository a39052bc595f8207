import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SandboxKeys } from './keys';
import { makeKeys } from './keys';
import type { Sandbox } from './server';
import { createSandbox } from './server';
import type { Loose } from './test-client';
import { answered, applying, clientOf, json, plainContact, sealContact, validBody } from './test-client';

const id = '1900003004';
const text = (length: number) => 'x'.repeat(length);
const online = (more: Loose) => ({
  business: { business_type: 'ONLINE', website: 'https://shop.example', mcc: '5942', ...more },
});
const photos = (count: number, length = 5) =>
  JSON.stringify(Array.from({ length: count }, (_, index) => `${index}`.padStart(length, 'p')));
const individual = { merchant_type: 'INDIVIDUAL' };
const apply = (info: Loose) => ({ apply_h5_payment: true, h5_payment_apply_info: info });
const site = 'https://shop.example';

describe('the rules of 4.1', () => {
  let keys: SandboxKeys;
  let sandbox: Sandbox;
  let client: ReturnType<typeof clientOf>;

  beforeAll(async () => {
    keys = await makeKeys(new Date());
    sandbox = await createSandbox({ stateDir: null, keys });
    client = clientOf(sandbox, await sandbox.listen(0));
  }, 60_000);
  afterAll(() => sandbox.close());
  beforeEach(() => client.control('reset'));

  const passing: [string, Loose][] = [
    ['name of 128', { name: text(128) }],
    ['name of 128 Chinese characters', { name: '港'.repeat(128) }],
    ['shortname of 64', { shortname: text(64) }],
    ['office_phone without plus', { office_phone: '85220001000' }],
    ['channel_id of 20', { channel_id: text(20) }],
    ['settlement_bank_number of 128', { settlement_bank_number: text(128) }],
    ['registration_certificate_copy of 128', { registration_certificate_copy: text(128) }],
    ['registration_certificate_number of 50', { registration_certificate_number: text(50) }],
    ['PERMANENT', { registration_certificate_date: 'PERMANENT' }],
    ['N/A', { registration_certificate_date: 'N/A' }],
    ['a leap day', { registration_certificate_date: '2028-02-29' }],
    ['a director of an ENTERPRISE', { director: { name: 'Sample Director', number: text(128) } }],
    ['a principal of an INDIVIDUAL', { ...individual, principal: { name: 'Sample Principal' } }],
    [
      'INDIVIDUAL without registration document',
      { ...individual, registration_certificate_number: undefined, registration_certificate_date: undefined },
    ],
    ['each other channel', { business: { business_type: 'ONLINE', mini_program: 'wx1', mcc: '5942' } }],
    ['OFFLINE with an address', { business: { business_type: 'OFFLINE', store_address: text(128), mcc: '5942' } }],
    ['three photos', online({ store_photos: photos(3) })],
    ['photos of 1024 characters', online({ store_photos: photos(9, 110).padEnd(1024, ' ') })],
    ['apply_h5_payment false', { apply_h5_payment: false }],
    ['five domains', applying('a.example', 'b.example', 'c.example', 'd.example', 'e.example')],
  ];
  it.each(passing)('passes: %s', async (_, changes) => {
    const answer = answered(await client.modify(id, validBody(keys, changes)));
    expect([answer.status, json(answer).detail]).toEqual([200, undefined]);
  });

  const failing: [string, Loose, string][] = [
    ...[
      'sp_appid',
      'sp_mchid',
      'name',
      'shortname',
      'office_phone',
      'contact',
      'business_category',
      'merchant_country_code',
      'merchant_type',
      'registration_certificate_number',
      'registration_certificate_date',
      'business',
    ].map((field): [string, Loose, string] => [`without ${field}`, { [field]: undefined }, `/${field}`]),
    ['name of 129', { name: text(129) }, '/name'],
    ['empty name', { name: '' }, '/name'],
    ['null name', { name: null }, '/name'],
    ['name that is a number', { name: 5 }, '/name'],
    ['shortname of 65', { shortname: text(65) }, '/shortname'],
    ['office_phone with letters', { office_phone: '+85220SHOP' }, '/office_phone'],
    ['business_category as text', { business_category: '644' }, '/business_category'],
    ['business_category as fraction', { business_category: 6.4 }, '/business_category'],
    ['channel_id of 21', { channel_id: text(21) }, '/channel_id'],
    ['empty channel_id', { channel_id: '' }, '/channel_id'],
    ['country as letters', { merchant_country_code: 'HKG' }, '/merchant_country_code'],
    ['unknown merchant_type', { merchant_type: 'COMPANY' }, '/merchant_type'],
    ['certificate number of 51', { registration_certificate_number: text(51) }, '/registration_certificate_number'],
    ['a day that does not exist', { registration_certificate_date: '2027-02-29' }, '/registration_certificate_date'],
    ['another date format', { registration_certificate_date: '30/06/2031' }, '/registration_certificate_date'],
    ['certificate copy of 129', { registration_certificate_copy: text(129) }, '/registration_certificate_copy'],
    ['settlement number of 129', { settlement_bank_number: text(129) }, '/settlement_bank_number'],
    ['principal of an ENTERPRISE', { principal: { name: 'Sample' } }, '/principal'],
    ['director of an INDIVIDUAL', { ...individual, director: { name: 'Sample' } }, '/director'],
    ['director name of 129', { director: { name: text(129) } }, '/director/name'],
    ['unknown business_type', online({ business_type: 'SHOP' }), '/business/business_type'],
    ['without mcc', online({ mcc: undefined }), '/business/mcc'],
    ['mcc of three digits', online({ mcc: '594' }), '/business/mcc'],
    ['website of 129', online({ website: `https://${text(121)}` }), '/business/website'],
    ['ONLINE without channel', online({ website: undefined }), '/business/website'],
    ['BOTH without address', online({ business_type: 'BOTH' }), '/business/store_address'],
    ['OFFLINE without address', { business: { business_type: 'OFFLINE', mcc: '5942' } }, '/business/store_address'],
    [
      'BOTH without channel',
      { business: { business_type: 'BOTH', store_address: 'x', mcc: '5942' } },
      '/business/website',
    ],
    ['two photos', online({ store_photos: photos(2) }), '/business/store_photos'],
    ['photos as a real array', online({ store_photos: ['a', 'b', 'c'] }), '/business/store_photos'],
    ['photos as plain text', online({ store_photos: 'a,b,c' }), '/business/store_photos'],
    ['photos of more than 1024', online({ store_photos: photos(10, 110) }), '/business/store_photos'],
    ['apply_h5_payment as text', { apply_h5_payment: 'true' }, '/apply_h5_payment'],
    ['applying without info', { apply_h5_payment: true }, '/h5_payment_apply_info/website_url'],
    ['applying without website', apply({ domains: ['a.example'] }), '/h5_payment_apply_info/website_url'],
    ['applying without domains', apply({ website_url: site }), '/h5_payment_apply_info/domains'],
    ['applying with no domain', apply({ website_url: site, domains: [] }), '/h5_payment_apply_info/domains'],
    [
      'six domains',
      applying('a.example', 'b.example', 'c.example', 'd.example', 'e.example', 'f.example'),
      '/h5_payment_apply_info/domains',
    ],
    ['a domain with scheme', applying('https://a.example'), '/h5_payment_apply_info/domains/0'],
    [
      'info without applying',
      { h5_payment_apply_info: { website_url: site, domains: ['a.example'] } },
      '/h5_payment_apply_info',
    ],
  ];
  it.each(failing)('refuses: %s', async (_, changes, field) => {
    const answer = answered(await client.modify(id, validBody(keys, changes)));
    expect([answer.status, json(answer)]).toMatchObject([400, { code: 'PARAM_ERROR', detail: { field } }]);
    expect(sandbox.state.effects).toEqual({});
  });

  const contacts: [string, Record<string, string>, string | null][] = [
    ['name of 64', { name: '港'.repeat(64) }, null],
    ['name of 65', { name: text(65) }, '/contact/name'],
    ['empty name', { name: '' }, '/contact/name'],
    ['phone without plus', { phone: '85220001000' }, null],
    ['phone that is none', { phone: 'call me' }, '/contact/phone'],
    ['email that is none', { email: 'nobody' }, '/contact/email'],
  ];
  it.each(contacts)('judges the opened contact: %s', async (_, change, field) => {
    const contact = sealContact({ ...plainContact, ...change }, keys);
    const answer = answered(await client.modify(id, validBody(keys, { contact })));
    if (field === null) expect(answer.status).toBe(200);
    else expect(json(answer)).toMatchObject({ code: 'PARAM_ERROR', detail: { field, value: '***' } });
  });

  it('refuses a contact with a field missing or too many', async () => {
    const { email, ...rest } = sealContact(plainContact, keys);
    expect(json(answered(await client.modify(id, validBody(keys, { contact: rest })))).detail).toMatchObject({
      field: '/contact/email',
    });
    const contact = { ...rest, email, fax: email };
    expect(json(answered(await client.modify(id, validBody(keys, { contact })))).detail).toMatchObject({
      value: ['/body/contact/fax'],
    });
  });

  it('replaces the whole record: what was not sent is gone', async () => {
    const subMchid = '1900003003';
    expect(sandbox.state.subMerchants[subMchid]?.record.channel_id).toBeDefined();
    await client.modify(subMchid, validBody(keys, { shortname: '新名' }));
    const held = sandbox.state.subMerchants[subMchid];
    expect(held?.record.channel_id).toBeUndefined();
    expect(held?.record.shortname).toBe('新名');
    expect(held?.record.contact).toEqual(plainContact);
    expect(held?.record).not.toHaveProperty('sp_mchid');
  });

  const stateRules: [string, string, Loose, RegExp][] = [
    ['added through the page', '1900003040', {}, /through the page/],
    ['onboarding under review', '1900003041', {}, /not passed review/],
    ['an H5 application under review', '1900003006', applying('a.example'), /not passed review/],
    ['a penalty', '1900003009', applying('a.example'), /Action has been taken/],
    ['a risky domain', id, applying('a.example', 'pay.risk.example'), /at risk/],
    ['a risky website', id, apply({ website_url: 'https://blocked.example/', domains: ['a.example'] }), /at risk/],
    ['a closed sub-merchant', '1900003039', {}, /closed/],
  ];
  it.each(stateRules)('refuses by state: %s', async (_, subMchid, changes, message) => {
    const answer = answered(await client.modify(subMchid, validBody(keys, changes)));
    expect([answer.status, answer.signature]).toEqual([400, 'valid']);
    expect(json(answer)).toMatchObject({ code: 'INVALID_REQUEST', message: expect.stringMatching(message) });
    expect(sandbox.state.effects).toEqual({});
  });

  it.each(['1900003009', '1900003006', '1900003008'])(
    'lets %s change while nothing is applied for',
    async (subMchid) => {
      const before = sandbox.state.subMerchants[subMchid]?.h5;
      const answer = answered(await client.modify(subMchid, validBody(keys)));
      expect(json(answer)).toEqual({ sub_mchid: subMchid });
      expect(sandbox.state.subMerchants[subMchid]?.h5).toEqual(before);
    },
  );

  it.each(['1900003004', '1900003008', '1900003013', '1900003001'])(
    'an application of %s comes under review',
    async (subMchid) => {
      const answer = answered(await client.modify(subMchid, validBody(keys, applying('new.example'))));
      expect(json(answer)).toEqual({ sub_mchid: subMchid, h5_authorization_state: 'UNDER_REVIEW' });
      expect(sandbox.state.subMerchants[subMchid]?.h5.asked?.domains).toEqual(['new.example']);
    },
  );
});
