import { describe, expect, it } from 'vitest';
import type { PlatformCertificate } from '@/lib/platform/certificates';
import { daysUntil, expiryAlerts, reachedBefore, sealsUntil, stateAt } from './expiry';

const now = new Date('2026-11-28T08:00:00.000Z');
const DAY = 86_400_000;
const inDays = (days: number, ms = 0) => new Date(now.getTime() + days * DAY + ms);
const certificate = (serial: string, from: number, until: number): PlatformCertificate => ({
  serial,
  pem: '',
  effectiveTime: inDays(from),
  expireTime: inDays(until),
});

describe('which alert day before an end is reached', () => {
  it.each([
    ['a moment before thirty days', inDays(30, 1), null],
    ['thirty days', inDays(30), 30],
    ['a moment before fourteen', inDays(14, 1), 30],
    ['fourteen days', inDays(14), 14],
    ['a moment before seven', inDays(7, 1), 14],
    ['seven days', inDays(7), 7],
    ['a moment before one', inDays(1, 1), 7],
    ['one day', inDays(1), 1],
    ['the last moment', inDays(0, 1), 1],
    ['the end itself', now, 'ended'],
    ['afterwards', inDays(-3), 'ended'],
  ] as const)('%s', (_, end, reached) => {
    expect(reachedBefore(end, now)).toBe(reached);
  });

  it('counts whole days, none on the last', () => {
    expect([inDays(12, DAY - 1), inDays(1), inDays(0, 5), inDays(-2)].map((end) => daysUntil(end, now))).toEqual([
      12, 1, 0, 0,
    ]);
  });
});

describe('until when can be sealed', () => {
  it('is the end of the newest valid one, or of one that takes over before it', () => {
    expect(sealsUntil([certificate('A', -400, 5)], now)).toEqual(inDays(5));
    expect(sealsUntil([certificate('A', -400, 5), certificate('B', 5, 800)], now)).toEqual(inDays(800));
    expect(sealsUntil([certificate('C', 700, 900), certificate('A', -400, 5), certificate('B', 4, 800)], now)).toEqual(
      inDays(900),
    );
  });

  it('is not helped by one that begins after a gap, and is nothing without a valid one', () => {
    expect(sealsUntil([certificate('A', -400, 5), certificate('B', 6, 800)], now)).toEqual(inDays(5));
    expect(sealsUntil([certificate('A', -400, -5), certificate('B', 1, 800)], now)).toBeNull();
  });
});

describe('the state of a certificate', () => {
  it.each([
    ['not-yet', 1, 800],
    ['valid', 0, 31],
    ['ending', -100, 30],
    ['ended', -100, 0],
  ] as const)('%s', (state, from, until) => {
    expect(stateAt(certificate('A', from, until), now)).toBe(state);
  });
});

describe('what is told', () => {
  it('names certificate, our own certificate and the last day of a key that still opens messages, the nearest end first', () => {
    const alerts = expiryAlerts(
      {
        certificates: [certificate('AA', -400, 12)],
        own: { serial: '0C', endsAt: inDays(-1) },
        keys: [
          { fingerprint: 'aaaaaaaa', endsAt: inDays(1), lastUsedAt: inDays(-1) },
          { fingerprint: 'bbbbbbbb', endsAt: null, lastUsedAt: now },
          { fingerprint: 'cccccccc', endsAt: inDays(2), lastUsedAt: now },
          { fingerprint: 'dddddddd', endsAt: inDays(-1), lastUsedAt: now },
          { fingerprint: 'eeeeeeee', endsAt: inDays(1), lastUsedAt: null },
          { fingerprint: 'ffffffff', endsAt: inDays(1), lastUsedAt: inDays(-1.1) },
        ],
      },
      now,
    );
    expect(alerts.map(({ what, name, reached, days }) => [what, name, reached, days])).toEqual([
      ['own', '0C', 'ended', 0],
      ['message-key', 'aaaaaaaa', 1, 1],
      ['sealing', 'AA', 14, 12],
    ]);
  });

  it('says nothing of a certificate whose successor is held, and nothing while all is far', () => {
    const certificates = [certificate('AA', -400, 1), certificate('BB', 0.5, 800)];
    expect(expiryAlerts({ certificates, own: { serial: '0C', endsAt: inDays(31) }, keys: [] }, now)).toEqual([]);
  });
});
