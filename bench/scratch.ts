// What the benches share: a scratch database beside the one that DATABASE_URL names, a roster of any size in it, medians.
import { parseArgs } from 'node:util';
import pg from 'pg';
import { applyMigrations } from '../scripts/migrate.mjs';

/** Reads `--name value` options with their defaults; `-h` prints them. Numbers stay numbers. */
export function readOptions<Options extends Record<string, string | number>>(defaults: Options): Options {
  const names = Object.keys(defaults);
  const { values } = parseArgs({
    options: {
      help: { type: 'boolean', short: 'h' },
      ...Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
    },
  });
  if (values.help) {
    console.error(names.map((name) => `--${name} (${defaults[name]})`).join('\n'));
    process.exit(0);
  }
  const given = names.flatMap((name) => {
    const value = values[name as keyof typeof values];
    if (typeof value !== 'string') return [];
    return [[name, typeof defaults[name] === 'number' ? Number(value) : value]];
  });
  return { ...defaults, ...Object.fromEntries(given) };
}

/** The address of another database on the server of DATABASE_URL. */
export function addressOf(database: string): string {
  const server = process.env.DATABASE_URL;
  if (!server) throw new Error('Set DATABASE_URL to a server where scratch databases may be made.');
  return Object.assign(new URL(server), { pathname: `/${database}` }).href;
}

