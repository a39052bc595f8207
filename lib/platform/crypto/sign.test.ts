import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyFromDer, vectorCases } from '../../testing/vectors';
import type { Authorization } from './sign';
import {
  authorizationHeader,
  messageText,
  parseAuthorization,
  requestText,
  signRsaSha256,
  verifyRsaSha256,
} from './sign';

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const other = generateKeyPairSync('rsa', { modulusLength: 2048 });

describe('request signing vectors', () => {
  it.each(vectorCases('request-signing'))('$id $name', (vector) => {
    const text = requestText({ ...vector, path: vector.path_and_query });
    expect(text.toString()).toBe(vector.canonical);
    if (vector.signature && vector.private_key_pkcs8_der_base64) {
      expect(signRsaSha256(text, keyFromDer(vector.private_key_pkcs8_der_base64))).toBe(vector.signature);
    }
    if (vector.signature && vector.public_key) {
      expect(verifyRsaSha256(text, vector.signature, createPublicKey(vector.public_key))).toBe(true);
    }
  });
});

describe('RSA-SHA256 verification vectors', () => {
  it.each(vectorCases('rsa-sha256-verify'))('$id $name', (vector) => {
    const key = createPublicKey(vector.certificate ?? vector.public_key ?? '');
    expect(verifyRsaSha256(Buffer.from(vector.message, 'hex'), vector.signature, key)).toBe(vector.valid);
  });
});

describe('the signed texts', () => {
  const call = { method: 'PATCH', path: '/v3/x', timestamp: '1700000000', nonce: 'n', body: '' };

  it('ends with an empty line when there is no body (bug-signing-02)', () => {
    expect(requestText(call).toString()).toBe('PATCH\n/v3/x\n1700000000\nn\n\n');
    expect(messageText({ ...call, body: Buffer.alloc(0) }).toString()).toBe('1700000000\nn\n\n');
  });

  it('writes the method in upper case, as it is on the wire (bug-signing-06)', () => {
    expect(requestText({ ...call, method: 'patch' })).toEqual(requestText(call));
  });

  it('takes the bytes of a body, not a reading of them (bug-signing-03)', () => {
    const bytes = Buffer.from([0xff, 0x0d, 0x0a, 0x00]);
    expect(messageText({ ...call, body: bytes }).subarray(-5)).toEqual(Buffer.from([0xff, 0x0d, 0x0a, 0x00, 0x0a]));
    const note = '{"termination_note":"用户要求解约 🙏 – café"}';
    expect(requestText({ ...call, body: note })).toEqual(requestText({ ...call, body: Buffer.from(note) }));
  });
});

describe('sign and verify', () => {
  it('verifies what it signed, and nothing else', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), fc.nat(), (bytes, at) => {
        const text = Buffer.from(bytes);
        const signature = signRsaSha256(text, pair.privateKey);
        expect(verifyRsaSha256(text, signature, pair.publicKey)).toBe(true);
        expect(verifyRsaSha256(text, signature, other.publicKey)).toBe(false);
        expect(verifyRsaSha256(Buffer.concat([text, Buffer.from('\n')]), signature, pair.publicKey)).toBe(false);
        const altered = Buffer.from(signature, 'base64');
        const index = at % altered.length;
        altered[index] = (altered[index] ?? 0) ^ 1;
        expect(verifyRsaSha256(text, altered.toString('base64'), pair.publicKey)).toBe(false);
      }),
      { numRuns: 30 },
    );
  });

  it('answers false to any text that is offered as a signature', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (signature) => {
        expect(verifyRsaSha256('text', signature, pair.publicKey)).toBe(false);
      }),
    );
  });
});

describe('the Authorization header', () => {
  const header: Authorization = {
    scheme: 'SERVICEPAY2-SHA256-RSA2048',
    mchid: '1900002241',
    serial_no: '5F1C72E2A8931B72A2E13AF8DEE92471EB397115',
    nonce_str: '0123456789abcdefghijABCDEFGHIJ01',
    timestamp: '1700000000',
    signature: 'AAAA+/==',
  };

  it('is one line with five quoted values', () => {
    expect(authorizationHeader(header)).toBe(
      'SERVICEPAY2-SHA256-RSA2048 mchid="1900002241",nonce_str="0123456789abcdefghijABCDEFGHIJ01",timestamp="1700000000",serial_no="5F1C72E2A8931B72A2E13AF8DEE92471EB397115",signature="AAAA+/=="',
    );
  });

  it('reads what it wrote, in any order and with blanks after commas', () => {
    expect(parseAuthorization(authorizationHeader(header))).toEqual(header);
    const parts = ['signature="AAAA+/=="', 'timestamp="1700000000"', 'mchid="1900002241"'];
    const rest = [`serial_no="${header.serial_no}"`, `nonce_str="${header.nonce_str}"`];
    expect(parseAuthorization(`${header.scheme} ${[...parts, ...rest].join(', ')}`)).toEqual(header);
  });

  it.each([
    ['empty', ''],
    ['scheme alone', 'SERVICEPAY2-SHA256-RSA2048'],
    ['a value missing', 'S mchid="1",nonce_str="n",timestamp="1",serial_no="A"'],
    ['an empty value', 'S mchid="",nonce_str="n",timestamp="1",serial_no="A",signature="x"'],
    ['a value twice', 'S mchid="1",mchid="2",nonce_str="n",timestamp="1",serial_no="A",signature="x"'],
    ['a foreign value', 'S mchid="1",nonce_str="n",timestamp="1",serial_no="A",signature="x",extra="1"'],
    ['unquoted', 'S mchid=1,nonce_str="n",timestamp="1",serial_no="A",signature="x"'],
    ['a prototype name', 'S __proto__="1",nonce_str="n",timestamp="1",serial_no="A",signature="x"'],
  ])('refuses %s', (_, text) => {
    expect(parseAuthorization(text)).toBeNull();
  });
});
