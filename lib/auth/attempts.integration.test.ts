import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '@/lib/db/client';
import { createDb } from '@/lib/db/client';
import { createAttempts } from './attempts';
import { clientIp } from './client-ip';
import { hashPassword, passwordFits } from './password';

let db: Db;
beforeAll(() => {
  db = createDb(process.env.DATABASE_URL ?? '');
});
afterAll(() => db.$disconnect());

describe('sign-in attempts', () => {
  it('ten lock the address for every process, and a right password starts it anew', async () => {
    let at = new Date();
    const here = createAttempts(db, () => at);
    const elsewhere = createAttempts(db, () => at);
    for (let n = 0; n < 10; n += 1) expect(await here.begin('a@practice.example', '198.51.100.1')).toBeNull();
    expect(await elsewhere.begin('a@practice.example', '203.0.113.9')).toBeGreaterThan(800);
    expect(await here.begin('b@practice.example', '203.0.113.9')).toBeNull();
    await here.succeeded('a@practice.example', '198.51.100.1');
    expect(await elsewhere.begin('a@practice.example', '203.0.113.9')).toBeNull();
    for (let n = 0; n < 10; n += 1) await here.begin('a@practice.example', '203.0.113.9');
    at = new Date(at.getTime() + 16 * 60_000);
    expect(await here.begin('a@practice.example', '203.0.113.9')).toBeNull();
  });

  it('parallel guesses are all counted: no more than ten are heard', async () => {
    const attempts = createAttempts(db, () => new Date());
    const heard = await Promise.all(
      Array.from({ length: 40 }, () => attempts.begin('c@practice.example', '198.51.100.2')),
    );
    expect(heard.filter((seconds) => seconds === null)).toHaveLength(10);
  });
});

describe('a password', () => {
  it('fits itself, in whichever composition it is typed, and nothing else', async () => {
    const hash = await hashPassword('caf\u00e9 au lait 12');
    expect(await passwordFits(hash, 'cafe\u0301 au lait 12')).toBe(true);
    expect(await passwordFits(hash, 'cafe au lait 12')).toBe(false);
    expect(await passwordFits(null, 'anything')).toBe(false);
  });
});

describe('the caller’s address', () => {
  it('is what the outermost trusted proxy saw; what the caller wrote before it is not believed', () => {
    const headers = new Headers({ 'x-forwarded-for': '6.6.6.6, 203.0.113.9, 10.0.0.1' });
    expect(clientIp(headers, 2)).toBe('203.0.113.9');
    expect(clientIp(headers, 1)).toBe('10.0.0.1');
    expect(clientIp(new Headers(), 1)).toBeNull();
  });
});
