import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openRoster } from '@/lib/testing/roster';
import type { DraftPlace } from './drafts';
import { dropDraft, loadDraft, saveDraft } from './drafts';

let roster: Awaited<ReturnType<typeof openRoster>>;
let place: DraftPlace;
beforeAll(async () => {
  roster = await openRoster('drafts');
  place = { connectionId: roster.connection.id, kind: 'test.edit', objectId: '1', staffId: roster.staff.id };
});
afterAll(() => roster.db.$disconnect());
beforeEach(() => roster.db.draft.deleteMany());

const save = (version: number | null, text: string, where = place) =>
  saveDraft(roster, where, { version, baseVersion: 1, content: { text } });
const stored = async (where = place) => (await loadDraft(roster, where))?.content;
const moved = { ok: false, refusal: { kind: 'conflict', rule: 'draft-moved' } };

describe('one draft in two tabs of one person', () => {
  it('is saved by the first of two that begin it; the other is told, and overwrites nothing', async () => {
    const results = await Promise.all(['one', 'two', 'three', 'four'].map((text) => save(null, text)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.filter(({ ok }) => !ok)).toEqual([moved, moved, moved]);
    expect(await roster.db.draft.count()).toBe(1);
  });

  it('goes on from the version that a tab has seen, and from no other', async () => {
    expect(await save(null, 'first tab')).toMatchObject({ value: { version: 1 } });
    expect(await save(1, 'second tab')).toMatchObject({ value: { version: 2 } });
    expect(await save(1, 'first tab again')).toEqual(moved);
    expect(await stored()).toEqual({ text: 'second tab' });
    expect(await save(2, 'first tab, over the other')).toMatchObject({ value: { version: 3 } });
    const both = await Promise.all([save(3, 'one'), save(3, 'two')]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it('that was let go in one begins anew in the other, above every version that it has seen', async () => {
    await save(null, 'first tab');
    const before = await save(1, 'first tab');
    await roster.db.$transaction((tx) => dropDraft(tx, place));
    const after = await save(2, 'second tab');
    if (!before.ok || !after.ok) throw new Error('not saved');
    expect(after.value.version).toBe(3);
    expect(after.value.id).not.toBe(before.value.id);
  });
});

describe('what was typed', () => {
  it('belongs to one person, and stands sealed (bug-session-auth-01)', async () => {
    const other = await roster.db.staff.create({
      data: { email: 'other@practice.example', name: 'Other', passwordHash: '-', roles: ['operator'] },
    });
    await save(null, 'canary@shop.example');
    expect(await stored()).toEqual({ text: 'canary@shop.example' });
    expect(await stored({ ...place, staffId: other.id })).toBeUndefined();
    expect(await save(null, 'theirs', { ...place, staffId: other.id })).toMatchObject({ ok: true });
    expect(await stored()).toEqual({ text: 'canary@shop.example' });
    const rows = await roster.db.draft.findMany();
    for (const { content } of rows) expect(Buffer.from(content).includes('canary')).toBe(false);
  });
});
