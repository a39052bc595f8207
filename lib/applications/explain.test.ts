import { describe, expect, it } from 'vitest';
import type { SilenceCheck, SilenceFacts, SilenceFinding, SilenceVerdict } from './explain';
import { addressIs, explainSilence, silenceChecks } from './explain';

const HOUR = 3_600_000;
const from = new Date('2026-03-02T08:00:00Z');
const ours = 'https://console.example/api/notifications/main';

/** An approval of which nobody heard, two days ago, with nothing wrong on our side. */
const usual: SilenceFacts = {
  applymentId: '90071992547409931234',
  state: 'APPROVED',
  isToldByPlatform: true,
  notifyUrl: ours,
  ours,
  isPractice: false,
  now: new Date(from.getTime() + 48 * HOUR),
  from,
  came: null,
  quarantine: { named: 0, unreadable: 0, withKeyCause: 0 },
  unknownTypes: 0,
  tests: { total: 90, failed: 0, firstFailedAt: null },
  refused: 0,
  hadCertificate: true,
};
const silence = (change: Partial<SilenceFacts> = {}) => explainSilence({ ...usual, ...change });
const hoursOn = (hours: number) => new Date(from.getTime() + hours * HOUR);

describe('each check', () => {
  const rows: [check: SilenceCheck, verdict: SilenceVerdict, change: Partial<SilenceFacts>][] = [
    ['came', 'yes', { came: { at: hoursOn(1), state: 'applied' } }],
    ['came', 'no', {}],
    ['quarantine', 'yes', {}],
    ['quarantine', 'no', { quarantine: { named: 1, unreadable: 0, withKeyCause: 0 } }],
    ['quarantine', 'unknown', { quarantine: { named: 0, unreadable: 2, withKeyCause: 2 } }],
    ['unknown-type', 'yes', {}],
    ['unknown-type', 'no', { unknownTypes: 1 }],
    ['promised', 'yes', {}],
    ['promised', 'no', { notifyUrl: null }],
    ['promised', 'unknown', { notifyUrl: null, isToldByPlatform: false }],
    ['ours', 'yes', {}],
    ['ours', 'no', { notifyUrl: 'https://console.example/old-callback' }],
    ['ours', 'unknown', { notifyUrl: null }],
    ['address', 'yes', {}],
    ['address', 'no', { notifyUrl: `${ours}?from=platform` }],
    ['address', 'no', { notifyUrl: ours.replace('https', 'http') }],
    ['address', 'yes', { notifyUrl: ours.replace('https', 'http'), isPractice: true }],
    ['address', 'no', { notifyUrl: 'not an address' }],
    ['documented', 'yes', {}],
    ['documented', 'no', { state: 'REJECTED' }],
    ['documented', 'unknown', { state: 'UNDER_REVIEW' }],
    ['key', 'yes', {}],
    ['key', 'no', { hadCertificate: false }],
    ['key', 'no', { quarantine: { named: 0, unreadable: 1, withKeyCause: 1 } }],
    ['key', 'unknown', { hadCertificate: null }],
    ['verified', 'yes', {}],
    ['verified', 'no', { refused: 3 }],
    ['endpoint', 'yes', {}],
    ['endpoint', 'no', { tests: { total: 90, failed: 4, firstFailedAt: hoursOn(1) } }],
    ['endpoint', 'unknown', { tests: { total: 0, failed: 0, firstFailedAt: null } }],
    ['window', 'yes', { now: new Date(from.getTime() + 24 * HOUR + 4 * 60_000) }],
    ['window', 'no', { now: new Date(from.getTime() + 24 * HOUR + 4 * 60_000 + 1) }],
    ['window', 'unknown', { state: 'PENDING' }],
  ];
  it.each(rows)('%s: %s', (name, verdict, change) => {
    expect(silence(change).checks.find(({ check }) => check === name)?.verdict).toBe(verdict);
  });

  it('is made each time, in one order, and there are at least eight', () => {
    expect(silence().checks.map(({ check }) => check)).toEqual([...silenceChecks]);
    expect(silenceChecks.length).toBeGreaterThanOrEqual(8);
  });
});

describe('the finding', () => {
  const foreign = 'https://console.example/old-callback';
  const down = { total: 90, failed: 4, firstFailedAt: hoursOn(1) };
  const rows: [SilenceFinding, Partial<SilenceFacts>][] = [
    ['came', { came: { at: hoursOn(1), state: 'applied' }, notifyUrl: foreign }],
    ['came', { came: { at: hoursOn(1), state: 'older' } }],
    ['differs', { came: { at: hoursOn(1), state: 'discrepancy' } }],
    ['quarantine', { quarantine: { named: 1, unreadable: 3, withKeyCause: 0 }, notifyUrl: null }],
    ['unknown-type', { unknownTypes: 1, notifyUrl: foreign }],
    ['not-promised', { notifyUrl: null, state: 'UNDER_REVIEW' }],
    ['foreign', { notifyUrl: foreign, state: 'UNDER_REVIEW' }],
    ['foreign', { notifyUrl: foreign, state: 'REJECTED', refused: 3, tests: down }],
    ['bad-address', { ours: `${ours}?from=platform`, notifyUrl: `${ours}?from=platform` }],
    ['nothing-due', { state: 'UNDER_REVIEW' }],
    ['nothing-due', { state: 'UNKNOWN', isToldByPlatform: false, notifyUrl: null }],
    ['not-documented', { state: 'REJECTED', refused: 3 }],
    ['unreadable', { quarantine: { named: 0, unreadable: 1, withKeyCause: 1 } }],
    ['key', { hadCertificate: false, refused: 3 }],
    ['not-verified', { refused: 3, tests: down }],
    ['down-and-due', { tests: down, now: hoursOn(12) }],
    ['down-and-over', { tests: down }],
    ['due', { now: hoursOn(12) }],
    ['due', { now: hoursOn(12), tests: { total: 0, failed: 0, firstFailedAt: null } }],
    ['promise-unknown', { notifyUrl: null, isToldByPlatform: false }],
    ['lost', {}],
  ];
  it.each(rows)('%s: the first cause wins (%#)', (key, change) => {
    const { finding } = silence(change);
    expect(finding.key).toBe(key);
    expect(finding.params.number).toBe('90071992547409931234');
  });

  it('names the end of a foreign address, and nothing of what a person may have typed into its query', () => {
    expect(silence({ notifyUrl: 'https://console.example/old-callback?token=secret' }).finding.params).toEqual({
      number: usual.applymentId,
      end: '/old-callback',
    });
  });
});

it('an address is ours however it is written', () => {
  expect(addressIs('HTTPS://Console.Example:443/api/notifications/main', ours)).toBe('ours');
  expect(addressIs(`${ours}/`, ours)).toBe('foreign');
  expect(addressIs('http://127.0.0.1:3000/n', 'http://localhost:3000/n')).toBe('ours');
  expect(addressIs('http://127.0.0.1:3001/n', 'http://localhost:3000/n')).toBe('foreign');
  expect(addressIs(null, ours)).toBe('none');
});
