import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDb } from '@/lib/db/client';
import { addConnection } from '@/lib/testing/roster';
import { exportHeads, exportTrail } from './export';
import { auditFilters, packAsk } from './filters';
import { makePack } from './pack';
import type { AuditInput } from './record';
import { recordAudit } from './record';
import { dayHeads, newestSeal, sealTrail, verifyChain } from './seals';

const db = createDb(process.env.DATABASE_URL ?? '', 4);
const folder = mkdtempSync(join(tmpdir(), 'pack-'));
let at = new Date('2026-11-28T08:00:00.000Z');
const context = { db, now: () => at };
const auditor = {
  kind: 'staff',
  id: 'a',
  name: 'Auditor',
  roles: ['auditor'],
  ip: null,
  connectionLimit: null,
} as const;
const nothing = async () => [];
const everything = { from: null, before: null };
let here: { id: string; slug: string; environment: string; mode: string };
let elsewhere = '';

const record = (input: Partial<AuditInput> = {}) =>
  db.$transaction((tx) =>
    recordAudit(tx, {
      actor: auditor,
      at,
      connectionId: here.id,
      object: { kind: 'sub-merchant', id: '1900184321', name: '金龍 “Shop”' },
      event: {
        action: 'sub-merchant.modification-requested',
        changes: [{ path: 'settlement_bank_number', from: '…8765', to: '…1234', kind: 'changed' }],
        askedForH5: false,
      },
      requestId: null,
      reason: 'New account',
      ...input,
    }),
  );

async function pack(ask: Record<string, string>, span: Parameters<typeof makePack>[1]['span'] = everything) {
  const made = await makePack(context, {
    connection: here,
    actor: auditor,
    ask: packAsk.parse(ask),
    span,
    readme: 'What this is\n',
    marksOf: nothing,
  });
  if (!made.ok) throw new Error(JSON.stringify(made.refusal));
  return { ...made.value, content: JSON.parse(made.value.text) as { files: Record<string, string[]> } };
}

/** Verifies it as an outsider does: the script that the pack brings along, in a process of its own. */
function verify(text: string, heads?: string) {
  const file = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const script = file(
    'verify-evidence.mjs',
    `${(JSON.parse(text) as { files: Record<string, string[]> }).files['verify-evidence.mjs']?.join('\n')}\n`,
  );
  const args = [script, file('pack.json', text), ...(heads === undefined ? [] : [file('heads.json', heads)])];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { NODE_ENV: 'production' },
  });
  return { status, said: stdout + stderr };
}

const rows = (content: { files: Record<string, string[]> }, name: string) =>
  (content.files[name] ?? []).map((line) => JSON.parse(line) as Record<string, unknown>);

beforeAll(async () => {
  here = await addConnection(db, 'here');
  elsewhere = (await addConnection(db, 'elsewhere')).id;
  for (let n = 0; n < 5; n += 1) await record();
  await record({ object: { kind: 'sub-merchant', id: '1900184322' } });
  await record({ connectionId: elsewhere, reason: 'Of another connection' });
  await sealTrail(context);
  at = new Date('2026-11-29T08:00:00.000Z');
  await record({ connectionId: null, object: { kind: 'staff', id: 's' }, event: { action: 'staff.signed-in' } });
  await record();
});
afterAll(async () => {
  await db.$disconnect();
  rmSync(folder, { recursive: true });
});

describe('the chain', () => {
  it('holds each entry once, also one that was committed after a higher number was sealed', async () => {
    let commit = () => {};
    const held = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let begun = () => {};
    const isWritten = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const slow = db.$transaction(async (tx) => {
      await recordAudit(tx, {
        actor: auditor,
        at,
        connectionId: here.id,
        object: { kind: 'page', id: 'slow' },
        event: { action: 'staff.signed-out' },
      });
      begun();
      await held;
    });
    await isWritten;
    await record();
    // Nobody waits for the one that is not committed.
    expect(await sealTrail(context)).toBe(3);
    commit();
    await slow;
    const [, other] = await Promise.all([sealTrail(context), sealTrail(context)]);
    expect(other).toBeLessThan(2);
    const entries = await db.auditEntry.count();
    expect(await db.auditSealed.count()).toBe(entries);
    expect(await verifyChain(db)).toMatchObject({ entries, faults: [], head: await newestSeal(db) });
    expect(await sealTrail(context)).toBe(0);
  });

  it('only grows', async () => {
    await expect(db.auditSeal.update({ where: { number: 1 }, data: { count: 9 } })).rejects.toThrow();
    await expect(db.auditSealed.deleteMany({})).rejects.toThrow();
  });

  it('has a head for each day, newest first', async () => {
    expect((await dayHeads(db)).map(({ day }) => day)).toEqual(['2026-11-29', '2026-11-28']);
    const newest = await newestSeal(db);
    expect((await dayHeads(db))[0]).toMatchObject({ number: newest?.number, hash: newest?.hash });
  });
});

