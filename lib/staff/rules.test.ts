import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Permission, RoleTable } from '@/lib/auth/permissions';
import { builtIn, mayGrant, permissions, permissionsOf, roles } from '@/lib/auth/permissions';
import {
  foldedName,
  inOrder,
  keyFrom,
  mayChange as mayChangeWith,
  mayReshape,
  passwordFault,
  standingOf,
} from './rules';
import { invitation, roleDraft, roleKey, staffEmail } from './schema';

const person = { email: 'one@practice.example', name: 'Person of the Example' };
const faultOf = (password: string, repeated = password) => passwordFault({ password, repeated }, person);

describe('a new password', () => {
  it.each([
    ['12 characters', 'abcdefghijkl', null],
    ['12 characters outside of the first plane', '𠮷'.repeat(12), null],
    ['256 units', 'a'.repeat(256), null],
    ['11 characters', 'abcdefghijk', 'password-short'],
    ['nothing', '', 'password-short'],
    ['11 characters that are 22 in another composition', 'e\u0301'.repeat(11), 'password-short'],
    ['257 units, which signing in would not take', 'a'.repeat(257), 'password-long'],
    ['the address', 'ONE@practice.example', 'password-is-name'],
    ['the name', ' person of the example ', 'password-is-name'],
  ])('of %s', (_, password, fault) => {
    expect(faultOf(password)).toBe(fault);
  });

  it('is typed twice, in whichever composition', () => {
    expect(faultOf('café au lait 12', 'cafe\u0301 au lait 12')).toBeNull();
    expect(faultOf('café au lait 12', 'café au lait 13')).toBe('password-differs');
  });
});

it('somebody with neither a password nor an account at the issuer is invited, and whoever is suspended is that before all', () => {
  expect(standingOf({ disabledAt: null, passwordHash: 'x', oidcSubject: null })).toBe('active');
  expect(standingOf({ disabledAt: null, passwordHash: null, oidcSubject: 'x' })).toBe('active');
  expect(standingOf({ disabledAt: null, passwordHash: null, oidcSubject: null })).toBe('invited');
  expect(standingOf({ disabledAt: new Date(), passwordHash: null, oidcSubject: null })).toBe('suspended');
});

it('nobody changes somebody who may do more', () => {
  const mayChange = (maker: string[], person: string[]) =>
    mayChangeWith(permissionsOf({ roles: maker, connectionLimit: null }), person, builtIn);
  expect(mayChange(['administrator'], ['administrator', 'operator'])).toBe(true);
  expect(mayChange(['integrations'], ['administrator'])).toBe(false);
  // They end contracts, which nobody else but an administrator may.
  expect(mayChange(['integrations'], ['payments'])).toBe(false);
  expect(mayChange(['checker'], ['support'])).toBe(true);
  expect(mayChange(['checker'], ['operator'])).toBe(false);
  expect(mayChange([], ['support'])).toBe(false);
  // A role that is in no table gives nothing.
  expect(mayChange([], ['former'])).toBe(true);
});

