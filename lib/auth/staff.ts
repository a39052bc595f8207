import 'server-only';
import type { Actor } from '@/lib/audit/record';
import type { Tx } from '@/lib/db/client';
import { holdNames } from '@/lib/db/hold';

/** Who is signed in, as the guards hand it on: a function that needs a person demands one of these. */
export type Staff = {
  id: string;
  email: string;
  name: string;
  roles: string[];
  locale: string | null;
  timeZone: string;
  ip: string | null;
  /** When this session last proved by password whose it is: at sign-in, or since. */
  confirmedAt: Date | null;
};

/** Staff who can sign in: not suspended, and with a password. Who was invited counts only once one is set. */
export const activeStaff = { disabledAt: null, passwordHash: { not: null } };

/**
 * Holds, until the transaction ends, who may do what: whoever changes that, and whoever counts on it in a decision, wait for
 * each other. Taken before any row of the staff is locked.
 */
export const holdStanding = (tx: Tx): Promise<void> => holdNames(tx, 'staff', ['administrators']);

export const actorOf = ({ id, name, roles, ip, confirmedAt }: Staff): Extract<Actor, { kind: 'staff' }> => ({
  kind: 'staff',
  id,
  name,
  roles,
  ip,
  confirmedAt,
});
