import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { certificateOf, vectorCase } from '../testing/vectors';
import type { PlatformCertificate } from './certificates';
import { bySerial, newestValid, publicKeyOf, readCertificateList, validAt } from './certificates';
import { sealResource } from './crypto/open';

const older = certificateOf(vectorCase('rsa-sha256-verify', 'rsa-go-01').certificate ?? '');
const newer = certificateOf(vectorCase('certificates', 'crt-go-02').certificate);
const expired = certificateOf(vectorCase('certificates', 'crt-java-02').certificate);
const key = Buffer.from('a7cde1ZJB1kG2e7VfTs3jQzaWizur8Gb');
const now = new Date('2026-11-01T00:00:00Z');

describe('choosing a certificate', () => {
  it('seals with the newest valid one, while the older one still verifies (bug-cert-rotation-03)', () => {
    expect(older.serial).toBe('F5765756002FDD77');
    expect(newestValid([newer, older, expired], now)).toBe(newer);
    expect(newestValid([older, newer], now)).toBe(newer);
    expect(validAt([older, newer, expired], now)).toEqual([older, newer]);
  });

  it('never seals with one that is expired or not yet in effect (bug-cert-rotation-05)', () => {
    const soon = { ...newer, effectiveTime: new Date(now.getTime() + 1), expireTime: new Date('2040-01-01') };
    expect(newestValid([soon, older], now)).toBe(older);
    expect(newestValid([expired], now)).toBeNull();
    expect(newestValid([], now)).toBeNull();
  });

  it('begins with its first and ends before its last instant', () => {
    const at = (time: Date) => validAt([older], time).length;
    expect(at(older.effectiveTime)).toBe(1);
    expect(at(new Date(older.effectiveTime.getTime() - 1))).toBe(0);
    expect(at(older.expireTime)).toBe(0);
  });

  it('finds by serial in any case of the hexadecimal digits, and never by another writing (bug-cert-rotation-01)', () => {
    const skit = certificateOf(vectorCase('certificates', 'crt-skit-01').certificate);
    expect(bySerial([newer, skit], skit.serial.toLowerCase())).toBe(skit);
    expect(bySerial([newer, skit], BigInt(`0x${skit.serial}`).toString())).toBeNull();
    expect(bySerial([newer, skit], '')).toBeNull();
  });

  it('chooses a valid one with the latest end, whatever the order', () => {
    const time = fc.integer({ min: 0, max: 40 }).map((days) => new Date(now.getTime() + (days - 20) * 86_400_000));
    const certificate = fc.record({ serial: fc.string(), pem: fc.constant(''), effectiveTime: time, expireTime: time });
    fc.assert(
      fc.property(fc.array(certificate), (certificates: PlatformCertificate[]) => {
        const chosen = newestValid(certificates, now);
        const valid = validAt(certificates, now);
        expect(chosen === null).toBe(valid.length === 0);
        for (const one of valid) expect(one.expireTime <= (chosen?.expireTime ?? now)).toBe(true);
      }),
    );
  });

  it('gives the key of the certificate, the same object each time', () => {
    expect(publicKeyOf(newer)).toBe(publicKeyOf(newer));
    expect(publicKeyOf(newer).asymmetricKeyDetails?.modulusLength).toBe(2048);
  });
});

const listed = (certificate: PlatformCertificate, change: object = {}) => ({
  serial_no: certificate.serial,
  effective_time: '2024-06-08T10:34:56+08:00',
  expire_time: '2027-06-08T10:34:56+08:00',
  encrypt_certificate: sealResource(certificate.pem, key, '61f9c719728a', 'certificate'),
  ...change,
});
const body = (...data: object[]) => Buffer.from(JSON.stringify({ data }));

describe('the list of certificates', () => {
  it('rules over the times inside the certificates', () => {
    expect(readCertificateList(body(listed(older), listed(newer)), [key])?.certificates).toEqual([
      { ...older, effectiveTime: new Date('2024-06-08T02:34:56Z'), expireTime: new Date('2027-06-08T02:34:56Z') },
      { ...newer, effectiveTime: new Date('2024-06-08T02:34:56Z'), expireTime: new Date('2027-06-08T02:34:56Z') },
    ]);
  });

  it('reads the published item of a certificate download', () => {
    const vector = vectorCase('aes-256-gcm', 'aes-java-05');
    const text = (hex: string) => Buffer.from(hex, 'hex').toString();
    const resource = { ciphertext: vector.ciphertext, nonce: text(vector.nonce), associated_data: text(vector.aad) };
    const serial_no = '5DEA10EF55877E3CF6C33255C2E7DEFFF7E427EC';
    const item = listed(older, { serial_no, encrypt_certificate: { algorithm: 'AEAD_AES_256_GCM', ...resource } });
    expect(readCertificateList(body(item), [Buffer.from(vector.key, 'hex')])?.certificates).toMatchObject([
      { serial: serial_no },
    ]);
  });

  it('opens with the key before, too (bug-aead-10)', () => {
    expect(readCertificateList(body(listed(newer)), [Buffer.alloc(32), key])?.certificates).toHaveLength(1);
  });

  it.each([
    [
      'another key',
      listed(newer, { encrypt_certificate: sealResource(newer.pem, Buffer.alloc(32), '61f9c719728a', 'certificate') }),
      'tag',
    ],
    [
      'other associated data than it was sealed with',
      listed(newer, { encrypt_certificate: { ...listed(newer).encrypt_certificate, associated_data: 'other' } }),
      'tag',
    ],
    [
      'a nonce of 16 bytes',
      listed(newer, { encrypt_certificate: { ...listed(newer).encrypt_certificate, nonce: '1234567890123456' } }),
      'nonce',
    ],
    ['another serial inside', listed(newer, { serial_no: older.serial }), 'serial'],
    [
      'another algorithm',
      listed(newer, { encrypt_certificate: { ...listed(newer).encrypt_certificate, algorithm: 'X' } }),
      'algorithm',
    ],
    [
      'text that is no certificate',
      listed(newer, { encrypt_certificate: sealResource('hello', key, '61f9c719728a', 'certificate') }),
      'header-lines-missing',
    ],
    ['a time that is none', listed(newer, { expire_time: 'later' }), 'times'],
  ])('names an item with %s, and keeps the others (bug-verify-bypass-04, bug-aead-01)', (_, item, problem) => {
    const list = readCertificateList(body(item, listed(older)), [key]);
    expect(list?.problems).toEqual([{ serial: expect.any(String), problem }]);
    expect(list?.certificates).toMatchObject([{ serial: older.serial }]);
  });

  it('is no list at all when it does not read as one', () => {
    expect(readCertificateList('{"data":{}}', [key])).toBeNull();
    expect(readCertificateList('<html>', [key])).toBeNull();
  });
});
