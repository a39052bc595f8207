// A console without pages for tests: the test file's own database, a real sandbox over HTTP, and the clock in hand.
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StaffActor } from '@/lib/approvals/deed';
import type { PlatformAccount } from '@/lib/connections/account';
import { refreshCertificates } from '@/lib/connections/certificates';
import type { Context } from '@/lib/context';
import { createContext } from '@/lib/context';
import type { Prisma } from '@/lib/db/generated/client';
import type { PolicyKey } from '@/lib/policies/rules';
import { defaultPolicy } from '@/lib/policies/rules';
import type { FaultMode } from '@/lib/sandbox/faults';
import { createSandbox } from '@/lib/sandbox/server';
import { draftPlace } from '@/lib/sub-merchants/operation';
import { columnsOf, editBaseOf, recordFrom } from '@/lib/sub-merchants/record';
import type { EditBase } from '@/lib/sub-merchants/rules';
import { valuesOf } from '@/lib/sub-merchants/rules';
import type { EditValues, FieldValues } from '@/lib/sub-merchants/schema';
import { keptDraft } from './kept-draft';
import { builtInRights } from './rights';

export type JournalLine = {
  method: string;
  path: string;
  idempotencyKey: string | null;
  serial: string | null;
  bodySha256: string;
  status: number | null;
  effect: boolean;
};

export type TestWorld = {
  context: Context;
  account: PlatformAccount;
  actor: StaffActor;
  sandboxUrl: string;
  /** Moves the clock of console and sandbox forward. */
  pass: (ms: number) => void;
  control: (path: string, body?: unknown) => Promise<unknown>;
  /** Posts the platform's notifications that are due. */
  deliverDue: () => Promise<number>;
  failNext: (fault: {
    mode?: FaultMode;
    row?: string;
    field?: string;
    times?: number;
    ms?: number;
    sub_mchid?: string;
    /** The operation that it meets; an edit unless told otherwise. */
    operation?: string;
    contract_id?: string;
    retryAfterSeconds?: number;
    /** Mode `status`: the answer's status, code, message (the whole body without a code), and whether it is signed. */
    status?: number;
    code?: string;
    message?: string;
    signed?: boolean;
  }) => Promise<void>;
  /** The modifications that the platform was asked for, in order. */
  journal: () => Promise<JournalLine[]>;
  /** How many modifications took effect on one sub-merchant. */
  effects: (subMchid: string) => Promise<number>;
  baseOf: (subMchid: string) => Promise<EditBase>;
  /** Keeps a draft of an edit, as the form does before it sends; the test's own operator unless somebody else is named. */
  keptDraft: (subMchid: string, staffId?: string) => Promise<{ id: string; version: number }>;
  valuesWith: (subMchid: string, change: Partial<EditValues>) => Promise<EditValues>;
  close: () => Promise<void>;
};

/** A complete ENTERPRISE record that sells on both channels; its values belong to nobody. */
export const sampleRecord: FieldValues = {
  name: 'Harbour Kite Books Limited',
  shortname: 'Harbour Kite Books',
  office_phone: '+85200000142',
  'contact.name': 'Sample Contact',
  'contact.phone': '+85223456789',
  'contact.email': 'contact@harbour-kite.example',
  business_category: '644',
  merchant_country_code: '344',
  merchant_type: 'ENTERPRISE',
  registration_certificate_number: '30001427',
  registration_certificate_date: 'PERMANENT',
  settlement_bank_number: '012345678765',
  'business.business_type': 'BOTH',
  'business.website': 'https://shop.harbour-kite.example',
  'business.store_address': 'Shop 4, 12 Market Lane, Kowloon',
  'business.store_photos': ['photo1', 'photo2', 'photo3'],
  'business.mcc': '5942',
  'director.name': 'Sample Director',
};

/** Puts one record into the console's own tables. */
export async function holdSubMerchant(
  { db, vault, now }: Context,
  connectionId: string,
  subMchid: string,
  values: FieldValues = sampleRecord,
  more: { h5State?: string; domains?: string[] } = {},
) {
  return db.subMerchant.create({
    data: {
      connectionId,
      subMchid,
      ...columnsOf(recordFrom(values), { connectionId, subMchid }, vault),
      source: 'sample',
      h5State: more.h5State ?? 'APPROVED',
      h5StateHow: 'import',
      domains: more.domains ?? [],
      createdAt: now(),
      updatedAt: now(),
    },
  });
}

