// The interface is the judge: its tables are read row by row and put to the schemas and the dispositions. A row that is
// not understood here fails, so nothing of a table can be passed over.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { findDisposition } from './dispositions';
import { operations } from './operations';
import { dispositions } from './rows/all';
import { applicationRows } from './rows/application';
import { contractRows } from './rows/contract';
import { deductionRows } from './rows/deduction';
import {
  applicationBody,
  applicationCheck,
  applicationRecord,
  applicationShape,
  modifyApplicationAnswer,
} from './wire/application';
import { contractId, terminationBodies } from './wire/contract';
import { deductionBodies, orderRecord } from './wire/deduction';
import { applymentStates, contractStates, h5AuthorizationStates, limitQuotas, tradeStates } from './wire/enums';
import { errorBody } from './wire/error';
import { idempotencyKey } from './wire/fields';
import { alongside, failedRules } from './wire/rules';
import {
  contactPlain,
  h5DomainsMax,
  modifySubMerchantAnswer,
  storePhotosMin,
  subMerchantBody,
  subMerchantShape,
} from './wire/sub-merchant';

const text = readFileSync(new URL('../../docs/interface.md', import.meta.url), 'utf8');

type Row = Record<string, string>;

/** The text under a heading, up to the next heading of any level. */
function section(heading: string): string {
  const [, after = ''] = text.split(`\n${heading}`);
  const [body = ''] = after.split(/\n#/);
  return body;
}

/** The tables of a text in their order, each row by its column names. */
function tables(body: string): Row[][] {
  const blocks = body.match(/(?:^\|.*\n?)+/gm) ?? [];
  return blocks.map((block) => {
    const cells = (line: string) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim());
    const [head = '', , ...lines] = block.trim().split('\n');
    const names = cells(head);
    return lines.map((line) => Object.fromEntries(cells(line).map((cell, index) => [names[index] ?? '', cell])));
  });
}

const fieldsOf = (table: Row[] | undefined) => (table ?? []).map(({ Field }) => Field);

const [body4, contact4, business4, applyInfo4, answer4] = tables(section('### 4.1 Modify sub-merchant'));

const [body42] = tables(section('### 4.2 Modify H5 payment authorization application'));
const [record22] = tables(section('### 2.2 H5 payment authorization application'));

const block = Buffer.alloc(256, 7).toString('base64');
const contact = { name: 'Sample Contact', phone: '+85223456789', email: 'ops@shop.example' };
const full = {
  sp_appid: 'wx0000000000002241',
  sp_mchid: '1900002241',
  name: 'Harbour Tea House Limited',
  shortname: 'Harbour Tea',
  office_phone: '+85223456789',
  contact: { name: block, phone: block, email: block },
  business_category: 644,
  channel_id: '123',
  merchant_country_code: '344',
  merchant_type: 'ENTERPRISE',
  registration_certificate_number: '12345678-000',
  registration_certificate_date: '2030-12-31',
  registration_certificate_copy: 'media-0',
  settlement_bank_number: '012-345-678',
  business: {
    business_type: 'BOTH',
    app_download: 'https://tea.example/app',
    website: 'https://tea.example',
    office_account: 'Harbour Tea',
    mini_program: 'wx1',
    store_address: '1 Pier Road',
    store_photos: '["media-1","media-2","media-3"]',
    mcc: '5499',
  },
  director: { name: 'Sample Director', number: 'A123456(7)' },
  apply_h5_payment: true,
  h5_payment_apply_info: { website_url: 'https://tea.example', domains: ['tea.example'] },
};
const individual = { ...full, merchant_type: 'INDIVIDUAL', director: undefined, principal: full.director };

/** A copy of `value` with one path replaced; undefined takes it away. */
function withValue(value: Row | object, path: string, replacement: unknown): object {
  const [head = '', ...rest] = path.split('.');
  const inner =
    rest.length === 0 ? replacement : withValue(Reflect.get(value, head) ?? {}, rest.join('.'), replacement);
  const copy = { ...value, [head]: inner };
  if (inner === undefined) Reflect.deleteProperty(copy, head);
  return copy;
}

