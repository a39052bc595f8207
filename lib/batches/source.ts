import 'server-only';
import { cellText, isRounded, looksDamaged, looksLikeFormula, looksSpoilt } from '@/lib/csv/cell';
import { fileRowsMax } from '@/lib/csv/rules';
import { readTable } from '@/lib/csv/table';
import type { Issue } from '@/lib/result';
import type { AnyBatchKind, SourceRow } from './kind';
import type { Verdict } from './view';

/** A row as read, with what is wrong with its cells before anything is looked up. */
export type ReadRow = SourceRow & { verdict: Verdict | null };

type Columns = Pick<AnyBatchKind, 'columns'>;

type Read = { ok: true; rows: ReadRow[] } | { ok: false; issue: Issue };

/** Forms that a spreadsheet makes of an id, and values that would act in one: neither is taken for what was meant. */
function cellVerdict(text: string, isText: boolean): Verdict | null {
  if (looksDamaged(text)) return { rule: 'damaged-character' };
  if (isText) return null;
  if (looksSpoilt(text) || isRounded(text)) return { rule: 'looks-changed-by-a-spreadsheet' };
  return looksLikeFormula(text) ? { rule: 'looks-like-a-formula' } : null;
}

/** One row of cells; the first column is the id's. */
function rowOf(number: number, [, ...beside]: readonly string[], [id = '', ...cells]: readonly string[]): ReadRow {
  const read = [id, ...cells].map(cellText);
  const [{ text: objectId } = { text: '' }, ...others] = read;
  const told = Object.fromEntries(
    beside.flatMap((column, at) => {
      const text = others[at]?.text ?? '';
      return text === '' ? [] : [[column, text] as const];
    }),
  );
  if (objectId === '') return { number, objectId, told, verdict: { rule: 'required' } };
  const verdict = read.map(({ text, isText }) => cellVerdict(text, isText)).find((found) => found !== null) ?? null;
  return { number, objectId, told, verdict };
}

/** Reads a file: the id's column is required, those beside it are known by their names, all others are passed over. */
export function readFile(bytes: Uint8Array, { columns }: Columns): Read {
  const read = readTable<string>(bytes, columns);
  if (!read.ok) return read;
  // In our order, whatever theirs is; a column that is not there is as if it were empty.
  const places = columns.map((column) => read.table.columns.indexOf(column));
  const rows = read.table.rows.map(({ number, cells }) =>
    rowOf(
      number,
      columns,
      places.map((at) => cells[at] ?? ''),
    ),
  );
  return { ok: true, rows };
}

/**
 * Reads what was pasted: a table with its header, or ids alone, one in each line or between commas, semicolons or tabs.
 * Spaces may be part of an id, so they part nothing.
 */
export function readPasted(text: string, { columns }: Columns): Read {
  const [idColumn] = columns;
  const [first = ''] = text.trimStart().split(/\r?\n/, 1);
  const hasHeader = first
    .split(/[,;\t]/)
    .some((title) => title.trim().replace(/^"|"$/g, '').toLowerCase() === idColumn);
  if (hasHeader) return readFile(Buffer.from(text.trimStart()), { columns });
  const ids = text.split(/[\r\n,;\t]+/).filter((piece) => piece.trim() !== '');
  return rowsOf(ids, { columns });
}

/** Ids that are known to be such: a choice in a list, or rows of another batch. */
export function rowsOf(ids: readonly string[], { columns }: Columns): Read {
  if (ids.length === 0) return { ok: false, issue: { path: 'file', rule: 'file-empty' } };
  if (ids.length > fileRowsMax) {
    const params = { max: fileRowsMax, count: ids.length };
    return { ok: false, issue: { path: 'file', rule: 'too-many-rows', params } };
  }
  return { ok: true, rows: ids.map((id, at) => rowOf(at + 1, columns, [id])) };
}

/** The second and every later row of one id, by its number, with the row that comes first. */
export function repeatsIn(rows: readonly SourceRow[]): Map<number, Verdict> {
  const first = new Map<string, number>();
  const repeats = new Map<number, Verdict>();
  for (const { objectId, number } of rows) {
    const earlier = first.get(objectId);
    if (earlier === undefined) first.set(objectId, number);
    else repeats.set(number, { rule: 'duplicate', params: { row: earlier } });
  }
  return repeats;
}
