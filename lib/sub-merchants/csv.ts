import 'server-only';
import Papa from 'papaparse';
import type { Issue } from '@/lib/result';
import { sizeIssue } from './import-report';
import type { FieldPath } from './schema';
import { fieldPaths, isPersonalPath } from './schema';

/** The columns of a CSV: wire names, the id, and what is believed of H5 (domains separated by spaces). */
export const csvColumns = ['sub_mchid', ...fieldPaths, 'h5_authorization_state', 'h5_domains'] as const;
export type CsvColumn = (typeof csvColumns)[number];

/** What can be wrong with a file as a whole. */
export type FileRule =
  | 'save-as-csv-utf-8'
  | 'file-empty'
  | 'missing-column'
  | 'duplicate-column'
  | 'broken-quotes'
  | 'too-many-rows';

/** What can be wrong with a cell before its value is looked at. */
export type CellRule = 'looks-changed-by-a-spreadsheet' | 'looks-like-a-formula' | 'looks-masked' | 'damaged-character';

export const fileRowsMax = 20_000;

export type CsvRow = {
  /** As a spreadsheet numbers it: the header is row 1. */
  number: number;
  cells: string[];
};

export type CsvTable = {
  delimiter: string;
  header: string[];
  /** The column that each cell position holds; null for one that we do not know. */
  columns: (CsvColumn | null)[];
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
const byName = new Map<string, CsvColumn>(csvColumns.map((column) => [column.toLowerCase(), column]));
const columnOf = (title: string): CsvColumn | null => byName.get(title.replace(bom, '').trim().toLowerCase()) ?? null;

const parse = (text: string, delimiter: string, preview = 0) =>
  Papa.parse<string[]>(text, { delimiter, preview, skipEmptyLines: false });

/** The separator under which the header has most columns that we know. */
function delimiterOf(text: string): string {
  const known = (delimiter: string) =>
    (parse(text, delimiter, 1).data[0] ?? []).filter((title) => columnOf(title) !== null).length;
  return delimiters.reduce((best, delimiter) => (known(delimiter) > known(best) ? delimiter : best));
}

const refused = (rule: FileRule, params?: Issue['params']): { ok: false; issue: Issue } => ({
  ok: false,
  issue: { path: 'file', rule, ...(params && { params }) },
});

const isBlank = (cells: string[]) => cells.every((cell) => cell.trim() === '');

/** Reads a file as somebody's spreadsheet saved it; what cannot be read for certain is refused as a whole. */
export function readCsv(bytes: Uint8Array): { ok: true; table: CsvTable } | { ok: false; issue: Issue } {
  const tooLarge = sizeIssue(bytes.length);
  if (tooLarge) return { ok: false, issue: tooLarge };
  const decoded = decode(bytes);
  if (decoded === null) return refused('save-as-csv-utf-8');
  const text = decoded.startsWith(bom) ? decoded.slice(1) : decoded;
  const delimiter = delimiterOf(text);
  const { data, errors } = parse(text, delimiter);
  const broken = errors.find(({ type }) => type === 'Quotes');
  if (broken) return refused('broken-quotes', { row: (broken.row ?? 0) + 1 });

  const [header = [], ...lines] = data;
  if (isBlank(header)) return refused('file-empty');
  const columns = header.map(columnOf);
  if (!columns.includes('sub_mchid')) return refused('missing-column', { column: 'sub_mchid' });
  const twice = columns.find((column, index) => column !== null && columns.indexOf(column) < index);
  if (twice) return refused('duplicate-column', { column: twice });
  const rows = lines.map((cells, index) => ({ number: index + 2, cells })).filter(({ cells }) => !isBlank(cells));
  if (rows.length === 0) return refused('file-empty');
  if (rows.length > fileRowsMax) return refused('too-many-rows', { max: fileRowsMax, count: rows.length });
  const unknownColumns = header.filter((title, index) => columns[index] === null && title.trim() !== '');
  return { ok: true, table: { delimiter, header, columns, unknownColumns, rows } };
}

const phones: readonly CsvColumn[] = ['office_phone', 'contact.phone'];
const identifiers: readonly CsvColumn[] = [
  'sub_mchid',
  'channel_id',
  'registration_certificate_number',
  'registration_certificate_copy',
  'settlement_bank_number',
  'director.number',
  'principal.number',
];

/** An apostrophe before a character that a spreadsheet would act on says "this is text"; it is not part of the value. */
const guard = /^'(?='*[=+\-@\t\r\d])/;
const formula = /^[=+\-@\t\r]/;
const plainPhone = /^\+[\d ().-]+$/;

