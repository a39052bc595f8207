import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failedRules } from './rules';
import { countCharacters, invisibleAt, text, utf8Bytes } from './text';

const failures = (schema: ReturnType<typeof text>, value: unknown) => {
  const parsed = schema.safeParse(value);
  return parsed.success ? [] : failedRules(parsed.error);
};
const accented = 'Café';

describe('counting characters', () => {
  it('counts an emoji once, in the schema as in the counter (bug-text-01)', () => {
    expect(countCharacters('😀'.repeat(64))).toBe(64);
    expect(text(1, 64).safeParse('😀'.repeat(64)).success).toBe(true);
    expect(failures(text(1, 64), '😀'.repeat(65))).toEqual([{ rule: 'too-long', path: [], max: 64, count: 65 }]);
  });

  it('counts composed and decomposed forms alike, and parses to the composed one (bug-text-05)', () => {
    expect(countCharacters(accented.normalize('NFD'))).toBe(4);
    expect(text(1, 4).parse(accented.normalize('NFD'))).toBe(accented.normalize('NFC'));
    expect(utf8Bytes(accented.normalize('NFD'))).toBe(5);
  });

  it('gives one verdict for every text and limit', () => {
    const value = fc.string({ unit: 'grapheme', maxLength: 40 });
    fc.assert(
      fc.property(value, fc.nat(40), (given, max) => {
        const count = countCharacters(given);
        expect(count).toBe([...given.normalize('NFC')].length);
        expect(utf8Bytes(given)).toBe(Buffer.byteLength(given.normalize('NFC')));
        expect(countCharacters(given.normalize('NFD'))).toBe(count);
        fc.pre(given === given.trim() && invisibleAt(given) === null && invisibleAt(given.normalize('NFC')) === null);
        expect(text(0, max).safeParse(given).success).toBe(count <= max);
        expect(failures(text(0, max), given.normalize('NFD'))).toEqual(failures(text(0, max), given));
      }),
    );
  });
});

describe('text (bug-text-04)', () => {
  it.each<[string, unknown, object]>([
    ['nothing', undefined, { rule: 'required' }],
    ['an empty text', '', { rule: 'required', min: 2, count: 0 }],
    ['null', null, { rule: 'wrong-type' }],
    ['a number', 12, { rule: 'wrong-type' }],
    ['a short text', 'a', { rule: 'too-short', min: 2, count: 1 }],
    ['a blank in front', ' ab', { rule: 'outer-space' }],
    ['a wide blank behind', 'ab\u3000', { rule: 'outer-space' }],
    ['a line break', 'a\nb', { rule: 'invisible-character', position: 2 }],
    ['a zero-width blank', '\u200bops@shop.example', { rule: 'invisible-character', position: 1 }],
    ['direction marks', '\u202a+852 2345 6789\u202c', { rule: 'invisible-character', position: 1 }],
    ['a mark after an emoji', '😀\u200e', { rule: 'invisible-character', position: 2 }],
    ['a byte-order mark', 'ab\uFEFF', { rule: 'invisible-character', position: 3 }],
    ['a soft hyphen', 'a\u00adb', { rule: 'invisible-character', position: 2 }],
    ['a lone surrogate', 'ab\ud83d', { rule: 'invisible-character', position: 3 }],
    ['a letter that draws nothing', 'a\u3164b', { rule: 'invisible-character', position: 2 }],
    ['a joiner between letters', 'a\u200db', { rule: 'invisible-character', position: 2 }],
  ])('names what is wrong with %s', (_, value, failure) => {
    expect(failures(text(2, 20), value)).toEqual([{ path: [], ...failure }]);
  });

  it.each(['👨‍👩‍👧‍👦', '👩🏽‍💻', '❤️‍🔥', 'Ωmega ltd. (HK) & co', '香港貿易有限公司', 'a b', 'नमस्ते'])(
    'leaves what can be seen: %s',
    (value) => {
      expect(text(1, 30).parse(value)).toBe(value.normalize('NFC'));
    },
  );

  it('never lets pass what cannot be seen', () => {
    const hidden = fc.constantFrom(...'\u200b\u200c\u200e\u202a\u202e\u2066\u2028\u0000\u0009\u000d\u007f\u0085\u2060');
    fc.assert(
      fc.property(fc.string(), hidden, fc.string(), (before, mark, after) => {
        expect(text(0, 1000).safeParse(before + mark + after).success).toBe(false);
      }),
    );
  });
});
