import 'server-only';
import { z } from 'zod';
import type { ApprovalContext, LocalDeed } from '@/lib/approvals/deed';
import { localDeed } from '@/lib/approvals/deed';
import { recordAudit } from '@/lib/audit/record';
import { activeStaff } from '@/lib/auth/staff';
import type { Db, Tx } from '@/lib/db/client';
import type { Connection } from '@/lib/db/generated/client';
import { holdNames } from '@/lib/db/hold';
import { isUuid } from '@/lib/db/uuid';
import type { Change } from '@/lib/requests/view';
import type { Issue, Refusal } from '@/lib/result';
import { checkKeys } from './check-connection';
import { fingerprintOf, keyAbout } from './message-keys';
import { privateKeyAbout, savedApiKeyAbout } from './saved-about';
import type { TypedConnection } from './schema';
import { typedConnection, typedKeys } from './schema';

/** Everything here is for two administrators (day 5). */
const policyKeys = ['keys'] as const;
const FREE = 'new';
const TAKEN = 'taken';

const conflict = (rule: string, params: Record<string, string | number> = {}): Refusal => ({
  kind: 'conflict',
  rule,
  params,
});
const added = (path: string, to: string): Change => ({ path, kind: 'added', from: null, to });
const changed = (path: string, from: string, to: string): Change => ({
  path,
  kind: from === to ? 'same' : 'changed',
  from,
  to,
});

const slugForm = /^[a-z0-9][a-z0-9-]{0,31}$/;

/** What of the typed values, keys apart, cannot be. */
export function connectionIssues(typed: Pick<TypedConnection, 'slug' | 'name' | 'mchid' | 'appid'>): Issue[] {
  const short = (path: 'mchid' | 'appid') =>
    /^[\w-]{1,32}$/.test(typed[path].trim()) ? [] : [{ path, rule: 'not-an-id' }];
  return [
    ...(slugForm.test(typed.slug) ? [] : [{ path: 'slug', rule: 'not-a-slug' }]),
    ...(typed.name.trim() === '' || typed.name.trim().length > 60 ? [{ path: 'name', rule: 'not-a-name' }] : []),
    ...short('mchid'),
    ...short('appid'),
  ];
}

/** The first thing that the looks found wrong, at its field; null where all is good. */
const fieldOf: Record<string, string> = {
  address: 'baseUrl',
  'private-key': 'privateKey',
  certificate: 'merchantCertificate',
  pair: 'privateKey',
  serial: 'merchantSerial',
  'api-key': 'apiKey',
};
const keyIssues = (lines: ReturnType<typeof checkKeys>['lines']): Issue[] =>
  lines
    .filter(({ state }) => state === 'failed')
    .map(({ check, rule, params }) => ({ path: fieldOf[check] ?? '', rule, params }));

/** Loads what was saved into this process at once; the others see it within seconds. */
const reload = (context: ApprovalContext, connectionId: string | null) => () => {
  void context.accountsChanged();
  if (connectionId !== null) context.shelfChanges.announce(connectionId);
  for (const id of context.connections()) context.publish(id, 'connections', [id]);
};

type Adding = {
  isTaken: boolean;
  /** Name of the connection that has this account already; null where none has. */
  heldBy: string | null;
  checked: ReturnType<typeof checkKeys>;
  isLocked: boolean;
  demo: number;
};

/** What to hold by name while somebody decides whether an account is in use. */
const accountName = ({ mode, mchid }: Pick<Connection, 'mode' | 'mchid'>) => `account ${mode} ${mchid}`;

/**
 * Name of another connection with this account that is in use; null where none is, and for practice, where no money moves.
 * Locks, limits and look-alikes reach as far as a connection: one account under two could charge a contract twice.
 */
async function heldBy(
  tx: Tx,
  context: Pick<ApprovalContext, 'connections'>,
  { environment, mode, mchid, but }: Pick<Connection, 'environment' | 'mode' | 'mchid'> & { but?: string },
): Promise<string | null> {
  if (environment !== 'live') return null;
  const held = await tx.connection.findFirst({
    where: {
      ...{ environment, mode, mchid, switchedOffAt: null },
      ...(but !== undefined && { id: { not: but } }),
      // One of the environment that was taken away there has no process any more.
      OR: [{ source: 'settings' }, { id: { in: context.connections() } }],
    },
    select: { name: true },
  });
  return held?.name ?? null;
}

