import 'server-only';
import type { Actor } from '@/lib/audit/record';
import type { Permission } from '@/lib/auth/permissions';
import type { Tx } from '@/lib/db/client';
import { holdNames } from '@/lib/db/hold';

/** Who is signed in, as the guards hand it on: a function that needs a person demands one of these. */
export type Staff = {
  id: string;
  email: string;
  name: string;
  roles: string[];
  /** What the roles come to at this moment, and nothing else of them counts. */
  permissions: readonly Permission[];
  /** Ids of the connections that the person works under; null: all. */
  connectionLimit: readonly string[] | null;
  locale: string | null;
  timeZone: string;
  ip: string | null;
  /** When this session last proved whose it is: at sign-in, or since. */
  confirmedAt: Date | null;
  /** Where this session began at the issuer of single sign-on: whether with a second factor of the issuer's that counts. */
  atIssuer?: 'with-factor' | 'plain' | null;
};

/** Staff who can sign in: not suspended, and with a password or an account at the issuer. Who was invited counts only then. */
export const activeStaff = { disabledAt: null, NOT: { passwordHash: null, oidcSubject: null } };

/** Whether somebody is kept out whatever they give: suspended, or of the demo where others than this machine reach the console. */
export const isKeptOut = (
  person: { disabledAt: Date | null; demo: boolean },
  { demoAccounts }: { demoAccounts: boolean },
): boolean => person.disabledAt !== null || (person.demo && !demoAccounts);

/**
 * Holds, until the transaction ends, who may do what: whoever changes that, and whoever counts on it in a decision, wait for
 * each other. Taken before any row of the staff is locked.
 */
export const holdStanding = (tx: Tx): Promise<void> => holdNames(tx, 'staff', ['administrators']);

/** A person as the maker of a deed, with what they may do, and where, when they ask for it. */
export type StaffActor = Extract<Actor, { kind: 'staff' }> & Pick<Staff, 'permissions' | 'connectionLimit'>;

export const actorOf = (staff: Staff): StaffActor => ({
  kind: 'staff',
  id: staff.id,
  name: staff.name,
  roles: staff.roles,
  permissions: staff.permissions,
  connectionLimit: staff.connectionLimit,
  ip: staff.ip,
  confirmedAt: staff.confirmedAt,
});
