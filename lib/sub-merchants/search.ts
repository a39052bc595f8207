import 'server-only';
import { z } from 'zod';
import type { Db } from '@/lib/db/client';
import { Prisma } from '@/lib/db/generated/client';
import { foldForSearch } from './record';

/** What somebody searches by: words that must all occur in name or short name, and the whole as the start of an id. */
export type SearchTerm = {
  words: string[];
  /** The text as a whole `sub_mchid`; null where it cannot be that. */
  id: string | null;
  /** The same as the beginning of one. The platform's ids are digits: a word is not looked for among them. */
  idPrefix: string | null;
};

const wordsMax = 8;

/** Folds what was typed as names are folded; null when nothing is left to search for. */
export function readTerm(typed: string): SearchTerm | null {
  const folded = foldForSearch(typed);
  if (folded === '') return null;
  const whole = typed.trim();
  const id = /^[A-Za-z0-9_-]{1,32}$/.test(whole) ? whole : null;
  return { words: folded.split(' ').slice(0, wordsMax), id, idPrefix: id !== null && /^\d+$/.test(id) ? id : null };
}

/** The letters that a text holding `word` must hold: its pairs, or the one character, as `search_grams` makes them. */
export function gramsOf(word: string): string[] {
  const letters = [...word];
  if (letters.length < 2) return letters;
  return [...new Set(letters.slice(1).map((letter, index) => `${letters[index]}${letter}`))];
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');
const contains = (column: Prisma.Sql, word: string) => Prisma.sql`${column} LIKE ${`%${escapeLike(word)}%`}`;
const searchText = Prisma.sql`s."searchText"`;

/** Ids that begin with the text, said as a range: the index answers it whole, and nothing is left to judge again. */
const idBegins = (prefix: string) => Prisma.sql`s."subMchid" >= ${prefix} AND s."subMchid" < ${`${prefix}\u{10FFFF}`}`;

/**
 * True for rows that the term finds. `by` chooses the way, not the result: `letters` goes through the index of letters,
 * which is best where few rows match; `order` looks at rows in the list's order, best where many do.
 * What the index answers stands by itself, before what is judged row by row: `search_grams` is dear, and written into
 * the same condition it would be called again for every row.
 */
export function termFinds(term: SearchTerm, by: Way): Prisma.Sql {
  const words = Prisma.join(
    term.words.map((word) => contains(searchText, word)),
    ' AND ',
  );
  const letters = Prisma.sql`search_grams(ARRAY[s."searchText"]) @> ${[...new Set(term.words.flatMap(gramsOf))]}::text[]`;
  if (term.idPrefix === null) return by === 'order' ? words : Prisma.sql`${letters} AND ${words}`;
  const begins = idBegins(term.idPrefix);
  const judged = Prisma.sql`((${begins}) OR (${words}))`;
  return by === 'order' ? judged : Prisma.sql`((${begins}) OR ${letters}) AND ${judged}`;
}

/** True for rows with a domain in force that contains the text. */
export function domainContains(text: string): Prisma.Sql {
  const folded = text.trim().toLowerCase();
  const each = Prisma.sql`EXISTS (SELECT 1 FROM unnest(s."domains") AS held(name) WHERE ${contains(Prisma.sql`held.name`, folded)})`;
  return Prisma.sql`(search_grams(s."domains") @> ${gramsOf(folded)}::text[] AND ${each})`;
}

const plan = z
  .array(z.object({ 'QUERY PLAN': z.array(z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })).min(1) }))
  .min(1);

async function expectedRows(db: Pick<Db, '$queryRaw'>, where: Prisma.Sql): Promise<number> {
  const rows = await db.$queryRaw`EXPLAIN (FORMAT JSON) SELECT 1 FROM "SubMerchant" s WHERE ${where}`;
  return plan.parse(rows)[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0;
}

export type Way = 'letters' | 'order';

/** By the index every match is fetched; in order, all / expected rows are looked at for each match of a page of fifty. */
const wayOfPage = (all: number, expected: number): Way => (expected * expected > 50 * all ? 'order' : 'letters');

/** Which way finds those sooner that lack a value: among all that lack something, in order, or by the value's own index. */
export async function wayForMissing(db: Pick<Db, '$queryRaw'>, connectionId: string, path: string): Promise<Way> {
  const ours = Prisma.sql`s."connectionId" = ${connectionId}::uuid`;
  const [incomplete, expected] = await Promise.all([
    expectedRows(db, Prisma.sql`${ours} AND s."missingCount" > 0`),
    expectedRows(db, Prisma.sql`${ours} AND s."missing" @> ${[path]}::text[]`),
  ]);
  return wayOfPage(incomplete, expected);
}

/**
 * Which way finds a page of the term sooner, and which way counts it sooner. The planner is asked first how many rows it
 * expects, from its sample of a thousand names: left to choose by itself it takes letters for independent of one another,
 * and fetches half the table for a word like "limited".
 */
export async function waysFor(
  db: Pick<Db, '$queryRaw'>,
  connectionId: string,
  term: SearchTerm,
): Promise<{ page: Way; count: Way }> {
  const ours = Prisma.sql`s."connectionId" = ${connectionId}::uuid`;
  const [all, expected] = await Promise.all([
    expectedRows(db, ours),
    expectedRows(db, Prisma.sql`${ours} AND ${termFinds(term, 'order')}`),
  ]);
  // One letter list is counted fast whatever its length; several long ones cost more than looking at every row.
  const isOneList = term.words.flatMap(gramsOf).length === 1;
  return { page: wayOfPage(all, expected), count: !isOneList && expected * 10 > all ? 'order' : 'letters' };
}
