// What leaves as the body of 4.1, judged and built as for a sending, without one.
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PlatformAccount } from '@/lib/connections/account';
import type { PlatformCertificate } from '@/lib/platform/certificates';
import { dialects } from '@/lib/platform/dialect';
import { isSealedValue } from '@/lib/platform/wire/sub-merchant';
import { openRoster } from '@/lib/testing/roster';
import { certificateOf, signingPair, vectorCase } from '@/lib/testing/vectors';
import { sampleRecord } from '@/lib/testing/world';
import { insertRows, keep } from './keep';
import { modifySubMerchantOperation } from './operation';
import { editBaseOf } from './record';
import { valuesOf } from './rules';
import type { EditValues, FieldValues } from './schema';
import { fieldPaths } from './schema';

const subMchid = '1900003001';
const { certificate: small, privateKey } = signingPair();
const large = certificateOf(vectorCase('certificates', 'crt-skit-01').certificate);
const limit = (id: string) => vectorCase('field-encryption-limits', id).value;

let roster: Awaited<ReturnType<typeof openRoster>>;
let account: PlatformAccount;
beforeAll(async () => {
  roster = await openRoster('bodies');
  const { connection } = roster;
  const credentials = { mchid: connection.mchid, serial: connection.merchantSerial, privateKey };
  account = { connection, dialect: dialects.servicepay, credentials, certificate: null, apiKeys: [] };
});
afterAll(() => roster.db.$disconnect());
beforeEach(() => hold({}));

/** Holds the sample record, with some values changed; undefined takes one out. */
async function hold(change: Partial<Record<(typeof fieldPaths)[number], string | string[] | undefined>>) {
  const place = { connectionId: roster.connection.id, subMchid };
  const values = Object.fromEntries(
    Object.entries({ ...sampleRecord, ...change }).filter(([, value]) => value !== undefined),
  ) as FieldValues;
  const origin = { source: 'by-hand', how: 'staff', proof: null, at: roster.now() } as const;
  const { row } = keep(place, { values }, null, origin, roster.vault);
  await roster.db.subMerchant.deleteMany();
  await roster.db.$transaction((tx) => insertRows(tx, [row]));
}

type Body = Record<string, unknown> & { business: Record<string, unknown>; contact: Record<string, string> };

async function loaded() {
  const state = await roster.db.$transaction((tx) =>
    modifySubMerchantOperation.load(tx, { connectionId: roster.connection.id, vault: roster.vault }, subMchid),
  );
  if (!state) throw new Error('nothing is held');
  return { state, opened: valuesOf(editBaseOf(state.row, 245)), baseVersion: state.row.version };
}

/** Judges an edit of what is held, and builds it where nothing speaks against it. */
async function attempt(change: (values: EditValues) => void, certificate: PlatformCertificate = small) {
  const { state, opened, baseVersion } = await loaded();
  change(opened);
  const input = { baseVersion, draft, values: opened };
  const refusal = modifySubMerchantOperation.check(state, input, { account, certificate });
  if (refusal) return { refusal, body: null };
  const { body } = modifySubMerchantOperation.build(state, input, { account, certificate });
  return { refusal, body: JSON.parse(body.toString()) as Body };
}

const issue = (path: string, rule: string, params: object) => ({ kind: 'invalid', issues: [{ path, rule, params }] });

const draft = { id: crypto.randomUUID(), version: 1 };

describe('a value that no sealed block can hold', () => {
  it('is refused at its field with the bytes of the certificate, and goes out under a longer key (bug-field-encryption-02)', async () => {
    const type = (values: EditValues) => {
      values.contact.email = limit('fld-12');
    };
    expect((await attempt(type)).refusal).toEqual(issue('contact.email', 'too-many-bytes', { max: 245, count: 246 }));
    const { body } = await attempt(type, large);
    expect(body?.contact.email).toHaveLength(684);
  });

  it.each([
    ['64 emoji', 'fld-06', 256],
    ['10 family emoji', 'fld-08', 250],
  ])('a name of %s is refused with its bytes, never a fault (bug-field-encryption-04)', async (_, id, count) => {
    const typed = await attempt((values) => {
      values.contact.name = limit(id);
    });
    expect(typed.refusal).toEqual(issue('contact.name', 'too-many-bytes', { max: 245, count }));
  });

  it('a name of 61 emoji goes out (bug-field-encryption-04)', async () => {
    const { refusal, body } = await attempt((values) => {
      values.contact.name = limit('fld-07');
    });
    expect(refusal).toBeNull();
    expect(isSealedValue(body?.contact.name ?? '')).toBe(true);
  });

  it('is refused as well when it is held and only kept (bug-field-encryption-04)', async () => {
    await hold({ 'contact.name': limit('fld-06') });
    const { refusal } = await attempt((values) => {
      values.shortname = 'Kite Books';
    });
    expect(refusal).toEqual(issue('contact.name', 'too-many-bytes', { max: 245, count: 256 }));
  });
});

describe('a value with characters that cannot be seen (bug-text-04)', () => {
  it.each([
    ['contact.email', '\u200bops@shop.example', 1],
    ['contact.phone', '\u202a+852 2345 6789\u202c', 1],
  ])('%s is never sealed as it is: typed or kept, its position is told', async (path, value, position) => {
    const refused = issue(path, 'invisible-character', { position });
    const typed = await attempt((values) => {
      Object.assign(values.contact, { [path.slice('contact.'.length)]: value });
    });
    expect(typed.refusal).toEqual(refused);
    await hold({ [path]: value });
    expect((await attempt(() => {})).refusal).toEqual(refused);
  });
});