/** Puts one contract into the console's own tables, as an import told it unless `more` says otherwise. */
export async function holdContract(
  { db, now }: Pick<Context, 'db' | 'now'>,
  connectionId: string,
  contractId: string,
  more: Partial<Prisma.ContractUncheckedCreateInput> = {},
) {
  const at = now();
  return db.contract.create({
    data: {
      connectionId,
      contractId,
      subMchid: '1900003001',
      state: 'SIGNED',
      stateHow: 'import',
      stateSince: at,
      stateAsOf: at,
      source: 'import',
      createdAt: at,
      updatedAt: at,
      ...more,
    },
  });
}

/** Somebody with these roles, who proved a moment ago who they are. */
export async function newPerson({ db, now }: Pick<Context, 'db' | 'now'>, ...roles: string[]): Promise<StaffActor> {
  const id = crypto.randomUUID();
  const name = `${roles.join(' ')} ${id.slice(0, 4)}`;
  await db.staff.create({ data: { id, email: `${id}@practice.example`, name, passwordHash: '-', roles } });
  return { kind: 'staff', id, name, ...builtInRights(roles), ip: '192.0.2.7', confirmedAt: now() };
}

/** Lets one person send what the default policy wants two for: for tests of what becomes of a sending. */
export async function letOnePersonSend({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const keys: PolicyKey[] = ['sub-merchant.edit-sensitive', 'sub-merchant.remove-domain', 'contract.terminate'];
  await db.policyRule.createMany({
    data: keys.map((key) => ({ key, ...defaultPolicy[key], people: 1, updatedAt: now() })),
    skipDuplicates: true,
  });
}

/** `hasCommon`: beside the practice connection there is the one in common mode, `practice-common`. */
export async function openTestWorld(
  settings: Record<string, string> = {},
  { hasCommon = false }: { hasCommon?: boolean } = {},
): Promise<TestWorld> {
  const stateDir = mkdtempSync(join(tmpdir(), 'subdesk-sandbox-'));
  let shiftMs = 0;
  const now = () => new Date(Date.now() + shiftMs);
  const sandbox = await createSandbox({ stateDir, now });
  const sandboxUrl = await sandbox.listen(0);
  const source = {
    ...process.env,
    SANDBOX_URL: sandboxUrl,
    SANDBOX_CREDENTIALS: join(stateDir, 'credentials.json'),
    ...(hasCommon && { SANDBOX_CREDENTIALS_COMMON: join(stateDir, 'credentials-common.json') }),
    DATA_DIR: stateDir,
    PLATFORM_TIMEOUT_MS: '1000',
    ...settings,
  };
  const context = await createContext(source, now);
  const account = context.accountBySlug('practice');
  if (!account) throw new Error('the practice connection is missing');
  const connectionId = account.connection.id;
  for (const each of context.accounts()) await refreshCertificates(context, each, 'start');
  const staff = await context.db.staff.create({
    data: {
      email: `${crypto.randomUUID()}@practice.example`,
      name: 'Test operator',
      passwordHash: '-',
      roles: ['operator'],
    },
  });
  const control = async (path: string, body?: unknown) => {
    const answer = await fetch(`${sandboxUrl}/_sandbox/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.status === 204 ? null : answer.json();
  };
  const baseOf = async (subMchid: string) => {
    const row = await context.db.subMerchant.findUniqueOrThrow({
      where: { connectionId_subMchid: { connectionId, subMchid } },
    });
    return editBaseOf(row, 245);
  };
  return {
    context,
    account,
    actor: { kind: 'staff', id: staff.id, name: staff.name, ...builtInRights(staff.roles), ip: '192.0.2.7' },
    sandboxUrl,
    pass: (ms) => {
      shiftMs += ms;
    },
    control,
    deliverDue: sandbox.deliverDue,
    failNext: async (fault) => {
      await control('fail-next', { operation: 'sub-merchant.modify', ...fault });
    },
    journal: async () => {
      const lines = (await control('journal')) as JournalLine[] | { entries: JournalLine[] };
      return (Array.isArray(lines) ? lines : lines.entries).filter(({ method }) => method !== 'GET');
    },
    effects: async (subMchid) => {
      const all = (await control('effects')) as Record<string, { modifications: number }>;
      return all[subMchid]?.modifications ?? 0;
    },
    baseOf,
    keptDraft: (subMchid, staffId = staff.id) => keptDraft(context, draftPlace(connectionId, subMchid, staffId)),
    valuesWith: async (subMchid, change) => ({ ...valuesOf(await baseOf(subMchid)), ...change }),
    close: async () => {
      await context.close();
      await sandbox.close();
      await rm(stateDir, { recursive: true, force: true });
    },
  };
}
