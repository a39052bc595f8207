import 'server-only';
import Papa from 'papaparse';
import type { Issue } from '@/lib/result';
import { fileRowsMax, sizeIssue } from './rules';

/** What can be wrong with a file as a whole. */
export type FileRule =
  | 'save-as-csv-utf-8'
  | 'file-empty'
  | 'missing-column'
  | 'duplicate-column'
  | 'broken-quotes'
  | 'too-many-rows';

export type CsvRow = {
  /** As a spreadsheet numbers it: the header is row 1. */
  number: number;
  cells: string[];
};

export type CsvTable<Column extends string> = {
  delimiter: string;
  header: string[];
  /** The column that each cell position holds; null for one that we do not know. */
  columns: (Column | null)[];
  unknownColumns: string[];
  rows: CsvRow[];
};

const bom = '\uFEFF';

/** Text of the bytes, or null when they are not UTF-8 (or UTF-16 with its mark): nothing is guessed, nothing replaced. */
function decode(bytes: Uint8Array): string | null {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    // A workbook or UTF-16 without its mark decodes to text with NULs.
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

const delimiters = [',', ';', '\t'];

const parse = (text: string, delimiter: string, preview = 0) =>
  Papa.parse<string[]>(text, { delimiter, preview, skipEmptyLines: false });

/** The separator under which the header has most columns that we know. */
function delimiterOf(text: string, isKnown: (title: string) => boolean): string {
  const known = (delimiter: string) => (parse(text, delimiter, 1).data[0] ?? []).filter(isKnown).length;
  return delimiters.reduce((best, delimiter) => (known(delimiter) > known(best) ? delimiter : best));
}

const refused = (rule: FileRule, params?: Issue['params']): { ok: false; issue: Issue } => ({
  ok: false,
  issue: { path: 'file', rule, ...(params && { params }) },
});

const isBlank = (cells: string[]) => cells.every((cell) => cell.trim() === '');

/**
 * Reads a file as somebody's spreadsheet saved it, with these columns known by their names and the first of them required;
 * what cannot be read for certain is refused as a whole.
 */
export function readTable<Column extends string>(
  bytes: Uint8Array,
  known: readonly [Column, ...Column[]],
): { ok: true; table: CsvTable<Column> } | { ok: false; issue: Issue } {
  const byName = new Map<string, Column>(known.map((column) => [column.toLowerCase(), column]));
  const columnOf = (title: string): Column | null => byName.get(title.replace(bom, '').trim().toLowerCase()) ?? null;

  const tooLarge = sizeIssue(bytes.length);
  if (tooLarge) return { ok: false, issue: tooLarge };
  const decoded = decode(bytes);
  if (decoded === null) return refused('save-as-csv-utf-8');
  const text = decoded.startsWith(bom) ? decoded.slice(1) : decoded;
  const delimiter = delimiterOf(text, (title) => columnOf(title) !== null);
  const { data, errors } = parse(text, delimiter);
  const broken = errors.find(({ type }) => type === 'Quotes');
  if (broken) return refused('broken-quotes', { row: (broken.row ?? 0) + 1 });

  const [header = [], ...lines] = data;
  if (isBlank(header)) return refused('file-empty');
  const columns = header.map(columnOf);
  const [required] = known;
  if (!columns.includes(required)) return refused('missing-column', { column: required });
  const twice = columns.find((column, index) => column !== null && columns.indexOf(column) < index);
  if (twice) return refused('duplicate-column', { column: twice });
  const rows = lines.map((cells, index) => ({ number: index + 2, cells })).filter(({ cells }) => !isBlank(cells));
  if (rows.length === 0) return refused('file-empty');
  if (rows.length > fileRowsMax) return refused('too-many-rows', { max: fileRowsMax, count: rows.length });
  const unknownColumns = header.filter((title, index) => columns[index] === null && title.trim() !== '');
  return { ok: true, table: { delimiter, header, columns, unknownColumns, rows } };
}