function rulesAt(schema: z.ZodType, value: object, path: string): string[] {
  const parsed = schema.safeParse(value);
  const failures = parsed.success ? [] : failedRules(parsed.error);
  return failures.filter((failure) => failure.path.join('.').startsWith(path)).map(({ rule }) => rule);
}

/** A text of exactly this length that is good for the field; null where the field's own form is shorter. */
function specimen(field: string, length: number): string | null {
  const padded = (prefix: string, suffix = '') => prefix + 'x'.repeat(length - prefix.length - suffix.length) + suffix;
  if (field === 'office_phone' || field === 'phone') return null;
  if (field === 'email') return padded('ops@', '.example');
  if (field === 'notify_url') return padded('https://tea.example/');
  if (field === 'out_trade_no') return 'D'.repeat(length);
  if (field === 'website_url') return padded('https://tea.example/');
  if (field === 'store_photos') {
    const ids = [...Array<string>(7).fill('x'.repeat(125)), ''];
    return JSON.stringify([...ids.slice(0, 7), 'y'.repeat(length - JSON.stringify(ids).length)]);
  }
  const words: Record<string, string> = {
    merchant_country_code: '344',
    merchant_type: 'ENTERPRISE',
    registration_certificate_date: 'PERMANENT',
    business_type: 'OFFLINE',
    mcc: '5499',
  };
  const word = words[field];
  return word === undefined ? '香'.repeat(length) : word.length === length ? word : null;
}

/** Puts one row's type and length to a schema: all within pass, all beyond fail. */
function checkType(schema: z.ZodType, base: object, path: string, type: string) {
  const field = path.split('.').at(-1) ?? '';
  const rules = (value: unknown) => rulesAt(schema, withValue(base, path, value), path);
  expect(rules(null)).not.toEqual([]);
  const [, min, max] = /^string\[(\d+),(\d+)\]$/.exec(type) ?? [];
  if (min !== undefined && max !== undefined) {
    expect(min).toBe('1');
    for (const wrong of ['', 1, true, [], {}]) expect(rules(wrong)).not.toEqual([]);
    const longest = specimen(field, Number(max));
    if (longest !== null) {
      expect([...longest]).toHaveLength(Number(max));
      expect(rules(longest)).toEqual([]);
    }
    expect(rules(`${longest ?? ''}${'1'.repeat(Number(max) + 1 - (longest?.length ?? 0))}`)).not.toEqual([]);
    if (longest?.startsWith('香')) expect(rules('香'.repeat(Number(max) + 1))).toEqual(['too-long']);
    return;
  }
  const wrong: Record<string, unknown[]> = {
    int: ['644', 1.5, true],
    boolean: ['true', 1],
    object: ['x', 1, []],
    'array of string': ['tea.example', [1], {}],
  };
  const values = wrong[type];
  if (!values) throw new Error(`No check for the type ${type}`);
  for (const value of values) expect(rules(value)).not.toEqual([]);
}

/** Puts one row's requirement to a schema. `conditional` rows have their own tests below. */
function checkRequired(schema: z.ZodType, base: object, path: string, required: string) {
  const rules = rulesAt(schema, withValue(base, path, undefined), path);
  if (required.startsWith('Yes')) expect(rules).toEqual(['required']);
  else if (required === 'No') expect(rules).toEqual([]);
  else expect(required).toBe('Conditional');
}

describe('4.1 method, path and headers', () => {
  const operation = operations['sub-merchant.modify'];

  it('are those of the operation', () => {
    expect(section('### 4.1')).toContain(`Method and path: ${operation.method} ${operation.path}`);
    expect(section('### 4.1')).toContain('Mode: institutional.');
    expect(operation.modes).toEqual(['institutional']);
    expect(section('## 9. Versioning')).toContain(`modify sub-merchant ${operation.updated}`);
  });

  it('want a key of letters and digits, up to 64', () => {
    expect(section('## 8. Limits')).toContain('Idempotency-Key: up to 64 characters, letters and digits.');
    expect(idempotencyKey.safeParse('aZ09'.repeat(16)).success).toBe(true);
    expect(idempotencyKey.safeParse('a'.repeat(65)).success).toBe(false);
    expect(idempotencyKey.safeParse('a_b').success).toBe(false);
  });
});

