import 'server-only';
import { z } from 'zod';
import { recordAudit } from '@/lib/audit/record';
import type { Db } from '@/lib/db/client';
import { Prisma } from '@/lib/db/client';
import type { Vault } from '@/lib/db/vault';
import { KEY_ID } from '@/lib/db/vault';
import type { Place, SealedColumn } from './columns';
import { sealedColumns } from './columns';

type Surroundings = { db: Db; vault: Vault; now: () => Date };

/** What became of one column: sealed again; written by somebody else meanwhile; and what no configured key opens. */
export type ColumnReport = { table: string; column: string; renewed: number; moved: number; unopened: number };
export type Report = {
  columns: ColumnReport[];
  /** Values that are still under a former key after all of it: 0 means that former keys can go. */
  left: number;
};

const name = (text: string) => Prisma.raw(`"${text}"`);

/** Values that another key than the present one sealed. An empty value is one that was removed. */
const isOld = (column: string, vault: Vault) =>
  Prisma.sql`octet_length(${name(column)}) > 0
    AND substring(${name(column)} FROM ${Prisma.raw(String(KEY_ID.from))} FOR ${Prisma.raw(String(KEY_ID.length))}) <> ${Buffer.from(vault.currentKeyId)}::bytea`;

/** How many values of each column are not under the present key. */
export async function countOld({ db, vault }: Pick<Surroundings, 'db' | 'vault'>): Promise<number> {
  let old = 0;
  for (const { table, column } of sealedColumns) {
    const [row] = z
      .array(z.object({ count: z.coerce.number() }))
      .parse(await db.$queryRaw`SELECT count(*) AS "count" FROM ${name(table)} WHERE ${isOld(column, vault)}`);
    old += row?.count ?? 0;
  }
  return old;
}

const cell = z.union([z.string(), z.number(), z.instanceof(Uint8Array)]);

/** The next rows of a column that are to be sealed again, after the one that is named, in the order of their names. */
async function nextRows({ db, vault }: Surroundings, of: SealedColumn, after: Place | null, size: number) {
  const { table, column, key } = of;
  const wanted = [...key.map(([one]) => one), ...(of.with ?? [])];
  const names = Prisma.join(key.map(([one]) => name(one)));
  const beyond =
    after === null
      ? Prisma.sql`TRUE`
      : Prisma.sql`(${names}) > (${Prisma.join(
          key.map(([one, type]) => Prisma.sql`${after[one]}::${Prisma.raw(type)}`),
        )})`;
  const rows = await db.$queryRaw`
    SELECT ${Prisma.join(wanted.map(name))}, ${name(column)} AS "sealed" FROM ${name(table)}
    WHERE ${isOld(column, vault)} AND ${beyond} ORDER BY ${names} LIMIT ${size}`;
  return z.array(z.record(z.string(), cell)).parse(rows);
}

/**
 * Seals one column again, a few rows at a time. Each value is exchanged only while it is the one that was read: whoever
 * writes meanwhile keeps what was written, under whichever key. Nothing is locked longer than one row takes.
 */
async function resealColumn(held: Surroundings, of: SealedColumn, size: number): Promise<ColumnReport> {
  const { db, vault } = held;
  const { table, column, key } = of;
  const report = { table, column, renewed: 0, moved: 0, unopened: 0 };
  let after: Place | null = null;
  for (;;) {
    const rows = await nextRows(held, of, after, size);
    for (const { sealed, ...row } of rows) {
      const place = row as Place;
      after = place;
      if (!(sealed instanceof Uint8Array)) continue;
      const about = of.about(place);
      let plain: Buffer;
      try {
        plain = vault.open(sealed, about);
      } catch {
        // Not ours to mend, and nothing to lose: it stays as it is, and is told.
        report.unopened += 1;
        continue;
      }
      const renewed = Buffer.from(vault.seal(plain, about));
      const isRow = Prisma.join(
        key.map(([one, type]) => Prisma.sql`${name(one)} = ${place[one]}::${Prisma.raw(type)}`),
        ' AND ',
      );
      const count = await db.$executeRaw`
        UPDATE ${name(table)} SET ${name(column)} = ${renewed}::bytea
        WHERE ${isRow} AND ${name(column)} = ${Buffer.from(sealed)}::bytea`;
      if (count === 1) report.renewed += 1;
      else report.moved += 1;
    }
    if (rows.length < size) return report;
  }
}

/**
 * Seals everything that a former key sealed with the present one, while the console runs. Stopped in the middle, it goes on
 * where it was: what is done names its key. The trail says how much it was.
 */
export async function reseal(
  held: Surroundings,
  { size = 100, tell = () => {} }: { size?: number; tell?: (report: ColumnReport) => void } = {},
): Promise<Report> {
  const columns: ColumnReport[] = [];
  for (const of of sealedColumns) {
    const report = await resealColumn(held, of, size);
    columns.push(report);
    tell(report);
  }
  const left = await countOld(held);
  const values = columns.reduce((sum, { renewed }) => sum + renewed, 0);
  if (values > 0) {
    await held.db.$transaction((tx) =>
      recordAudit(tx, {
        actor: { kind: 'system', name: 'console' },
        at: held.now(),
        connectionId: null,
        object: { kind: 'seal', id: Buffer.from(held.vault.currentKeyId).toString('hex') },
        event: { action: 'seal.renewed', values, left, keyId: Buffer.from(held.vault.currentKeyId).toString('hex') },
      }),
    );
  }
  return { columns, left };
}
