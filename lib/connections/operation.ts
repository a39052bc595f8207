import 'server-only';
import { z } from 'zod';
import type { About, LocalDeed } from '@/lib/approvals/deed';
import { localDeed } from '@/lib/approvals/deed';
import { recordAudit } from '@/lib/audit/record';
import type { Db, Tx } from '@/lib/db/client';
import type { MessageKey, PlatformCertificate } from '@/lib/db/generated/client';
import { holdNames } from '@/lib/db/hold';
import { isUuid } from '@/lib/db/uuid';
import { validAt } from '@/lib/platform/certificates';
import type { Certificate } from '@/lib/platform/crypto/pem';
import { isKeyProblem, readApiKey, readCertificate } from '@/lib/platform/crypto/pem';
import type { Refusal, Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import type { PlatformAccount } from './account';
import { heldCertificates } from './certificates';
import { judgeImport, PEM_MAX } from './import-certificate';
import { fingerprintOf, keyAbout } from './message-keys';

/** Everything here is for two administrators (day 5). */
const policyKeys = ['keys'] as const;
const ABSENT = 'absent';
const HELD = 'held';

/** The end of an overlap in a list of changes: a moment, or this word where it is tried until it is removed. */
const NO_END = 'no-end';

/** Where each names what it changes, in the language of the change table. */
const added = (path: string, to: string) => ({ path, kind: 'added' as const, from: null, to });
const gone = (path: string, from: string) => ({ path, kind: 'removed' as const, from, to: null });

const subjectOf = (certificate: Certificate | null) => certificate?.subject.replaceAll('\n', ', ') ?? '';

const isoOf = (date: Date | null) => date?.toISOString() ?? null;

type Importing = { account: PlatformAccount; judged: Result<Certificate> };

const certificateImport = z.object({
  pem: z.string().max(PEM_MAX),
  fingerprint: z.string().max(500),
  serial: z.string().max(100),
});

const importing: LocalDeed<z.infer<typeof certificateImport>, Importing> = {
  name: 'certificate.import',
  permission: 'keys:manage',
  input: certificateImport,
  async load(tx, { account }, serial, input) {
    if (!account) return null;
    await holdNames(tx, account.connection.id, [`certificate ${serial}`]);
    return { account, judged: await judgeImport({ db: tx }, account, input) };
  },
  async versions(db, connectionId, serials) {
    const held = connectionId === null ? [] : await heldCertificates(db, connectionId);
    return new Map(serials.map((serial) => [serial, held.some((one) => one.serial === serial) ? HELD : ABSENT]));
  },
  check: ({ judged }) => (judged.ok ? null : judged.refusal),
  describe({ judged }) {
    const certificate = judged.ok ? judged.value : null;
    return {
      objectName: subjectOf(certificate),
      objectKind: 'certificate',
      changes: certificate
        ? [
            added('serial', certificate.serial),
            added('fingerprint', certificate.fingerprint256),
            added('from', certificate.notBefore.toISOString()),
            added('until', certificate.notAfter.toISOString()),
          ]
        : [],
      policyKeys,
      recordVersion: ABSENT,
      masked: certificate && { pem: certificate.pem },
    };
  },
  async apply(tx, { account, judged }, _input, { context, actor, at, reason }) {
    if (!judged.ok) return {};
    const connectionId = account.connection.id;
    const { serial, pem, notBefore, notAfter, fingerprint256 } = judged.value;
    const times = { effectiveTime: notBefore, expireTime: notAfter, createdAt: at };
    await tx.platformCertificate.create({ data: { connectionId, serial, pem, source: 'import', ...times } });
    await recordAudit(tx, {
      actor,
      at,
      connectionId,
      object: { kind: 'certificate', id: serial, name: subjectOf(judged.value) },
      event: { action: 'certificate.imported', serial, fingerprint: fingerprint256 },
      reason,
    });
    return { value: { serial }, afterCommit: () => context.shelfChanges.announce(connectionId) };
  },
};

type Leaving = { row: PlatformCertificate; certificate: Certificate | null; isLastValid: boolean; isInUse: boolean };

/** A certificate that is removed has no version any more: what waits on it is void. */
const certificateRemoving: LocalDeed<Record<string, never>, Leaving> = {
  name: 'certificate.remove',
  permission: 'keys:manage',
  input: z.object({}).strict(),
  async load(tx, { account, at }, serial) {
    if (!account) return null;
    const connectionId = account.connection.id;
    // All that are held, so that two removed at once do not each count on the other.
    await holdNames(tx, connectionId, ['certificates']);
    const rows = await tx.platformCertificate.findMany({ where: { connectionId } });
    const row = rows.find((one) => one.serial === serial);
    if (!row) return null;
    const valid = validAt(rows, at);
    const open = { connectionId, platformSerial: serial, outcome: { notIn: ['accepted', 'refused'] } };
    const read = readCertificate(row.pem);
    return {
      row,
      certificate: isKeyProblem(read) ? null : read,
      isLastValid: valid.length === 1 && valid[0] === row,
      isInUse: (await tx.platformRequest.count({ where: open })) > 0,
    };
  },
  async versions(db, connectionId, serials) {
    const held = connectionId === null ? [] : await heldCertificates(db, connectionId);
    return new Map(held.filter(({ serial }) => serials.includes(serial)).map(({ serial }) => [serial, HELD]));
  },
  check({ row, isLastValid, isInUse }) {
    // What the settings or the platform's list name would be back with the next start or look.
    if (row.source !== 'import') return { kind: 'conflict', rule: 'certificate-not-imported' };
    if (isLastValid) return { kind: 'conflict', rule: 'certificate-last-valid' };
    return isInUse ? { kind: 'conflict', rule: 'certificate-in-use' } : null;
  },
  describe: ({ row, certificate }) => ({
    objectName: subjectOf(certificate),
    objectKind: 'certificate',
    changes: [
      gone('serial', row.serial),
      ...(certificate ? [gone('fingerprint', certificate.fingerprint256)] : []),
      gone('from', row.effectiveTime.toISOString()),
      gone('until', row.expireTime.toISOString()),
    ],
    policyKeys,
    recordVersion: HELD,
    masked: { pem: row.pem },
  }),
  async apply(tx, { row, certificate }, _input, { context, actor, at, reason }) {
    const { connectionId, serial } = row;
    await tx.platformCertificate.delete({ where: { connectionId_serial: { connectionId, serial } } });
    await recordAudit(tx, {
      actor,
      at,
      connectionId,
      object: { kind: 'certificate', id: serial, name: subjectOf(certificate) },
      event: { action: 'certificate.removed', serial, fingerprint: certificate?.fingerprint256 ?? '' },
      reason,
    });
    return { afterCommit: () => context.shelfChanges.announce(connectionId) };
  },
};

const newKey = z.object({
  /** The key as it was typed; sealed wherever it waits. */
  text: z.string().max(2000),
  note: z.string().max(200),
  /** ISO 8601; null: it is tried until it is removed. */
  endsAt: z.iso.datetime().nullable(),
});

type Adding = { account: PlatformAccount; key: Buffer | null; problem: Refusal | null };

const conflictHeld = (where: 'current' | 'previous' | 'added', fingerprint: string): Refusal => ({
  kind: 'conflict',
  rule: 'message-key-held',
  params: { where, fingerprint },
});
const past: Refusal = { kind: 'invalid', issues: [{ path: 'endsOn', rule: 'ends-in-the-past' }] };

/** What a typed key is, or why it is none. */
export function readTypedKey(text: string): Result<Buffer> {
  const key = readApiKey(text);
  if (!isKeyProblem(key)) return ok(key);
  const { problem, bytes } = key;
  return refuse({
    kind: 'invalid',
    issues: [{ path: 'key', rule: problem, ...(bytes !== undefined && { params: { bytes } }) }],
  });
}

const adding: LocalDeed<z.infer<typeof newKey>, Adding> = {
  name: 'message-key.add',
  permission: 'keys:manage',
  input: newKey,
  async load(tx, { account, at }, _objectId, { text, endsAt }) {
    if (!account) return null;
    const read = readTypedKey(text);
    if (!read.ok) return { account, key: null, problem: read.refusal };
    const key = read.value;
    const fingerprint = fingerprintOf(key);
    const connectionId = account.connection.id;
    await holdNames(tx, connectionId, [`message key ${fingerprint}`]);
    const place = account.apiKeys.findIndex((configured) => configured.equals(key));
    const isAdded = (await tx.messageKey.count({ where: { connectionId, fingerprint, removedAt: null } })) > 0;
    const problem =
      endsAt !== null && new Date(endsAt) <= at
        ? past
        : place !== -1
          ? conflictHeld(place === 0 ? 'current' : 'previous', fingerprint)
          : isAdded
            ? conflictHeld('added', fingerprint)
            : null;
    return { account, key, problem };
  },
  async versions(db, connectionId, fingerprints) {
    const held = await db.messageKey.findMany({
      where: { connectionId: connectionId ?? '', fingerprint: { in: [...fingerprints] }, removedAt: null },
      select: { fingerprint: true },
    });
    return new Map(
      fingerprints.map((one) => [one, held.some(({ fingerprint }) => fingerprint === one) ? HELD : ABSENT]),
    );
  },
  check: ({ problem }) => problem,
  describe({ key }, { note, endsAt }) {
    const fingerprint = key ? fingerprintOf(key) : '';
    return {
      objectName: fingerprint,
      objectKind: 'message-key',
      changes: [
        added('fingerprint', fingerprint),
        ...(note === '' ? [] : [added('note', note)]),
        added('ends', endsAt ?? NO_END),
      ],
      policyKeys,
      recordVersion: ABSENT,
      masked: { fingerprint, note, endsAt },
    };
  },
  async apply(tx, { account, key }, { note, endsAt }, { context, actor, at, reason }) {
    if (!key) return {};
    const connectionId = account.connection.id;
    const fingerprint = fingerprintOf(key);
    const row = {
      sealed: context.vault.seal(key, keyAbout(connectionId, fingerprint)),
      note,
      addedAt: at,
      addedBy: actor.name,
      endsAt: endsAt === null ? null : new Date(endsAt),
      removedAt: null,
      lastUsedAt: null,
    };
    const removed = { connectionId, fingerprint, removedAt: { not: null } };
    const [revived] = await tx.messageKey.updateManyAndReturn({ where: removed, data: row, select: { id: true } });
    const { id } = revived ?? (await tx.messageKey.create({ data: { connectionId, fingerprint, ...row } }));
    await recordAudit(tx, {
      actor,
      at,
      connectionId,
      object: { kind: 'message-key', id, name: fingerprint },
      event: { action: 'message-key.added', fingerprint, endsAt },
      reason: [note, reason].filter((words) => words !== '').join(' · '),
    });
    return { value: { fingerprint }, afterCommit: () => context.shelfChanges.announce(connectionId) };
  },
};

type Held = { key: MessageKey };

/** A key that was removed has no version any more: what waits on it is void. */
const keyVersion = ({ endsAt }: Pick<MessageKey, 'endsAt'>) => endsAt?.toISOString() ?? NO_END;

const aboutKey = {
  permission: 'keys:manage' as const,
  async load(tx: Tx, { account }: About, id: string): Promise<Held | null> {
    if (!account || !isUuid(id)) return null;
    await tx.$queryRaw`SELECT 1 FROM "MessageKey" WHERE "id" = ${id}::uuid FOR UPDATE`;
    const key = await tx.messageKey.findFirst({ where: { id, connectionId: account.connection.id, removedAt: null } });
    return key && { key };
  },
  async versions(db: Db | Tx, connectionId: string | null, ids: readonly string[]) {
    const held = await db.messageKey.findMany({
      where: { connectionId: connectionId ?? '', id: { in: [...ids] }, removedAt: null },
      select: { id: true, endsAt: true },
    });
    return new Map(held.map((key) => [key.id, keyVersion(key)]));
  },
};

const describeKey = ({ key }: Held) => ({
  objectName: key.fingerprint,
  objectKind: 'message-key',
  policyKeys,
  recordVersion: keyVersion(key),
});

const removing: LocalDeed<Record<string, never>, Held> = {
  ...aboutKey,
  name: 'message-key.remove',
  input: z.object({}).strict(),
  check: () => null,
  describe: (state) => ({
    ...describeKey(state),
    changes: [gone('fingerprint', state.key.fingerprint)],
    masked: { fingerprint: state.key.fingerprint, note: state.key.note },
  }),
  async apply(tx, { key }, _input, { context, actor, at, reason }) {
    // Its row stays, for the messages that it opened; what was sealed of it is gone.
    await tx.messageKey.update({ where: { id: key.id }, data: { removedAt: at, sealed: new Uint8Array() } });
    await recordAudit(tx, {
      actor,
      at,
      connectionId: key.connectionId,
      object: { kind: 'message-key', id: key.id, name: key.fingerprint },
      event: { action: 'message-key.removed', fingerprint: key.fingerprint },
      reason,
    });
    return { afterCommit: () => context.shelfChanges.announce(key.connectionId) };
  },
};

const overlap = z.object({ endsAt: z.iso.datetime().nullable() });

const changing: LocalDeed<z.infer<typeof overlap>, Held> = {
  ...aboutKey,
  name: 'message-key.change-overlap',
  input: overlap,
  check: (_state, { endsAt }, { at }) => (endsAt !== null && new Date(endsAt) <= at ? past : null),
  describe: (state, { endsAt }) => ({
    ...describeKey(state),
    changes: [{ path: 'ends', kind: 'changed', from: keyVersion(state.key), to: endsAt ?? NO_END }],
    masked: { fingerprint: state.key.fingerprint, endsAt },
  }),
  async apply(tx, { key }, { endsAt }, { context, actor, at, reason }) {
    await tx.messageKey.update({
      where: { id: key.id },
      data: { endsAt: endsAt === null ? null : new Date(endsAt) },
    });
    await recordAudit(tx, {
      actor,
      at,
      connectionId: key.connectionId,
      object: { kind: 'message-key', id: key.id, name: key.fingerprint },
      event: {
        action: 'message-key.overlap-changed',
        fingerprint: key.fingerprint,
        from: isoOf(key.endsAt),
        to: endsAt,
      },
      reason,
    });
    return { afterCommit: () => context.shelfChanges.announce(key.connectionId) };
  },
};

/** Keeps a platform certificate whose fingerprint was compared with another channel's; the object is its serial. */
export const importCertificate = localDeed(importing);
/** Removes a certificate that was imported, never the last valid one; the object is its serial. */
export const removeCertificate = localDeed(certificateRemoving);
/** Adds a message key beside those of the configuration (5.2); the object is its fingerprint. */
export const addMessageKey = localDeed(adding);
/** Removes an added key: it opens nothing from then on. */
export const removeMessageKey = localDeed(removing);
/** Changes until when an added key is tried. */
export const changeOverlap = localDeed(changing);
