import 'server-only';
import { z } from 'zod';
import type { RoleTable } from '@/lib/auth/permissions';
import { reaches } from '@/lib/auth/permissions';
import { loadRoles } from '@/lib/auth/roles';
import { activeStaff } from '@/lib/auth/staff';
import type { Db, Tx } from '@/lib/db/client';
import type { Ownership as Row, Staff } from '@/lib/db/generated/client';
import { capped, countMax } from '@/lib/result';
import { namesOf } from './objects';
import { mayOwn } from './rules';
import type { Candidate, Own, OwnedKind, Owner, Ownership, OwnItem } from './view';
import { ownedKinds, unowned } from './view';

const personSelect = { id: true, name: true, disabledAt: true, isLimited: true, limitedTo: true } as const;
type Person = Pick<Staff, keyof typeof personSelect>;
type Held = Row & { staff: Person | null };

const withStaff = { staff: { select: personSelect } } as const;

type Reading = Pick<Db, 'staff' | 'ownRole'>;

const dayText = (date: Date | null): string | null => date?.toISOString().slice(0, 10) ?? null;

/** Whoever does not work under the connection any more can do nothing with what is theirs there, like the suspended. */
const ownerOf = ({ id, name, disabledAt, isLimited, limitedTo }: Person, connectionId: string): Owner => ({
  id,
  name,
  isSuspended: disabledAt !== null || !reaches({ connectionLimit: isLimited ? limitedTo : null }, connectionId),
});

const ownershipOf = ({ connectionId, staff, nextDate, note, since, version }: Held): Ownership => ({
  owner: staff && ownerOf(staff, connectionId),
  nextDate: dayText(nextDate),
  note,
  since: since.toISOString(),
  version,
});

/** Who looks after one object. */
export async function findOwnership(
  db: Pick<Db | Tx, 'ownership'>,
  connectionId: string,
  objectKind: OwnedKind,
  objectId: string,
): Promise<Ownership> {
  const row = await db.ownership.findUnique({
    where: { connectionId_objectKind_objectId: { connectionId, objectKind, objectId } },
    include: withStaff,
  });
  return row ? ownershipOf(row) : unowned;
}

/** Who looks after each of many objects of one kind, by id, in one question. What nobody ever had is not in it. */
export async function ownershipsOf(
  db: Pick<Db | Tx, 'ownership'>,
  connectionId: string,
  objectKind: OwnedKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Ownership>> {
  if (ids.length === 0) return new Map();
  const rows = await db.ownership.findMany({
    where: { connectionId, objectKind, objectId: { in: [...ids] } },
    include: withStaff,
  });
  return new Map(rows.map((row) => [row.objectId, ownershipOf(row)]));
}

/** Whoever may own things of a kind under a connection now. */
const mayOwnNow = (kind: OwnedKind, connectionId: string, table: RoleTable) => ({
  ...activeStaff,
  roles: { hasSome: [...table].flatMap(([role, given]) => (mayOwn(given, kind) ? role : [])) },
  OR: [{ isLimited: false }, { limitedTo: { has: connectionId } }],
});
const byName = [{ name: 'asc' }, { id: 'asc' }] as const;

/** Everybody who may own things of a kind under a connection, by name. */
export const listCandidates = async (db: Reading, connectionId: string, kind: OwnedKind): Promise<Candidate[]> =>
  db.staff.findMany({
    where: mayOwnNow(kind, connectionId, await loadRoles(db)),
    orderBy: [...byName],
    select: { id: true, name: true },
  });

/** Whom a list can be filtered by: whoever may own things, and whoever owns something of this kind here. */
export async function listOwners(db: Reading, connectionId: string, objectKind: OwnedKind): Promise<Owner[]> {
  const table = await loadRoles(db);
  const people = await db.staff.findMany({
    where: { OR: [mayOwnNow(objectKind, connectionId, table), { owned: { some: { connectionId, objectKind } } }] },
    orderBy: [...byName],
    select: personSelect,
  });
  return people.map((person) => ownerOf(person, connectionId));
}

const counted = z.array(z.object({ kind: z.enum(ownedKinds), count: z.coerce.number(), due: z.coerce.number() }));

/**
 * What a person owns: of each kind how many and how many of them are due `today` (YYYY-MM-DD) or were before, and the
 * first few, the longest due first and those without a date last.
 */
export async function listOwn(
  db: Db,
  connectionId: string,
  staffId: string,
  today: string,
  limit: number,
): Promise<Own> {
  const [rows, first] = await Promise.all([
    db.$queryRaw`
      SELECT kinds.kind, found.count, found.due FROM unnest(${[...ownedKinds]}::text[]) AS kinds(kind)
      CROSS JOIN LATERAL (
        SELECT count(*) AS count, count(*) FILTER (WHERE own."nextDate" <= ${today}::date) AS due FROM (
          SELECT o."nextDate" FROM "Ownership" o
          WHERE o."connectionId" = ${connectionId}::uuid AND o."staffId" = ${staffId}::uuid AND o."objectKind" = kinds.kind
          ORDER BY o."nextDate" LIMIT ${countMax + 1}
        ) AS own
      ) AS found`,
    db.ownership.findMany({
      where: { connectionId, staffId },
      orderBy: [{ nextDate: { sort: 'asc', nulls: 'last' } }, { objectName: 'asc' }, { objectId: 'asc' }],
      take: limit,
    }),
  ]);
  const items = await Promise.all(
    ownedKinds.map(async (kind) => {
      const own = first.filter(({ objectKind }) => objectKind === kind);
      const names = await namesOf(
        db,
        connectionId,
        kind,
        own.map(({ objectId }) => objectId),
      );
      return own.map((row): [string, OwnItem] => [
        `${kind} ${row.objectId}`,
        {
          kind,
          id: row.objectId,
          name: names.get(row.objectId) ?? row.objectName,
          nextDate: dayText(row.nextDate),
          note: row.note,
        },
      ]);
    }),
  );
  const named = new Map(items.flat());
  return {
    counts: counted
      .parse(rows)
      .flatMap(({ kind, count, due }) => (count === 0 ? [] : [{ kind, ...capped(count), due }])),
    first: first.flatMap(({ objectKind, objectId }) => named.get(`${objectKind} ${objectId}`) ?? []),
  };
}
