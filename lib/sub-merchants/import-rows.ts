import 'server-only';
import type { CsvRow } from '@/lib/csv/table';
import type { SubMerchant } from '@/lib/db/generated/client';
import type { Vault } from '@/lib/db/vault';
import type { Issue } from '@/lib/result';
import type { CsvColumn, CsvTable } from './csv';
import { fieldValue, lostZeros, readCell } from './csv';
import type { ImportRemark, ImportRow } from './import-report';
import type { Kept, Origin } from './keep';
import { keep } from './keep';
import { mask } from './masks';
import { openRecord } from './record';
import type { FieldPath, FieldValues } from './schema';
import { fieldPaths, isPersonalPath } from './schema';
import type { Told } from './values';
import { checkSubMchid, checkTold, remarksOn, tidy } from './values';

/** A row as read: what it tells, and what is wrong with its cells, whatever we hold. */
export type ToldRow = {
  row: CsvRow;
  subMchid: string;
  told: Told;
  remarks: ImportRemark[];
  raw: ReadonlyMap<string, string>;
};

const isField = (column: CsvColumn): column is FieldPath => fieldPaths.some((path) => path === column);

/** What a person may see again of a cell: personal values as their mask. */
const shownCell = (column: string, raw: string | undefined): string | null =>
  raw === undefined ? null : isPersonalPath(column) ? mask(column, raw) : raw.slice(0, 256);

const remark =
  (severity: ImportRemark['severity'], raw: ReadonlyMap<string, string>) =>
  ({ path, rule, params }: Issue): ImportRemark => ({
    severity,
    column: path,
    rule,
    ...(params && { params }),
    value: shownCell(path, raw.get(path)),
  });

/** Reads the cells of every row; rules of single values and repeats within the file are judged here. */
export function readRows({ columns, rows, header }: Pick<CsvTable, 'columns' | 'rows' | 'header'>): ToldRow[] {
  return markRepeats(
    rows.map((row): ToldRow => {
      const raw = new Map<string, string>();
      const issues: Issue[] = [];
      const values: FieldValues = {};
      const told: Told = { values };
      let subMchid = '';
      const extra = row.cells.slice(header.length).some((cell) => cell !== '');
      if (row.cells.length < header.length || extra) {
        issues.push({
          path: '',
          rule: 'wrong-number-of-cells',
          params: { count: row.cells.length, expected: header.length },
        });
      }
      for (const [index, column] of columns.entries()) {
        const cell = row.cells[index];
        if (column === null || cell === undefined || cell.trim() === '') continue;
        raw.set(column, cell);
        const read = readCell(column, cell);
        if ('rule' in read) issues.push({ path: column, rule: read.rule });
        else if (column === 'sub_mchid') subMchid = read.text;
        else if (column === 'h5_authorization_state') told.h5State = read.text;
        else if (column === 'h5_domains') told.h5Domains = read.text.split(/\s+/);
        else if (isField(column)) values[column] = fieldValue(column, read.text);
      }
      told.values = tidy(values);
      const isRead = (issue: Issue) => !issues.some(({ path }) => path === issue.path);
      issues.push(...checkSubMchid(subMchid).filter(isRead), ...checkTold(told).filter(isRead));
      return { row, subMchid, told, remarks: issues.map(remark('error', raw)), raw };
    }),
  );
}

/** Two rows for one id contradict each other, and nobody can tell which one is meant: neither is taken. */
function markRepeats(rows: ToldRow[]): ToldRow[] {
  const numbers = new Map<string, number[]>();
  for (const { subMchid, row } of rows) numbers.set(subMchid, [...(numbers.get(subMchid) ?? []), row.number]);
  for (const { subMchid, row, raw, remarks } of rows) {
    const other = subMchid === '' ? undefined : numbers.get(subMchid)?.find((number) => number !== row.number);
    if (other === undefined) continue;
    remarks.push(remark('error', raw)({ path: 'sub_mchid', rule: 'duplicate-in-file', params: { row: other } }));
  }
  return rows;
}

/** What is held when a row is judged: the record, and the reference of an open request on it. */
export type HeldFor = { held: SubMerchant | null; openReference: string | null };

/** A row judged against what we hold: what to write (null for nothing), and the row as the dry run shows it. */
export function judgeRow(
  told: ToldRow,
  { held, openReference }: HeldFor,
  place: { connectionId: string },
  origin: Origin,
  vault: Vault,
): { kept: Kept | null; row: ImportRow } {
  const { row, subMchid, raw } = told;
  const shown = (remarks: ImportRemark[], rest: Pick<ImportRow, 'verdict' | 'deed' | 'changes'>): ImportRow => ({
    number: row.number,
    subMchid,
    name: asName(told.told.values.name) || (held?.name ?? ''),
    remarks,
    version: held?.version ?? null,
    outcome: null,
    ...rest,
  });
  const refused = (issues: Issue[]) => ({
    kept: null,
    row: shown([...told.remarks, ...issues.map(remark('error', raw))], { verdict: 'error', deed: 'none', changes: [] }),
  });
  if (told.remarks.length > 0) return refused([]);

  const before = held ? openRecord(held, vault) : null;
  const all: FieldValues = { ...before?.plain, ...before?.personal };
  const zeros = fieldPaths.filter((path) => lostZeros(path, asName(told.told.values[path]), asName(all[path])));
  if (zeros.length > 0) return refused(zeros.map((path) => ({ path, rule: 'looks-changed-by-a-spreadsheet' })));

  const kept = keep({ ...place, subMchid }, told.told, held, origin, vault);
  if (kept.kind !== 'unchanged' && openReference !== null) {
    return refused([{ path: '', rule: 'locked-by-open-request', params: { reference: openReference } }]);
  }
  const ignored = kept.refused.map((path) => ({ path, rule: 'told-by-the-platform' }));
  const warnings = [...ignored, ...remarksOn({ ...all, ...told.told.values })].map(remark('warning', raw));
  const changes = kept.kind === 'unchanged' ? [] : kept.changes.map(({ path }) => path);
  return { kept, row: shown(warnings, { verdict: warnings.length > 0 ? 'warning' : 'ok', deed: kept.kind, changes }) };
}

const asName = (value: string | string[] | undefined) => (typeof value === 'string' ? value : '');