describe('roles of the institution', () => {
  const keys = ['own-a', 'own-b', 'own-c'];
  const rights = fc.subarray([...permissions], { maxLength: 8 });
  const step = fc.record({
    maker: fc.nat({ max: 4 }),
    whom: fc.nat({ max: 4 }),
    key: fc.constantFrom(...keys),
    given: fc.subarray([...roles, ...keys], { maxLength: 3 }),
    rights,
    what: fc.constantFrom('give', 'reshape', 'remove'),
  });
  const beginning = fc.record({
    people: fc.array(fc.subarray([...roles, ...keys], { maxLength: 3 }), { minLength: 5, maxLength: 5 }),
    own: fc.tuple(rights, rights),
  });

  it('no sequence of grants gives anybody more than the union of what their granters held, and what nobody held stays so', () => {
    fc.assert(
      fc.property(beginning, fc.array(step, { maxLength: 40 }), ({ people: given, own: [a, b] }, steps) => {
        let table: RoleTable = new Map([...builtIn, ['own-a', a], ['own-b', b]]);
        const people = given.map((held) => held.filter((role) => table.has(role)));
        const held = (n: number) => permissionsOf({ roles: people[n] ?? [], connectionLimit: null }, table);
        const began = people.map((_, n) => held(n));
        /** What those who gave each something held then, together. */
        const granters = people.map(() => new Set<Permission>());
        for (const { maker, whom, key, given: asked, rights: after, what } of steps) {
          const may = held(maker);
          const holders = people.filter((one) => one.includes(key));
          const isDone =
            what === 'give'
              ? asked.every((role) => table.has(role)) &&
                mayChangeWith(may, people[whom] ?? [], table) &&
                mayChangeWith(may, asked, table)
              : what === 'reshape'
                ? mayReshape(may, key, after, table, holders)
                : holders.length === 0 && mayGrant(may, table.get(key) ?? []);
          if (!isDone) continue;
          const touched = what === 'give' ? [whom] : people.flatMap((one, n) => (one.includes(key) ? [n] : []));
          if (what === 'give') people[whom] = asked;
          else if (what === 'reshape') table = new Map([...table, [key, after]]);
          else table = new Map([...table].filter(([one]) => one !== key));
          for (const n of touched) for (const one of may) granters[n]?.add(one);
        }
        people.forEach((_, n) => {
          const beyond = held(n).filter((one) => !began[n]?.includes(one) && !granters[n]?.has(one));
          expect(beyond).toEqual([]);
        });
        const anybody = new Set(began.flat());
        expect(people.flatMap((_, n) => held(n)).filter((one) => !anybody.has(one))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('are called by names that look like no other', () => {
    expect(foldedName('  Night\u3000 DESK ')).toBe('night desk');
    expect(foldedName('Ｃｈｅｃｋｅｒ')).toBe(foldedName('Checker'));
    const parse = (name: string) =>
      roleDraft.safeParse({ name, description: '', permissions: ['request:read'] }).success;
    expect(['Night desk', '夜間值班', 'Café'].map(parse)).toEqual([true, true, true]);
    expect(['', 'a, b', '甲、乙', '甲，乙', 'a\u202eb', 'a\nb', 'a'.repeat(61)].map(parse)).not.toContain(true);
  });

  it.each([
    ['Night desk', 'night-desk'],
    ['  Café & Bar 2 ', 'cafe-bar-2'],
    ['2nd line', 'nd-line'],
    ['夜間值班', ''],
    [`${'a'.repeat(31)} b`, 'a'.repeat(31)],
  ])('%s is kept as "%s"', (name, key) => {
    expect(keyFrom(name)).toBe(key);
    if (key !== '') expect(roleKey.safeParse(key).success).toBe(true);
  });
});

describe('an invitation', () => {
  it('keeps each role once, in the order of the table', () => {
    const read = invitation.parse({ name: ' One ', roles: ['administrator', 'operator', 'administrator'] });
    expect(read).toEqual({
      name: 'One',
      roles: ['operator', 'administrator'],
      revisions: {},
      connectionLimit: null,
    });
    expect(invitation.parse(read)).toEqual(read);
    expect(inOrder(['own-b', 'auditor', 'own-a', 'operator', 'own-b'])).toEqual([
      'operator',
      'auditor',
      'own-a',
      'own-b',
    ]);
  });

  it.each([
    { name: 'One', roles: [] },
    { name: 'One', roles: ['Owner'] },
    { name: 'One', roles: ['operator'], connectionLimit: [] },
    { name: '', roles: ['operator'] },
    { name: 'One\nTwo', roles: ['operator'] },
    { name: 'O'.repeat(101), roles: ['operator'] },
  ])('%j is none', (input) => {
    expect(invitation.safeParse(input).success).toBe(false);
  });

  it('goes to an address in lower case', () => {
    expect(staffEmail.parse(' One@Practice.Example ')).toBe('one@practice.example');
    expect(staffEmail.safeParse('one').success).toBe(false);
  });
});
