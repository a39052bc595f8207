import type { Permission } from '@/lib/auth/permissions';

/** Who only reads may do without a second factor; whoever changes, sends or approves anything may not (features row 72). */
export const actsOnAnything = (given: readonly Permission[]): boolean =>
  given.some((permission) => !permission.endsWith(':read'));

/**
 * Whether a second factor is asked of those who act. As the setting says; without one it is asked wherever a connection is
 * live, or none is there yet, and not where all are for practice.
 */
export const isEnforced = (setting: 'on' | 'off' | null | undefined, environments: readonly string[]): boolean =>
  setting ? setting === 'on' : environments.length === 0 || environments.some((one) => one !== 'practice');

/** Digits of a code that an app shows. */
export const TOTP_DIGITS = 6;
/** Seconds that a code is shown for. */
export const TOTP_PERIOD_S = 30;
/** How many recovery codes there are at a time. */
export const RECOVERY_CODES = 10;
/** A name of a passkey has at most this many characters. */
export const PASSKEY_NAME_MAX = 60;
/** How many passkeys a person may have. */
export const PASSKEYS_MAX = 10;

/** Digits and letters of which none is read as another (Crockford's base 32). */
export const recoveryAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export type TypedCode = { kind: 'totp' | 'recovery'; code: string };

/**
 * What somebody typed as a code: six digits of an app, or a recovery code in whichever case and grouping, with the letters
 * that look like digits taken for those. Null for anything else.
 */
export function readCode(typed: string): TypedCode | null {
  const plain = typed.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase();
  if (new RegExp(`^\\d{${TOTP_DIGITS}}$`).test(plain)) return { kind: 'totp', code: plain };
  const read = plain.replace(/O/g, '0').replace(/[IL]/g, '1');
  return /^[0-9A-HJKMNP-TV-Z]{16}$/.test(read) ? { kind: 'recovery', code: read } : null;
}

/** Four groups of four, as a recovery code is shown. */
export const groupsOf = (code: string): string => (code.match(/.{1,4}/g) ?? []).join('-');