describe('4.1 body', () => {
  // Marked "Yes" and "Required when merchant_type is ENTERPRISE": the two bind only ENTERPRISE.
  const enterpriseOnly = ['registration_certificate_number', 'registration_certificate_date'];
  // One of four, or needed with an address or an application: "No" in the table, and a condition in its text.
  const withCondition = ['h5_payment_apply_info.domains'];

  it('is accepted with every field of its tables', () => {
    expect(subMerchantBody.safeParse(full).error?.issues).toBeUndefined();
    expect(subMerchantBody.safeParse(individual).error?.issues).toBeUndefined();
  });

  it('has exactly the fields of the tables, in their order', () => {
    expect(Object.keys(subMerchantShape.shape)).toEqual(fieldsOf(body4));
    expect(Object.keys(subMerchantShape.shape.contact.shape)).toEqual(fieldsOf(contact4));
    expect(Object.keys(contactPlain.shape)).toEqual(fieldsOf(contact4));
    expect(Object.keys(subMerchantShape.shape.business.shape)).toEqual(fieldsOf(business4));
    expect(Object.keys(subMerchantShape.shape.h5_payment_apply_info.unwrap().shape)).toEqual(fieldsOf(applyInfo4));
  });

  const rows = [
    ...(body4 ?? []).map((row) => ({ ...row, path: row.Field ?? '' })),
    ...(business4 ?? []).map((row) => ({ ...row, path: `business.${row.Field}` })),
    ...(applyInfo4 ?? []).map((row) => ({ ...row, path: `h5_payment_apply_info.${row.Field}` })),
  ] as (Row & { path: string; Type: string; Required: string; Description: string })[];

  it('reads 19 + 8 + 2 rows', () => {
    expect(rows).toHaveLength(29);
    expect(contact4).toHaveLength(3);
  });

  it.each(rows)('$path: $Type, $Required', ({ path, Type, Required, Description }) => {
    const base = path.startsWith('principal') ? individual : full;
    checkType(subMerchantBody, base, path, Type);
    if (enterpriseOnly.includes(path)) {
      expect(Description).toContain('Required when merchant_type is ENTERPRISE.');
      expect(rulesAt(subMerchantBody, withValue(full, path, undefined), path)).toEqual(['required-for-enterprise']);
      expect(rulesAt(subMerchantBody, withValue(individual, path, undefined), path)).toEqual([]);
    } else if (withCondition.includes(path)) {
      expect(Description).toContain('Required when apply_h5_payment is true.');
    } else checkRequired(subMerchantBody, base, path, Required);
  });

  it.each((contact4 ?? []) as (Row & { Field: string; Type: string; Required: string })[])(
    'contact.$Field in clear text: $Type, $Required; sealed on the wire',
    ({ Field, Type, Required }) => {
      checkType(contactPlain, contact, Field, Type);
      checkRequired(contactPlain, contact, Field, Required);
      const path = `contact.${Field}`;
      checkRequired(subMerchantBody, full, path, Required);
      expect(rulesAt(subMerchantBody, withValue(full, path, Reflect.get(contact, Field)), path)).toEqual([
        'not-sealed',
      ]);
    },
  );

  it.each(['director', 'principal'])('%s: the fields that its description names', (person) => {
    const description = body4?.find(({ Field }) => Field === person)?.Description ?? '';
    const fields = [...description.matchAll(/(\w+) (string\[\d+,\d+\]) (Yes|No)/g)];
    const base = person === 'director' ? full : individual;
    expect(fields).toHaveLength(2);
    for (const [, field = '', type = '', required = ''] of fields) {
      checkType(subMerchantBody, base, `${person}.${field}`, type);
      checkRequired(subMerchantBody, base, `${person}.${field}`, required);
    }
    const only = person === 'director' ? 'ENTERPRISE' : 'INDIVIDUAL';
    expect(description).toContain(`Only for ${only}.`);
    const wrongWay = withValue(person === 'director' ? individual : full, person, { name: 'x' });
    expect(rulesAt(subMerchantBody, wrongWay, person)).toEqual([`only-for-${only.toLowerCase()}`]);
  });

  it('wants one of the four channels when business_type is ONLINE or BOTH', () => {
    expect(section('### 4.1')).toContain(
      'when business_type is ONLINE or BOTH, one of app_download, website, office_account, mini_program must be submitted.',
    );
    const channels = ['app_download', 'website', 'office_account', 'mini_program'];
    const without = channels.reduce((value, name) => withValue(value, `business.${name}`, undefined), full as object);
    for (const type of ['ONLINE', 'BOTH', 'OFFLINE']) {
      const typed = withValue(without, 'business.business_type', type);
      expect(rulesAt(subMerchantBody, typed, 'business')).toEqual(type === 'OFFLINE' ? [] : ['online-needs-a-channel']);
      for (const name of channels) {
        const value = withValue(typed, `business.${name}`, 'https://tea.example');
        expect(rulesAt(subMerchantBody, value, 'business')).toEqual([]);
      }
    }
  });

  it('wants the address when business_type is OFFLINE or BOTH', () => {
    const without = withValue(full, 'business.store_address', undefined);
    for (const type of ['ONLINE', 'BOTH', 'OFFLINE']) {
      const typed = withValue(without, 'business.business_type', type);
      expect(rulesAt(subMerchantBody, typed, 'business')).toEqual(
        type === 'ONLINE' ? [] : ['offline-needs-an-address'],
      );
    }
  });

  it('wants address and domains of the application when apply_h5_payment is true, and neither otherwise', () => {
    for (const path of ['h5_payment_apply_info.website_url', 'h5_payment_apply_info.domains']) {
      expect(rulesAt(subMerchantBody, withValue(full, path, undefined), path)).toEqual(['required-when-applying']);
    }
    expect(rulesAt(subMerchantBody, withValue(full, 'h5_payment_apply_info', undefined), '')).toHaveLength(2);
    const leave = withValue(withValue(full, 'apply_h5_payment', undefined), 'h5_payment_apply_info', undefined);
    expect(rulesAt(subMerchantBody, leave, '')).toEqual([]);
  });

  it('keeps the limits of section 8', () => {
    expect(section('## 8. Limits')).toContain(`h5_payment_apply_info.domains: at most ${h5DomainsMax} entries.`);
    expect(section('## 8. Limits')).toContain(`store_photos: at least ${storePhotosMin} media IDs.`);
    const domains = (count: number) => Array.from({ length: count }, (_, index) => `d${index}.example`);
    const path = 'h5_payment_apply_info.domains';
    expect(rulesAt(subMerchantBody, withValue(full, path, domains(5)), path)).toEqual([]);
    expect(rulesAt(subMerchantBody, withValue(full, path, domains(6)), path)).toEqual(['too-many']);
    const photos = (count: number) => JSON.stringify(Array.from({ length: count }, (_, index) => `media-${index}`));
    for (const count of [0, 1, 2]) {
      const value = withValue(full, 'business.store_photos', photos(count));
      expect(rulesAt(subMerchantBody, value, 'business.store_photos')).toEqual(['too-few']);
    }
  });
});

