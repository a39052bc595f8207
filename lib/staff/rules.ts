import type { Permission, RoleTable } from '@/lib/auth/permissions';
import { mayGrant, permissionsOf, roles } from '@/lib/auth/permissions';
import { hasWayIn } from '@/lib/auth/rules';

const HOUR_MS = 60 * 60 * 1000;

/**
 * What a link does: the first password, a new one, or a new one that takes every second factor away with the old one. How long
 * each works, in milliseconds: counted from when it was allowed, not from when it was shown.
 */
export const linkLifetimes = { invite: 72 * HOUR_MS, reset: 24 * HOUR_MS, factors: 24 * HOUR_MS } as const;
export type LinkKind = keyof typeof linkLifetimes;

/** `invited`: there is nothing to sign in with yet, so the person counts for nothing. */
export const standings = ['active', 'invited', 'suspended'] as const;
export type Standing = (typeof standings)[number];

export const standingOf = (person: {
  disabledAt: Date | null;
  passwordHash: string | null;
  oidcSubject: string | null;
}): Standing => {
  if (person.disabledAt !== null) return 'suspended';
  return hasWayIn(person) ? 'active' : 'invited';
};

/** These roles, each once: the built-in ones in the order of their table, those of the institution after them by name. */
export function inOrder(given: readonly string[]): string[] {
  const builtIn: string[] = roles.filter((role) => given.includes(role));
  return [...builtIn, ...[...new Set(given)].filter((role) => !builtIn.includes(role)).sort()];
}

/**
 * Nobody gives roles, or changes, resets or suspends somebody with roles, that give more than they may do themselves. A
 * limit takes nothing away here: it can be lifted.
 */
export const mayChange = (maker: readonly Permission[], roles: readonly string[], table: RoleTable): boolean =>
  mayGrant(maker, permissionsOf({ roles, connectionLimit: null }, table));

/**
 * Whether this maker may turn a role into one that gives `after`: neither what it gave and gives, nor what anybody who holds
 * it ends with, goes beyond what the maker may do. `holders`: the roles of each person who has it.
 */
export function mayReshape(
  maker: readonly Permission[],
  key: string,
  after: readonly Permission[],
  table: RoleTable,
  holders: readonly (readonly string[])[],
): boolean {
  const then: RoleTable = new Map([...table, [key, after]]);
  return [table, then].every((each) => [[key], ...holders].every((roles) => mayChange(maker, roles, each)));
}

/** A role's name as it is compared: two that look alike in a list are one. */
export const foldedName = (name: string): string => name.normalize('NFKC').trim().toLowerCase().replace(/\s+/gu, ' ');

/** What a role could be named by where it is kept, taken from its name; empty where the name has no Latin letters. */
export const keyFrom = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 32)
    .replace(/-+$/, '');

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
