import 'server-only';
import { z } from 'zod';
import { mayDo, permissionsOf, reaches } from '@/lib/auth/permissions';
import { loadRoles } from '@/lib/auth/roles';
import type { Db } from '@/lib/db/client';
import type { Approval } from '@/lib/db/generated/client';
import { Prisma } from '@/lib/db/generated/client';
import type { Keyset } from '@/lib/db/keyset';
import { readPage } from '@/lib/db/keyset';
import { instantText } from '@/lib/db/rows';
import { draftFates } from '@/lib/drafts/drafts';
import { policyNow, ruleUnder } from '@/lib/policies/policies';
import type { Person } from '@/lib/policies/rules';
import type { CappedCount } from '@/lib/result';
import { capped, countMax } from '@/lib/result';
import type { ApprovalContext } from './deed';
import type { ApprovalFilters } from './filters';
import type { ApprovalRow, ApprovalTab, PendingApproval, VoidCause } from './view';
import { approvalRow, approvalTabs } from './view';
import { isApproverSql, isMakerLimitedSql } from './words';
import { draftOf, isSealedWith, keysOf } from './write';

type Reading = Pick<Db, '$queryRaw'>;
type Reader = Omit<Person, 'name'>;

const keyset: Keyset<'asked' | 'decided'> = {
  id: Prisma.sql`a."id"`,
  columns: {
    asked: { column: Prisma.sql`a."askedAt"`, kind: 'instant' },
    decided: { column: Prisma.sql`a."decidedAt"`, kind: 'instant' },
  },
};

/** What waits for somebody stands with the oldest first; what is mine, and what is decided, with the newest. */
const orders = {
  'for-me': { by: 'asked', isDescending: false },
  mine: { by: 'asked', isDescending: true },
  team: { by: 'asked', isDescending: false },
  decided: { by: 'decided', isDescending: true },
} as const;

const listedRow = z
  .object({
    ...approvalRow.omit({ stale: true }).shape,
    askedAt: instantText,
    expiresAt: instantText,
    remindedAt: instantText.nullable(),
    decidedAt: instantText.nullable(),
    notBefore: instantText.nullable(),
    recordVersion: z.string(),
    draftId: z.string().nullable(),
    draftVersion: z.number().nullable(),
    makers: z.array(z.string()),
    isMakerSuspended: z.boolean(),
    isMakerLimited: z.boolean(),
    makerRoles: z.array(z.string()),
    policy: z.custom<Approval['policy']>(),
  })
  .transform(
    ({
      recordVersion,
      draftId,
      draftVersion,
      makers,
      isMakerSuspended,
      isMakerLimited,
      makerRoles,
      policy,
      ...row
    }) => ({
      row,
      makers,
      recordVersion,
      draft: draftOf({ draftId, draftVersion }),
      isMakerSuspended,
      isMakerLimited,
      makerRoles,
      policy,
    }),
  );
type Listed = z.output<typeof listedRow>;

/** What a person calls an object by whose own id says nothing. */
const shownId = Prisma.sql`CASE a."objectKind"
  WHEN 'request' THEN COALESCE(a."maskedContent"->>'reference', a."objectId")
  WHEN 'staff' THEN COALESCE(a."maskedContent"->>'email', a."objectId")
  ELSE a."objectId" END`;

const columns = Prisma.sql`
  a."id", a."connectionId", a."deed", a."objectKind", a."objectId", a."objectName", a."policyKeys", s."name" AS "askedBy", a."askedAt",
  a."expiresAt", a."remindedAt", a."decidedAt", a."notBefore", a."state", a."cause", a."recordVersion",
  a."draftId"::text AS "draftId", a."draftVersion", a."makers", s."disabledAt" IS NOT NULL AS "isMakerSuspended",
  ${isMakerLimitedSql} AS "isMakerLimited",
  s."roles" AS "makerRoles", a."policy", ${shownId} AS "shownId",
  jsonb_array_length(a."changes") AS "changeCount", (a."policy"->>'needed')::int AS "needed",
  (SELECT count(*)::int FROM "ApprovalDecision" d JOIN "Staff" g ON g."id" = d."staffId"
    WHERE d."approvalId" = a."id" AND d."verdict" = 'approve' AND d."ceased" IS NULL
      AND (a."state" NOT IN ('pending', 'approved')
        OR (g."disabledAt" IS NULL AND (g."passwordHash" IS NOT NULL OR g."oidcSubject" IS NOT NULL) AND ${isApproverSql}))) AS "given"`;

/** What belongs to no connection is seen under each, by those who are limited to none. */
const seenUnder = (connectionId: string, reader: Reader) =>
  reaches(reader, null)
    ? Prisma.sql`(a."connectionId" = ${connectionId}::uuid OR a."connectionId" IS NULL)`
    : Prisma.sql`a."connectionId" = ${connectionId}::uuid`;

