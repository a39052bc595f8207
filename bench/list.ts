// npm run bench:list: list, filter, far page and search at two sizes of roster, in turns, with the pages that each plan
// touches. Needs DATABASE_URL of a server where scratch databases may be made; takes some minutes to fill them once.

import { readFileSync } from 'node:fs';
import type { Db } from '../lib/db/client';
import { createDb } from '../lib/db/client';
import { Prisma } from '../lib/db/generated/client';
import type { ListFilters } from '../lib/sub-merchants/filters';
import { listFilters } from '../lib/sub-merchants/filters';
import { countByState, homeCounts, listSubMerchants } from '../lib/sub-merchants/list';
import { farCursor } from './far-cursor';
import { addressOf, dropScratch, prepareScratch, readOptions, scratchConnection, spreadOf } from './scratch';

const options = readOptions({
  small: 100_000,
  large: 1_000_000,
  rounds: 15,
  prefix: 'subdesk_bench',
  keep: 'no',
  clients: 8,
  searches: 400,
});
const now = new Date('2026-11-28T00:00:00Z');

type Case = { name: string; query: Record<string, string> };
const cases: Case[] = [
  { name: 'list', query: {} },
  { name: 'filterState', query: { state: 'REJECTED' } },
  { name: 'filterMissing', query: { missing: 'registration_certificate_date' } },
  { name: 'filterDomain', query: { domain: 'shop-4242.' } },
  { name: 'filterThree', query: { state: 'APPROVED', country: '392', endsWithin: '90' } },
  { name: 'byName', query: { sort: 'name' } },
  { name: 'byNameRejected', query: { sort: 'name', state: 'REJECTED' } },
  { name: 'farPage', query: {} },
  { name: 'searchId', query: { q: '1900004242' } },
  { name: 'searchRare', query: { q: 'lantern needle 4f' } },
  { name: 'searchTwoHit', query: { q: '雲峰' } },
  { name: 'searchTwoMiss', query: { q: '翡宮' } },
  { name: 'searchTwoLatin', query: { q: 'qu' } },
  { name: 'searchOne', query: { q: '龍' } },
  { name: 'searchCommon', query: { q: 'limited' } },
];

/** Pages of the database that the page statement touches, and rows that its filters throw away. */
async function planOf(db: Db, filters: ListFilters) {
  let buffers = 0;
  let removed = 0;
  const watched = {
    $queryRaw: async (text: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) => {
      const statement = 'sql' in text ? text : Prisma.sql(text, ...values);
      if (statement.sql.includes('page_key')) {
        const lines = await db.$queryRaw<
          { 'QUERY PLAN': string }[]
        >`EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF) ${statement}`;
        const plan = lines.map((line) => line['QUERY PLAN']).join('\n');
        const top = /Buffers: shared(?: hit=(\d+))?(?: read=(\d+))?/.exec(plan);
        buffers = Number(top?.[1] ?? 0) + Number(top?.[2] ?? 0);
        removed = Math.max(
          0,
          ...[...plan.matchAll(/Rows Removed by (?:Filter|Index Recheck): (\d+)/g)].map(([, count]) => Number(count)),
        );
      }
      return db.$queryRaw(statement);
    },
  } as Pick<Db, '$queryRaw'>;
  await listSubMerchants(watched, scratchConnection, filters, now);
  return { buffers, removed };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Processor time of the sessions of one database in ms, where the server runs on this machine (Linux): other work on it does not count. */
async function serverCpuMs(db: Db, database: string): Promise<number> {
  const sessions = await db.$queryRaw<{ pid: number }[]>`SELECT pid FROM pg_stat_activity WHERE datname = ${database}`;
  return sessions.reduce((sum, { pid }) => {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return sum + (Number(fields[11]) + Number(fields[12])) * 10;
    } catch {
      return sum;
    }
  }, 0);
}

/** Processor time of one call, over as many calls as there are rounds. */
async function cpuOf(db: Db, database: string, work: () => Promise<unknown>): Promise<number> {
  const before = await serverCpuMs(db, database);
  for (let round = 0; round < options.rounds; round += 1) await work();
  return Math.round((((await serverCpuMs(db, database)) - before) / options.rounds) * 10) / 10;
}

