import 'server-only';
import { z } from 'zod';
import type { WithRoles } from '@/lib/auth/permissions';
import { reaches } from '@/lib/auth/permissions';
import type { Db } from '@/lib/db/client';
import type { AuditEntry } from '@/lib/db/generated/client';
import { Prisma } from '@/lib/db/generated/client';
import type { Keyset } from '@/lib/db/keyset';
import { readPage } from '@/lib/db/keyset';
import { isUuid } from '@/lib/db/uuid';
import type { CappedCount } from '@/lib/result';
import { capped, countMax } from '@/lib/result';
import { auditEvent } from './events';
import type { AuditFilters, AuditQuestion } from './filters';
import { questionActions } from './filters';
import { entryHash } from './seals';
import type { AuditView } from './view';
import { auditView } from './view';

type Reading = Pick<Db, '$queryRaw'>;

const keyset: Keyset<'at'> = {
  id: Prisma.sql`a."id"`,
  idKind: 'serial',
  columns: { at: { column: Prisma.sql`a."at"`, kind: 'instant' } },
};

const stored = auditView
  .omit({ event: true, approvalId: true })
  .extend({ at: z.date(), action: z.string(), data: z.record(z.string(), z.unknown()) });

/** A row as it is kept, read as the view that screens get; its event is parsed on the way out too. */
const listedRow = stored
  .transform(({ at, action, data, ...row }) => ({
    ...row,
    at: at.toISOString(),
    approvalId: typeof data.approvalId === 'string' ? data.approvalId : null,
    event: auditEvent.parse({ action, ...data }),
  }))
  .pipe(auditView);

const columns = Prisma.sql`
  a."id"::text AS "id", a."at", a."actorKind", a."actorName", a."actorRoles", a."ip", a."action", a."objectKind",
  a."objectId", a."objectName", a."requestId"::text AS "requestId", a."outcome", a."reason", a."reference", a."data", a."hash"`;

/** What the reader's days mean as moments: [first moment of `from`, first moment after `until`). */
export type Span = { from: Date | null; before: Date | null };

const together = (parts: Prisma.Sql[]) => Prisma.join(parts, ' AND ');

/** The number of an entry. */
const serial = /^\d{1,18}$/;

/** Escapes what LIKE would read as a pattern. */
const literally = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&');

/** The entries of a scope, in parts that each are read by the index of the list. */
function partsOf(connectionId: string, { scope = 'connection' }: Pick<AuditFilters, 'scope'>): Prisma.Sql[] {
  const here = Prisma.sql`a."connectionId" = ${connectionId}::uuid`;
  const ofNone = Prisma.sql`a."connectionId" IS NULL`;
  return { connection: [here], 'sign-in': [ofNone], all: [here, ofNone] }[scope];
}

/** An edit of something that the path of a change names. */
const changes = (path: string) => Prisma.sql`a."data" @> ${JSON.stringify({ changes: [{ path }] })}::jsonb`;

/** What else an entry of these actions must be, to answer a question. */
const conditionSql: Partial<Record<AuditQuestion, Prisma.Sql>> = {
  'settlement-account': changes('settlement_bank_number'),
  'without-approval': Prisma.sql`(a."action" = 'approval.single-administrator' OR EXISTS (
    SELECT 1 FROM "PlatformRequest" r LEFT JOIN "BatchRow" b ON b."requestId" = r."id" LEFT JOIN "Batch" x ON x."id" = b."batchId"
    WHERE r."id" = a."requestId" AND r."approvalId" IS NULL AND x."approvalId" IS NULL))`,
  'self-approval': Prisma.sql`(a."action" = 'emergency.used' OR a."data"->>'cause' = 'own-approval')`,
};

/** What each saved question looks for. */
function questionSql(question: AuditQuestion): Prisma.Sql {
  const actions = questionActions[question];
  const condition = conditionSql[question];
  return together([
    ...(actions === null ? [] : [Prisma.sql`a."action" IN (${Prisma.join([...actions])})`]),
    ...(condition === undefined ? [] : [condition]),
  ]);
}

/** What entries of any scope must be. */
function narrowed(filters: AuditFilters, span: Span): Prisma.Sql[] {
  const { action, question, person, object, outcome } = filters;
  return [
    ...(action === undefined ? [] : [Prisma.sql`a."action" = ${action}`]),
    ...(question === undefined ? [] : [questionSql(question)]),
    ...(person === undefined ? [] : [Prisma.sql`a."actorName" ILIKE ${`%${literally(person)}%`}`]),
    ...(object === undefined
      ? []
      : [
          Prisma.sql`(${Prisma.join(
            [
              Prisma.sql`a."objectId" = ${object}`,
              Prisma.sql`a."reference" = ${object.toUpperCase()}`,
              ...(serial.test(object) ? [Prisma.sql`a."id" = ${BigInt(object)}`] : []),
              ...(isUuid(object) ? [Prisma.sql`a."data"->>'approvalId' = ${object.toLowerCase()}`] : []),
            ],
            ' OR ',
          )})`,
        ]),
    ...(outcome === undefined ? [] : [Prisma.sql`a."outcome" = ${outcome}`]),
    ...(span.from === null ? [] : [Prisma.sql`a."at" >= ${span.from}`]),
    ...(span.before === null ? [] : [Prisma.sql`a."at" < ${span.before}`]),
  ];
}

const conditions = (connectionId: string, filters: AuditFilters, span: Span): Prisma.Sql =>
  together([Prisma.sql`(${Prisma.join(partsOf(connectionId, filters), ' OR ')})`, ...narrowed(filters, span)]);

export type AuditList = {
  rows: AuditView[];
  nextCursor: string | null;
  previousCursor: string | null;
  total: CappedCount;
  asOf: string;
};

