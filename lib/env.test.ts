import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { vectorCase } from '@/lib/testing/vectors';
import { describedSettings, readEnvironment } from './env';

const folder = mkdtempSync(join(tmpdir(), 'subdesk-env-'));
const file = (name: string) => {
  writeFileSync(join(folder, name), 'content');
  return join(folder, name);
};
const base = {
  DATABASE_URL: 'postgresql://u:p@127.0.0.1/subdesk',
  AUTH_SECRET: 'x'.repeat(32),
  SEAL_KEY: Buffer.alloc(32).toString('base64'),
};
const live = {
  ...base,
  PLATFORM_BASE_URL: 'https://platform.example.com',
  PLATFORM_MCHID: '1900000001',
  PLATFORM_APPID: 'wx1',
  PLATFORM_MERCHANT_SERIAL: '3775b6a45acd588826d15e583a95f5dd',
  PLATFORM_PRIVATE_KEY_FILE: file('key.pem'),
  PLATFORM_API_KEY_FILE: file('api-key.txt'),
};
const faultNames = (source: Record<string, string | undefined>) => {
  const read = readEnvironment(source);
  return read.ok ? [] : read.faults.map(({ name }) => name);
};

describe('the environment', () => {
  it('with the least that it needs has the documented defaults', () => {
    const read = readEnvironment(base);
    expect(read).toMatchObject({
      ok: true,
      environment: { port: 3000, host: '127.0.0.1', publicUrl: 'http://localhost:3000', platforms: [], trustProxy: 0 },
    });
  });

  it('a live connection reads its files and never reads from the platform unless told', () => {
    const read = readEnvironment(live);
    expect(read).toMatchObject({
      ok: true,
      environment: {
        platforms: [
          {
            slug: 'main',
            environment: 'live',
            mode: 'institutional',
            reads: false,
            merchantSerial: '3775B6A45ACD588826D15E583A95F5DD',
          },
        ],
      },
    });
  });

  it('single sign-on is off, or whole', () => {
    const read = readEnvironment(base);
    expect(read.ok && read.environment.oidc).toBeNull();
    const oidc = { OIDC_ISSUER: 'https://login.example', OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'y' };
    const whole = readEnvironment({ ...base, ...oidc, OIDC_SECOND_FACTOR: 'mfa, hwk' });
    expect(whole.ok && whole.environment.oidc).toEqual({
      issuer: 'https://login.example',
      clientId: 'x',
      clientSecret: 'y',
      name: 'login.example',
      secondFactorAmr: ['mfa', 'hwk'],
    });
    expect(faultNames({ ...base, OIDC_CLIENT_ID: 'x' })).toEqual(['OIDC_ISSUER', 'OIDC_CLIENT_SECRET']);
    expect(faultNames({ ...base, ...oidc, OIDC_CLIENT_SECRET: '' })).toEqual(['OIDC_CLIENT_SECRET']);
    expect(faultNames({ ...base, ...oidc, OIDC_ISSUER: 'http://login.example' })).toEqual(['OIDC_ISSUER']);
    // Who receives notifications signs nobody in.
    const receiver = readEnvironment({ ...base, ...oidc }, 'receiver');
    expect(receiver.ok && receiver.environment.oidc).toBeNull();
  });

  it.each([
    ['PORT', { ...base, PORT: 'abc' }],
    ['AUTH_SECRET', { ...base, AUTH_SECRET: 'short' }],
    ['SEAL_KEY', { ...base, SEAL_KEY: Buffer.alloc(16).toString('base64') }],
    ['NEXT_SERVER_ACTIONS_ENCRYPTION_KEY', { ...base, NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: 'short' }],
    ['PUBLIC_URL', { ...base, PUBLIC_URL: 'http://console.example.com' }],
    ['NOTIFY_URL', { ...base, NOTIFY_URL: 'https://console.example.com/?a=1' }],
    ['PLATFORM_BASE_URL', { ...live, PLATFORM_BASE_URL: 'http://platform.example.com' }],
    ['PLATFORM_MCHID', { ...live, PLATFORM_MCHID: undefined }],
    ['PLATFORM_PRIVATE_KEY_FILE', { ...live, PLATFORM_PRIVATE_KEY_FILE: join(folder, 'absent.pem') }],
    ['PLATFORM_PRIVATE_KEY_FILE', { ...live, PLATFORM_PRIVATE_KEY_FILE: undefined }],
    ['PLATFORM_ENVIRONMENT', { ...live, PLATFORM_ENVIRONMENT: 'practice' }],
    ['PLATFORM_DIALECT', { ...live, PLATFORM_DIALECT: 'alipay' }],
  ])('%s wrong or missing is named with an example', (name, source) => {
    expect(faultNames(source)).toEqual([name]);
    const read = readEnvironment(source);
    expect(read.ok ? '' : read.faults[0]?.example).not.toBe('');
  });

  it('a serial in decimal is no serial (bug-cert-rotation-01)', () => {
    const { serial } = vectorCase('certificates', 'crt-skit-01');
    expect(faultNames({ ...live, PLATFORM_MERCHANT_SERIAL: serial.toLowerCase() })).toEqual([]);
    expect(faultNames({ ...live, PLATFORM_MERCHANT_SERIAL: BigInt(`0x${serial}`).toString() })).toEqual([
      'PLATFORM_MERCHANT_SERIAL',
    ]);
  });

  it('has no setting by which signatures go unverified (bug-verify-bypass-07)', () => {
    const said = describedSettings.filter(({ name, meaning }) =>
      /verif|signature|trust|insecure|skip/i.test(name + meaning),
    );
    expect(said.map(({ name }) => name)).toEqual(['TRUST_PROXY']);
  });

  it('tells every fault at once', () => {
    expect(faultNames({ PORT: '99999999' }).sort()).toEqual(['AUTH_SECRET', 'DATABASE_URL', 'PORT', 'SEAL_KEY']);
  });

  it('demo accounts are never made for a console that others can reach, or beside a live connection', () => {
    const made = (more: Record<string, string>) => {
      const read = readEnvironment({ ...base, ...more });
      return read.ok && read.environment.demoAccounts;
    };
    expect(made({ DEMO_ACCOUNTS: 'on' })).toBe(true);
    expect(made({ DEMO_ACCOUNTS: 'on', PUBLIC_URL: 'https://console.example.com' })).toBe(false);
    expect(made({})).toBe(false);
  });
});
