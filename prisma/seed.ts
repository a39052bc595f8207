// The first staff, and in practice the sample world in our own tables. Run by the launcher after the migrations; running
// it again adds what is missing and changes nothing that is there.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mediaIdsOf, valuesOf } from '@/lib/applications/schema';
import { toldRecord } from '@/lib/applications/told';
import { canonicalJson } from '@/lib/audit/record';
import { hashPassword } from '@/lib/auth/password';
import type { Role } from '@/lib/auth/permissions';
import type { Context } from '@/lib/context';
import { ConfigurationFault, createContext } from '@/lib/context';
import type { Prisma } from '@/lib/db/generated/client';
import { sha256 } from '@/lib/platform/crypto/sha256';
import { applicationRecordOf, bookOf } from '@/lib/sandbox/applications';
import { contractsOf } from '@/lib/sandbox/contracts';
import type { WorldSubMerchant } from '@/lib/sandbox/world';
import { world } from '@/lib/sandbox/world';
import { columnsOf, recordFrom } from '@/lib/sub-merchants/record';
import type { FieldValues } from '@/lib/sub-merchants/schema';
import { seedOrders } from './seed-orders';

const demoRoles: Role[] = ['administrator', 'operator', 'checker', 'payments', 'support', 'integrations', 'auditor'];
const demoEmail = (role: Role) => `${role === 'administrator' ? 'admin' : role}@practice.example`;
const demoName = (role: Role) => `Demo ${role}`;

/** The demo's password and who can sign in by it, as the start prints them. */
const demoFile = (dataDir: string) => join(dataDir, 'demo.json');

const keptPassword = (dataDir: string): string | null => {
  const file = demoFile(dataDir);
  const kept: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
  return kept !== null && typeof kept === 'object' && 'password' in kept ? String(kept.password) : null;
};

const tellDemo = (dataDir: string, password: string, accounts: string[]) =>
  writeFileSync(demoFile(dataDir), `${JSON.stringify({ password, accounts }, null, 2)}\n`, { mode: 0o600 });

/** The demo accounts, by a given password, or that of the first start, or a new one. */
async function seedDemoStaff({ db, environment, now }: Context) {
  const { dataDir, adminPassword } = environment;
  const password = adminPassword ?? keptPassword(dataDir) ?? randomBytes(9).toString('base64url');
  const emails = demoRoles.map(demoEmail);
  // Before anybody has it: whoever is killed in between knows it the next time.
  tellDemo(dataDir, password, emails);
  const passwordHash = await hashPassword(password);
  for (const role of demoRoles) {
    const email = demoEmail(role);
    await db.staff.upsert({
      where: { email },
      create: { email, name: demoName(role), passwordHash, roles: [role], demo: true, createdAt: now() },
      update: {},
    });
    // Only a given password moves: the printed one is the one of the first start. Who was ended has none any more.
    if (adminPassword !== null)
      await db.staff.updateMany({ where: { email, disabledAt: null }, data: { passwordHash } });
  }
  const out = await db.staff.findMany({ where: { email: { in: emails }, disabledAt: { not: null } } });
  tellDemo(
    dataDir,
    password,
    emails.filter((one) => !out.some(({ email }) => email === one)),
  );
}

/** The start prints no account that cannot sign in (`isKeptOut`); the password stays, for when they can again. */
function hideDemo({ environment: { dataDir } }: Context) {
  const password = keptPassword(dataDir);
  if (password !== null) tellDemo(dataDir, password, []);
}

/** The first administrator where no demo accounts are made (decisions 8). */
async function seedAdministrator({ db, environment, now }: Context) {
  const isThere = await db.staff.count({ where: { roles: { has: 'administrator' }, demo: false, disabledAt: null } });
  if (isThere > 0) return;
  const { adminEmail, adminPassword } = environment;
  if (adminEmail === null || adminPassword === null) {
    throw new ConfigurationFault([
      {
        name: adminEmail === null ? 'ADMIN_EMAIL' : 'ADMIN_PASSWORD',
        fault: 'is missing: nobody could sign in yet',
        example: adminEmail === null ? 'ADMIN_EMAIL=ops@example.com' : 'ADMIN_PASSWORD=a long sentence of your own',
      },
    ]);
  }
  await db.staff.create({
    data: {
      email: adminEmail,
      name: adminEmail,
      passwordHash: await hashPassword(adminPassword),
      roles: ['administrator'],
      createdAt: now(),
    },
  });
}

const flat = ({ record }: WorldSubMerchant): FieldValues => {
  const { contact, business, director, principal, business_category, ...own } = record;
  const { store_photos, ...channels } = business;
  const under = (prefix: string, values: object | undefined) =>
    Object.fromEntries(Object.entries(values ?? {}).map(([name, value]) => [`${prefix}.${name}`, value]));
  return {
    ...own,
    ...(business_category !== undefined && { business_category: String(business_category) }),
    ...under('contact', contact),
    ...under('business', channels),
    ...(store_photos !== undefined && { 'business.store_photos': JSON.parse(store_photos) as string[] }),
    ...under('director', director),
    ...under('principal', principal),
  };
};

const DAY_MS = 24 * 60 * 60 * 1000;

