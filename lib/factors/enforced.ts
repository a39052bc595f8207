import 'server-only';
import type { Staff } from '@/lib/auth/staff';
import type { Db } from '@/lib/db/client';
import { hasAny, waysOf } from './queries';
import { actsOnAnything, isEnforced } from './rules';

type Surroundings = {
  db: Db;
  environment: { requireSecondFactor?: 'on' | 'off' | null };
  accounts: () => { connection: { environment: string } }[];
};

/** Whether this person may do nothing without a second factor. */
export function mustHaveFactor(
  { environment, accounts }: Omit<Surroundings, 'db'>,
  { permissions }: Pick<Staff, 'permissions'>,
) {
  const environments = accounts().map(({ connection }) => connection.environment);
  return isEnforced(environment.requireSecondFactor, environments) && actsOnAnything(permissions);
}

/** Whether this person may do nothing before a second factor is set up. */
export async function lacksFactor(
  surroundings: Surroundings,
  staff: Pick<Staff, 'id' | 'permissions' | 'atIssuer'>,
): Promise<boolean> {
  if (staff.atIssuer === 'with-factor') return false;
  return mustHaveFactor(surroundings, staff) && !hasAny(await waysOf(surroundings.db, staff.id));
}

/**
 * Whether this session began at the issuer without a second factor that counts, and its person, who has one here, is still
 * to give it: until then nothing was proven in it.
 */
export const owesFactor = async (
  db: Db,
  { id, atIssuer, confirmedAt }: Pick<Staff, 'id' | 'atIssuer' | 'confirmedAt'>,
): Promise<boolean> => atIssuer === 'plain' && confirmedAt === null && hasAny(await waysOf(db, id));