/** Name of the deed that adds a connection. */
export const ADD_CONNECTION = 'connection.add';

const adding: LocalDeed<TypedConnection, Adding> = {
  name: ADD_CONNECTION,
  permission: 'keys:manage',
  input: typedConnection,
  async load(tx, { context, at }, slug, typed) {
    if (typed.slug !== slug) return null;
    const account = { ...typed, mchid: typed.mchid.trim() };
    await holdNames(tx, '', [`connection ${slug}`, accountName(account)]);
    const demo = typed.environment === 'live' ? await tx.staff.count({ where: { demo: true, disabledAt: null } }) : 0;
    const others = await tx.staff.count({
      where: { ...activeStaff, demo: false, roles: { has: 'administrator' } },
    });
    return {
      isTaken: (await tx.connection.count({ where: { slug } })) > 0,
      heldBy: await heldBy(tx, context, account),
      checked: checkKeys(typed, at),
      // The demo accounts end with the first live connection: somebody must be left who can sign in.
      isLocked: demo > 0 && others === 0,
      demo,
    };
  },
  async versions(db, _connectionId, slugs) {
    const taken = await db.connection.findMany({ where: { slug: { in: [...slugs] } }, select: { slug: true } });
    return new Map(slugs.map((slug) => [slug, taken.some((one) => one.slug === slug) ? TAKEN : FREE]));
  },
  check({ isTaken, heldBy: holder, checked, isLocked }, typed) {
    const issues = [...connectionIssues(typed), ...keyIssues(checked.lines)];
    if (issues.length > 0) return { kind: 'invalid', issues };
    if (isTaken) return { kind: 'invalid', issues: [{ path: 'slug', rule: 'slug-taken' }] };
    if (holder !== null) {
      return { kind: 'invalid', issues: [{ path: 'mchid', rule: 'account-held', params: { name: holder } }] };
    }
    return isLocked ? conflict('only-demo-administrators') : null;
  },
  describe({ isTaken, checked, demo }, typed) {
    const fingerprint = checked.keys ? fingerprintOf(checked.keys.apiKey) : '';
    const certificate = checked.keys?.certificate.fingerprint256 ?? '';
    const { slug, mode, environment, dialect, baseUrl } = typed;
    const name = typed.name.trim();
    const mchid = typed.mchid.trim();
    const appid = typed.appid.trim();
    const serial = checked.keys?.serial ?? '';
    return {
      objectName: name,
      objectKind: 'connection',
      changes: [
        added('slug', slug),
        added('environment', environment),
        added('mode', mode),
        added('dialect', dialect),
        added('baseUrl', baseUrl),
        added('mchid', mchid),
        added('appid', appid),
        added('merchantSerial', serial),
        added('certificateFingerprint', certificate),
        added('apiKeyFingerprint', fingerprint),
        added('reads', typed.readsEnabled ? 'on' : 'off'),
        ...(demo > 0 ? [added('demoAccounts', 'end')] : []),
      ],
      policyKeys,
      recordVersion: isTaken ? TAKEN : FREE,
      masked: { slug, name, mode, environment, dialect, baseUrl, mchid, appid, merchantSerial: serial, fingerprint },
    };
  },
  async apply(tx, { checked, demo }, typed, { context, actor, at, reason, approvalId }) {
    const { keys } = checked;
    if (!keys) return {};
    const { slug, mode, environment, dialect, baseUrl, readsEnabled } = typed;
    const row = await tx.connection.create({
      data: {
        slug,
        name: typed.name.trim(),
        mode,
        environment,
        dialect,
        baseUrl: baseUrl.replace(/\/+$/, ''),
        mchid: typed.mchid.trim(),
        appid: typed.appid.trim(),
        merchantSerial: keys.serial,
        merchantCertificate: keys.certificate.pem,
        readsEnabled,
        timeoutMs: 30_000,
        source: 'settings',
        createdAt: at,
      },
    });
    await keep(tx, context, row.id, typed, keys.apiKey, { at, by: actor.name });
    if (demo > 0) await endDemo(tx, at);
    await recordAudit(tx, {
      actor,
      at,
      connectionId: row.id,
      object: { kind: 'connection', id: row.id, name: row.name },
      event: {
        action: 'connection.added',
        approvalId,
        slug,
        environment,
        mode,
        serial: keys.serial,
        fingerprint: fingerprintOf(keys.apiKey),
        demoEnded: demo,
      },
      reason,
    });
    return { value: { slug }, afterCommit: reload(context, null) };
  },
};

