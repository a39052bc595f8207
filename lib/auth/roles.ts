import 'server-only';
import type { Db, Tx } from '@/lib/db/client';
import type { Permission, RoleTable, WithRoles } from './permissions';
import { builtIn, permissions, permissionsOf } from './permissions';

type Reading = Pick<Db | Tx, 'ownRole'>;

const known = (given: readonly string[]): Permission[] => permissions.filter((one) => given.includes(one));

/**
 * What each role gives at this moment: the built-in ones, and those that the institution made. Read anew each time and kept
 * nowhere, so that a changed role counts in every process with the next request.
 */
export async function loadRoles(db: Reading): Promise<RoleTable> {
  const own = await db.ownRole.findMany({ select: { key: true, permissions: true } });
  // A built-in name is the built-in role, whatever stands in the database.
  return new Map([...own.map(({ key, permissions: given }) => [key, known(given)] as const), ...builtIn]);
}

/** What each role of the institution is called now, and which revision it has, by its key. */
export async function ownRoles(
  db: Reading,
): Promise<{ names: ReadonlyMap<string, string>; revisions: ReadonlyMap<string, string> }> {
  const own = await db.ownRole.findMany({ select: { key: true, name: true, revision: true } });
  return {
    names: new Map(own.map(({ key, name }) => [key, name])),
    revisions: new Map(own.map(({ key, revision }) => [key, revision])),
  };
}

/** What those of these roles that the institution made are called, by key; nothing is read where all are built in. */
export const namesFor = async (db: Reading, held: readonly string[]): Promise<ReadonlyMap<string, string>> =>
  held.every((role) => builtIn.has(role)) ? new Map() : (await ownRoles(db)).names;

/** The table for these roles: where all are built in there is nothing to read. */
export const rolesFor = async (db: Reading, held: readonly string[]): Promise<RoleTable> =>
  held.every((role) => builtIn.has(role)) ? builtIn : loadRoles(db);

/** What of a row says what its person may do. */
export const rightsSelect = { roles: true, isLimited: true, limitedTo: true } as const;
export type RightsRow = { roles: string[]; isLimited: boolean; limitedTo: string[] };

/** A person's rights, whole: the roles by name, what they come to, and the connections that they end at. */
export type Rights = WithRoles & { roles: string[]; permissions: readonly Permission[] };

/** The rights of a row by this table. */
export function rightsOf({ roles, isLimited, limitedTo }: RightsRow, table: RoleTable): Rights {
  const connectionLimit = isLimited ? limitedTo : null;
  return { roles, connectionLimit, permissions: permissionsOf({ roles, connectionLimit }, table) };
}

/** The rights of a row as the roles are now. */
export const rightsNow = async (db: Reading, row: RightsRow): Promise<Rights> =>
  rightsOf(row, await rolesFor(db, row.roles));