describe('4.1 answer', () => {
  it('has the fields of the table', () => {
    expect(Object.keys(modifySubMerchantAnswer.shape)).toEqual(fieldsOf(answer4));
  });

  it.each((answer4 ?? []) as (Row & { Field: string; Required: string })[])(
    '$Field: $Required',
    ({ Field, Required }) => {
      const answer = { sub_mchid: '2400000100', h5_authorization_state: 'UNDER_REVIEW' };
      expect(modifySubMerchantAnswer.safeParse(answer).success).toBe(true);
      expect(modifySubMerchantAnswer.safeParse(withValue(answer, Field, undefined)).success).toBe(Required === 'No');
      expect(modifySubMerchantAnswer.safeParse(withValue(answer, Field, 5)).success).toBe(false);
    },
  );
});

const application = {
  domains: ['tea.example'],
  business_description: 'Sells tea.',
  transaction_limit_type: 'NORMAL_LIMIT',
  company_register_cert: 'media-1',
  website_business_page_pics: ['media-2'],
  website_homepage_pics: ['media-3'],
  website_state: 'HAS_LAUNCHED',
  website_url: 'https://tea.example',
};

describe('4.2', () => {
  const operation = operations['application.modify'];

  it('method, path, mode and marker are those of the operation', () => {
    expect(section('### 4.2')).toContain(`Method and path: ${operation.method} ${operation.path}`);
    expect(section('### 4.2')).toContain('Mode: institutional (service provider).');
    expect(operation.modes).toEqual(['institutional']);
    expect(section('## 9. Versioning')).toContain(`modify application ${operation.updated}`);
  });

  it('has exactly the fields of the table, in their order, and refuses all others', () => {
    expect(Object.keys(applicationShape.shape)).toEqual(fieldsOf(body42));
    expect(body42).toHaveLength(8);
    expect(applicationBody.safeParse(application).error?.issues).toBeUndefined();
    expect(rulesAt(applicationBody, withValue(application, 'sub_mchid', 'x'), 'sub_mchid')).toEqual(['unknown-field']);
  });

  it.each((body42 ?? []) as (Row & { Field: string; Type: string; Required: string })[])(
    '$Field: $Type, $Required',
    ({ Field, Type, Required }) => {
      // Words of a closed list have no length of their own.
      if (Type === 'string')
        expect(rulesAt(applicationBody, withValue(application, Field, 'OTHER'), Field)).toEqual(['not-a-choice']);
      else checkType(applicationBody, application, Field, Type);
      checkRequired(applicationBody, application, Field, Required);
    },
  );

  it.each((body42 ?? []) as (Row & { Field: string; Description: string })[])(
    '$Field is bound to the others as its description says',
    ({ Field, Description }) => {
      const rules = (changes: object) => {
        const schema = applicationBody.superRefine(applicationCheck('APPLY_FOR_PAYMENT_AUTHORITY'), alongside);
        return rulesAt(schema, withValue({ ...application, ...changes }, Field, undefined), Field);
      };
      const unlimited = /Required when (transaction_limit_type is )?NO_LIMIT/.test(Description);
      const unlaunched = Description.includes('Required when the website is not launched.');
      if (Field === 'transaction_limit_type' || Field === 'domains' || Field === 'website_state') return;
      expect(rules({ transaction_limit_type: 'NO_LIMIT' })).toEqual(unlimited ? ['required-for-no-limit'] : []);
      const test = { website_state: 'UN_LAUNCHED', transaction_limit_type: 'UN_LAUNCHED_WEBSITE_LIMIT' };
      expect(rules(test)).toEqual(unlaunched ? ['required-when-not-launched'] : []);
      expect(rules({})).toEqual([]);
    },
  );

  it('the record of 2.2 has the fields of its table, and those without which it is none', () => {
    const told = {
      ...application,
      applyment_id: 100000,
      sub_mchid: '1900003001',
      applyment_state: 'PENDING',
      applyment_type: 'APPLY_FOR_PAYMENT_AUTHORITY',
    };
    for (const Field of fieldsOf(record22)) expect(Object.keys(applicationRecord.shape)).toContain(Field);
    expect(applicationRecord.safeParse(told).success).toBe(true);
    for (const field of ['applyment_id', 'applyment_state']) {
      expect(modifyApplicationAnswer.safeParse(withValue(told, field, undefined)).success).toBe(false);
    }
    expect(modifyApplicationAnswer.safeParse({ applyment_id: 7, applyment_state: 'PENDING' }).success).toBe(true);
  });
});