/** The sample world as an institution would hold it: from an import some days ago. */
async function seedWorld({ db, vault, now, accountBySlug }: Context) {
  const account = accountBySlug('practice');
  if (!account) return;
  const connectionId = account.connection.id;
  if ((await db.subMerchant.count({ where: { connectionId } })) > 0) return;
  for (const [index, known] of world.entries()) {
    const { sub_mchid: subMchid, h5, status } = known;
    // Spread over the last weeks, so that ages and confidence rings show all they can.
    const asOf = new Date(now().getTime() - ((index * 37) % 45) * DAY_MS - index * 60_000);
    const since = h5.reviewSince === undefined ? asOf : new Date(h5.reviewSince);
    await db.subMerchant.create({
      data: {
        connectionId,
        subMchid,
        ...columnsOf(recordFrom(flat(known)), { connectionId, subMchid }, vault),
        h5State: h5.state,
        h5StateHow: 'import',
        h5StateSince: since < asOf ? since : asOf,
        h5StateAsOf: asOf,
        h5RejectDetail: h5.audit_reject_detail ?? null,
        domains: h5.domains,
        domainsHow: h5.domains.length > 0 ? 'import' : 'none',
        domainsAsOf: h5.domains.length > 0 ? asOf : null,
        websiteUrl: h5.website_url ?? h5.asked?.website_url ?? null,
        platformStatus: status.sub_merchant_status,
        source: 'sample',
        recordAsOf: asOf,
        createdAt: asOf,
        updatedAt: asOf,
      },
    });
  }
}

/** The rejections of the sample world, as somebody would have taken them over: there is something on the desk at once. */
async function seedRejections({ db, accountBySlug }: Context) {
  const account = accountBySlug('practice');
  if (!account) return;
  const connectionId = account.connection.id;
  if ((await db.application.count({ where: { connectionId } })) > 0) return;
  const rejected = bookOf(world).applications.filter(({ applyment_state: state }) => state === 'REJECTED');
  for (const held of rejected) {
    const told = applicationRecordOf(held, null);
    const record = toldRecord.parse({ ...told, applyment_id: held.applyment_id });
    const row = await db.subMerchant.findUnique({
      where: { connectionId_subMchid: { connectionId, subMchid: held.sub_mchid } },
    });
    if (!row) continue;
    const at = row.h5StateAsOf;
    const values = valuesOf(record);
    await db.application.create({
      data: {
        connectionId,
        kind: held.kind,
        applymentId: held.applyment_id,
        subMchid: held.sub_mchid,
        applymentType: held.applyment_type,
        state: held.applyment_state,
        stateHow: 'import',
        stateSince: at,
        stateAsOf: at,
        rejectDetail: held.audit_reject_detail ?? null,
        limitType: held.transaction_limit_type,
        websiteUrl: held.website_url,
        domains: held.domains,
        record: record as Prisma.InputJsonValue,
        recordSha256: sha256(canonicalJson(record)),
        createdAt: at,
        updatedAt: at,
        submissions: {
          create: {
            number: 1,
            how: 'import',
            values,
            mediaIds: mediaIdsOf(values),
            submittedAt: at,
            verdict: 'rejected',
            decidedAt: at,
            rejectDetail: held.audit_reject_detail ?? null,
          },
        },
      },
    });
  }
}

/**
 * The contracts of the sample world, as an import of some days ago told them. Of every other one that its payer has ended
 * since nobody told us: there is something to find out.
 */
async function seedContracts({ db, accounts, now }: Context) {
  const { contracts } = contractsOf(world);
  for (const { connection } of accounts()) {
    const isPractice = connection.slug === 'practice' || connection.slug === 'practice-common';
    if (!isPractice || (await db.contract.count({ where: { connectionId: connection.id } })) > 0) continue;
    const held = Object.values(contracts).filter(({ mode }) => mode === connection.mode);
    let ended = 0;
    await db.contract.createMany({
      data: held.map((contract, index) => {
        const asOf = new Date(now().getTime() - ((index * 11) % 24) * DAY_MS - index * 60_000);
        if (contract.state === 'TERMINATED') ended += 1;
        const isTold = contract.state === 'TERMINATED' && ended % 2 === 1;
        const endedAt = isTold && contract.terminated_time !== undefined ? new Date(contract.terminated_time) : null;
        return {
          connectionId: connection.id,
          contractId: contract.contract_id,
          subMchid: contract.sub_mchid ?? '',
          subAppid: contract.sub_appid ?? null,
          planId: String(contract.plan_id),
          outContractCode: contract.out_contract_code,
          signedAt: new Date(contract.signed_time),
          expiresAt: new Date(contract.expired_time),
          state: isTold ? 'TERMINATED' : 'SIGNED',
          stateHow: 'sample',
          stateSince: endedAt ?? new Date(contract.signed_time),
          stateAsOf: asOf,
          ...(endedAt && { endedBy: 'payer', endedMode: 'USER', endedAt }),
          source: 'sample',
          createdAt: asOf,
          updatedAt: asOf,
        };
      }),
    });
  }
}

const context = await createContext(process.env).catch((error: unknown) => {
  if (!(error instanceof ConfigurationFault)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(78);
});
try {
  if (context.environment.demoAccounts) await seedDemoStaff(context);
  else {
    hideDemo(context);
    await seedAdministrator(context);
  }
  await seedWorld(context);
  await seedRejections(context);
  await seedContracts(context);
  await seedOrders(context);
} catch (error) {
  if (!(error instanceof ConfigurationFault)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 78;
} finally {
  await context.close();
}
