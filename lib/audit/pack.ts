import 'server-only';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { WithRoles } from '@/lib/auth/permissions';
import { reaches } from '@/lib/auth/permissions';
import type { Db, Tx } from '@/lib/db/client';
import { Prisma } from '@/lib/db/client';
import type { AuditEntry } from '@/lib/db/generated/client';
import { sha256 } from '@/lib/platform/crypto/sha256';
import type { Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import type { PackAsk } from './filters';
import type { Span } from './queries';
import type { Actor } from './record';
import { canonicalJson, recordAudit } from './record';
import { newestSeal, sealTrail, sealView } from './seals';

/** A pack is one file that a person opens: a longer period is several packs. */
export const packEntriesMax = 20_000;

/** An entry as packs and exports write it: what its hash is made of, its number and the hash. */
export const entryLine = ({ id, at, ...rest }: AuditEntry): string =>
  canonicalJson({ ...rest, id: String(id), at: at.toISOString() });

/** What a pack is about, found: conditions over each table that has a part in it. */
type Scope = {
  entries: Prisma.AuditEntryWhereInput;
  requests: Prisma.PlatformRequestWhereInput;
  approvals: Prisma.ApprovalWhereInput;
  notifications: Prisma.NotificationWhereInput | null;
  /** What the pack is about, also where nothing was asked for it yet. */
  objects: { objectKind: string; objectId: string }[];
  batchId: string | null;
};

const notificationColumn = {
  'sub-merchant': 'subMchid',
  application: 'applymentId',
  contract: 'contractId',
  deduction: 'outTradeNo',
} as const;

/** Rows of the console that a pack leaves as they are: values are masked where they are kept, and sealed ones stay here. */
const requestColumns = {
  ...{ id: true, operation: true, objectKind: true, objectId: true, objectName: true, policyKeys: true, method: true },
  ...{ path: true, idempotencyKey: true, bytesSha256: true, bytesSize: true, maskedBody: true, changes: true },
  ...{ platformSerial: true, outcome: true, wasUnknown: true, settledHow: true, tries: true, meaning: true },
  ...{ httpStatus: true, errorCode: true, errorMessage: true, errorPath: true, reference: true, openedAt: true },
  ...{ settledAt: true, approvalId: true, replacesId: true },
} satisfies Prisma.PlatformRequestSelect;

const tryColumns = {
  ...{ number: true, startedAt: true, endedAt: true, bytesSha256: true, platformSerial: true, httpStatus: true },
  ...{ signature: true, noAnswer: true, platformRequestId: true, code: true, message: true, outcome: true },
  meaning: true,
} satisfies Prisma.RequestTrySelect;

const approvalColumns = {
  ...{ id: true, deed: true, objectKind: true, objectId: true, objectName: true, policyKeys: true, changes: true },
  ...{ maskedContent: true, contentSha256: true, recordVersion: true, reason: true, policy: true, seal: true },
  ...{ makers: true, state: true, cause: true, askedAt: true, expiresAt: true, decidedAt: true, carriedOutAt: true },
} satisfies Prisma.ApprovalSelect;

const notificationColumns = {
  ...{ id: true, notificationId: true, state: true, cause: true, eventType: true, createTime: true },
  ...{ contentSha256: true, bodySha256: true, bodySize: true, openedBy: true, serial: true, applymentId: true },
  ...{ contractId: true, outTradeNo: true, subMchid: true, deliveries: true, firstReceivedAt: true },
  ...{ lastReceivedAt: true, lastAnswer: true },
} satisfies Prisma.NotificationSelect;

const deliveryColumns = {
  ...{ number: true, receivedAt: true, verdict: true, cause: true, answer: true, steps: true, serial: true },
  ...{ signedAt: true, nonce: true, bodySha256: true, door: true },
} satisfies Prisma.NotificationDeliverySelect;

const batchColumns = {
  ...{ id: true, kind: true, name: true, source: true, sourceName: true, perMinute: true, equalErrorsMax: true },
  ...{ sourceCount: true, listCount: true, listSha256: true, state: true, approvalId: true, createdAt: true },
  ...{ startedAt: true, endedAt: true },
} satisfies Prisma.BatchSelect;

const batchRowColumns = {
  ...{ number: true, place: true, objectId: true, objectName: true, verdict: true, requestId: true, leftOut: true },
  takenAt: true,
} satisfies Prisma.BatchRowSelect;

/** What belongs to it, or null where this connection has nothing of the kind. */
async function scopeOf(
  tx: Tx,
  connectionId: string,
  ask: PackAsk,
  span: Span,
  reader: Pick<WithRoles, 'connectionLimit'>,
): Promise<Scope | null> {
  if (ask.about === 'period') {
    // Who signed in, and who may do what, belongs to no connection, and goes to nobody who is limited to some.
    const reached = [{ connectionId }, ...(reaches(reader, null) ? [{ connectionId: null }] : [])];
    const within = { ...(span.from && { gte: span.from }), ...(span.before && { lt: span.before }) };
    return {
      entries: { at: within, OR: reached },
      requests: { connectionId, openedAt: within },
      approvals: { askedAt: within, OR: reached },
      notifications: { connectionId, firstReceivedAt: within },
      objects: [],
      batchId: null,
    };
  }
  if (ask.about === 'batch') {
    const batch = await tx.batch.findFirst({ where: { id: ask.id, connectionId }, select: { approvalId: true } });
    if (!batch) return null;
    const requests = { connectionId, batchRow: { batchId: ask.id } };
    const ids = await tx.platformRequest.findMany({ where: requests, select: { id: true } });
    const about = { objectKind: 'batch', objectId: ask.id };
    return {
      entries: { connectionId, OR: [about, { requestId: { in: ids.map(({ id }) => id) } }] },
      requests,
      approvals: { connectionId, OR: [about, ...(batch.approvalId ? [{ id: batch.approvalId }] : [])] },
      notifications: null,
      objects: [],
      batchId: ask.id,
    };
  }
  const about = { objectKind: ask.kind, objectId: ask.id };
  const notifications = { connectionId, [notificationColumn[ask.kind]]: ask.id };
  const requests = await tx.platformRequest.findMany({ where: { connectionId, ...about }, select: { id: true } });
  const told = await tx.notification.findMany({ where: notifications, select: { id: true } });
  const entries = {
    connectionId,
    OR: [
      about,
      { requestId: { in: requests.map(({ id }) => id) } },
      { objectKind: 'notification', objectId: { in: told.map(({ id }) => id) } },
    ],
  };
  if ((await tx.auditEntry.count({ where: entries, take: 1 })) === 0) return null;
  return {
    entries,
    requests: { connectionId, ...about },
    approvals: { connectionId, ...about },
    notifications,
    objects: [about],
    batchId: null,
  };
}

/** Whose personal values a pack speaks of. */
export type Concerned = {
  connectionId: string;
  requestIds: string[];
  approvalIds: string[];
  subMchids: string[];
  outTradeNos: string[];
};

const lines = (rows: readonly object[]): string[] => rows.map((row) => canonicalJson(JSON.parse(JSON.stringify(row))));

const memberRow = z.object({ entry: z.string(), hash: z.string(), seal: z.number() });

/** Entries, the seals that hold them with everything else inside, and each seal from there to the newest. */
async function chainOf(tx: Tx, entries: Prisma.AuditEntryWhereInput) {
  const found = await tx.auditEntry.findMany({ where: entries, orderBy: { id: 'asc' }, take: packEntriesMax + 1 });
  if (found.length > packEntriesMax) return null;
  const held = await tx.auditSealed.findMany({ where: { entryId: { in: found.map(({ id }) => id) } } });
  const sealed = new Set(held.map(({ entryId }) => entryId));
  const numbers = [...new Set(held.map(({ number }) => number))].sort((a, b) => a - b);
  const members = z.array(memberRow).parse(
    await tx.$queryRaw`
      SELECT s."entryId"::text AS "entry", coalesce(e."hash", '') AS "hash", s."number" AS "seal"
      FROM "AuditSealed" s LEFT JOIN "AuditEntry" e ON e."id" = s."entryId"
      WHERE s."number" = ANY(${numbers}) ORDER BY s."number", s."entryId"`,
  );
  const seals = await tx.auditSeal.findMany({
    where: { number: { gte: numbers[0] ?? 0 } },
    orderBy: { number: 'asc' },
  });
  return {
    // What was written after the last sealing is in the next pack.
    entries: found.filter(({ id }) => sealed.has(id)),
    members,
    seals: seals.map(sealView),
  };
}

async function rowsOf(
  tx: Tx,
  connectionId: string,
  scope: Scope,
  marksOf: (tx: Tx, of: Concerned) => Promise<object[]>,
) {
  const staff = { select: { name: true } };
  const requests = await tx.platformRequest.findMany({
    where: scope.requests,
    orderBy: { openedAt: 'asc' },
    select: { ...requestColumns, staff, attempts: { select: tryColumns, orderBy: { number: 'asc' } } },
  });
  const approvals = await tx.approval.findMany({
    where: scope.approvals,
    orderBy: { askedAt: 'asc' },
    select: {
      ...approvalColumns,
      staff,
      evidence: { select: { sha256: true, sizeBytes: true } },
      decisions: {
        orderBy: { at: 'asc' },
        select: { verdict: true, onBehalfOf: true, remark: true, seal: true, at: true, ceased: true, staff },
      },
    },
  });
  const notifications =
    scope.notifications &&
    (await tx.notification.findMany({
      where: scope.notifications,
      orderBy: { firstReceivedAt: 'asc' },
      select: { ...notificationColumns, received: { select: deliveryColumns, orderBy: { number: 'asc' } } },
    }));
  const batch =
    scope.batchId === null
      ? null
      : await tx.batch.findUnique({
          where: { id: scope.batchId },
          select: { ...batchColumns, staff, rows: { select: batchRowColumns, orderBy: { number: 'asc' } } },
        });
  const objects = [...requests, ...approvals, ...scope.objects];
  const idsOf = (kind: string) => [
    ...new Set(objects.flatMap(({ objectKind, objectId }) => (objectKind === kind ? [objectId] : []))),
  ];
  const marks = await marksOf(tx, {
    connectionId,
    requestIds: requests.map(({ id }) => id),
    approvalIds: approvals.map(({ id }) => id),
    subMchids: idsOf('sub-merchant'),
    outTradeNos: idsOf('deduction'),
  });
  return {
    'requests.jsonl': lines(requests),
    'approvals.jsonl': lines(approvals),
    'notifications.jsonl': lines(notifications ?? []),
    'same-values.jsonl': lines(marks),
    ...(batch && { 'batch.jsonl': lines([{ ...batch, rows: undefined }, ...batch.rows]) }),
  };
}

/** The script that the pack brings along. The console runs in its own folder. */
const verifier = () => readFile(join(/* turbopackIgnore: true */ process.cwd(), 'scripts/verify-evidence.mjs'), 'utf8');

const linesOf = (text: string): string[] => text.replace(/\n$/, '').split('\n');

export type Pack = { text: string; manifestSha256: string; entries: number };

/**
 * Everything that the console holds about a record, a batch or a period, as one file of JSON that `verify-evidence.mjs`
 * verifies without us: rows one a line, the part of the chain that they lie in, the script itself, and in `readme` what
 * the pack proves and does not. Personal values are the masks that the trail shows. The trail says who took it, with the
 * hash of its manifest. Refused where there is nothing of it, or more than a pack holds.
 */
export async function makePack(
  context: { db: Db; now: () => Date },
  {
    connection,
    actor,
    ask,
    span,
    readme,
    marksOf,
  }: {
    connection: { id: string; slug: string; environment: string; mode: string };
    actor: Extract<Actor, { kind: 'staff' }> & Pick<WithRoles, 'connectionLimit'>;
    ask: PackAsk;
    /** What the days of a period mean as moments. */
    span: Span;
    readme: string;
    /** Rows that say which personal values are the same, without saying them. */
    marksOf: (tx: Tx, of: Concerned) => Promise<object[]>;
  },
): Promise<Result<Pack>> {
  const { db, now } = context;
  await sealTrail(context);
  const script = await verifier();
  // One look at everything: a row that changes meanwhile is either in all parts of the pack or in none.
  const read = await db.$transaction(
    async (tx) => {
      const scope = await scopeOf(tx, connection.id, ask, span, actor);
      const chain = scope && (await chainOf(tx, scope.entries));
      return scope && { chain, rows: chain && (await rowsOf(tx, connection.id, scope, marksOf)) };
    },
    { isolationLevel: Prisma.TransactionIsolationLevel.RepeatableRead, timeout: 60_000 },
  );
  if (!read) return refuse({ kind: 'not-found' });
  const { chain, rows } = read;
  if (!chain || !rows) return refuse({ kind: 'conflict', rule: 'pack-too-large', params: { max: packEntriesMax } });
  const files: Record<string, string[]> = {
    'README.txt': linesOf(readme),
    'verify-evidence.mjs': linesOf(script),
    'entries.jsonl': chain.entries.map(entryLine),
    ...rows,
    'sealed.jsonl': lines(chain.members),
    'seals.jsonl': lines(chain.seals),
  };
  const head = chain.seals.at(-1) ?? (await newestSeal(db));
  const manifest = {
    about: { ...ask, ...(ask.about === 'period' && { first: span.from, before: span.before }) },
    connection: { slug: connection.slug, environment: connection.environment, mode: connection.mode },
    madeAt: now().toISOString(),
    madeBy: { name: actor.name, roles: [...actor.roles] },
    head: head && { number: head.number, hash: head.hash },
    files: Object.entries(files).map(([name, content]) => ({ name, lines: content.map((line) => sha256(line)) })),
  };
  const plain: unknown = JSON.parse(JSON.stringify(manifest));
  const manifestSha256 = sha256(canonicalJson(plain));
  const text = `${JSON.stringify({ format: 'subdesk-evidence/1', manifest: plain, manifestSha256, files }, null, 1)}\n`;
  await db.$transaction((tx) =>
    recordAudit(tx, {
      actor,
      at: now(),
      connectionId: connection.id,
      object:
        ask.about === 'period'
          ? { kind: 'trail', id: '' }
          : { kind: ask.about === 'batch' ? 'batch' : ask.kind, id: ask.id },
      event: {
        action: 'audit.pack-made',
        about: ask.about,
        rows: chain.entries.length,
        from: ask.about === 'period' ? ask.from : null,
        until: ask.about === 'period' ? ask.until : null,
        manifestSha256,
      },
    }),
  );
  return ok({ text, manifestSha256, entries: chain.entries.length });
}