describe('optional fields (bug-form-editing-04)', () => {
  const optional = ['channel_id', 'settlement_bank_number', 'business.app_download'] as const;
  const stands = (body: Body | null) => [
    'channel_id' in (body ?? {}),
    'settlement_bank_number' in (body ?? {}),
    'app_download' in (body?.business ?? {}),
  ];

  it('that are blank are left out, never sent empty', async () => {
    await hold({ settlement_bank_number: undefined });
    const { refusal, body } = await attempt(() => {});
    expect(refusal).toBeNull();
    expect(stands(body)).toEqual([false, false, false]);
    expect(JSON.stringify(body)).not.toMatch(/""|null/);
  });

  it('that had a value leave only when a person says so of each', async () => {
    await hold({ channel_id: '500123', 'business.app_download': 'https://app.shop.example' });
    const clear = (leftOut: readonly string[]) => (values: EditValues) => {
      values.channel_id = '';
      values.settlement_bank_number = '';
      values.business.app_download = '';
      values.ticked.leftOut = [...leftOut];
    };
    const { refusal } = await attempt(clear([]));
    expect(refusal).toEqual({
      kind: 'invalid',
      issues: ['channel_id', 'business.app_download'].map((path) => ({ path, rule: 'leaving-out-not-ticked' })),
    });
    const { body } = await attempt(clear(optional));
    expect(stands(body)).toEqual([false, false, false]);
    // A personal value that is blank is kept as long as nobody ticks that it be left out.
    const kept = await attempt(clear(['channel_id', 'business.app_download']));
    expect(kept.body?.settlement_bank_number).toBe(sampleRecord.settlement_bank_number);
  });
});

describe('fields that a choice hides (bug-form-editing-05)', () => {
  it('are not sent, and are there again when the choice is taken back', async () => {
    const toIndividual = (values: EditValues) => {
      values.director = { name: 'Typed Director', number: 'D1234567' };
      values.business.store_address = 'Shop 9, 1 Pier Road';
      values.merchant_type = 'INDIVIDUAL';
      values.principal = { name: 'Typed Principal', number: 'P1234567' };
      values.business.business_type = 'ONLINE';
    };
    const hidden = await attempt(toIndividual);
    expect(hidden.refusal).toBeNull();
    expect(hidden.body?.principal).toEqual({ name: 'Typed Principal', number: 'P1234567' });
    expect(hidden.body).not.toHaveProperty('director');
    expect(hidden.body?.business).not.toHaveProperty('store_address');
    expect(hidden.body?.business).not.toHaveProperty('store_photos');
    const back = await attempt((values) => {
      toIndividual(values);
      values.merchant_type = 'ENTERPRISE';
      values.business.business_type = 'BOTH';
    });
    expect(back.body?.director).toEqual({ name: 'Typed Director', number: 'D1234567' });
    expect(back.body).not.toHaveProperty('principal');
    expect(back.body?.business.store_address).toBe('Shop 9, 1 Pier Road');
  });
});

describe('texts', () => {
  it('leave in composed form, counted once (bug-text-05)', async () => {
    const { body } = await attempt((values) => {
      values.shortname = 'Café'.normalize('NFD');
    });
    expect(body?.shortname).toBe('Café'.normalize('NFC'));
  });

  it('64 emoji leave whole, 65 do not (bug-text-01)', async () => {
    const named = (count: number) => (values: EditValues) => {
      values.shortname = '🪁'.repeat(count);
    };
    expect((await attempt(named(64))).body?.shortname).toBe('🪁'.repeat(64));
    expect((await attempt(named(65))).refusal).toEqual(issue('shortname', 'too-long', { max: 64, count: 65 }));
  });
});

describe('whatever is typed', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.string({ unit: 'grapheme', minLength: 60, maxLength: 300 }),
    fc.constantFrom('', '+85223456789', 'ops@shop.example', '344', '5942', 'https://shop.example', 'PERMANENT', 'BOTH'),
  );
  it('what nothing speaks against can be built, and shows no personal value in its masked form', async () => {
    const { state, opened, baseVersion } = await loaded();
    const flat = fc.dictionary(fc.constantFrom(...fieldPaths), piece, { maxKeys: 6 });
    fc.assert(
      fc.property(flat, (typed) => {
        const values = structuredClone(opened);
        for (const [path, value] of Object.entries(typed)) {
          const [first = '', second] = path.split('.');
          const text = path === 'business.store_photos' ? [value, value, value] : value;
          if (second === undefined) Object.assign(values, { [first]: text });
          else Object.assign(values[first as 'business' | 'contact' | 'director' | 'principal'], { [second]: text });
        }
        const input = { baseVersion, draft, values };
        if (modifySubMerchantOperation.check(state, input, { account, certificate: small })) return;
        const { body, maskedBody } = modifySubMerchantOperation.build(state, input, { account, certificate: small });
        expect(JSON.parse(body.toString())).toMatchObject({ sp_mchid: account.connection.mchid });
        expect(JSON.stringify(maskedBody)).not.toContain('Sample Contact');
      }),
      { numRuns: 300 },
    );
  });
});
