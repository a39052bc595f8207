// The seal of one edit against that of another which differs in nothing but one field of 4.1.
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { saveDraft } from '@/lib/drafts/drafts';
import { sha256 } from '@/lib/platform/crypto/sha256';
import { world } from '@/lib/sandbox/world';
import { askToModify } from '@/lib/sub-merchants/modify';
import { draftPlace } from '@/lib/sub-merchants/operation';
import { valuesOf } from '@/lib/sub-merchants/rules';
import type { EditValues, FieldPath } from '@/lib/sub-merchants/schema';
import { fieldPaths } from '@/lib/sub-merchants/schema';
import type { TestWorld } from '@/lib/testing/world';
import { holdSubMerchant, newPerson, openTestWorld, sampleRecord } from '@/lib/testing/world';
import type { StaffActor } from './deed';
import { contentAbout } from './write';

// Sealed with random padding, the same contact is other bytes each time: here nothing but the values may tell two apart.
vi.mock('@/lib/platform/crypto/seal', async (original) => ({
  ...(await original<typeof import('@/lib/platform/crypto/seal')>()),
  sealForPlatform: (value: string) => {
    const block = Buffer.alloc(256);
    block.write(value);
    return block.toString('base64');
  },
}));

const subMchid =
  world.find(({ pageOnly, status }) => !pageOnly && status.sub_merchant_status === 'OPERATING')?.sub_mchid ?? '';
const callBack = {
  'spoke-to': 'Sample Director',
  'number-from': 'our-records',
  at: new Date().toISOString(),
  confirmed: true,
};

let test: TestWorld;
let operator: StaffActor;
beforeAll(async () => {
  test = await openTestWorld();
  operator = await newPerson(test.context, 'operator');
  const values = {
    ...sampleRecord,
    registration_certificate_copy: 'copy1',
    'business.app_download': 'https://a.example',
  };
  await holdSubMerchant(test.context, test.account.connection.id, subMchid, values);
});
afterAll(() => test.close());
// The clock stands still: an expiry is a part of the seal.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
});
afterEach(() => {
  vi.useRealTimers();
});

const others: Partial<Record<FieldPath, string | string[]>> = {
  'business.store_photos': ['photo9', 'photo2', 'photo3'],
  'contact.email': 'other@harbour-kite.example',
  'contact.phone': '+85223450000',
  'contact.name': 'Another Contact',
  office_phone: '+85200000143',
  business_category: '645',
  merchant_country_code: '446',
  merchant_type: 'INDIVIDUAL',
  registration_certificate_date: '2030-01-01',
  'business.business_type': 'ONLINE',
  'business.website': 'https://other.example',
  'business.app_download': 'https://b.example/app',
  'business.mcc': '5943',
};

function withField(values: EditValues, path: FieldPath): EditValues {
  const [first, inner] = path.split('.') as [keyof EditValues, string | undefined];
  const other = others[path] ?? 'Another value';
  return { ...values, [first]: inner === undefined ? other : { ...(values[first] as object), [inner]: other } };
}

it.each(fieldPaths)('is another one when nothing but %s is another', async (path) => {
  const { context, account } = test;
  const { db, vault } = context;
  await db.approval.deleteMany();
  await db.draft.deleteMany();
  const place = draftPlace(account.connection.id, subMchid, operator.id);
  const draft = await saveDraft(context, place, { version: null, baseVersion: 1, content: {} });
  if (!draft.ok) throw new Error('draft not saved');
  const { id, version } = draft.value;
  const asked = async (values: EditValues) => {
    // One draft, one deed, one person, one moment: what is asked for twice is not the same approval.
    await db.approval.deleteMany();
    const edit = { subMchid, draft: { id, version }, baseVersion: 1, values, reason: 'r', callBack };
    const answer = await askToModify(context, account, operator, edit);
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(answer.refusal)}`);
    return db.approval.findUniqueOrThrow({ where: { id: answer.value.approvalId } });
  };
  const base = { ...valuesOf(await test.baseOf(subMchid)), shortname: 'Kites' };
  // The principal belongs to a sole trader.
  if (path.startsWith('principal')) base.merchant_type = 'INDIVIDUAL';
  const [one, same, other] = [await asked(base), await asked(base), await asked(withField(base, path))];
  expect(same.seal).toBe(one.seal);
  expect(other.seal).not.toBe(one.seal);
  expect((other.changes as { path: string }[]).map((change) => change.path)).toContain(path);
  expect(sha256(vault.open(other.content ?? new Uint8Array(), contentAbout(other.id)))).toBe(other.contentSha256);
});
