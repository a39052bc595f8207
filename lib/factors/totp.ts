import 'server-only';
import { Secret, TOTP } from 'otpauth';
import { encode } from 'uqr';
import type { Db } from '@/lib/db/client';
import type { Vault } from '@/lib/db/vault';
import { TOTP_DIGITS, TOTP_PERIOD_S } from './rules';
import type { NewApp } from './view';

/** Codes of the step before and the one after count too: clocks differ, and typing takes its time. */
const WINDOW = 1;
const SECRET_BYTES = 20;

/** What a sealed secret is bound to. */
export const totpAbout = (staffId: string): string => `totp ${staffId}`;

// SHA-1, six digits, thirty seconds: the only parameters that every app knows.
const totpOf = (secret: Secret, label: string) =>
  new TOTP({ issuer: 'Subdesk', label, algorithm: 'SHA1', digits: TOTP_DIGITS, period: TOTP_PERIOD_S, secret });

/** A new secret of 20 random bytes. */
export const newSecret = (): Uint8Array => new Secret({ size: SECRET_BYTES }).bytes;

/** The step of 30 seconds since 1970 whose code this is, if it is one of those around `at`. */
export function stepOf(secret: Uint8Array, code: string, at: Date): number | null {
  const delta = totpOf(new Secret({ buffer: Uint8Array.from(secret).buffer }), '').validate({
    token: code,
    timestamp: at.getTime(),
    window: WINDOW,
  });
  return delta === null ? null : Math.floor(at.getTime() / 1000 / TOTP_PERIOD_S) + delta;
}

/** The dark squares of a grid as the path of one picture, with the margin of four that readers need. */
function pictureOf(text: string): NewApp['picture'] {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: squares.join('') };
}

/** What an app takes a secret from, by camera or by hand. */
export function appOf(secret: Uint8Array, email: string): NewApp {
  const held = new Secret({ buffer: Uint8Array.from(secret).buffer });
  return { secret: held.base32, picture: pictureOf(totpOf(held, email).toString()) };
}

/**
 * Takes a code of a person's app. Each counts once: of two who send the same one, one is refused, and so is every code of an
 * earlier step than the last that was taken.
 */
export async function takeTotp(
  { db, vault, now }: { db: Pick<Db, 'totpSecret'>; vault: Vault; now: () => Date },
  staffId: string,
  code: string,
): Promise<boolean> {
  const held = await db.totpSecret.findUnique({ where: { staffId } });
  if (!held?.secret) return false;
  const lastStep = stepOf(vault.open(held.secret, totpAbout(staffId)), code, now());
  if (lastStep === null) return false;
  const { count } = await db.totpSecret.updateMany({
    where: { staffId, secret: { not: null }, OR: [{ lastStep: null }, { lastStep: { lt: lastStep } }] },
    data: { lastStep },
  });
  return count === 1;
}