/** One page of the trail, newest first. */
export async function listAudit(
  db: Reading,
  connectionId: string,
  filters: AuditFilters,
  span: Span = { from: null, before: null },
  now = new Date(),
): Promise<AuditList> {
  const { cursor, size = 50, ...narrowing } = filters;
  const where = conditions(connectionId, filters, span);
  const [page, counted] = await Promise.all([
    readPage({
      keyset,
      order: { by: 'at', isDescending: true },
      size,
      cursor: cursor ?? null,
      boundTo: [connectionId, narrowing, span],
      row: listedRow,
      read: ({ key, beyond, tail }) => {
        // A page of each part by its index holds the page of all.
        const pages = partsOf(connectionId, filters).map(
          (part) =>
            Prisma.sql`(SELECT a."id" FROM "AuditEntry" a WHERE ${together([part, ...narrowed(filters, span), beyond])} ${tail})`,
        );
        const found =
          pages.length === 1 ? together([where, beyond]) : Prisma.sql`a."id" IN (${Prisma.join(pages, ' UNION ALL ')})`;
        return db.$queryRaw`SELECT ${key}, ${columns} FROM "AuditEntry" a WHERE ${found} ${tail}`;
      },
    }),
    db.$queryRaw`SELECT count(*) AS "count" FROM (SELECT 1 FROM "AuditEntry" a WHERE ${where} LIMIT ${countMax + 1}) AS found`,
  ]);
  const count = z.array(z.object({ count: z.coerce.number() })).parse(counted)[0]?.count ?? 0;
  return {
    rows: page.rows,
    nextCursor: page.nextCursor,
    previousCursor: page.previousCursor,
    total: capped(count),
    asOf: now.toISOString(),
  };
}

const exportedAtOnce = 500;

/** Every entry that matches, by number, piece by piece, up to the newest of now: reading adds an entry of its own. */
export async function* eachEntry(
  db: Pick<Db, '$queryRaw' | 'auditEntry'>,
  connectionId: string,
  filters: AuditFilters,
  span: Span,
): AsyncGenerator<AuditEntry[]> {
  const where = conditions(connectionId, filters, span);
  const newest = (await db.auditEntry.findFirst({ orderBy: { id: 'desc' }, select: { id: true } }))?.id ?? 0n;
  const ids = z.array(z.object({ id: z.bigint() }));
  let last = 0n;
  for (;;) {
    const found = ids.parse(
      await db.$queryRaw`
        SELECT a."id" FROM "AuditEntry" a WHERE ${where} AND a."id" > ${last} AND a."id" <= ${newest}
        ORDER BY a."id" LIMIT ${exportedAtOnce}`,
    );
    if (found.length === 0) return;
    last = found.at(-1)?.id ?? last;
    yield await db.auditEntry.findMany({ where: { id: { in: found.map(({ id }) => id) } }, orderBy: { id: 'asc' } });
  }
}

const viewOf = (row: AuditEntry): AuditView => listedRow.parse({ ...row, id: String(row.id) });

/** The newest entries about one object; `naming` are those of another object whose event names it. */
export async function listAuditOf(
  db: Pick<Db, 'auditEntry'>,
  connectionId: string,
  object: { kind: string; id: string },
  { limit = 100, naming }: { limit?: number; naming?: { kind: string; id: string; value: string } } = {},
): Promise<AuditView[]> {
  const about = { objectKind: object.kind, objectId: object.id };
  const others = naming && {
    objectKind: naming.kind,
    objectId: naming.id,
    data: { path: [naming.value], equals: object.id },
  };
  const rows = await db.auditEntry.findMany({
    where: { connectionId, OR: [about, ...(others ? [others] : [])] },
    orderBy: { id: 'desc' },
    take: limit,
  });
  return rows.map(viewOf);
}

export type AuditDetail = {
  entry: AuditView;
  /** True when what is kept still has the hash that it was written with. */
  isIntact: boolean;
  /** The neighbours in the same scope, by number; null at an end. */
  newer: string | null;
  older: string | null;
  /** True for an entry that belongs to no connection. */
  isSignIn: boolean;
};

/** One entry of this connection or of none, or null. Entries of another connection are not here. */
export async function getAuditEntry(
  db: Pick<Db, 'auditEntry'>,
  connectionId: string,
  id: string,
  reader: Pick<WithRoles, 'connectionLimit'>,
): Promise<AuditDetail | null> {
  if (!serial.test(id)) return null;
  const row = await db.auditEntry.findFirst({
    where: { id: BigInt(id), OR: [{ connectionId }, { connectionId: null }] },
  });
  if (!row || !reaches(reader, row.connectionId)) return null;
  const scope = { connectionId: row.connectionId };
  const { at } = row;
  // The bound on `at` alone lets the index of the list find them; the order is the list's.
  const [newer, older] = await Promise.all([
    db.auditEntry.findFirst({
      where: { ...scope, at: { gte: at }, OR: [{ at: { gt: at } }, { id: { gt: row.id } }] },
      orderBy: [{ at: 'asc' }, { id: 'asc' }],
      select: { id: true },
    }),
    db.auditEntry.findFirst({
      where: { ...scope, at: { lte: at }, OR: [{ at: { lt: at } }, { id: { lt: row.id } }] },
      orderBy: [{ at: 'desc' }, { id: 'desc' }],
      select: { id: true },
    }),
  ]);
  return {
    entry: viewOf(row),
    isIntact: entryHash(row) === row.hash,
    newer: newer === null ? null : String(newer.id),
    older: older === null ? null : String(older.id),
    isSignIn: row.connectionId === null,
  };
}
