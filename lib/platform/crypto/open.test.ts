import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { vectorCases } from '../../testing/vectors';
import type { Resource } from './open';
import { openAead, openResource, openResourceWithAny, sealResource } from './open';

const key = Buffer.from('0123456789abcdef0123456789ABCDEF');
const nonce = '61f9c719728a';
const sealed = sealResource('{"a":1}', key, nonce, 'applyment');
const flipped = ((bytes) => {
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  return bytes.toString('base64');
})(Buffer.from(sealed.ciphertext, 'base64'));

describe('AES-256-GCM vectors', () => {
  it.each(vectorCases('aes-256-gcm'))('$id $name', ({ key, nonce, aad, ciphertext, plaintext }) => {
    const bytes = (hex: string) => Buffer.from(hex, 'hex');
    const opened = openAead(ciphertext, bytes(key), bytes(nonce), bytes(aad));
    if (plaintext === 'invalid') expect(opened).toMatchObject({ refused: expect.any(String) });
    else expect(opened).toEqual(bytes(plaintext));
  });
});

describe('a resource', () => {
  it('opens as it was sealed', () => {
    const associatedData = fc
      .string({ unit: 'grapheme', maxLength: 16 })
      .filter((text) => Buffer.byteLength(text) <= 16);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), associatedData, (bytes, data) => {
        const apiKey = randomBytes(32);
        const resource = sealResource(Buffer.from(bytes), apiKey, nonce, data);
        expect(openResource(resource, apiKey)).toEqual(Buffer.from(bytes));
        expect(openResource(resource, randomBytes(32))).toEqual({ refused: 'tag' });
      }),
    );
  });

  it('takes empty, null and absent associated data for the same (bug-aead-02)', () => {
    const { ciphertext } = sealResource('x', key, nonce);
    for (const resource of [
      { ciphertext, nonce },
      { ciphertext, nonce, associated_data: null },
      { ciphertext, nonce, associated_data: '' },
    ]) {
      expect(openResource(resource, key)).toEqual(Buffer.from('x'));
    }
  });

  it.each<[string, Partial<Resource>, string]>([
    ['a nonce of 1 byte (bug-aead-01)', { nonce: '1' }, 'nonce'],
    ['a nonce of 13 bytes (bug-aead-01)', { nonce: '1234567890123' }, 'nonce'],
    ['a nonce of 16 bytes (bug-aead-01)', { nonce: '1234567890123456' }, 'nonce'],
    ['a nonce of 12 characters and more bytes', { nonce: 'é23456789012' }, 'nonce'],
    ['associated data of 17 bytes', { associated_data: '12345678901234567' }, 'associated-data'],
    ['other associated data (bug-verify-bypass-04)', { associated_data: 'applyment2' }, 'tag'],
    ['an empty ciphertext', { ciphertext: '' }, 'ciphertext'],
    ['a last byte of the tag that was flipped (bug-verify-bypass-04)', { ciphertext: flipped }, 'tag'],
    ['the first 15 bytes of a tag', { ciphertext: randomBytes(15).toString('base64') }, 'ciphertext'],
    ['unpadded Base64', { ciphertext: sealed.ciphertext.replace(/=+$/, '') }, 'ciphertext'],
    ['a line break', { ciphertext: `${sealed.ciphertext.slice(0, 4)}\n${sealed.ciphertext.slice(4)}` }, 'ciphertext'],
  ])('refuses %s', (_, change, refused) => {
    expect(openResource({ ...sealed, ...change }, key)).toEqual({ refused });
  });

  it('refuses the first 12, 13 and 15 bytes of the tag of an empty message (bug-aead-04)', () => {
    const whole = Buffer.from(sealResource('', key, nonce).ciphertext, 'base64');
    expect(openResource({ ciphertext: whole.toString('base64'), nonce }, key)).toEqual(Buffer.alloc(0));
    for (const length of [4, 8, 12, 13, 14, 15]) {
      const ciphertext = whole.subarray(0, length).toString('base64');
      expect(openResource({ ciphertext, nonce }, key)).toEqual({ refused: 'ciphertext' });
    }
  });

  it('refuses Base64 of the URL-safe alphabet, wrapped at 76 columns, and with junk in it (bug-aead-06)', () => {
    const bytes = Buffer.concat([Buffer.from([0xfb, 0xff, 0xbf]), randomBytes(120)]);
    // The nonce is chosen so that the text has letters that the two alphabets write differently.
    const { ciphertext } = Array.from({ length: 100 }, (_, index) =>
      sealResource(bytes, key, String(index).padStart(12, '0')),
    ).find((one) => /[+/]/.test(one.ciphertext)) ?? { ciphertext: '' };
    for (const text of [
      ciphertext.replaceAll('+', '-').replaceAll('/', '_'),
      ciphertext.replace(/.{76}/g, '$&\r\n'),
      ciphertext.replace(/.{10}/g, '$& '),
      `${ciphertext.slice(0, 8)}*!${ciphertext.slice(8)}`,
    ]) {
      expect(text).not.toBe(ciphertext);
      expect(openResource({ ciphertext: text, nonce }, key)).toEqual({ refused: 'ciphertext' });
    }
  });

  it('refuses values that are not text, as JSON may hold them', () => {
    const resource = (change: object) => ({ ...sealed, ...change }) as Resource;
    expect(openResource(resource({ nonce: 1 }), key)).toEqual({ refused: 'nonce' });
    expect(openResource(resource({ associated_data: {} }), key)).toEqual({ refused: 'associated-data' });
    expect(openResource(resource({ ciphertext: [] }), key)).toEqual({ refused: 'ciphertext' });
  });

  it.each([10, 16, 31, 33, 40])('refuses a key of %i bytes (bug-aead-08)', (length) => {
    expect(openResource(sealed, randomBytes(length))).toEqual({ refused: 'key' });
  });

  it('opens with the key before, while two overlap (bug-aead-10)', () => {
    const present = randomBytes(32);
    expect(openResourceWithAny(sealed, [present])).toEqual({ refused: 'tag' });
    expect(openResourceWithAny(sealed, [present, key])).toEqual(Buffer.from('{"a":1}'));
    expect(openResourceWithAny(sealed, [])).toEqual({ refused: 'key' });
  });

  it('never throws, whatever arrives', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (ciphertext, otherNonce, data) => {
        expect(openResource({ ciphertext, nonce: otherNonce, associated_data: data }, key)).toHaveProperty('refused');
      }),
    );
  });
});
