'use server';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { headers } from 'next/headers';
import { z } from 'zod';
import { createAttempts } from '@/lib/auth/attempts';
import { clientIp } from '@/lib/auth/client-ip';
import { parsed } from '@/lib/auth/second-factor';
import type { Staff } from '@/lib/auth/staff';
import { currentSession } from '@/lib/boundary';
import { context } from '@/lib/context';
import type { Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import type { FactorSurroundings } from './change';
import {
  addPasskey,
  beginPasskey,
  beginTotp,
  confirmTotp,
  makeRecoveryCodes,
  removeFactor,
  renamePasskey,
} from './change';
import { mustHaveFactor } from './enforced';
import { askToSign } from './passkeys';
import { waysOf } from './queries';
import type { FactorAdded, NewApp, Ways } from './view';

const surroundingsHere = async (): Promise<FactorSurroundings> => {
  const { db, now, vault, environment } = await context();
  return { db, now, vault, publicUrl: environment.publicUrl };
};

/** Does something for whoever is signed in about what is their own. It belongs to no connection. */
async function forSelf<Value>(
  run: (surroundings: FactorSurroundings, staff: Staff) => Promise<Result<Value>>,
): Promise<Result<Value>> {
  const session = await currentSession();
  return session ? run(await surroundingsHere(), session.staff) : refuse({ kind: 'signed-out' });
}

/**
 * What a passkey is to sign for signing in. Nobody is signed in here, so that asking is counted by network address. Refusal:
 * `too-many-tries` with the minutes that are left.
 */
export async function askPasskeySignInAction(): Promise<Result<PublicKeyCredentialRequestOptionsJSON>> {
  const held = await context();
  const ip = clientIp(await headers(), held.environment.trustProxy);
  const lockedForSeconds = await createAttempts(held.db, held.now).beginChallenge(ip ?? 'unknown');
  if (lockedForSeconds !== null) {
    const minutes = Math.max(1, Math.ceil(lockedForSeconds / 60));
    return refuse({ kind: 'conflict', rule: 'too-many-tries', params: { minutes } });
  }
  return ok(await askToSign(await surroundingsHere(), { purpose: 'sign-in', staffId: null }));
}

/** What the person can prove by that they sit in front of this session; by password where there is neither. */
export async function askWaysAction(): Promise<Result<Ways>> {
  return forSelf(async ({ db }, staff) => ok(await waysOf(db, staff.id)));
}

/** What one of the person's own passkeys is to sign, to prove that they sit in front of this session. */
export async function askPasskeyProofAction(): Promise<Result<PublicKeyCredentialRequestOptionsJSON>> {
  return forSelf(async (held, { id }) => ok(await askToSign(held, { purpose: 'step-up', staffId: id })));
}

/** A new secret for an app. */
export async function beginTotpAction(): Promise<Result<NewApp>> {
  return forSelf(beginTotp);
}

const typedCode = z.object({ code: z.string().max(64) });

/** Takes the new app over by its first code. */
export async function confirmTotpAction(raw: z.input<typeof typedCode>): Promise<Result<FactorAdded>> {
  const given = typedCode.safeParse(raw);
  return forSelf(async (held, staff) => confirmTotp(held, staff, given.data?.code ?? ''));
}

/** Asks this browser for a new passkey. */
export async function beginPasskeyAction(): Promise<Result<PublicKeyCredentialCreationOptionsJSON>> {
  return forSelf(beginPasskey);
}

const newPasskey = z.object({ name: z.string().max(1000), answer: z.string().max(40_000) });

/** Keeps the passkey that the browser made; its answer comes as JSON. */
export async function addPasskeyAction(raw: z.input<typeof newPasskey>): Promise<Result<FactorAdded>> {
  const given = newPasskey.safeParse(raw);
  return forSelf(async (held, staff) => {
    if (!given.success) return refuse({ kind: 'conflict', rule: 'passkey-wrong' });
    return addPasskey(held, staff, { name: given.data.name, answer: parsed(given.data.answer) });
  });
}

const renaming = z.object({ passkeyId: z.uuid(), name: z.string().max(1000) });

/** Calls one of one's own passkeys something else. */
export async function renamePasskeyAction(raw: z.input<typeof renaming>): Promise<Result<null>> {
  const given = renaming.safeParse(raw);
  return forSelf(async (held, staff) =>
    given.success ? renamePasskey(held, staff, given.data) : refuse({ kind: 'not-found' }),
  );
}

const removing = z.discriminatedUnion('factor', [
  z.object({ factor: z.literal('totp') }),
  z.object({ factor: z.literal('passkey'), passkeyId: z.uuid() }),
]);

/** Takes one of one's own factors away. */
export async function removeFactorAction(raw: z.input<typeof removing>): Promise<Result<null>> {
  const given = removing.safeParse(raw);
  const held = await context();
  return forSelf(async (surroundings, staff) =>
    given.success
      ? removeFactor(surroundings, staff, { removal: given.data, isEnforced: mustHaveFactor(held, staff) })
      : refuse({ kind: 'not-found' }),
  );
}

/** Makes new recovery codes and answers them, this once. */
export async function makeRecoveryCodesAction(): Promise<Result<{ codes: string[] }>> {
  return forSelf(makeRecoveryCodes);
}
