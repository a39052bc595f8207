import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signingPair, vectorCase, vectorCases } from '../../testing/vectors';
import { isKeyProblem, isPair, readApiKey, readCertificate, readKeyMaterial, readPrivateKey } from './pem';

const problemOf = (read: object) => (isKeyProblem(read) ? read.problem : null);

describe('certificate vectors', () => {
  it.each(vectorCases('certificates'))('$id $name', ({ certificate, serial, key_bits, not_before, not_after }) => {
    const read = readCertificate(certificate);
    if (isKeyProblem(read)) throw new Error(read.problem);
    expect(read.serial).toBe(serial);
    expect(read.publicKey.asymmetricKeyDetails?.modulusLength).toBe(key_bits);
    expect(read.notBefore).toEqual(new Date(not_before));
    expect(read.notAfter).toEqual(new Date(not_after));
    expect(read.fingerprint256).toBe(new X509Certificate(certificate).fingerprint256);
    expect(readCertificate(read.pem)).toMatchObject({ serial });
  });
});

describe('shapes of key material (bug-settings-keys-01)', () => {
  const expected: Record<string, string> = {
    'pem-go-01': 'header-lines-missing',
    'pem-go-02': 'header-lines-missing',
    'pem-guns-02': 'unreadable',
    'pem-guns-03': 'certificate-where-key-expected',
    'pem-skit-01': 'public-key',
    'pem-drv-01': 'public-key',
    'pem-drv-04': 'public-key',
    'pem-drv-05': 'several-in-one-file',
  };

  it('knows an answer to every case', () => {
    expect(vectorCases('pem-formats').map(({ id }) => id)).toEqual(Object.keys(expected));
  });

  it.each(vectorCases('pem-formats'))('$id $name: $expect', ({ id, kind_of, pem }) => {
    const read = readKeyMaterial(pem);
    const asPublic = isKeyProblem(read) ? read.problem : read.kind;
    expect(kind_of === 'public' ? asPublic : problemOf(readPrivateKey(pem))).toBe(expected[id]);
  });
});

describe('private keys', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const pkcs1 = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
  const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();

  it.each([
    ['PKCS#8', pkcs8],
    ['PKCS#1', pkcs1],
    ['CRLF line ends', pkcs8.replaceAll('\n', '\r\n')],
    ['lone carriage returns', pkcs8.replaceAll('\n', '\r')],
    ['a byte-order mark', `\uFEFF${pkcs8}`],
    ['indented lines', pkcs8.replaceAll('\n', '\n  ')],
    ['text before and after', `Bag Attributes\n${pkcs8}\nend of file`],
  ])('reads %s', (_, text) => {
    const read = readPrivateKey(text);
    if (isKeyProblem(read)) throw new Error(read.problem);
    expect(isPair(read, publicKey)).toBe(true);
  });

  it.each([
    ['nothing', ' \r\n', 'empty'],
    ['a body without header lines', pkcs8.replace(/-----.*-----\n/g, ''), 'header-lines-missing'],
    ['half a file', pkcs8.slice(0, 400), 'unreadable'],
    ['a garbled body', pkcs8.replace(/\n.{20}/, '\n!!!!'), 'unreadable'],
    ['two keys', pkcs8 + pkcs1, 'several-in-one-file'],
    ['a public key', publicPem, 'public-key-where-key-expected'],
    ['a certificate', vectorCase('certificates', 'crt-java-01').certificate, 'certificate-where-key-expected'],
    ['another kind of block', '-----BEGIN PGP MESSAGE-----\nAAAA\n-----END PGP MESSAGE-----', 'unreadable'],
    [
      'a key behind a pass phrase',
      privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' }).toString(),
      'encrypted-key',
    ],
    [
      'a key behind a pass phrase, older form',
      privateKey.export({ type: 'pkcs1', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' }).toString(),
      'encrypted-key',
    ],
    [
      'a short key',
      generateKeyPairSync('rsa', { modulusLength: 1024 })
        .privateKey.export({ type: 'pkcs8', format: 'pem' })
        .toString(),
      'key-too-short',
    ],
    [
      'another algorithm',
      generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      'not-rsa',
    ],
  ])('names what is wrong with %s', (_, text, problem) => {
    expect(problemOf(readPrivateKey(text))).toBe(problem);
  });

  it('names a key where a certificate is expected', () => {
    expect(problemOf(readCertificate(pkcs8))).toBe('private-key-where-certificate-expected');
    expect(problemOf(readCertificate(publicPem))).toBe('public-key-where-certificate-expected');
  });
});

describe('what belongs together', () => {
  it('tells our own certificate from the platform’s, and a key from a foreign one (bug-cert-rotation-05, bug-settings-keys-03)', () => {
    const { certificate, privateKey } = signingPair();
    const own = readCertificate(certificate.pem);
    const foreign = readCertificate(vectorCase('certificates', 'crt-java-02').certificate);
    if (isKeyProblem(own) || isKeyProblem(foreign)) throw new Error('unreadable');
    expect(isPair(privateKey, own.publicKey)).toBe(true);
    expect(isPair(privateKey, foreign.publicKey)).toBe(false);
  });
});

describe('the API key (bug-aead-08)', () => {
  const key = 'a7cde1ZJB1kG2e7VfTs3jQzaWizur8Gb';

  it.each([
    ['as it is', key],
    ['with a line feed', `${key}\n`],
    ['with CRLF', `${key}\r\n`],
    ['with a byte-order mark', `\uFEFF${key}`],
  ])('reads 32 characters %s', (_, text) => {
    expect(readApiKey(text)).toEqual(Buffer.from(key));
  });

  it.each([
    ['10 characters', key.slice(0, 10), 10],
    ['16 characters', key.slice(0, 16), 16],
    ['31 characters', key.slice(0, 31), 31],
    ['33 characters', `${key}x`, 33],
    ['a blank too many', `${key} `, 33],
    ['40 characters', key + key.slice(0, 8), 40],
    ['32 Chinese characters', '钥'.repeat(32), 96],
  ])('refuses %s with the number of bytes', (_, text, bytes) => {
    expect(readApiKey(text)).toEqual({ problem: 'api-key-length', bytes });
  });

  it('refuses nothing at all', () => {
    expect(readApiKey('\n')).toEqual({ problem: 'empty' });
  });
});