const spreadsheetError = /^#(REF!|NAME\?|VALUE!|N\/A|DIV\/0!|NULL!|NUM!|#+)$/;
const exponent = /^\d(?:[.,]\d+)?E\+\d+$/i;
const otherDate =
  /^(\d{1,4}[/.]\d{1,2}[/.]\d{1,4}|\d{1,2}-\d{1,2}-\d{2,4}|\d{4}-\d{1,2}-\d{1,2}( .*)?|\d{1,2}-[A-Za-z]{3}-\d{2,4}|\d{5})$/;

/** A spreadsheet keeps 15 digits and puts zeros for the rest; two zeros and more are no coincidence. */
const isRounded = (text: string) => /^\d{17,}$/.test(text) && /^0+$/.test(text.slice(15));

/** Forms that a spreadsheet makes of what was typed: lost zeros and signs, exponents, dates of its own (bug csv-02). */
function looksChanged(column: CsvColumn, text: string): boolean {
  if (spreadsheetError.test(text) || exponent.test(text)) return true;
  if (phones.includes(column)) return /^\d{8,}$/.test(text);
  if (column === 'merchant_country_code') return /^\d{1,2}$/.test(text);
  if (column === 'business.mcc') return /^\d{1,3}$/.test(text);
  if (column === 'registration_certificate_date') return !/^\d{4}-\d{2}-\d{2}$/.test(text) && otherDate.test(text);
  return identifiers.includes(column) && isRounded(text);
}

const looksMasked = (text: string) => text.includes('•') || text.startsWith('…') || /^\S?\*\*( \S?\*\*)*$/.test(text);

/** The value of one cell, or why it is not taken as a value. Blanks around it do not count; '' is "not told". */
export function readCell(column: CsvColumn, raw: string): { text: string } | { rule: CellRule } {
  const cell = raw.trim();
  const isText = guard.test(cell);
  const text = isText ? cell.slice(1).trim() : cell;
  if (text.includes('\uFFFD')) return { rule: 'damaged-character' };
  if (isPersonal(column) && looksMasked(text)) return { rule: 'looks-masked' };
  // A phone is one however it is grouped; the wire wants its digits alone.
  if (phones.includes(column) && plainPhone.test(text)) return { text: text.replace(/[ ().-]/g, '') };
  if (isText || text === '') return { text };
  if (looksChanged(column, text)) return { rule: 'looks-changed-by-a-spreadsheet' };
  if (formula.test(text)) return { rule: 'looks-like-a-formula' };
  return { text };
}

export const isPersonal = (column: CsvColumn): boolean => isPersonalPath(column);

/** True when a held text is the told number with its leading zeros, which a spreadsheet takes away. */
export const lostZeros = (column: CsvColumn, told: string, held: string): boolean =>
  identifiers.includes(column) && held !== told && /^0+\d+$/.test(held) && held.replace(/^0+/, '') === told;

/** The value of a field for a cell: photos as the wire's JSON list or separated by spaces. */
export function fieldValue(path: FieldPath, text: string): string | string[] {
  if (path !== 'business.store_photos') return text;
  if (text.startsWith('[')) {
    try {
      const list: unknown = JSON.parse(text);
      if (Array.isArray(list) && list.every((part) => typeof part === 'string')) return list;
    } catch {
      return [text];
    }
  }
  return text.split(/\s+/);
}

/** A text that no spreadsheet takes for a formula. Phones keep their plus: digits after it calculate nothing. */
export const inert = (text: string): string => (formula.test(text) && !/^\+\d+$/.test(text) ? `'${text}` : text);

/** Like `inert`, for values: one that begins with an apostrophe of its own gets a second one, so that reading gives it back. */
const guarded = (text: string): string => (guard.test(text) ? `'${text}` : inert(text));

const quoted = (text: string, delimiter: string) =>
  text.includes(delimiter) || /["\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** One line of values, ended; `readCell` reads each back. */
export const writeLine = (values: readonly string[], delimiter = ','): string =>
  `${values.map((value) => quoted(guarded(value), delimiter)).join(delimiter)}\r\n`;

/** One line of cells as they came, made inert, ended. */
export const echoLine = (cells: readonly string[], delimiter: string): string =>
  `${cells.map((cell) => quoted(inert(cell), delimiter)).join(delimiter)}\r\n`;

/** What a file begins with, so that spreadsheets read it as UTF-8. */
export const fileStart = bom;
