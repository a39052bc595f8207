import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bundles, roles } from '@/lib/auth/permissions';
import { actsOnAnything, groupsOf, isEnforced, readCode, recoveryAlphabet } from './rules';

describe('who must have a second factor', () => {
  it('is whoever may do more than read', () => {
    const acting = roles.filter((role) => actsOnAnything(bundles[role]));
    expect(acting).toEqual(['operator', 'checker', 'payments', 'integrations', 'administrator', 'auditor']);
    expect(actsOnAnything([])).toBe(false);
  });

  it.each([
    [null, [], true],
    [null, ['live'], true],
    [null, ['practice', 'live'], true],
    [null, ['practice', 'practice'], false],
    ['on', ['practice'], true],
    ['off', ['live'], false],
  ] as const)('setting %s, connections %j: %s', (setting, environments, expected) => {
    expect(isEnforced(setting, environments)).toBe(expected);
  });
});

describe('what is typed as a code', () => {
  it('is one of an app as six digits, however they are spaced', () => {
    expect(readCode(' 123 456 ')).toEqual({ kind: 'totp', code: '123456' });
    expect(readCode('１２３４５６')).toEqual({ kind: 'totp', code: '123456' });
    for (const typed of ['12345', '1234567', '', 'abcdef']) expect(readCode(typed)).toBeNull();
  });

  it('is a recovery code in whichever case and grouping, and with letters for the digits that they look like', () => {
    const code = fc.string({ unit: fc.constantFrom(...recoveryAlphabet), minLength: 16, maxLength: 16 });
    fc.assert(
      fc.property(code, (made) => {
        const expected = { kind: 'recovery', code: made };
        expect(readCode(groupsOf(made))).toEqual(expected);
        expect(readCode(` ${groupsOf(made).toLowerCase().replace(/-/g, ' ')}`)).toEqual(expected);
        expect(readCode(made.replace(/0/g, 'o').replace(/1/g, 'l'))).toEqual(expected);
      }),
    );
  });

  it('is never both, and anything else is none', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (typed) => {
        const read = readCode(typed);
        if (read?.kind === 'totp') expect(read.code).toMatch(/^\d{6}$/);
        if (read?.kind === 'recovery') expect([...read.code].every((one) => recoveryAlphabet.includes(one))).toBe(true);
      }),
    );
  });
});
