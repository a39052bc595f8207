import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { PlatformSettings } from '@/lib/env';
import { bySerial, installedCertificate, newestValid, validAt } from '@/lib/platform/certificates';
import { accountSettings } from '@/lib/testing/account-settings';
import { signingPair, vectorCase } from '@/lib/testing/vectors';
import { readKeyFiles } from './key-files';

const { privateKey, certificate: own } = signingPair();
const pem = (id: string) => vectorCase('certificates', id).certificate;
const keyPem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const apiKey = 'a7cde1ZJB1kG2e7VfTs3jQzaWizur8Gb';
const now = new Date('2026-11-01T00:00:00Z');

const settings = accountSettings();
const files = (...texts: string[]) => texts.map((text, index) => ({ file: `/etc/subdesk/${index + 1}.pem`, text }));
const merchantCertificate = { file: '/etc/subdesk/apiclient_cert.pem', text: own.pem };
const read = (change: Partial<PlatformSettings>) => readKeyFiles({ ...settings, ...change }, now);
const faults = (change: Partial<PlatformSettings>) => {
  const result = read(change);
  return result.ok ? [] : result.faults.map(({ name, fault }) => [name, fault]);
};
const loaded = (change: Partial<PlatformSettings>) => {
  const result = read(change);
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  return result;
};

describe('platform certificates as files', () => {
  it('are found by their serial in any case, shown in upper case (bug-cert-rotation-01)', () => {
    const { keys } = loaded({ certificates: files(pem('crt-skit-01')) });
    const held = keys.certificates.map(installedCertificate);
    expect(held.map(({ serial }) => serial)).toEqual(['3050F72E2DCE03E7EFE49557DD231D176649AFBD']);
    expect(bySerial(held, '3050f72e2dce03e7efe49557dd231d176649afbd')).toBe(held[0]);
  });

  it('are never our own: not by the key, not by our name in an older one (bug-cert-rotation-05)', () => {
    expect(faults({ certificates: files(own.pem) })).toEqual([
      ['PLATFORM_CERTIFICATE_FILES', "names /etc/subdesk/1.pem, which is your own certificate, not the platform's"],
    ]);
    const named = {
      mchid: 'wechatpay-axios-plugin Root CA',
      certificates: files(pem('crt-go-02'), pem('crt-axio-02')),
    };
    expect(faults(named)).toEqual([
      ['PLATFORM_CERTIFICATE_FILES', "names /etc/subdesk/2.pem, which is your own certificate, not the platform's"],
    ]);
  });

  it('that have ended are named in the log, and neither seal nor verify (bug-cert-rotation-05)', () => {
    const { keys, notices } = loaded({ certificates: files(pem('crt-java-02'), pem('crt-go-02')) });
    expect(notices).toEqual([
      'PLATFORM_CERTIFICATE_FILES: /etc/subdesk/1.pem ended on 2025-05-09 and is not used any more',
    ]);
    const held = keys.certificates.map(installedCertificate);
    expect(newestValid(held, now)?.serial).toBe('D7CE59D1F522D701');
    expect(validAt(held, now)).toHaveLength(1);
    expect(newestValid(held.slice(0, 1), now)).toBeNull();
  });
});

describe('the API key (bug-aead-08)', () => {
  it.each([
    ['10 characters', apiKey.slice(0, 10), 10],
    ['16 characters', apiKey.slice(0, 16), 16],
    ['31 characters', apiKey.slice(0, 31), 31],
    ['33 characters', `${apiKey}x`, 33],
    ['40 characters', apiKey + apiKey.slice(0, 8), 40],
    ['32 Chinese characters', '钥'.repeat(32), 96],
  ])('of %s stops the start with its bytes', (_, text, bytes) => {
    expect(faults({ apiKeys: [{ file: '/etc/subdesk/api-key.txt', text }] })).toEqual([
      ['PLATFORM_API_KEY_FILE', `names /etc/subdesk/api-key.txt, which holds ${bytes} bytes where 32 belong`],
    ]);
  });

  it.each([`${apiKey}\n`, `${apiKey}\r\n`, `\uFEFF${apiKey}`])(
    'with more around it loads, with a notice: %j',
    (text) => {
      const { keys, notices } = loaded({ apiKeys: [{ file: '/etc/subdesk/api-key.txt', text }] });
      expect(keys.apiKeys).toEqual([Buffer.from(apiKey)]);
      expect(notices).toEqual([
        'PLATFORM_API_KEY_FILE: the line end or mark around the key in /etc/subdesk/api-key.txt is not taken for part of it',
      ]);
      expect(loaded({}).notices).toEqual([]);
    },
  );

  it('before it is accused by its own name', () => {
    const apiKeys = [...settings.apiKeys, { file: '/etc/subdesk/old.txt', text: 'short' }];
    expect(faults({ apiKeys })).toEqual([
      ['PLATFORM_API_KEY_PREVIOUS_FILE', 'names /etc/subdesk/old.txt, which holds 5 bytes where 32 belong'],
    ]);
  });
});