/** `stale`: what would be void once somebody tried, and so waits for nobody. */
function inTab(tab: ApprovalTab, reader: Reader, now: Date, stale: readonly string[]): Prisma.Sql {
  switch (tab) {
    case 'for-me':
      return Prisma.sql`
        a."state" = 'pending' AND a."expiresAt" > ${now} AND NOT a."makers" @> ARRAY[${reader.id}]
        AND a."policy"->'approvers' ?| ${mayDo(reader.permissions, 'approval:decide') ? [...reader.roles] : []}::text[]
        AND NOT EXISTS (SELECT 1 FROM "ApprovalDecision" d
          WHERE d."approvalId" = a."id" AND d."staffId" = ${reader.id}::uuid AND d."verdict" = 'approve'
            AND d."ceased" IS NULL)
        AND a."id" <> ALL(${[...stale]}::uuid[])`;
    case 'mine':
      return Prisma.sql`a."makers" @> ARRAY[${reader.id}]`;
    case 'team':
      return Prisma.sql`a."state" IN ('pending', 'approved')`;
    case 'decided':
      return Prisma.sql`a."state" NOT IN ('pending', 'approved')`;
  }
}

function narrowing(connectionId: string, reader: Reader, { kind, risk, q }: ApprovalFilters): Prisma.Sql {
  const part = q === undefined ? '' : `%${q.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return Prisma.join(
    [
      seenUnder(connectionId, reader),
      ...(kind === undefined ? [] : [Prisma.sql`a."objectKind" = ${kind}`]),
      ...(risk === undefined ? [] : [Prisma.sql`a."policyKeys" @> ARRAY[${risk}]`]),
      ...(q === undefined
        ? []
        : [Prisma.sql`(a."objectId" = ${q} OR a."objectName" ILIKE ${part} OR s."name" ILIKE ${part})`]),
    ],
    ' AND ',
  );
}

const from = Prisma.sql`"Approval" a JOIN "Staff" s ON s."id" = a."staffId"`;

async function countByTab(db: Reading, where: Prisma.Sql, reader: Reader, now: Date, stale: readonly string[]) {
  const counts = approvalTabs.map(
    (tab) => Prisma.sql`
      SELECT ${tab} AS "tab", count(*) AS "count" FROM (
        SELECT 1 FROM ${from} WHERE ${where} AND ${inTab(tab, reader, now, stale)} LIMIT ${countMax + 1}
      ) AS found`,
  );
  const rows = z
    .array(z.object({ tab: z.string(), count: z.coerce.number() }))
    .parse(await db.$queryRaw`${Prisma.join(counts, ' UNION ALL ')}`);
  const of = (tab: ApprovalTab) => capped(rows.find((row) => row.tab === tab)?.count ?? 0);
  return { 'for-me': of('for-me'), mine: of('mine'), team: of('team'), decided: of('decided') };
}

export type ApprovalList = {
  rows: ApprovalRow[];
  nextCursor: string | null;
  previousCursor: string | null;
  counts: Record<ApprovalTab, CappedCount>;
  /** When the database was asked. */
  asOf: string;
};

/** One page of a tab, with the counts of all tabs. */
export async function listApprovals(
  context: Pick<ApprovalContext, 'db' | 'deed' | 'now'>,
  connectionId: string,
  reader: Reader,
  filters: ApprovalFilters,
): Promise<ApprovalList> {
  const { db } = context;
  const now = context.now();
  const { tab = 'for-me', kind, risk, q, cursor, size = 25 } = filters;
  const stale = await staleForMe(context, connectionId, reader, now);
  const where = narrowing(connectionId, reader, filters);
  const [page, counts] = await Promise.all([
    readPage({
      keyset,
      order: orders[tab],
      size,
      cursor: cursor ?? null,
      boundTo: [connectionId, reader.id, tab, kind ?? null, risk ?? null, q ?? null],
      row: listedRow,
      read: ({ key, beyond, tail }) => db.$queryRaw`
        SELECT ${key}, ${columns} FROM ${from} WHERE ${where} AND ${inTab(tab, reader, now, stale)} AND ${beyond} ${tail}`,
    }),
    countByTab(db, where, reader, now, stale),
  ]);
  return {
    rows: await withStaleness(context, connectionId, page.rows, now),
    nextCursor: page.nextCursor,
    previousCursor: page.previousCursor,
    counts,
    asOf: now.toISOString(),
  };
}

/**
 * What seems to wait for this reader and would be void once they tried: nobody is asked to look at it. A newer draft, another
 * record or policy is met here and not written down where it happens, so each reading looks; of more than a count shows,
 * the oldest are looked at.
 */
async function staleForMe(
  context: Pick<ApprovalContext, 'db' | 'deed' | 'now'>,
  connectionId: string,
  reader: Reader,
  now: Date,
): Promise<string[]> {
  const listed = z.array(listedRow).parse(
    await context.db.$queryRaw`
      SELECT ${columns} FROM ${from} WHERE ${seenUnder(connectionId, reader)} AND ${inTab('for-me', reader, now, [])}
      ORDER BY a."askedAt", a."id" LIMIT ${countMax + 1}`,
  );
  const rows = listed.length === 0 ? [] : await withStaleness(context, connectionId, listed, now);
  return rows.filter(({ stale }) => stale !== null).map(({ id }) => id);
}

/** Which of them would be void once somebody tried, with one look per kind of deed. */
async function withStaleness(
  { db, deed }: Pick<ApprovalContext, 'db' | 'deed'>,
  connectionId: string | null,
  listed: readonly Listed[],
  now: Date,
): Promise<ApprovalRow[]> {
  const names = [...new Set(listed.map(({ row }) => row.deed))];
  const versions = new Map(
    await Promise.all(
      names.map(async (name) => {
        const ids = listed.filter(({ row }) => row.deed === name).map(({ row }) => row.objectId);
        return [name, (await deed(name)?.versions(db, connectionId, ids)) ?? new Map<string, string>()] as const;
      }),
    ),
  );
  const fateOf = await draftFates(
    db,
    listed.flatMap(({ draft }) => draft ?? []),
  );
  const [inForce, table] = await Promise.all([policyNow(db, now), loadRoles(db)]);
  // Where they end says nothing of what a rule asks of them.
  const makerOf = (roles: string[]) => ({ roles, permissions: permissionsOf({ roles, connectionLimit: null }, table) });
  const causeOf = ({ row, recordVersion, draft, makerRoles, policy, ...maker }: Listed): VoidCause | null => {
    if (row.state !== 'pending' && row.state !== 'approved') return null;
    if (row.state === 'pending' && row.expiresAt <= now.toISOString()) return 'expired';
    if (maker.isMakerSuspended) return 'maker-suspended';
    if (maker.isMakerLimited) return 'maker-limited';
    if (!isSealedWith({ policy }, ruleUnder(inForce, keysOf(row), makerOf(makerRoles)))) return 'policy-changed';
    if ((versions.get(row.deed)?.get(row.objectId) ?? 'absent') !== recordVersion) return 'record-moved';
    return draft && fateOf(draft);
  };
  return listed.map((one) => ({ ...one.row, stale: causeOf(one) }));
}

/** How many approvals wait for this reader, and since when the oldest does. */
export async function countForMe(
  context: Pick<ApprovalContext, 'db' | 'deed' | 'now'>,
  connectionId: string,
  reader: Reader,
): Promise<CappedCount & { oldestSince: string | null }> {
  const { db } = context;
  const now = context.now();
  const stale = await staleForMe(context, connectionId, reader, now);
  const [found] = z.array(z.object({ count: z.coerce.number(), oldest: z.date().nullable() })).parse(
    await db.$queryRaw`
      SELECT count(*) AS "count", min(found."askedAt") AS "oldest" FROM (
        SELECT a."askedAt" FROM "Approval" a WHERE ${seenUnder(connectionId, reader)} AND ${inTab('for-me', reader, now, stale)}
        ORDER BY a."askedAt", a."id" LIMIT ${countMax + 1}
      ) AS found`,
  );
  return { ...capped(found?.count ?? 0), oldestSince: found?.oldest?.toISOString() ?? null };
}

/**
 * Changes that wait on these objects: for the banner of a record, for lists, and for what may not be asked for beside them.
 * What would be void once somebody tried waits for nobody and is not among them; `connectionId` is null for what belongs to none.
 */
export async function listPending(
  context: Pick<ApprovalContext, 'db' | 'deed' | 'now'>,
  connectionId: string | null,
  objectKind: string,
  objectIds: readonly string[],
): Promise<PendingApproval[]> {
  if (objectIds.length === 0) return [];
  const listed = z.array(listedRow).parse(
    await context.db.$queryRaw`
      SELECT ${columns} FROM ${from}
      WHERE a."connectionId" IS NOT DISTINCT FROM ${connectionId}::uuid AND a."objectKind" = ${objectKind}
        AND a."objectId" = ANY(${[...objectIds]}) AND a."state" IN ('pending', 'approved')
      ORDER BY a."askedAt", a."id"`,
  );
  const makersOf = new Map(listed.map(({ row, makers }) => [row.id, makers]));
  const rows = listed.length === 0 ? [] : await withStaleness(context, connectionId, listed, context.now());
  return rows
    .filter(({ stale }) => stale === null)
    .map(({ id, deed, objectId, askedBy, askedAt, state, policyKeys }) => {
      const makers = makersOf.get(id) ?? [];
      return { id, deed, objectId, askedBy, askedAt, state, policyKeys, makers };
    });
}
