import type { Role } from '@/lib/auth/permissions';
import { mayGrant, roles } from '@/lib/auth/permissions';

const HOUR_MS = 60 * 60 * 1000;

/** How long a link works, in milliseconds: counted from when it was allowed, not from when it was shown. */
export const linkLifetimes = { invite: 72 * HOUR_MS, reset: 24 * HOUR_MS } as const;
export type LinkKind = keyof typeof linkLifetimes;

/** `invited`: no password was set yet, so the person counts for nothing. */
export const standings = ['active', 'invited', 'suspended'] as const;
export type Standing = (typeof standings)[number];

export const standingOf = (person: { disabledAt: Date | null; passwordHash: string | null }): Standing => {
  if (person.disabledAt !== null) return 'suspended';
  return person.passwordHash === null ? 'invited' : 'active';
};

/** The known ones of these roles, each once, in the order of the table. */
export const knownRoles = (given: readonly string[]): Role[] => roles.filter((role) => given.includes(role));

/** Nobody changes, resets or suspends somebody who may do more than they do themselves. */
export const mayChange = (maker: readonly string[], person: readonly string[]): boolean =>
  knownRoles(person).every((role) => mayGrant(maker, role));

/** A password has at least this many characters, and at most that many UTF-16 units: signing in takes no longer one. */
export const PASSWORD_MIN = 12;
export const PASSWORD_MAX = 256;

export type PasswordFault = 'password-short' | 'password-long' | 'password-is-name' | 'password-differs';

/** What is wrong with a new password of this person that was typed twice, or null. */
export function passwordFault(
  { password, repeated }: { password: string; repeated: string },
  person: { email: string; name: string },
): PasswordFault | null {
  const plain = (text: string) => text.normalize('NFC').trim().toLowerCase();
  if ([...password.normalize('NFC')].length < PASSWORD_MIN) return 'password-short';
  if (password.length > PASSWORD_MAX) return 'password-long';
  if ([person.email, person.name].some((known) => plain(known) === plain(password))) return 'password-is-name';
  return password.normalize('NFC') === repeated.normalize('NFC') ? null : 'password-differs';
}
