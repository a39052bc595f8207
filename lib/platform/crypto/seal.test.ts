import { constants, createPublicKey, generateKeyPairSync, privateDecrypt, publicEncrypt } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyFromDer, vectorCases } from '../../testing/vectors';
import { isStrictBase64 } from '../wire/base64';
import { sealed } from '../wire/fields';
import { contactPlain } from '../wire/sub-merchant';
import { utf8Bytes } from '../wire/text';
import { openPkcs1Block, sealBudgetBytes, sealForPlatform, unsealPkcs1 } from './seal';

const small = generateKeyPairSync('rsa', { modulusLength: 2048 });
const large = generateKeyPairSync('rsa', { modulusLength: 4096 });

describe('PKCS#1 v1.5 opening vectors (bug-field-encryption-08)', () => {
  it.each(vectorCases('rsa-pkcs1v15-decrypt'))('$id $name', (vector) => {
    const opened = openPkcs1Block(vector.ciphertext, keyFromDer(vector.private_key_pkcs8_der_base64));
    expect(opened).toEqual(vector.plaintext === 'invalid' ? null : Buffer.from(vector.plaintext, 'hex'));
  });
});

describe('what fits into one block (bug-field-encryption-02, bug-field-encryption-04)', () => {
  it.each(vectorCases('field-encryption-limits'))('$id $name', ({ value, fits, key_bits, utf8_bytes }) => {
    const { publicKey, privateKey } = key_bits === 4096 ? large : small;
    expect(Buffer.byteLength(value)).toBe(utf8_bytes);
    expect(utf8Bytes(value) <= sealBudgetBytes(publicKey)).toBe(fits);
    if (fits) expect(unsealPkcs1(sealForPlatform(value, publicKey), privateKey)).toBe(value);
    else expect(() => sealForPlatform(value, publicKey)).toThrow(RangeError);
  });

  it('is the key less eleven bytes', () => {
    expect(sealBudgetBytes(small.publicKey)).toBe(245);
    expect(sealBudgetBytes(large.publicKey)).toBe(501);
  });

  it('lets a form say which value is too long before anything is sealed', () => {
    const [name] = vectorCases('field-encryption-limits').filter(({ id }) => id === 'fld-07');
    const contact = { name: name?.value ?? '', phone: '+85223456789', email: 'ops@shop.example' };
    expect(contactPlain.safeParse(contact).success).toBe(true);
  });
});

describe('seal and unseal', () => {
  it('round-trips every text that fits, never twice the same', () => {
    const fitting = fc.string({ unit: 'grapheme', maxLength: 245 }).filter((text) => Buffer.byteLength(text) <= 245);
    fc.assert(
      fc.property(fitting, (value) => {
        const block = sealForPlatform(value, small.publicKey);
        expect(sealed.parse(block)).toBe(block);
        expect(block).toHaveLength(344);
        expect(sealForPlatform(value, small.publicKey)).not.toBe(block);
        expect(unsealPkcs1(block, small.privateKey)).toBe(value);
      }),
      { numRuns: 30 },
    );
  });

  it('seals as PKCS#1 v1.5, whatever becomes of a padding that is misspelt (bug-field-encryption-01, bug-field-encryption-07)', () => {
    const opened = (block: string) =>
      privateDecrypt({ key: small.privateKey, padding: constants.RSA_NO_PADDING }, Buffer.from(block, 'base64'));
    const padded = opened(sealForPlatform('Sample Contact', small.publicKey));
    expect([...padded.subarray(0, 2)]).toEqual([0, 2]);
    expect(padded.subarray(padded.indexOf(0, 2) + 1).toString()).toBe('Sample Contact');
    // What the misspelling would do without a complaint: OAEP, which the platform does not open.
    const misspelt = publicEncrypt(
      { key: small.publicKey, ...{ padding: Reflect.get(constants, 'RSA_PKCS1_PADING') } },
      Buffer.from('Sample Contact'),
    );
    expect(unsealPkcs1(misspelt.toString('base64'), small.privateKey)).toBeNull();
  });

  it('needs no switch of Node that lets PKCS#1 v1.5 be opened (bug-field-encryption-08)', () => {
    const options = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ');
    expect(options).not.toContain('security-revert');
    expect(unsealPkcs1(sealForPlatform('Sample Contact', small.publicKey), small.privateKey)).toBe('Sample Contact');
  });

  it('keeps a byte-order mark, which is part of the value', () => {
    expect(unsealPkcs1(sealForPlatform('\uFEFFx', small.publicKey), small.privateKey)).toBe('\uFEFFx');
  });

  it('does not open what was sealed with OAEP, for another key, or what is not UTF-8 (bug-field-encryption-01)', () => {
    const encrypt = (padding: number, bytes: Buffer) =>
      publicEncrypt({ key: small.publicKey, padding }, bytes).toString('base64');
    const oaep = encrypt(constants.RSA_PKCS1_OAEP_PADDING, Buffer.from('Sample Contact'));
    const binary = encrypt(constants.RSA_PKCS1_PADDING, Buffer.from([0xff, 0xfe]));
    const foreign = sealForPlatform('Sample Contact', generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey);
    for (const block of [oaep, binary, foreign, '', 'plain text', 'AAAA']) {
      expect(unsealPkcs1(block, small.privateKey)).toBeNull();
    }
  });

  it('never throws on what claims to be sealed', () => {
    const block = fc.oneof(fc.string(), fc.base64String(), fc.base64String({ minLength: 344, maxLength: 344 }));
    fc.assert(
      fc.property(block, (value) => {
        expect(unsealPkcs1(value, small.privateKey) ?? '').toEqual(expect.any(String));
      }),
    );
  });

  it('refuses the public half of a key that is not there to open', () => {
    expect(unsealPkcs1(sealForPlatform('x', small.publicKey), createPublicKey(small.privateKey))).toBeNull();
  });
});

describe('strict Base64', () => {
  it('is what encoding gives, and only that', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(isStrictBase64(Buffer.from(bytes).toString('base64'))).toBe(true);
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'AQgw0/+-_= \n') }), (value) => {
        const canonical = Buffer.from(value, 'base64').toString('base64') === value;
        expect(isStrictBase64(value)).toBe(canonical);
      }),
    );
  });
});