describe('4.3', () => {
  const operation = operations['contract.terminate'];
  const [body43] = tables(section('### 4.3 Terminate auto-debit contract'));
  const rows = (body43 ?? []) as (Row & { Field: string; Type: string; Required: string; Mode: string })[];
  const given = {
    institutional: { sub_mchid: '1900003001', sp_appid: 'wx1', sub_appid: 'wx2', termination_note: 'The payer asked.' },
    common: { appid: 'wx3', termination_note: 'The payer asked.' },
  };
  const modes = ['institutional', 'common'] as const;
  /** Whether the column `Mode` gives the field to this mode. */
  const belongs = ({ Mode }: { Mode: string }, mode: (typeof modes)[number]) =>
    !/ only[.:]/.test(Mode) || Mode.toLowerCase().startsWith(`${mode} only`);

  it('method, path, modes, success and marker are those of the operation', () => {
    expect(section('### 4.3')).toContain(`Method and path: ${operation.method} ${operation.path}`);
    expect(section('### 4.3')).toContain(`Mode: ${operation.modes.join(' and ')}.`);
    expect(section('### 4.3')).toContain(`Response: HTTP ${operation.success} with no body.`);
    expect(operation.answer).toBeNull();
    expect(section('## 9. Versioning')).toContain(`terminate ${operation.updated}`);
    expect(section('### 4.3')).toContain('Path parameter: contract_id, string[1,64], required.');
    for (const [length, isGood] of [
      [0, false],
      [1, true],
      [64, true],
      [65, false],
    ] as const)
      expect(contractId.safeParse('x'.repeat(length)).success).toBe(isGood);
  });

  it('reads five rows, and each mode has exactly its fields, in their order', () => {
    expect(rows).toHaveLength(5);
    for (const mode of modes) {
      const own = rows.filter((row) => belongs(row, mode)).map(({ Field }) => Field);
      expect(Object.keys(terminationBodies[mode].shape)).toEqual(own);
      expect(terminationBodies[mode].safeParse(given[mode]).error?.issues).toBeUndefined();
    }
  });

  it.each(rows)('$Field: $Type, $Required, $Mode', ({ Field, Type, Required, Mode }) => {
    for (const mode of modes) {
      if (belongs({ Mode }, mode)) {
        checkType(terminationBodies[mode], given[mode], Field, Type);
        checkRequired(terminationBodies[mode], given[mode], Field, Required);
      } else {
        const foreign = withValue(given[mode], Field, 'wx9');
        expect(rulesAt(terminationBodies[mode], foreign, Field)).toEqual(['unknown-field']);
      }
    }
  });
});

