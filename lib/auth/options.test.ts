import { describe, expect, it } from 'vitest';
import type { Db } from '@/lib/db/client';
import { createVault } from '@/lib/db/vault';
import { clientIp } from './client-ip';
import { authOptions } from './options';

const optionsOf = (isSecure: boolean) =>
  authOptions({
    db: {} as Db,
    now: () => new Date(),
    vault: createVault(Buffer.alloc(32)),
    publicUrl: 'https://console.example',
    secret: 'x',
    trustProxy: 0,
    demoAccounts: false,
    isSecure,
    log: () => {},
    whereabouts: async () => ({ ip: null, browser: null, system: null }),
  });

describe('the cookie of a session', () => {
  it('is bound to this very host where browsers reach it over https', () => {
    const { cookies, useSecureCookies } = optionsOf(true);
    expect(useSecureCookies).toBe(true);
    expect(cookies?.sessionToken).toEqual({
      name: '__Host-next-auth.session-token',
      options: { httpOnly: true, sameSite: 'lax', path: '/', secure: true },
    });
  });

  it('can do without only on this machine', () => {
    const { cookies, useSecureCookies } = optionsOf(false);
    expect(useSecureCookies).toBe(false);
    expect(cookies?.sessionToken).toMatchObject({ name: 'next-auth.session-token', options: { httpOnly: true } });
  });
});

describe('the address of a caller', () => {
  const claimed = new Headers({ 'X-Forwarded-For': '203.0.113.9, 198.51.100.7' });

  it('is the other end of the connection where no proxy is in front, whatever is claimed', () => {
    expect(clientIp(claimed, 0, '192.0.2.1')).toBe('192.0.2.1');
  });

  it('is what the outermost proxy of ours saw', () => {
    expect(clientIp(claimed, 1, '192.0.2.1')).toBe('198.51.100.7');
    expect(clientIp(claimed, 2, '192.0.2.1')).toBe('203.0.113.9');
    expect(clientIp(new Headers(), 1, '192.0.2.1')).toBeNull();
  });
});