const sizes = [
  { name: 'small', rows: options.small, database: `${options.prefix}_small` },
  { name: 'large', rows: options.large, database: `${options.prefix}_large` },
] as const;

const opened: ((typeof sizes)[number] & { filled: Awaited<ReturnType<typeof prepareScratch>>; db: Db; far: string })[] =
  [];
for (const size of sizes) {
  const filled = await prepareScratch(size.database, size.rows);
  const db = createDb(addressOf(size.database), options.clients);
  opened.push({ ...size, filled, db, far: (await farCursor(db, scratchConnection, size.rows * 0.9, now)).cursor });
}

const results: Record<string, Record<string, unknown>> = {};
for (const { name, query } of cases) {
  const times = opened.map(() => [] as number[]);
  for (let round = -1; round < options.rounds; round += 1) {
    for (const [index, { db, far }] of opened.entries()) {
      const filters = listFilters.parse(name === 'farPage' ? { ...query, cursor: far } : query);
      const took = await timed(() => listSubMerchants(db, scratchConnection, filters, now));
      // The first round warms the cache.
      if (round >= 0) times[index]?.push(took);
    }
  }
  const plans = [];
  for (const { db, far } of opened)
    plans.push(await planOf(db, listFilters.parse(name === 'farPage' ? { ...query, cursor: far } : query)));
  const cpuMs: number[] = [];
  for (const { db, database, far } of opened) {
    const filters = listFilters.parse(name === 'farPage' ? { ...query, cursor: far } : query);
    cpuMs.push(await cpuOf(db, database, () => listSubMerchants(db, scratchConnection, filters, now)));
  }
  const [small, large] = times.map(spreadOf);
  results[name] = {
    small,
    large,
    growth: Math.round(((large?.p50 ?? 0) / (small?.p50 ?? 1)) * 100) / 100,
    cpuMs,
    plans,
  };
}
for (const [name, work] of Object.entries({
  record: (db: Db) =>
    db.subMerchant.findUnique({
      where: { connectionId_subMchid: { connectionId: scratchConnection, subMchid: '1900054321' } },
    }),
  tabs: (db: Db) => countByState(db, scratchConnection),
  home: (db: Db) => homeCounts(db, scratchConnection, now),
})) {
  const times = opened.map(() => [] as number[]);
  for (let round = -1; round < options.rounds; round += 1) {
    for (const [index, { db }] of opened.entries()) {
      const took = await timed(() => work(db));
      if (round >= 0) times[index]?.push(took);
    }
  }
  const cpuMs: number[] = [];
  for (const { db, database } of opened) cpuMs.push(await cpuOf(db, database, () => work(db)));
  const [small, large] = times.map(spreadOf);
  results[name] = { small, large, growth: Math.round(((large?.p50 ?? 0) / (small?.p50 ?? 1)) * 100) / 100, cpuMs };
}

/** Any two characters, hit or miss, from several people at once, on the large roster. */
async function twoCharacterSearches(db: Db) {
  const letters = [
    ...'金龍藍海永興恒通華美東方明珠萬利泰和星光雲峰福滿中環翠竹鴻運天成百盛瑞豐長江順德貿易食品電子旅遊有限公司翡宮abcdefghiklmnoprstuvwyz0123456789',
  ];
  let seed = 7;
  const letter = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return letters[seed % letters.length] ?? 'a';
  };
  const terms = Array.from({ length: options.searches }, () => `${letter()}${letter()}`);
  const run = async (clients: number) => {
    const times: number[] = [];
    const queue = [...terms];
    await Promise.all(
      Array.from({ length: clients }, async () => {
        for (let q = queue.pop(); q !== undefined; q = queue.pop()) {
          const filters = listFilters.parse({ q });
          times.push(await timed(() => listSubMerchants(db, scratchConnection, filters, now)));
        }
      }),
    );
    return spreadOf(times);
  };
  return { alone: await run(1), together: await run(options.clients) };
}
const large = opened[1];
const anyTwo = large && (await twoCharacterSearches(large.db));

for (const { db, database } of opened) {
  await db.$disconnect();
  if (options.keep !== 'yes') await dropScratch(database);
}
console.log(
  JSON.stringify({
    bench: 'list',
    rows: sizes.map(({ rows }) => rows),
    filled: opened.map(({ filled }) => filled),
    results,
    anyTwo,
  }),
);
