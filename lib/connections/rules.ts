// What people type when they compare a certificate: its serial number and its fingerprint. Runs on both sides.

/** The digits of a serial number in upper-case hexadecimal, without zeros in front: two are the same when these are. */
export const serialDigits = (hex: string): string => hex.toUpperCase().replace(/^0+(?=.)/, '');

/** A typed serial number as it may be meant. Digits alone may be either writing, so both readings are given. */
export type TypedSerial = { hex: string; fromDecimal: string | null };

const serialHexMax = 40;

/**
 * Reads a serial number as people copy it: with blanks, colons or `0x`, in any case, in hexadecimal or in decimal. Null
 * for what is neither, or longer than a serial number can be (20 bytes).
 */
export function readSerial(text: string): TypedSerial | null {
  const digits = text.replace(/[\s:]/g, '').replace(/^0x/i, '');
  if (!/^[0-9a-f]{1,49}$/i.test(digits)) return null;
  const decimal = /^[0-9]+$/.test(digits) && !/^\s*0x/i.test(text) ? BigInt(digits).toString(16).toUpperCase() : null;
  const fromDecimal = decimal !== null && decimal.length <= serialHexMax ? decimal : null;
  const hex = serialDigits(digits);
  if (hex.length > serialHexMax && fromDecimal === null) return null;
  return { hex, fromDecimal };
}

/** Whether a typed serial number is that of a certificate, in either reading. */
export const isSerial = ({ hex, fromDecimal }: TypedSerial, serial: string): boolean =>
  [hex, fromDecimal].includes(serialDigits(serial));

/** A typed fingerprint: the 64 digits of SHA-256 in upper case, or why it is none. `sha1` and `md5` are too short to be relied on. */
export type TypedFingerprint =
  | { digits: string }
  | { rule: 'fingerprint-sha1' | 'fingerprint-md5' | 'not-a-fingerprint' };

/** Reads a SHA-256 fingerprint as tools print it: with colons, blanks or dashes, with `SHA256 Fingerprint=` before it. */
export function readFingerprint(text: string): TypedFingerprint {
  const digits = text
    .replace(/^[^=]*=/, '')
    .replace(/[\s:-]/g, '')
    .toUpperCase();
  if (!/^[0-9A-F]*$/.test(digits)) return { rule: 'not-a-fingerprint' };
  if (digits.length === 64) return { digits };
  if (digits.length === 40) return { rule: 'fingerprint-sha1' };
  return { rule: digits.length === 32 ? 'fingerprint-md5' : 'not-a-fingerprint' };
}

/** How many bytes a typed message key has: those of its text, exactly as typed. */
export const keyBytes = (typed: string): number => new TextEncoder().encode(typed).length;

/** The last moment of an overlap, on its last day: the end that is kept is the first moment after it. */
export const lastMoment = (endsAt: string): Date => new Date(Date.parse(endsAt) - 1);