describe('shapes of key files (bug-settings-keys-01)', () => {
  const pkcs1 = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
  const key = (text: string) => faults({ privateKey: { file: '/etc/subdesk/key.pem', text } });
  const named = (words: string) => [['PLATFORM_PRIVATE_KEY_FILE', `names /etc/subdesk/key.pem, which ${words}`]];

  it.each([
    ['CRLF line ends', keyPem.replaceAll('\n', '\r\n')],
    ['a byte-order mark', `\uFEFF${keyPem}`],
    ['a PKCS#1 header', pkcs1],
  ])('a private key with %s loads', (_, text) => {
    expect(key(text)).toEqual([]);
  });

  it.each([
    ['a body without header lines', keyPem.replace(/-----.*-----\n/g, ''), 'has no BEGIN and END lines'],
    ['a certificate', pem('crt-java-01'), 'holds a certificate where a private key belongs'],
    ['two keys', keyPem + pkcs1, 'holds 2 blocks where one belongs'],
    ['nothing', '', 'is empty'],
  ])('%s where a private key belongs is told with its file', (_, text, words) => {
    expect(key(text)).toEqual(named(words));
  });

  it.each([
    ['two certificates in a file', vectorCase('pem-formats', 'pem-drv-05').pem, 'holds 2 blocks where one belongs'],
    ['a private key', keyPem, 'holds a private key where a certificate belongs'],
    [
      'a certificate body without header lines',
      vectorCase('pem-formats', 'pem-go-02').pem,
      'has no BEGIN and END lines',
    ],
  ])('%s where a platform certificate belongs is told with its file', (_, text, words) => {
    expect(faults({ certificates: files(pem('crt-go-02'), text) })).toEqual([
      ['PLATFORM_CERTIFICATE_FILES', `names /etc/subdesk/2.pem, which ${words}`],
    ]);
  });

  it('every wrong file is told at once', () => {
    const wrong = { privateKey: { file: 'a', text: '' }, apiKeys: [{ file: 'b', text: '' }], certificates: files('') };
    expect(faults(wrong).map(([name]) => name)).toEqual([
      'PLATFORM_PRIVATE_KEY_FILE',
      'PLATFORM_API_KEY_FILE',
      'PLATFORM_CERTIFICATE_FILES',
    ]);
  });
});

describe('our own certificate (bug-settings-keys-03)', () => {
  it('agrees with key and serial', () => {
    expect(loaded({ merchantCertificate }).notices).toEqual([]);
  });

  it('and a key of another pair stop the start with both files', () => {
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    const text = other.export({ type: 'pkcs8', format: 'pem' }).toString();
    expect(faults({ merchantCertificate, privateKey: { file: '/etc/subdesk/key.pem', text } })).toEqual([
      [
        'PLATFORM_PRIVATE_KEY_FILE',
        'names /etc/subdesk/key.pem, whose key does not belong to the certificate in /etc/subdesk/apiclient_cert.pem',
      ],
    ]);
  });

  it('and another serial stop the start, also one written in decimal (bug-cert-rotation-01)', () => {
    const where = 'the certificate in /etc/subdesk/apiclient_cert.pem has BE2A2344B984167B';
    expect(faults({ merchantCertificate, merchantSerial: 'D7CE59D1F522D701' })).toEqual([
      ['PLATFORM_MERCHANT_SERIAL', `is D7CE59D1F522D701; ${where}`],
    ]);
    const decimal = BigInt(`0x${own.serial}`).toString();
    expect(faults({ merchantCertificate, merchantSerial: decimal })).toEqual([
      ['PLATFORM_MERCHANT_SERIAL', `is ${decimal}, which is decimal; ${where}`],
    ]);
  });

  it('is not the platform’s: its serial under our name is told without our certificate, too', () => {
    expect(faults({ merchantSerial: 'D7CE59D1F522D701', certificates: files(pem('crt-go-02')) })).toEqual([
      [
        'PLATFORM_MERCHANT_SERIAL',
        "is the serial of the platform's certificate in /etc/subdesk/1.pem, not of your own",
      ],
    ]);
  });
});
