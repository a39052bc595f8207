import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { phone } from '@/lib/platform/wire/fields';
import { text } from '@/lib/platform/wire/text';
import { tidyPhone, tidyText } from './tidy';

describe('text (bug-text-04)', () => {
  it.each([
    ['\u200bops@shop.example', 'ops@shop.example', ['invisible']],
    ['\u202a+852 2345 6789\u202c', '+852 2345 6789', ['invisible']],
    ['  Kite Books ', 'Kite Books', ['outer-space']],
    ['Cafe\u0301', 'Caf\u00e9', []],
    ['Kite\tBooks', 'Kite Books', []],
  ])('%j becomes %j', (typed, value, notes) => {
    expect(tidyText(typed)).toEqual({ value, notes });
  });

  it('is stable, and what it leaves never fails for what it removes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (typed) => {
        const { value } = tidyText(typed);
        expect(tidyText(value)).toEqual({ value, notes: [] });
        const failed =
          text(0, 1_000_000)
            .safeParse(value)
            .error?.issues.map(({ message }) => message) ?? [];
        expect(failed).not.toContain('invisible-character');
        expect(failed).not.toContain('outer-space');
      }),
    );
  });
});

describe('phones (bug-phone-domain-url-02)', () => {
  it.each([
    ['+852２３４５６７８９', '+85223456789', ['full-width']],
    ['0085223456789', '+85223456789', ['double-zero']],
    ['+1 123 456 789 012', '+1123456789012', ['separators']],
    ['(852) 2345-6789', '85223456789', ['separators']],
    ['＋８５２　２３４５－６７８９', '+85223456789', ['full-width', 'separators']],
  ])('%j becomes %j', (typed, value, notes) => {
    expect(tidyPhone(typed)).toEqual({ value, notes });
  });

  it.each(['+85223456789 ext 12', '+852 2345 6789 x12', '+44 (0)20 7946 0000', 'call us', '+852.2345.6789'])(
    '%j stays as it is and is refused',
    (typed) => {
      expect(tidyPhone(typed).value).toBe(typed);
      expect(phone.safeParse(typed).success).toBe(false);
    },
  );

  it('never changes, drops or adds a digit', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\+[1-9][0-9 ()-]{6,20}$/), (typed) => {
        const { value } = tidyPhone(typed);
        expect(value.replace(/\D/g, '')).toBe(typed.replace(/\D/g, ''));
      }),
    );
  });
});
