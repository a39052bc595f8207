import { describe, expect, it } from 'vitest';
import type { Permission } from '@/lib/auth/permissions';
import { bundles } from '@/lib/auth/permissions';
import { builtInRights } from '@/lib/testing/rights';
import { checkPlan, daysLate, lastNextDate, mayOwn, ownerDeeds } from './rules';
import type { OwnedKind, Ownership } from './view';
import { unowned } from './view';

const operator = { id: 'o', ...builtInRights(['operator']) };
const administrator = { id: 'a', ...builtInRights(['administrator']) };
const owned = (id: string, isSuspended = false): Ownership => ({
  ...unowned,
  owner: { id, name: id, isSuspended },
  version: 1,
});
const may = (held: Ownership, person: { id: string; permissions: readonly Permission[] }) =>
  Object.entries(ownerDeeds(held, person, 'sub-merchant'))
    .filter(([, isAllowed]) => isAllowed)
    .map(([deed]) => deed);

describe('what one may do with an owner', () => {
  it.each([
    ['what nobody has', unowned, operator, ['take', 'assign']],
    ['one’s own', owned('o'), operator, ['assign', 'handBack', 'plan']],
    ['a colleague’s', owned('x'), operator, []],
    ['what somebody suspended has', owned('x', true), operator, ['take', 'assign']],
    ['a colleague’s, with the right to assign', owned('x'), administrator, ['take', 'assign', 'handBack', 'plan']],
    ['anything, who only reads', unowned, { id: 'r', ...builtInRights(['auditor', 'support', 'checker']) }, []],
    ['one’s own, without the right by now', owned('o'), { id: 'o', ...builtInRights(['auditor']) }, []],
  ])('%s', (_, held, person, deeds) => {
    expect(may(held, person)).toEqual(deeds);
  });

  it('owning asks for the right to work on it', () => {
    const owners = (kind: OwnedKind) =>
      (['operator', 'payments', 'administrator', 'checker', 'support', 'integrations', 'auditor'] as const).filter(
        (role) => mayOwn(bundles[role], kind),
      );
    expect(owners('sub-merchant')).toEqual(['operator', 'administrator']);
    expect(owners('application')).toEqual(['operator', 'administrator']);
    expect(owners('request')).toEqual(['operator', 'payments', 'administrator']);
  });
});

describe('a plan', () => {
  const today = '2026-03-09';
  const rules = (nextDate: string | null, note = '', held: string | null = null) =>
    checkPlan({ nextDate, note }, { today, held }).map(({ path, rule }) => `${path} ${rule}`);

  it('is a day from today on within a year, or none, or the one that stands already', () => {
    for (const day of [null, today, '2026-04-01', lastNextDate(today)]) expect(rules(day)).toEqual([]);
    expect(rules('2026-03-08')).toEqual(['nextDate day-not-ahead']);
    expect(rules('2026-03-08', '', '2026-03-08')).toEqual([]);
    expect(rules('2027-03-11')).toEqual(['nextDate day-too-far']);
    expect(rules('2026-02-30')).toEqual(['nextDate not-a-date']);
  });

  it('has a note of at most 200 characters, however many units they take', () => {
    expect(rules(null, '龍'.repeat(200))).toEqual([]);
    expect(rules(null, '𠮷'.repeat(200))).toEqual([]);
    expect(rules('x', 'n'.repeat(201))).toEqual(['nextDate not-a-date', 'note too-long']);
  });

  it('is late by calendar days', () => {
    expect([daysLate('2026-03-09', today), daysLate('2026-03-07', today), daysLate('2026-03-10', today)]).toEqual([
      0, 2, -1,
    ]);
  });
});
