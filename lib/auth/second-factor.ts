import 'server-only';
import type { Vault } from '@/lib/db/vault';
import type { PasskeySurroundings } from '@/lib/factors/passkeys';
import { readSigned } from '@/lib/factors/passkeys';
import { hasAny, waysOf } from '@/lib/factors/queries';
import { takeRecoveryCode } from '@/lib/factors/recovery';
import { readCode } from '@/lib/factors/rules';
import { takeTotp } from '@/lib/factors/totp';
import type { Ways } from '@/lib/factors/view';

export type FactorProofs = PasskeySurroundings & { vault: Vault };

/** What became of a right password: it is enough, a second factor is asked for, or what was given fits or does not. */
export type SecondFactor =
  | { kind: 'fits'; by: 'password' | 'totp' | 'recovery' }
  | { kind: 'asked'; ways: Ways }
  | { kind: 'wrong' };

/** Judges what came beside a right password. A code is used up by it, whichever it was. */
export async function judgeSecondFactor(
  proofs: FactorProofs,
  staffId: string,
  typed: string | undefined,
): Promise<SecondFactor> {
  const ways = await waysOf(proofs.db, staffId);
  if (!hasAny(ways)) return { kind: 'fits', by: 'password' };
  if (typed === undefined || typed === '') return { kind: 'asked', ways };
  const code = readCode(typed);
  if (code === null) return { kind: 'wrong' };
  const take = code.kind === 'totp' ? takeTotp : takeRecoveryCode;
  return (await take(proofs, staffId, code.code)) ? { kind: 'fits', by: code.kind } : { kind: 'wrong' };
}

/** Whom a passkey names that signs in alone; the text is what the browser's passkey answered. */
export async function judgePasskey(proofs: PasskeySurroundings, text: string) {
  return readSigned(proofs, parsed(text), { purpose: 'sign-in', staffId: null });
}

/** What a browser sent as JSON, or null. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
