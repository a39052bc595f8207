'use server';
import { currentSession } from '@/lib/boundary';
import { context } from '@/lib/context';
import { owesFactor } from '@/lib/factors/enforced';
import { hasAny, waysOf } from '@/lib/factors/queries';
import type { Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';

/**
 * By what name the issuer is asked to prove who the caller is: null where they have no account there, none is set up, or they
 * have a second factor here and nothing of the issuer's counts as one.
 */
export async function askIssuerProofAction(): Promise<{ name: string } | null> {
  const session = await currentSession();
  if (!session) return null;
  const { db, environment } = await context();
  const { oidc } = environment;
  if (!oidc) return null;
  if (oidc.secondFactorAmr.length === 0 && hasAny(await waysOf(db, session.staff.id))) return null;
  const where = { id: session.staff.id, oidcIssuer: oidc.issuer };
  return (await db.staff.count({ where })) > 0 ? { name: oidc.name } : null;
}

/** Asks for the second factor that is still to be given in a session that began at the issuer; done once it was. */
export async function giveFactorAction(): Promise<Result<null>> {
  const session = await currentSession();
  if (!session) return refuse({ kind: 'signed-out' });
  const { db } = await context();
  return (await owesFactor(db, session.staff)) ? refuse({ kind: 'conflict', rule: 'step-up-needed' }) : ok(null);
}
