import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from './client';
import { createDb, isUniqueViolation } from './client';

const url = process.env.DATABASE_URL ?? '';
const session = new pg.Client({ connectionString: url });
let db: Db;
beforeAll(async () => {
  await session.connect();
  // Whatever zone a server of somebody else's has.
  await session.query(`alter database "${new URL(url).pathname.slice(1)}" set timezone = 'Asia/Shanghai'`);
  db = createDb(url, 2);
});
afterAll(async () => {
  await db.$disconnect();
  await session.end();
});

const person = (email: string, at = new Date()) => ({ email, name: '-', passwordHash: '-', createdAt: at });

describe('an instant', () => {
  it('is stored and read as the same one, whatever the zone of the database (bug-numbers-dates-money-04)', async () => {
    const at = new Date('2023-12-05T10:00:00Z');
    await db.staff.create({ data: person('instant@practice.example', at) });
    await db.staff.create({ data: { email: 'default@practice.example', name: '-', passwordHash: '-' } });
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    const { rows } = await other.query(
      `select current_setting('timezone') as zone, extract(epoch from "createdAt")::float8 as epoch from "Staff" order by "email" desc`,
    );
    await other.end();
    expect(rows[0]).toEqual({ zone: 'Asia/Shanghai', epoch: 1_701_770_400 });
    expect(Math.abs(Number(rows[1]?.epoch) - Date.now() / 1000)).toBeLessThan(60);
    expect((await db.staff.findUniqueOrThrow({ where: { email: 'instant@practice.example' } })).createdAt).toEqual(at);
  });
});

describe('a second row under one key', () => {
  it('is known as such by its code, for the error names no columns (bug-duplicates-07)', async () => {
    await db.staff.create({ data: person('twice@practice.example') });
    const error: unknown = await db.staff.create({ data: person('twice@practice.example') }).catch((thrown) => thrown);
    expect(isUniqueViolation(error)).toBe(true);
    expect(error).toMatchObject({ code: 'P2002' });
    expect((error as { meta?: { target?: unknown } }).meta?.target).toBeUndefined();
    expect(isUniqueViolation(new Error('P2002'))).toBe(false);
  });
});

describe('a transaction that takes too long', () => {
  it('leaves nothing, neither what came before its time was up nor what comes after (bug-database-03)', async () => {
    const single = createDb(url, 1, 300);
    const steps: string[] = [];
    const late = single.$transaction(async (tx) => {
      await tx.staff.create({ data: person('before@practice.example') });
      steps.push('before');
      await new Promise((resolve) => setTimeout(resolve, 900));
      steps.push('after');
      await tx.staff.create({ data: person('after@practice.example') });
    });
    await expect(late).rejects.toMatchObject({ code: 'P2028' });
    await expect.poll(() => steps).toEqual(['before', 'after']);
    // A statement that waits for a lock when the time is up, and is let go later.
    await session.query('begin; lock table "SignInAttempt" in access exclusive mode');
    const held = single.$transaction(async (tx) => {
      await tx.staff.create({ data: person('locked@practice.example') });
      await tx.signInAttempt.create({ data: { key: 'x', count: 1, expires: new Date() } });
    });
    held.catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 900));
    await session.query('rollback');
    await expect(held).rejects.toMatchObject({ code: 'P2028' });
    // The one connection is usable again, and nothing of both is there.
    expect(await single.staff.count({ where: { email: { startsWith: 'before@' } } })).toBe(0);
    const left = await session.query(
      `select (select count(*) from "SignInAttempt")::int as attempts,
        (select count(*) from "Staff" where "email" ~ '^(before|after|locked)@')::int as staff`,
    );
    expect(left.rows).toEqual([{ attempts: 0, staff: 0 }]);
    await single.$disconnect();
  });
});