/** Seals the keys beside the connection. */
async function keep(
  tx: Tx,
  { vault }: Pick<ApprovalContext, 'vault'>,
  connectionId: string,
  { privateKey }: { privateKey: string },
  apiKey: Buffer,
  { at, by }: { at: Date; by: string },
): Promise<void> {
  const sealed = {
    privateKey: vault.seal(privateKey, privateKeyAbout(connectionId)),
    apiKey: vault.seal(apiKey, savedApiKeyAbout(connectionId)),
    addedAt: at,
    addedBy: by,
  };
  await tx.connectionKeys.upsert({ where: { connectionId }, create: { connectionId, ...sealed }, update: sealed });
}

/** The demo accounts are disabled for good: nobody of them signs in beside real money (decisions 8). */
const endDemo = (tx: Tx, at: Date) =>
  tx.staff.updateMany({
    where: { demo: true, disabledAt: null },
    data: { disabledAt: at, passwordHash: null, tokenVersion: { increment: 1 }, version: { increment: 1 } },
  });

type Saved = { row: Connection; apiKey: Buffer };
type Exchanging = Saved & { checked: ReturnType<typeof checkKeys>; keptKey: boolean };

/** How long the key before is still tried for notifications, in milliseconds. */
const OVERLAP_MS = 7 * 24 * 60 * 60 * 1000;

const versionOf = ({ keysVersion, switchedOffAt }: Pick<Connection, 'keysVersion' | 'switchedOffAt'>) =>
  `${keysVersion} ${switchedOffAt ? 'off' : 'on'}`;
const versions = async (db: Db | Tx, _connectionId: string | null, ids: readonly string[]) => {
  const rows = await db.connection.findMany({ where: { id: { in: ids.filter(isUuid) }, source: 'settings' } });
  return new Map(rows.map((row) => [row.id, versionOf(row)]));
};

async function hold(tx: Tx, { vault }: ApprovalContext, id: string): Promise<Saved | null> {
  if (!isUuid(id)) return null;
  await tx.$queryRaw`SELECT 1 FROM "Connection" WHERE "id" = ${id}::uuid FOR UPDATE`;
  const row = await tx.connection.findFirst({ where: { id, source: 'settings' } });
  const keys = row && (await tx.connectionKeys.findUnique({ where: { connectionId: id } }));
  return keys && { row, apiKey: vault.open(keys.apiKey, savedApiKeyAbout(id)) };
}

const exchanging: LocalDeed<z.infer<typeof typedKeys>, Exchanging> = {
  name: 'connection.exchange-keys',
  permission: 'keys:manage',
  input: typedKeys,
  async load(tx, { context, at }, id, typed) {
    const held = await hold(tx, context, id);
    if (!held) return null;
    const keptKey = typed.apiKey === '';
    const apiKey = keptKey ? held.apiKey.toString('utf8') : typed.apiKey;
    const environment = held.row.environment === 'practice' ? 'practice' : 'live';
    return { ...held, keptKey, checked: checkKeys({ ...typed, apiKey, baseUrl: held.row.baseUrl, environment }, at) };
  },
  versions,
  check({ checked }) {
    const issues = keyIssues(checked.lines);
    return issues.length > 0 ? { kind: 'invalid', issues } : null;
  },
  describe({ row, apiKey, checked }) {
    const { keys } = checked;
    return {
      objectName: row.name,
      objectKind: 'connection',
      changes: [
        changed('merchantSerial', row.merchantSerial, keys?.serial ?? ''),
        added('certificateFingerprint', keys?.certificate.fingerprint256 ?? ''),
        changed('apiKeyFingerprint', fingerprintOf(apiKey), keys ? fingerprintOf(keys.apiKey) : ''),
      ],
      policyKeys,
      recordVersion: versionOf(row),
      masked: { merchantSerial: keys?.serial ?? '', fingerprint: keys ? fingerprintOf(keys.apiKey) : '' },
    };
  },
  async apply(tx, { row, apiKey: before, checked }, typed, { context, actor, at, reason, approvalId }) {
    const { keys } = checked;
    if (!keys) return {};
    const connectionId = row.id;
    await tx.connection.update({
      where: { id: connectionId },
      data: {
        merchantSerial: keys.serial,
        merchantCertificate: keys.certificate.pem,
        keysVersion: { increment: 1 },
        // The alert was about the keys before.
        alertedAt: null,
      },
    });
    await keep(tx, context, connectionId, typed, keys.apiKey, { at, by: actor.name });
    const isOther = !before.equals(keys.apiKey);
    const endsAt = new Date(at.getTime() + OVERLAP_MS);
    if (isOther) await keepBefore(tx, context, connectionId, before, { at, by: actor.name, endsAt });
    await recordAudit(tx, {
      actor,
      at,
      connectionId,
      object: { kind: 'connection', id: connectionId, name: row.name },
      event: {
        action: 'connection.keys-exchanged',
        approvalId,
        from: row.merchantSerial,
        to: keys.serial,
        fingerprint: fingerprintOf(keys.apiKey),
        overlapUntil: isOther ? endsAt.toISOString() : null,
      },
      reason,
    });
    return { afterCommit: reload(context, connectionId) };
  },
};

