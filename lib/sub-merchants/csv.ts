import 'server-only';
import { cellText, isRounded, looksDamaged, looksLikeFormula, looksSpoilt } from '@/lib/csv/cell';
import type { CsvTable as TableOf } from '@/lib/csv/table';
import { readTable } from '@/lib/csv/table';
import type { FieldPath } from './schema';
import { fieldPaths, isPersonalPath } from './schema';

/** The columns of a CSV: wire names, the id, and what is believed of H5 (domains separated by spaces). */
export const csvColumns = ['sub_mchid', ...fieldPaths, 'h5_authorization_state', 'h5_domains'] as const;
export type CsvColumn = (typeof csvColumns)[number];

/** What can be wrong with a cell before its value is looked at. */
export type CellRule = 'looks-changed-by-a-spreadsheet' | 'looks-like-a-formula' | 'looks-masked' | 'damaged-character';

export type CsvTable = TableOf<CsvColumn>;

/** Reads a file as somebody's spreadsheet saved it; what cannot be read for certain is refused as a whole. */
export const readCsv = (bytes: Uint8Array) => readTable<CsvColumn>(bytes, csvColumns);

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

const plainPhone = /^\+[\d ().-]+$/;

const otherDate =
  /^(\d{1,4}[/.]\d{1,2}[/.]\d{1,4}|\d{1,2}-\d{1,2}-\d{2,4}|\d{4}-\d{1,2}-\d{1,2}( .*)?|\d{1,2}-[A-Za-z]{3}-\d{2,4}|\d{5})$/;

/** Forms that a spreadsheet makes of what was typed: lost zeros and signs, exponents, dates of its own (bug csv-02). */
function looksChanged(column: CsvColumn, text: string): boolean {
  if (looksSpoilt(text)) return true;
  if (phones.includes(column)) return /^\d{8,}$/.test(text);
  if (column === 'merchant_country_code') return /^\d{1,2}$/.test(text);
  if (column === 'business.mcc') return /^\d{1,3}$/.test(text);
  if (column === 'registration_certificate_date') return !/^\d{4}-\d{2}-\d{2}$/.test(text) && otherDate.test(text);
  return identifiers.includes(column) && isRounded(text);
}

const looksMasked = (text: string) => text.includes('•') || text.startsWith('…') || /^\S?\*\*( \S?\*\*)*$/.test(text);

/** The value of one cell, or why it is not taken as a value. Blanks around it do not count; '' is "not told". */
export function readCell(column: CsvColumn, raw: string): { text: string } | { rule: CellRule } {
  const { text, isText } = cellText(raw);
  if (looksDamaged(text)) return { rule: 'damaged-character' };
  if (isPersonal(column) && looksMasked(text)) return { rule: 'looks-masked' };
  // A phone is one however it is grouped; the wire wants its digits alone.
  if (phones.includes(column) && plainPhone.test(text)) return { text: text.replace(/[ ().-]/g, '') };
  if (isText || text === '') return { text };
  if (looksChanged(column, text)) return { rule: 'looks-changed-by-a-spreadsheet' };
  if (looksLikeFormula(text)) return { rule: 'looks-like-a-formula' };
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
