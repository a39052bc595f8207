import 'server-only';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Prisma } from './generated/client';

/**
 * Paging by key (decisions 2): a page begins behind the last row of the one before, found through an index whatever the
 * depth. It needs a row comparison, which a Prisma `where` cannot say, so this is the one home of its SQL.
 */
export type SortColumn = {
  /** The column, which is never null and leads an index together with the id (or alone, where it is unique). */
  column: Prisma.Sql;
  kind: 'text' | 'instant' | 'day' | 'integer';
  /** True where no two rows of the list share a value: then the id is not compared. */
  isUnique?: boolean;
};

export type Keyset<Name extends string> = {
  id: Prisma.Sql;
  /** What the id is: a uuid unless it says that it is a serial number. */
  idKind?: 'uuid' | 'serial';
  columns: Record<Name, SortColumn>;
};

export type Order<Name extends string> = { by: Name; isDescending: boolean };

type Kind = {
  /** The column's value as text that reads back to the same value, whatever the session's settings. */
  shown: (column: Prisma.Sql) => Prisma.Sql;
  typed: (text: string) => Prisma.Sql;
  text: z.ZodType<string>;
};

const kinds: Record<SortColumn['kind'], Kind> = {
  text: { shown: (column) => column, typed: (text) => Prisma.sql`${text}::text`, text: z.string().max(4096) },
  instant: {
    // Columns hold milliseconds (timestamptz(3)), so this text loses nothing.
    shown: (column) => Prisma.sql`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    typed: (text) => Prisma.sql`${text}::timestamptz`,
    text: z.iso.datetime(),
  },
  day: {
    shown: (column) => Prisma.sql`to_char(${column}, 'YYYY-MM-DD')`,
    typed: (text) => Prisma.sql`${text}::date`,
    text: z.iso.date(),
  },
  integer: {
    shown: (column) => Prisma.sql`${column}::text`,
    typed: (text) => Prisma.sql`${text}::bigint`,
    text: z.string().regex(/^-?\d{1,18}$/),
  },
};

const cursorContent = z.strictObject({
  /** What the cursor belongs to: filter and sort, hashed. */
  b: z.string(),
  d: z.enum(['next', 'previous']),
  k: z.string(),
  i: z.union([z.uuid(), z.string().regex(/^\d{1,18}$/)]),
});
type CursorContent = z.infer<typeof cursorContent>;

const bindingOf = (order: Order<string>, boundTo: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify([order.by, order.isDescending, boundTo]))
    .digest('base64url')
    .slice(0, 16);

const writeCursor = (content: CursorContent): string => Buffer.from(JSON.stringify(content)).toString('base64url');

/** A cursor of another filter or sort, a damaged or a made-up one is no cursor: the list begins at its start. */
function readCursor(text: string | null, binding: string, kind: Kind, idKind: 'uuid' | 'serial'): CursorContent | null {
  if (text === null || text.length > 8192) return null;
  try {
    const content = cursorContent.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
    const isIdOfKind = z.uuid().safeParse(content.i).success === (idKind === 'uuid');
    return content.b === binding && isIdOfKind && kind.text.safeParse(content.k).success ? content : null;
  } catch {
    return null;
  }
}

/** The fragments of one page: `key` goes into SELECT, `beyond` into WHERE, `tail` (ORDER BY and LIMIT) to the end. */
export type PageSql = { key: Prisma.Sql; beyond: Prisma.Sql; tail: Prisma.Sql };

export type Page<Row> = {
  rows: Row[];
  nextCursor: string | null;
  previousCursor: string | null;
  /** True when no row of the list comes before these. */
  isFirst: boolean;
};

const keyed = z.looseObject({ page_key: z.string(), page_id: z.string() });

/**
 * Reads one page. `read` runs the statement made of the fragments; its rows are parsed with `row`. `boundTo` is the
 * filter (anything that JSON can say): the cursors of the answer count for it and for `order` only.
 */
export async function readPage<Name extends string, Row>(page: {
  keyset: Keyset<Name>;
  order: Order<Name>;
  size: number;
  cursor: string | null;
  boundTo: unknown;
  row: z.ZodType<Row>;
  read: (sql: PageSql) => Promise<unknown>;
}): Promise<Page<Row>> {
  const { keyset, order, size, boundTo } = page;
  const { idKind = 'uuid' } = keyset;
  const sort: SortColumn = keyset.columns[order.by];
  const kind = kinds[sort.kind];
  const binding = bindingOf(order, boundTo);
  const cursor = readCursor(page.cursor, binding, kind, idKind);
  const isBackward = cursor?.d === 'previous';
  const descends = order.isDescending !== isBackward;
  const way = descends ? Prisma.sql`DESC` : Prisma.sql`ASC`;
  const than = descends ? Prisma.sql`<` : Prisma.sql`>`;

  const beyond = () => {
    if (!cursor) return Prisma.sql`TRUE`;
    const key = kind.typed(cursor.k);
    if (sort.isUnique) return Prisma.sql`${sort.column} ${than} ${key}`;
    const id = idKind === 'uuid' ? Prisma.sql`${cursor.i}::uuid` : Prisma.sql`${cursor.i}::bigint`;
    return Prisma.sql`(${sort.column}, ${keyset.id}) ${than} (${key}, ${id})`;
  };
  const by = sort.isUnique ? Prisma.sql`${sort.column} ${way}` : Prisma.sql`${sort.column} ${way}, ${keyset.id} ${way}`;
  const raw = z.array(z.unknown()).parse(
    await page.read({
      key: Prisma.sql`${kind.shown(sort.column)} AS page_key, ${keyset.id}::text AS page_id`,
      beyond: beyond(),
      tail: Prisma.sql`ORDER BY ${by} LIMIT ${size + 1}`,
    }),
  );
  // Rows that a cursor led to may be gone or moved since: the start of the list is a better answer than an empty page.
  if (raw.length === 0 && cursor) return readPage({ ...page, cursor: null });

  const hasMore = raw.length > size;
  const shown = raw.slice(0, size);
  if (isBackward) shown.reverse();
  const cursorAt = (row: unknown, direction: CursorContent['d']) => {
    if (row === undefined) return null;
    const { page_key, page_id } = keyed.parse(row);
    return writeCursor({ b: binding, d: direction, k: page_key, i: page_id });
  };
  const hasNext = isBackward || hasMore;
  const hasPrevious = isBackward ? hasMore : cursor !== null;
  return {
    rows: shown.map((row) => page.row.parse(row)),
    nextCursor: hasNext ? cursorAt(shown.at(-1), 'next') : null,
    previousCursor: hasPrevious ? cursorAt(shown[0], 'previous') : null,
    isFirst: !hasPrevious,
  };
}
