import 'server-only';
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { z } from 'zod';
import type { Db } from '@/lib/db/client';
import type { Asked } from './challenge';
import { newChallenge, takeChallenge } from './challenge';

export type PasskeySurroundings = { db: Db; now: () => Date; publicUrl: string };

const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
const base64url = z.string().regex(/^[\w-]*$/);
const answer = z.object({
  id: base64url.max(1400),
  rawId: base64url.max(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().optional().catch(undefined),
  clientExtensionResults: z.object({}).catch({}),
});
const added = answer.extend({
  response: z.object({
    clientDataJSON: base64url.max(4000),
    attestationObject: base64url.max(16_000),
    transports: z.array(z.enum(transports)).max(8).optional().catch(undefined),
  }),
});
const signed = answer.extend({
  response: z.object({
    clientDataJSON: base64url.max(4000),
    authenticatorData: base64url.max(4000),
    signature: base64url.max(4000),
    userHandle: base64url.max(200).optional().catch(undefined),
  }),
});

const placeOf = (publicUrl: string) => {
  const { hostname, origin } = new URL(publicUrl);
  return { rpID: hostname, origin };
};

const known = (held: readonly string[]) =>
  // The package's types know all of these, but some of them only by the platform's own older list.
  transports.filter((transport) => held.includes(transport)) as AuthenticatorTransport[];

const keysOf = async ({ db }: PasskeySurroundings, staffId: string) =>
  (await db.passkey.findMany({ where: { staffId }, select: { credentialId: true, transports: true } })).map((held) => ({
    id: held.credentialId,
    transports: known(held.transports),
  }));

/** What a browser is asked to make a new passkey by: one that names its person by itself, and verifies them. */
export async function askToAdd(
  surroundings: PasskeySurroundings,
  person: { id: string; email: string; name: string },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return generateRegistrationOptions({
    rpName: 'Subdesk',
    rpID: placeOf(surroundings.publicUrl).rpID,
    userID: new TextEncoder().encode(person.id),
    userName: person.email,
    userDisplayName: person.name,
    challenge: Buffer.from(await newChallenge(surroundings, { purpose: 'add', staffId: person.id }), 'base64url'),
    attestationType: 'none',
    excludeCredentials: await keysOf(surroundings, person.id),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

export type NewPasskey = {
  credentialId: string;
  publicKey: Uint8Array<ArrayBuffer>;
  counter: bigint;
  transports: string[];
};

/** The passkey that a browser made, or null for an answer that is not to our question, or not whole. */
export async function readAdded(
  surroundings: PasskeySurroundings,
  staffId: string,
  raw: unknown,
): Promise<NewPasskey | null> {
  const given = added.safeParse(raw);
  if (!given.success) return null;
  const { rpID, origin } = placeOf(surroundings.publicUrl);
  const verified = await verifyRegistrationResponse({
    response: given.data as RegistrationResponseJSON,
    expectedChallenge: (challenge) => takeChallenge(surroundings, challenge, { purpose: 'add', staffId }),
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    // It throws for whatever does not fit: what a stranger can send is no fault of ours.
  }).catch(() => null);
  if (!verified?.verified) return null;
  const { credential } = verified.registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Uint8Array.from(credential.publicKey),
    counter: BigInt(credential.counter),
    transports: given.data.response.transports ?? [],
  };
}

/** What a browser is asked to sign: by any passkey of ours to sign in, by one of the person's own otherwise. */
export async function askToSign(
  surroundings: PasskeySurroundings,
  asked: Asked,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return generateAuthenticationOptions({
    rpID: placeOf(surroundings.publicUrl).rpID,
    challenge: Buffer.from(await newChallenge(surroundings, asked), 'base64url'),
    userVerification: 'required',
    ...(asked.staffId !== null && { allowCredentials: await keysOf(surroundings, asked.staffId) }),
  });
}

export type Signed =
  | { fits: true; staffId: string }
  /** `copied`: the passkey counted less than when it was last used, so that there are two of it. Whose it is, where that is known. */
  | { fits: false; cause: 'wrong' | 'copied'; staffId: string | null };

/**
 * Judges what a passkey signed. The person was verified by it (a finger, a face, a code), the challenge is used up, and what
 * it counts must have grown since the last time, unless it never counts.
 */
export async function readSigned(surroundings: PasskeySurroundings, raw: unknown, asked: Asked): Promise<Signed> {
  const { db, now } = surroundings;
  const given = signed.safeParse(raw);
  const held = given.success ? await db.passkey.findUnique({ where: { credentialId: given.data.id } }) : null;
  if (!given.success || !held) return { fits: false, cause: 'wrong', staffId: null };
  const wrong: Signed = { fits: false, cause: 'wrong', staffId: held.staffId };
  if (asked.staffId !== null && held.staffId !== asked.staffId) return wrong;
  const { userHandle } = given.data.response;
  if (userHandle !== undefined && Buffer.from(userHandle, 'base64url').toString() !== held.staffId) return wrong;
  const { rpID, origin } = placeOf(surroundings.publicUrl);
  const verified = await verifyAuthenticationResponse({
    response: given.data as AuthenticationResponseJSON,
    expectedChallenge: (challenge) => takeChallenge(surroundings, challenge, asked),
    expectedOrigin: origin,
    expectedRPID: rpID,
    // What it counts is compared below, in the statement that keeps it: two answers at once meet there.
    credential: { id: held.credentialId, publicKey: held.publicKey, counter: 0, transports: known(held.transports) },
    requireUserVerification: true,
  }).catch(() => null);
  if (!verified?.verified) return wrong;
  const counter = BigInt(verified.authenticationInfo.newCounter);
  const { count } = await db.passkey.updateMany({
    where: { id: held.id, OR: [{ counter: { lt: counter } }, ...(counter === 0n ? [{ counter: 0n }] : [])] },
    data: { counter, lastUsedAt: now() },
  });
  return count === 1 ? { fits: true, staffId: held.staffId } : { fits: false, cause: 'copied', staffId: held.staffId };
}
