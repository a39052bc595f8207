import { describe, expect, it } from 'vitest';
import { builtIn, permissionsOf } from '@/lib/auth/permissions';
import { inOrder, mayChange as mayChangeWith, passwordFault, standingOf } from './rules';
import { invitation, staffEmail } from './schema';

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

it('somebody without a password is invited, and whoever is suspended is that before all', () => {
  expect(standingOf({ disabledAt: null, passwordHash: 'x' })).toBe('active');
  expect(standingOf({ disabledAt: null, passwordHash: null })).toBe('invited');
  expect(standingOf({ disabledAt: new Date(), passwordHash: null })).toBe('suspended');
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
