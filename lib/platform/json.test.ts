import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from './json';

describe('parseJson', () => {
  it('keeps every digit of an id beyond 2^53 (bug-numbers-dates-money-01)', () => {
    expect(parseJson('{"applyment_id":9007199254740993,"small":100000,"rate":0.25,"big":1e3}')).toEqual({
      applyment_id: '9007199254740993',
      small: 100000,
      rate: 0.25,
      big: 1000,
    });
    expect(parseJson('-9007199254740993')).toBe('-9007199254740993');
  });

  it('takes the last of repeated keys', () => {
    expect(parseJson('{"a":1,"b":2,"a":3}')).toEqual({ a: 3, b: 2 });
  });

  it('skips a byte-order mark in bytes', () => {
    expect(parseJson(Buffer.from('\uFEFF{"a":1}'))).toEqual({ a: 1 });
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a page', Buffer.from('<html></html>')],
    ['half an object', Buffer.from('{"a":')],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22])],
    ['deep nesting', Buffer.from('['.repeat(100_000))],
  ])('answers undefined to %s', (_, body) => {
    expect(parseJson(body)).toBeUndefined();
  });

  it('cannot be made to touch a prototype', () => {
    parseJson('{"__proto__":{"polluted":true}}');
    expect(Object.keys({})).toEqual([]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('agrees with JSON.parse on what it wrote, and never throws on text', () => {
    fc.assert(
      fc.property(fc.json(), fc.string(), (text, noise) => {
        fc.pre(!/\d{16}/.test(text));
        expect(parseJson(text)).toEqual(JSON.parse(text));
        parseJson(noise);
      }),
    );
  });
});
