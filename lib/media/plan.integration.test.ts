import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Prisma } from '@/lib/db/generated/client';
import { addMany, openRoster, testNow } from '@/lib/testing/roster';
import { pictureFilters } from './filters';
import { recordMatches } from './likeness';
import { listPictures } from './queries';

const many = 12_000;
let roster: Awaited<ReturnType<typeof openRoster>>;
beforeAll(async () => {
  roster = await openRoster('shelf');
  await addMany(roster.db, roster.connection.id, 6_000);
  // Each of the sub-merchants has a certificate; half of the pictures are used, and each likeness is its own.
  await roster.db.$executeRaw`
    UPDATE "SubMerchant" SET "record" = jsonb_build_object('registration_certificate_copy', 'media-' || ("subMchid"::bigint - 1900000000))
    WHERE "connectionId" = ${roster.connection.id}::uuid`;
  await roster.db.$executeRaw`
    INSERT INTO "MediaFile" ("id", "connectionId", "staffId", "kind", "fileName", "state", "mediaId", "content", "sha256", "likeness", "createdAt")
    SELECT gen_random_uuid(), ${roster.connection.id}::uuid, ${roster.staff.id}::uuid,
      (ARRAY['homepage','business-page','certificate','store'])[1 + i % 4], 'a.png', 'has-id', 'media-' || i, ''::bytea,
      encode(sha256(i::text::bytea), 'hex'), substr(encode(sha256(i::text::bytea), 'hex'), 1, 16),
      timestamptz '2026-01-01 00:00:00+00' + (i / 3) * interval '1 second'
    FROM generate_series(1, ${many}::int) AS i`;
  // Every tenth looks like the one before it.
  await roster.db.$executeRaw`
    INSERT INTO "MediaMatch" SELECT m."id", o."id", FALSE, 3 FROM "MediaFile" m JOIN "MediaFile" o
      ON o."mediaId" = 'media-' || (substr(m."mediaId", 7)::int - 1) WHERE m."mediaId" LIKE 'media-%0'`;
  for (const table of ['MediaFile', 'MediaMatch']) await roster.db.$executeRawUnsafe(`VACUUM ANALYZE "${table}"`);
  await roster.db.$executeRawUnsafe('VACUUM ANALYZE "SubMerchant"');
});
afterAll(() => roster.db.$disconnect());

/** Runs the list with a database that explains its statements beside running them. */
async function plansOf(query: Record<string, string>): Promise<string[]> {
  const plans: string[] = [];
  const watching = {
    $queryRaw: async (text: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) => {
      const { Prisma: sql } = await import('@/lib/db/generated/client');
      const statement = 'sql' in text ? text : sql.sql(text, ...values);
      const lines = await roster.db.$queryRaw<{ 'QUERY PLAN': string }[]>`EXPLAIN (ANALYZE, COSTS OFF) ${statement}`;
      plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
      return roster.db.$queryRaw(statement);
    },
  } as Pick<typeof roster.db, '$queryRaw'>;
  await listPictures(watching, roster.connection.id, pictureFilters.parse(query), testNow);
  return plans;
}

describe('a shelf of many pictures', () => {
  it('is paged through its index without sorting, on the first page and behind a cursor', async () => {
    const { nextCursor } = await listPictures(roster.db, roster.connection.id, { size: 25 }, testNow);
    for (const query of [{ size: '25' }, { size: '25', cursor: nextCursor ?? '' }, { size: '25', show: 'unused' }]) {
      const pages = (await plansOf(query)).filter((plan) => /Limit/.test(plan) && /Staff/.test(plan));
      expect(pages).toHaveLength(1);
      expect(pages[0]).toContain('MediaFile_connectionId_createdAt_id_idx');
      expect(pages[0]).not.toMatch(/Sort Key|Seq Scan on "(MediaFile|SubMerchant)"/);
    }
  });

  it('finds uses and lookalikes of a page through indices', async () => {
    const plans = (await plansOf({ size: '25' })).join('\n');
    expect(plans).toContain('SubMerchant_mediaIds_idx');
    expect(plans).toContain('MediaMatch_pkey');
  });

  it('matches a new picture through the pieces of its likeness', async () => {
    const { rows } = await listPictures(roster.db, roster.connection.id, { size: 25 }, testNow);
    const [{ id = '', sha256 = null } = {}] = rows;
    if (sha256 === null) throw new Error('no picture');
    const began = performance.now();
    await roster.db.$transaction(async (tx) => {
      await recordMatches(tx, { connectionId: roster.connection.id, id, sha256, likeness: sha256.slice(0, 16) });
    });
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  it('answers every filter within a moment', async () => {
    for (const query of [{}, { show: 'unused' }, { show: 'no-copy' }, { show: 'lookalikes' }, { kind: 'store' }]) {
      const began = performance.now();
      await listPictures(roster.db, roster.connection.id, pictureFilters.parse(query), testNow);
      expect(performance.now() - began, JSON.stringify(query)).toBeLessThan(5_000);
    }
    const { rows } = await listPictures(roster.db, roster.connection.id, { size: 25 }, testNow);
    expect(rows.map(({ useCount }) => useCount)).toEqual(rows.map(() => 0));
  });
});