describe('4.4', () => {
  const operation = operations['deduction.charge'];
  const [body44, answer44, amount44, promotion44, goods44] = tables(section('### 4.4 Deduction'));
  const rows = (body44 ?? []) as (Row & { Field: string; Type: string; Required: string; Description: string })[];
  const shared = {
    description: 'Harbour Tea-Central-Oolong',
    attach: 'ticket 7',
    notify_url: 'https://tea.example/callback',
    out_trade_no: 'D20261128000001',
    goods_tag: 'TEA',
    merchant_category_code: '5499',
    contract_id: '2026061900003001',
    amount: { total: 8880, currency: 'HKD' },
    scene_info: { device_id: 'till-4', device_ip: '2001:db8::7' },
  };
  const given = {
    institutional: { sub_mchid: '1900003001', sp_appid: 'wx1', sub_appid: 'wx2', ...shared },
    common: { appid: 'wx3', ...shared },
  };
  const modes = ['institutional', 'common'] as const;
  const belongs = ({ Description }: { Description: string }, mode: (typeof modes)[number]) =>
    !Description.includes(' mode only.') || Description.toLowerCase().startsWith(`${mode} mode only`);

  it('method, path, modes and marker are those of the operation', () => {
    expect(section('### 4.4')).toContain(`Method and path: ${operation.method} ${operation.path}`);
    expect(section('### 4.4')).toContain(`Mode: ${operation.modes.join(' and ')}.`);
    expect(section('## 9. Versioning')).toContain(`deduction ${operation.updated}`);
  });

  it('reads thirteen rows, and each mode has exactly its fields, in their order', () => {
    expect(rows).toHaveLength(13);
    for (const mode of modes) {
      const own = rows.filter((row) => belongs(row, mode)).map(({ Field }) => Field);
      expect(Object.keys(deductionBodies[mode].shape)).toEqual(own);
      expect(deductionBodies[mode].safeParse(given[mode]).error?.issues).toBeUndefined();
    }
  });

  it.each(rows)('$Field: $Type, $Required', ({ Field, Type, Required, Description }) => {
    for (const mode of modes) {
      const [schema, base] = [deductionBodies[mode], given[mode]];
      if (!belongs({ Description }, mode)) {
        expect(rulesAt(schema, withValue(base, Field, 'wx9'), Field)).toEqual(['unknown-field']);
      } else if (Field === 'amount') {
        expect(Required).toContain('requirement not marked');
        checkType(schema, base, Field, Type);
        for (const part of ['total', 'currency'])
          expect(rulesAt(schema, withValue(base, `amount.${part}`, undefined), Field)).toEqual(['required']);
        expect(Description).toContain('total: int, required, in the minimum currency unit.');
        checkType(schema, base, 'amount.total', 'int');
        expect(Description).toContain('three-letter ISO 4217 code');
      } else {
        checkType(schema, base, Field, Type);
        checkRequired(schema, base, Field, Required);
      }
    }
  });

  it('scene_info has its two parts with their lengths', () => {
    const text = rows.find(({ Field }) => Field === 'scene_info')?.Description ?? '';
    const parts = [...text.matchAll(/(device_\w+) string\[1,(\d+)\] No/g)];
    expect(parts.map(([, name]) => name)).toEqual(['device_id', 'device_ip']);
    for (const [, name = '', max] of parts) {
      const path = `scene_info.${name}`;
      expect(rulesAt(deductionBodies.common, withValue(given.common, path, undefined), path)).toEqual([]);
      const long = 'x'.repeat(Number(max) + 1);
      expect(rulesAt(deductionBodies.common, withValue(given.common, path, long), path)[0]).toBe('too-long');
    }
  });

  it('the record has every field of the answer and of its inner tables, and what only the example shows', () => {
    const order = orderRecord.shape;
    expect(Object.keys(order)).toEqual(expect.arrayContaining([...fieldsOf(answer44), 'scene_info']));
    const read = orderRecord.parse({
      out_trade_no: 'D1',
      trade_state: 'SUCCESS',
      amount: Object.fromEntries(fieldsOf(amount44).map((field) => [field, null])),
      promotion_detail: [{}],
      goods_detail: [{}],
    });
    expect(Object.keys(read.amount ?? {})).toEqual(expect.arrayContaining(fieldsOf(amount44)));
    expect(Object.keys(read.promotion_detail[0] ?? {})).toEqual(
      expect.arrayContaining([...fieldsOf(promotion44), 'goods_detail']),
    );
    expect(Object.keys(read.goods_detail[0] ?? {})).toEqual(expect.arrayContaining(fieldsOf(goods44)));
    expect([answer44, amount44, promotion44, goods44].map((table) => table?.length)).toEqual([19, 5, 10, 5]);
  });
});

