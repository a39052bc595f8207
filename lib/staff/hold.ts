import 'server-only';
import { z } from 'zod';
import type { Permission, RoleTable } from '@/lib/auth/permissions';
import { loadRoles, ownRoles, rightsOf, rightsSelect } from '@/lib/auth/roles';
import { hasWayIn } from '@/lib/auth/rules';
import { activeStaff, holdStanding } from '@/lib/auth/staff';
import type { Tx } from '@/lib/db/client';
import { holdNames } from '@/lib/db/hold';

/** Holds an address that nobody may have yet, until the transaction ends. */
export const holdEmail = (tx: Tx, email: string): Promise<void> => holdNames(tx, 'staff', [`email ${email}`]);

/** What the maker may do now: nothing once suspended, whatever it was when they asked. */
export async function heldNow(tx: Tx, staffId: string, table: RoleTable): Promise<readonly Permission[]> {
  const maker = await tx.staff.findFirst({ where: { ...activeStaff, id: staffId }, select: rightsSelect });
  return maker ? rightsOf(maker, table).permissions : [];
}

/** What of roles a rule about staff reads: what each gives, which revision of it that is, and what it is called. */
export const rolesHeld = async (tx: Tx) => ({ table: await loadRoles(tx), ...(await ownRoles(tx)) });

/**
 * One of the staff, held until the transaction ends, with what rules need beside; null if there is none. All who change
 * staff wait for each other, so that two at once cannot both count on the other's administrator.
 */
export async function holdPerson(tx: Tx, makerId: string, staffId: string) {
  if (!z.uuid().safeParse(staffId).success) return null;
  await holdStanding(tx);
  // Whoever writes down that this person did something holds the key of the row, and may be waiting for the name above.
  await tx.$queryRaw`SELECT 1 AS held FROM "Staff" WHERE "id" = ${staffId}::uuid FOR NO KEY UPDATE`;
  const person = await tx.staff.findUnique({ where: { id: staffId } });
  const others = { ...activeStaff, roles: { has: 'administrator' }, id: { not: staffId } };
  const otherAdministrators = await tx.staff.count({ where: others });
  const roles = await rolesHeld(tx);
  return person && { person, otherAdministrators, ...roles, held: await heldNow(tx, makerId, roles.table) };
}

export type HeldPerson = NonNullable<Awaited<ReturnType<typeof holdPerson>>>;

/** True when this person is an administrator who can sign in. */
export const isAdministrator = ({ person }: HeldPerson): boolean =>
  person.disabledAt === null && hasWayIn(person) && person.roles.includes('administrator');

/** True when this person is the only administrator who can sign in. */
export const isLastAdministrator = (state: HeldPerson): boolean =>
  isAdministrator(state) && state.otherAdministrators === 0;
