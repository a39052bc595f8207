import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRoster } from '@/lib/testing/roster';
import { loadExpectations, setExpectation } from './expectations';
import { defaultExpectations } from './rules';

let roster: Awaited<ReturnType<typeof openRoster>>;
beforeAll(async () => {
  roster = await openRoster('waiting');
});
afterAll(() => roster.db.$disconnect());

it('what is expected is the default until it is set, of its connection alone, and never set over somebody else’s change', async () => {
  const { db, connection, staff } = roster;
  expect(await loadExpectations(db, connection.id)).toEqual(defaultExpectations);
  const shown = defaultExpectations.UNDER_REVIEW;
  const set = (wanted: typeof shown, from = shown) =>
    setExpectation(roster, staff, connection.id, { state: 'UNDER_REVIEW', shown: from, wanted });

  expect(await set(shown)).toMatchObject({ ok: true });
  expect(await db.auditEntry.count({ where: { connectionId: connection.id } })).toBe(0);

  const five = { workingDays: 5, calendar: 'CN' } as const;
  expect(await set(five)).toMatchObject({ ok: true });
  expect(await loadExpectations(db, connection.id)).toEqual({ ...defaultExpectations, UNDER_REVIEW: five });
  const [entry] = await db.auditEntry.findMany({ where: { connectionId: connection.id } });
  expect(entry).toMatchObject({
    action: 'expectation.changed',
    actorId: staff.id,
    objectId: 'UNDER_REVIEW',
    data: {
      changes: [
        { path: 'workingDays', kind: 'changed', from: '3', to: '5' },
        { path: 'calendar', kind: 'changed', from: 'HK', to: 'CN' },
      ],
    },
  });

  // Somebody who still sees the default.
  expect(await set({ workingDays: 9, calendar: 'HK' })).toMatchObject({ refusal: { rule: 'moved' } });
  const both = await Promise.all([set(shown, five), set({ ...five, workingDays: 4 }, five)]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await db.auditEntry.count({ where: { connectionId: connection.id } })).toBe(2);
});