describe('states', () => {
  it('3.4 has one way out of signed, and none back', () => {
    const [row] = tables(section('### 3.4'))[0] ?? [];
    expect([row?.State, row?.['Next state']].map((word) => word?.toUpperCase())).toEqual([...contractStates]);
  });

  const states = (heading: string) => tables(section(heading))[0]?.map(({ State }) => State);

  it('3.3 are ours', () => {
    expect(states('### 3.3')).toEqual([...tradeStates]);
  });

  it('3.1 are ours', () => {
    expect(applymentStates).toEqual(states('### 3.1'));
  });

  it('3.2 are ours', () => {
    expect(h5AuthorizationStates).toEqual(states('### 3.2'));
  });
});

describe('7 error body', () => {
  const [outer, detail] = tables(section('## 7. Errors'));
  const good = { code: 'X', message: 'm', detail: { field: '/a', value: 'v', issue: 'i', location: 'body' } };
  const rows = [
    ...(outer ?? []).map((row) => ({ ...row, path: row.Field ?? '' })),
    ...(detail ?? []).map((row) => ({ ...row, path: `detail.${row.Field}` })),
  ] as (Row & { path: string; Type: string; Required: string })[];

  it('reads 3 + 4 rows', () => {
    expect(rows).toHaveLength(7);
    expect(Object.keys(errorBody.shape)).toEqual(fieldsOf(outer));
    expect(Object.keys(errorBody.shape.detail.unwrap().shape)).toEqual(fieldsOf(detail));
  });

  it.each(rows)('$path: $Type, $Required', ({ path, Type, Required }) => {
    const accepts = (value: unknown) => errorBody.safeParse(withValue(good, path, value)).success;
    expect(errorBody.safeParse(good).success).toBe(true);
    expect(accepts(undefined)).toBe(Required === 'No');
    expect(accepts(5)).toBe(false);
    const max = Number(/^string\[1,(\d+)\]$/.exec(Type)?.[1]);
    if (Type === 'object') return;
    expect(accepts('x'.repeat(max))).toBe(true);
    expect(accepts('x'.repeat(max + 1))).toBe(false);
  });
});