describe('a pack', () => {
  it('of a record holds its entries and no other, and verifies where there is no console', async () => {
    const { text, content, manifestSha256, entries } = await pack({
      about: 'record',
      kind: 'sub-merchant',
      id: '1900184321',
    });
    expect(entries).toBe(7);
    expect(new Set(rows(content, 'entries.jsonl').map(({ objectId }) => objectId))).toEqual(new Set(['1900184321']));
    expect(text).not.toContain('Of another connection');
    const { status, said } = verify(text);
    expect(said).toContain('Nothing was altered.');
    expect(status).toBe(0);
    const taken = await db.auditEntry.findFirst({ orderBy: { id: 'desc' } });
    expect(taken).toMatchObject({ action: 'audit.pack-made', data: { manifestSha256, rows: 7 } });
  });

  it('of a period holds the entries of no connection too, and none of another', async () => {
    const span = { from: new Date('2026-11-29T00:00:00Z'), before: new Date('2026-11-30T00:00:00Z') };
    const { content, text } = await pack({ about: 'period', from: '2026-11-29', until: '2026-11-29' }, span);
    const connections = new Set(rows(content, 'entries.jsonl').map(({ connectionId }) => connectionId));
    expect(connections).toEqual(new Set([here.id, null]));
    expect(verify(text).status).toBe(0);
  });

  it('of what is not here is refused, and so is one of another connection', async () => {
    const ask = { kind: 'contract', id: 'nothing', about: 'record' } as const;
    const made = await makePack(context, {
      connection: here,
      actor: auditor,
      ask,
      span: everything,
      readme: '',
      marksOf: nothing,
    });
    expect(made).toMatchObject({ ok: false, refusal: { kind: 'not-found' } });
  });

  it('names a row that was altered in it, and by a kept head a chain that was written anew', async () => {
    const heads = await exportHeads(context, { connectionId: here.id, actor: auditor });
    const { text } = await pack({ about: 'record', kind: 'sub-merchant', id: '1900184321' });
    expect(verify(text, heads)).toMatchObject({ status: 0 });
    const altered = verify(text.replaceAll('New account', 'Old account'));
    expect(altered.status).toBe(1);
    expect(altered.said).toMatch(/ALTERED entries\.jsonl, row 1, entry \d+/);
    const other = heads.replace(/"hash": "[0-9a-f]{64}"/, `"hash": "${'b'.repeat(64)}"`);
    expect(verify(text, other)).toMatchObject({ status: 1 });
    expect(verify(text, '{')).toMatchObject({ status: 2 });
  });
});

describe('the trail as a file', () => {
  const read = async (format: 'csv' | 'jsonl', query: Record<string, string> = {}) => {
    let text = '';
    const filters = auditFilters.parse(query);
    const where = { connectionId: here.id, actor: auditor };
    for await (const piece of exportTrail(context, where, { filters, span: everything, format })) text += piece;
    return text;
  };

  it('has every entry under its filters, actor and before-values included, and the trail says that it went out', async () => {
    const lines = (await read('jsonl', { object: '1900184321' })).trim().split('\n');
    const taken = await db.auditEntry.findFirst({ orderBy: { id: 'desc' } });
    expect(taken).toMatchObject({
      action: 'audit.exported',
      data: { rows: lines.length, format: 'jsonl', filters: { object: '1900184321' } },
    });
    for (const line of lines)
      expect(JSON.parse(line)).toMatchObject({ actorName: 'Auditor', hash: expect.any(String) });
    expect(lines[0]).toContain('"from":"…8765"');
    const csv = await read('csv', { question: 'settlement-account' });
    expect(csv).toContain('settlement_bank_number');
    expect(csv.trim().split('\r\n').length).toBeGreaterThan(7);
    expect(await read('csv', { question: 'policy' })).toMatch(/^\uFEFFentry,.*sha256\r\n$/);
  });
});

describe('what was altered in the database', () => {
  it('is named: an entry, one that is gone, and a seal', async () => {
    await db.$executeRaw`ALTER TABLE "AuditEntry" DISABLE TRIGGER USER`;
    await db.$executeRaw`ALTER TABLE "AuditSeal" DISABLE TRIGGER USER`;
    await db.$executeRaw`UPDATE "AuditEntry" SET "reason" = 'Another' WHERE "id" = 2`;
    await db.$executeRaw`DELETE FROM "AuditEntry" WHERE "id" = 3`;
    await db.$executeRaw`UPDATE "AuditSeal" SET "at" = "at" + interval '1 day' WHERE "number" = 2`;
    const { faults } = await verifyChain(db);
    expect(faults).toContainEqual({ what: 'entry-altered', number: '2' });
    expect(faults).toContainEqual({ what: 'entry-missing', number: '3' });
    expect(faults).toContainEqual({ what: 'seal-altered', number: '1' });
    expect(faults).toContainEqual({ what: 'seal-broken', number: '2' });
    const { text } = await pack({ about: 'record', kind: 'sub-merchant', id: '1900184321' });
    const { status, said } = verify(text);
    expect(status).toBe(1);
    expect(said).toContain('entry 2');
    expect(said).toContain('seal 2');
  });
});
