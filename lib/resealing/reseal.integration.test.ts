// Sealing again under a new key while others write: nothing is lost, nothing is done twice, and it says when it is over.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Vault } from '@/lib/db/vault';
import { createVault } from '@/lib/db/vault';
import { draftAbout, loadDraft, saveDraft } from '@/lib/drafts/drafts';
import { openRecord } from '@/lib/sub-merchants/record';
import type { TestWorld } from '@/lib/testing/world';
import { holdSubMerchant, openTestWorld, sampleRecord } from '@/lib/testing/world';
import { sealedColumns, unsealedColumns } from './columns';
import { countOld, reseal } from './reseal';

let test: TestWorld;
let connectionId: string;
const former = Buffer.alloc(32, 7);
const present = Buffer.alloc(32, 9);
const both: Vault = createVault(present, [former]);
const held = () => ({ db: test.context.db, vault: both, now: test.context.now });

beforeAll(async () => {
  test = await openTestWorld();
  connectionId = test.account.connection.id;
});
afterAll(() => test.close());

it('knows every column of bytes that the schema has', () => {
  const schema = readFileSync(new URL('../../prisma/schema.prisma', import.meta.url), 'utf8');
  const inSchema = [...schema.matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)].flatMap(([, model, body = '']) =>
    [...body.matchAll(/^ {2}(\w+)\s+Bytes\b/gm)].map(([, column]) => `${model}.${column}`),
  );
  const known = [...sealedColumns.map(({ table, column }) => `${table}.${column}`), ...Object.keys(unsealedColumns)];
  expect(inSchema.length).toBeGreaterThan(15);
  expect(known.toSorted()).toEqual(inSchema.toSorted());
});

it('seals again what is there, each column bound as it is opened, and a second run finds nothing to do', async () => {
  const { db } = test.context;
  // One row of every kind that can be made without the rest: what it is bound to comes from the registry, as its opener's does.
  for (let n = 0; n < 25; n += 1) await holdSubMerchant(test.context, connectionId, `19000077${n + 10}`);
  const draft = await test.keptDraft('1900007710');
  expect(await countOld(held())).toBeGreaterThan(25);
  const first = await reseal(held(), { size: 7 });
  expect(first.left).toBe(0);
  expect(first.columns.every(({ unopened, moved }) => unopened === 0 && moved === 0)).toBe(true);
  expect(first.columns.find(({ table }) => table === 'SubMerchant')?.renewed).toBeGreaterThanOrEqual(25);
  // The former key opens nothing any more, the present one everything.
  const alone = createVault(present);
  for (const row of await db.subMerchant.findMany({ where: { subMchid: { startsWith: '19000077' } } })) {
    expect(openRecord(row, alone).personal['contact.email']).toBe(sampleRecord['contact.email']);
    expect(() => openRecord(row, createVault(former))).toThrow(/not configured/);
  }
  const kept = await db.draft.findUniqueOrThrow({ where: { id: draft.id } });
  expect(kept.version).toBe(draft.version);
  const again = await reseal(held());
  expect(again.columns.reduce((sum, { renewed }) => sum + renewed, 0)).toBe(0);
  const told = await db.auditEntry.findMany({ where: { action: 'seal.renewed' } });
  expect(told).toHaveLength(1);
  expect(told[0]?.data).toMatchObject({ left: 0, keyId: Buffer.from(both.currentKeyId).toString('hex') });
});

it('leaves what was written meanwhile, under whichever key, and goes on where it was stopped', async () => {
  const { db, now } = test.context;
  const old = createVault(former);
  const placeOf = (n: number) => ({ connectionId, kind: 'reseal.test', objectId: `R${n}`, staffId: test.actor.id });
  const rows = Array.from({ length: 40 }, (_, n) => n);
  for (const n of rows)
    await saveDraft({ db, vault: old, now }, placeOf(n), { content: { value: 0 }, baseVersion: 1, version: null });
  let isOver = false;
  const written = new Map<number, number>();
  // A console that has not been started again yet seals with the former key; another one with the present key.
  const writer = async (vault: Vault, from: number) => {
    for (let value = 1; !isOver; value += 1) {
      const n = from + (value % 20);
      const content = vault.sealJson({ value }, draftAbout(placeOf(n)));
      await db.draft.updateMany({ where: placeOf(n), data: { content } });
      written.set(n, value);
    }
  };
  const writers = [writer(old, 0), writer(both, 20)];
  for (let round = 0; round < 5; round += 1) await reseal(held(), { size: 3 });
  isOver = true;
  await Promise.all(writers);
  const last = await reseal(held());
  expect(last.left).toBe(0);
  for (const n of rows) {
    const found = await loadDraft({ db, vault: createVault(present) }, placeOf(n));
    expect(found?.content, `row ${n}`).toEqual({ value: written.get(n) ?? 0 });
  }
});

it('tells of what no configured key opens, and leaves it as it is', async () => {
  const { db } = test.context;
  const lost = createVault(Buffer.alloc(32, 1));
  const row = await db.subMerchant.findFirstOrThrow({ where: { subMchid: '1900007711' } });
  const sealed = lost.sealJson({}, 'elsewhere');
  await db.subMerchant.update({ where: { id: row.id }, data: { personal: sealed } });
  const report = await reseal(held());
  expect(report.left).toBe(1);
  expect(report.columns.find(({ table }) => table === 'SubMerchant')).toMatchObject({ unopened: 1, renewed: 0 });
  const { personal } = await db.subMerchant.findUniqueOrThrow({ where: { id: row.id } });
  expect(Buffer.from(personal).equals(Buffer.from(sealed))).toBe(true);
});