/** One session that ends with `work`. */
export async function withClient<T>(database: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: addressOf(database) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export const dropScratch = (database: string) =>
  withClient('postgres', (client) => client.query(`DROP DATABASE IF EXISTS "${database}" WITH (FORCE)`));

/** The one connection of a scratch database. */
export const scratchConnection = '01930000-0000-7000-8000-000000000001';

const words = (list: string) =>
  `(ARRAY[${list
    .split(' ')
    .map((word) => `'${word}'`)
    .join(',')}])`;
/** A repeatable number for row i: no random(), so that row i is the same at every size. */
const draw = (salt: number) => `(hashint8extended(i, ${salt}) & 2147483647)`;
const pick = (list: string, salt: number) => `${words(list)}[1 + (${draw(salt)} % ${list.split(' ').length})::int]`;

const place = '香港 深圳 上海 廣州 澳門 北京 新加坡 台灣 杭州 成都 九龍 珠海';
const luck = '金龍 藍海 永興 恒通 華美 東方 明珠 萬利 泰和 星光 雲峰 福滿 中環 翠竹 鴻運 天成 百盛 瑞豐 長江 順德';
const trade = '貿易 食品 電子 旅遊 服飾 物流 圖書 玩具 藥房 家具 體育 珠寶 酒店 傳媒';
const form = '有限公司 有限公司 股份有限公司 集團有限公司 商行';
const colour =
  'Amber Birch Cobalt Dune Ember Fjord Glade Harbour Indigo Juniper Kestrel Lagoon Meadow Nimbus Opal Pebble Quarry Rowan Saffron Tundra';
const thing =
  'Anchor Basket Candle Door Engine Fable Garden Hinge Island Jetty Kite Lantern Mill Needle Orchard Plough Quill Ribbon Spindle Tower';
const goods =
  'Trading Foods Electronics Travel Fashion Logistics Books Toys Cosmetics Pharmacy Furniture Sports Jewellery Hotels Media';
const company = 'Limited Ltd Company Pte Inc Group';
const tail = `lpad(to_hex(${draw(9)}), 8, '0')`;
const latin = `${pick(colour, 1)} || ' ' || ${pick(thing, 2)} || ' ' || ${pick(goods, 3)} || ' ' || ${pick(company, 4)}`;
const chinese = `${pick(place, 5)} || ${pick(luck, 6)} || ${pick(luck, 7)} || ${pick(trade, 3)} || ${pick(form, 8)}`;
const isLatin = `${draw(10)} % 100 < 50`;

/** Rows `from` to `to` of the made roster, as those of one connection: row i is the same everywhere. */
export const rosterRows = (from: number, to: number, connectionId = scratchConnection) => `
  INSERT INTO "SubMerchant" ("id", "connectionId", "subMchid", "record", "personal", "masked", "name", "shortname", "searchText",
    "merchantType", "countryCode", "businessType", "mcc", "businessCategory", "channelId", "registrationEnds", "missing", "requiredCount",
    "missingCount", "h5State", "h5StateHow", "h5StateSince", "h5StateAsOf", "domains", "domainsHow", "source", "lastAcceptedAt",
    "createdAt", "updatedAt")
  SELECT lpad(to_hex(i), 32, '0')::uuid, '${connectionId}', (1900000000 + i)::text,
    jsonb_build_object('name', name, 'shortname', shortname, 'office_phone', '+8522' || lpad((${draw(17)} % 10000000)::text, 7, '0'),
      'business_category', (100 + ${draw(13)} % 60)::text, 'merchant_country_code', country, 'merchant_type', type,
      'registration_certificate_number', ${tail}, 'registration_certificate_date', CASE WHEN ends IS NULL THEN 'PERMANENT' ELSE ends::text END,
      'business.business_type', 'ONLINE', 'business.website', 'https://shop-' || i || '.example', 'business.mcc', mcc),
    decode(repeat('00', 300), 'hex'), '{"contact.name":"L** S**","contact.phone":"+852 •••• 4321","contact.email":"l•••@e•••.com"}',
    name, shortname, lower(name) || E'\\n' || lower(shortname), type, country, 'ONLINE', mcc, 100 + ${draw(13)} % 60,
    CASE WHEN ${draw(21)} % 10 = 0 THEN (100 + ${draw(22)} % 500)::text END, COALESCE(ends, DATE '9999-12-31'),
    missing, 15, cardinality(missing), state, 'import', changed, changed,
    CASE WHEN state = 'APPROVED' THEN ARRAY['shop-' || i || '.example'] ELSE '{}' END, CASE WHEN state = 'APPROVED' THEN 'import' ELSE 'none' END,
    CASE WHEN ${draw(23)} % 1000 = 0 THEN 'by-hand' ELSE 'import' END, CASE WHEN ${draw(24)} % 4 = 0 THEN changed END, changed, changed
  FROM (
    SELECT i,
      CASE WHEN ${isLatin} THEN ${latin} || ' ' || ${tail} ELSE ${chinese} || '（' || left(${tail}, 4) || '）' END AS name,
      CASE WHEN ${isLatin} THEN ${pick(colour, 1)} || ' ' || ${pick(thing, 2)} ELSE ${pick(luck, 6)} || ${pick(trade, 3)} END AS shortname,
      CASE WHEN ${draw(12)} % 10 < 8 THEN 'ENTERPRISE' ELSE 'INDIVIDUAL' END AS type, ${pick('344 156 702 446 158 392 840 826', 15)} AS country,
      lpad((1000 + ${draw(14)} % 8000)::text, 4, '0') AS mcc,
      CASE WHEN ${draw(20)} % 3 > 0 THEN DATE '2026-12-01' + (${draw(25)} % 3000)::int END AS ends,
      CASE WHEN ${draw(16)} % 200 = 0 THEN ARRAY['registration_certificate_date'] ELSE '{}'::text[] END AS missing,
      CASE WHEN ${draw(11)} % 1000 < 620 THEN 'APPROVED' WHEN ${draw(11)} % 1000 < 820 THEN 'UNAUTHORIZED'
        WHEN ${draw(11)} % 1000 < 900 THEN 'UNDER_REVIEW' WHEN ${draw(11)} % 1000 < 960 THEN 'REJECTED'
        WHEN ${draw(11)} % 1000 < 990 THEN 'APPLICATION_FAILED' ELSE 'UNDER_PUNISHMENT' END AS state,
      timestamptz '2024-12-01 00:00:00+00' + (${draw(19)} % 60000000) * interval '1 second' AS changed
    FROM generate_series(${from}::bigint, ${to}::bigint) AS i
  ) AS made`;

/**
 * A scratch database with `rows` sub-merchants, migrated, vacuumed and analysed. One that has them already is kept.
 * Indexes are made after the rows, as a restore does.
 */
export async function prepareScratch(
  database: string,
  rows: number,
): Promise<{ seconds: number; tableMb: number; indexMb: number }> {
  const startedAt = Date.now();
  await withClient('postgres', async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database]);
    if (rowCount === 0) await client.query(`CREATE DATABASE "${database}"`);
  });
  await applyMigrations(addressOf(database));
  return withClient(database, async (client) => {
    const { rows: held } = await client.query('SELECT count(*)::int AS count FROM "SubMerchant"');
    if (held[0].count !== rows) {
      await client.query(`TRUNCATE "SubMerchant"`);
      await client.query(
        `INSERT INTO "Connection" ("id", "slug", "name", "mode", "environment", "dialect", "baseUrl", "mchid", "appid", "merchantSerial", "readsEnabled", "timeoutMs")
         VALUES ($1, 'bench', 'Bench', 'institutional', 'practice', 'servicepay', 'http://127.0.0.1:1', '1', '1', '00', false, 30000) ON CONFLICT DO NOTHING`,
        [scratchConnection],
      );
      const { rows: indexes } = await client.query(
        `SELECT indexname AS name, indexdef AS text FROM pg_indexes WHERE tablename = 'SubMerchant' AND indexname <> 'SubMerchant_pkey'`,
      );
      for (const { name } of indexes) await client.query(`DROP INDEX "${name}"`);
      for (let from = 1; from <= rows; from += 100_000)
        await client.query(rosterRows(from, Math.min(rows, from + 99_999)));
      await client.query(`SET maintenance_work_mem = '512MB'`);
      for (const { text } of indexes) await client.query(text);
      await client.query('VACUUM ANALYZE "SubMerchant"');
      await client.query('CHECKPOINT');
    }
    const { rows: sizes } = await client.query(
      `SELECT pg_table_size('"SubMerchant"') / 1048576 AS "tableMb", pg_indexes_size('"SubMerchant"') / 1048576 AS "indexMb"`,
    );
    return {
      seconds: (Date.now() - startedAt) / 1000,
      tableMb: Number(sizes[0].tableMb),
      indexMb: Number(sizes[0].indexMb),
    };
  });
}

const rounded = (value: number) => Math.round(value * 100) / 100;

/** Median and 95th percentile in milliseconds. */
export function spreadOf(times: number[]): { p50: number; p95: number; max: number } {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => rounded(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return { p50: at(0.5), p95: at(0.95), max: rounded(sorted.at(-1) ?? 0) };
}

/** The middle one of some figures. */
export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
