import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { vectorCase } from '../testing/vectors';
import { isSerial, keyBytes, lastMoment, readFingerprint, readSerial } from './rules';

const { serial } = vectorCase('certificates', 'crt-skit-01');

describe('a typed serial number (bug-cert-rotation-01)', () => {
  it.each([
    ['upper-case hexadecimal', serial],
    ['lower-case hexadecimal', serial.toLowerCase()],
    ['with colons', (serial.match(/../g) ?? []).join(':')],
    ['with 0x and blanks', ` 0x${serial} `],
    ['with zeros in front', `00${serial}`],
    ['decimal, as some tools print it', BigInt(`0x${serial}`).toString()],
  ])('is found in %s', (_, text) => {
    const read = readSerial(text);
    expect(read && isSerial(read, serial)).toBe(true);
  });

  it('shows what a decimal number is in hexadecimal', () => {
    expect(readSerial(BigInt(`0x${serial}`).toString())?.fromDecimal).toBe(serial);
    expect(readSerial('0x15')?.fromDecimal).toBeNull();
  });

  it('of digits alone may be either writing', () => {
    const read = readSerial('5765756002');
    expect(read).toEqual({ hex: '5765756002', fromDecimal: '157AA7462' });
    expect(read && isSerial(read, '157AA7462')).toBe(true);
    expect(read && isSerial(read, '5765756002')).toBe(true);
    expect(read && isSerial(read, '5765756003')).toBe(false);
  });

  it.each(['', 'no number', 'F'.repeat(41), '9'.repeat(50), 'G1'])('is none: %j', (text) => {
    expect(readSerial(text)).toBeNull();
  });
});

describe('a typed fingerprint', () => {
  const digits = createHash('sha256').update('certificate').digest('hex').toUpperCase();
  const pairs = digits.match(/../g) ?? [];

  it.each([
    ['digits', digits.toLowerCase()],
    ['pairs with colons', pairs.join(':')],
    ['pairs with blanks', pairs.join(' ')],
    ['two lines', `${digits.slice(0, 32)}\n${digits.slice(32)}`],
    ['as openssl prints it', `sha256 Fingerprint=${pairs.join(':')}`],
  ])('is read from %s', (_, text) => {
    expect(readFingerprint(text)).toEqual({ digits });
  });

  it.each([
    ['SHA-1', digits.slice(0, 40), 'fingerprint-sha1'],
    ['MD5', digits.slice(0, 32), 'fingerprint-md5'],
    ['a part', digits.slice(0, 60), 'not-a-fingerprint'],
    ['nothing', '', 'not-a-fingerprint'],
    ['other letters', `${digits.slice(0, 63)}Z`, 'not-a-fingerprint'],
  ])('is not taken from %s', (_, text, rule) => {
    expect(readFingerprint(text)).toEqual({ rule });
  });
});

it('counts the bytes of a key as typed: 32 Chinese characters are 96 (bug-aead-08)', () => {
  expect([10, 16, 31, 33, 40].map((length) => keyBytes('x'.repeat(length)))).toEqual([10, 16, 31, 33, 40]);
  expect(keyBytes('鑰'.repeat(32))).toBe(96);
});

it('an overlap ends after its last day', () => {
  expect(lastMoment('2026-12-01T00:00:00.000+08:00').toISOString()).toBe('2026-11-30T15:59:59.999Z');
});