describe('8.1 quotas', () => {
  it('are those of the table, type by type', () => {
    const cny = (cell = '') => (cell === 'none' ? null : Number(/^(\d+) CNY$/.exec(cell)?.[1]));
    const rows = (tables(section('## 8. Limits'))[0] ?? []).map((row) => {
      const personCny = cny(row['Per person per day']);
      const quota = personCny === null ? null : { personCny, subMerchantCny: cny(row['Per sub-merchant per day']) };
      return [row.Type?.split(' ')[0], quota];
    });
    expect(Object.fromEntries(rows)).toEqual(limitQuotas);
  });
});

describe('7.1 dispositions', () => {
  const rows = (tables(section('### 7.1'))[0] ?? []) as Row[];
  const expected = [
    'sub-merchant-param-error',
    'sub-merchant-system-error',
    'sub-merchant-invalid-request',
    'sub-merchant-add-through-page',
    'sub-merchant-business-code-exists',
    'sub-merchant-not-passed-review',
    'sub-merchant-action-taken',
    'sub-merchant-domain-at-risk',
  ];

  it('has a row of ours for each row of the table, in its order', () => {
    expect(rows).toHaveLength(expected.length);
    expect(dispositions.slice(0, expected.length).map(({ id }) => id)).toEqual(expected);
    expect(dispositions.slice(0, expected.length).map(({ code }) => code)).toEqual(rows.map(({ Code }) => Code));
  });

  it.each(rows.map((row, index): Row => ({ ...row, id: expected[index] ?? '' })))('$Code: $id', (row: Row) => {
    const message = row['Message or condition'] ?? '';
    const status = row.Code === 'SYSTEM_ERROR' ? 500 : 400;
    expect(message).not.toBe('');
    expect(findDisposition('sub-merchant.modify', status, { code: row.Code ?? '', message })?.id).toBe(row.id);
  });
});

describe('7.2 dispositions', () => {
  const rows = (tables(section('### 7.2'))[0] ?? []) as (Row & { HTTP: string; Code: string; Condition: string })[];

  it('has a row of ours for each row of the table, in its order', () => {
    expect(rows).toHaveLength(11);
    expect(applicationRows.slice(0, rows.length).map(({ code }) => code)).toEqual(rows.map(({ Code }) => Code));
  });

  it.each(rows.map((row, index) => ({ ...row, id: applicationRows[index]?.id ?? '' })))(
    '$HTTP $Code: $id',
    ({ HTTP, Code, Condition, id }) => {
      const found = findDisposition('application.modify', Number(HTTP), { code: Code, message: Condition });
      expect(found?.id).toBe(id);
    },
  );
});

describe('7.3 dispositions', () => {
  const rows = (tables(section('### 7.3'))[0] ?? []) as (Row & { HTTP: string; Code: string; Condition: string })[];

  it('has a row of ours for each row of the table, in its order', () => {
    expect(rows).toHaveLength(3);
    expect(contractRows.slice(0, rows.length).map(({ code }) => code)).toEqual(rows.map(({ Code }) => Code));
  });

  it.each(rows.map((row, index) => ({ ...row, id: contractRows[index]?.id ?? '' })))(
    '$HTTP $Code: $id',
    ({ HTTP, Code, Condition, id }) => {
      const found = findDisposition('contract.terminate', Number(HTTP), { code: Code, message: Condition });
      expect(found?.id).toBe(id);
    },
  );
});

describe('7.4 dispositions', () => {
  const rows = (tables(section('### 7.4'))[0] ?? []) as (Row & { HTTP: string; Code: string; Condition: string })[];

  it('has a row of ours for each row of the table, in its order', () => {
    expect(rows).toHaveLength(13);
    expect(deductionRows.slice(0, rows.length).map(({ code }) => code)).toEqual(rows.map(({ Code }) => Code));
  });

  it.each(rows.map((row, index) => ({ ...row, id: deductionRows[index]?.id ?? '' })))(
    '$HTTP $Code: $id',
    ({ HTTP, Code, Condition, id }) => {
      const found = findDisposition('deduction.charge', Number(HTTP), { code: Code, message: Condition });
      expect(found?.id).toBe(id);
    },
  );
});