/** The message key before goes on opening notifications for a while, as one that was added by hand. */
async function keepBefore(
  tx: Tx,
  { vault }: Pick<ApprovalContext, 'vault'>,
  connectionId: string,
  key: Buffer,
  { at, by, endsAt }: { at: Date; by: string; endsAt: Date },
): Promise<void> {
  const fingerprint = fingerprintOf(key);
  const row = {
    sealed: vault.seal(key, keyAbout(connectionId, fingerprint)),
    note: '',
    addedAt: at,
    addedBy: by,
    endsAt,
    removedAt: null,
  };
  await tx.messageKey.upsert({
    where: { connectionId_fingerprint: { connectionId, fingerprint } },
    create: { connectionId, fingerprint, ...row },
    update: row,
  });
}

const switchInput = z.object({ to: z.enum(['on', 'off']) });

const switching: LocalDeed<z.infer<typeof switchInput>, Saved & { open: number; heldBy: string | null }> = {
  name: 'connection.switch',
  permission: 'keys:manage',
  input: switchInput,
  async load(tx, { context }, id) {
    const account = isUuid(id) && (await tx.connection.findUnique({ where: { id } }));
    if (account) await holdNames(tx, '', [accountName(account)]);
    const held = await hold(tx, context, id);
    if (!held) return null;
    const open = { connectionId: id, outcome: { notIn: ['accepted', 'refused'] } };
    return {
      ...held,
      open: await tx.platformRequest.count({ where: open }),
      heldBy: await heldBy(tx, context, { ...held.row, but: id }),
    };
  },
  versions,
  check({ row, open, heldBy: holder }, { to }) {
    if ((row.switchedOffAt === null) === (to === 'on')) return conflict('nothing-changes');
    if (to === 'on' && holder !== null) return conflict('account-held', { name: holder });
    // Nobody would answer for what is on its way.
    return to === 'off' && open > 0 ? conflict('requests-open', { count: open }) : null;
  },
  describe: ({ row }, { to }) => ({
    objectName: row.name,
    objectKind: 'connection',
    changes: [changed('switched', row.switchedOffAt === null ? 'on' : 'off', to)],
    policyKeys,
    recordVersion: versionOf(row),
    masked: { to },
  }),
  async apply(tx, { row }, { to }, { context, actor, at, reason, approvalId }) {
    const { id, name } = row;
    await tx.connection.update({ where: { id }, data: { switchedOffAt: to === 'off' ? at : null } });
    await recordAudit(tx, {
      actor,
      at,
      connectionId: id,
      object: { kind: 'connection', id, name },
      event: { action: 'connection.switched', approvalId, to },
      reason,
    });
    return { afterCommit: reload(context, id) };
  },
};

/** Saves a new connection with its keys; the object is its slug, and it belongs to no connection yet. */
export const addConnection = localDeed(adding);
/** Exchanges the keys of a saved connection; the message key before stays for seven days. The object is the connection. */
export const exchangeKeys = localDeed(exchanging);
/** Switches a saved connection off, or on again. */
export const switchConnection = localDeed(switching);
