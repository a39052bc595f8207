import 'server-only';
import type { Actor, AuditInput } from '@/lib/audit/record';
import { recordAudit, recordAudits } from '@/lib/audit/record';
import { cellText, isRounded, looksDamaged, looksLikeFormula, looksSpoilt } from '@/lib/csv/cell';
import type { CsvTable } from '@/lib/csv/table';
import { readTable } from '@/lib/csv/table';
import type { Db, Tx } from '@/lib/db/client';
import type { Contract, ImportFile } from '@/lib/db/generated/client';
import { holdNames } from '@/lib/db/hold';
import { isUuid } from '@/lib/db/uuid';
import type { Vault } from '@/lib/db/vault';
import { sha256 } from '@/lib/platform/crypto/sha256';
import type { Mode } from '@/lib/platform/operations';
import type { Issue, Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import type { ImportRemark } from '@/lib/sub-merchants/import-report';
import { countsOf, importCounts, outcomeOf } from '@/lib/sub-merchants/import-report';
import type { ContractImport, ContractImportRow, ContractReport } from './import-report';
import { contractReport } from './import-report';
import { contractFacts, contractName } from './keep';
import { CONTRACT } from './operation';
import type { ContractColumn, ContractOrigin, ContractValues, Laid } from './values';
import { checkContract, contractColumns, layOver, modeOf } from './values';

type ImportContext = { db: Db; vault: Vault; now: () => Date };
type StaffActor = Extract<Actor, { kind: 'staff' }>;
type Owned = { connection: { id: string; mode: string }; staff: StaffActor };

export const contentAbout = (importId: string) => `contract import ${importId} content`;
export const reportAbout = (importId: string) => `contract import ${importId} report`;

/** Rows that are judged or written together: a transaction stays short, and memory does not grow with the file. */
const rowsAtOnce = 500;

/** Columns whose digits a spreadsheet rounds. */
const numbers: readonly ContractColumn[] = ['contract_id', 'sub_mchid', 'plan_id', 'out_contract_code'];

type Told = { number: number; values: ContractValues; issues: Issue[]; raw: ReadonlyMap<string, string> };

/** The value of one cell, or why it is none. */
function readCell(column: ContractColumn, raw: string): { text: string } | { rule: string } {
  const { text, isText } = cellText(raw);
  if (looksDamaged(text)) return { rule: 'damaged-character' };
  if (isText || text === '') return { text };
  if (looksSpoilt(text) || (numbers.includes(column) && isRounded(text)))
    return { rule: 'looks-changed-by-a-spreadsheet' };
  return looksLikeFormula(text) ? { rule: 'looks-like-a-formula' } : { text };
}

/** Reads the cells of every row; rules of single values and repeats within the file are judged here. */
function readRows({ columns, rows, header }: CsvTable<ContractColumn>, mode: Mode, now: Date): Told[] {
  const told = rows.map(({ number, cells }): Told => {
    const values: ContractValues = {};
    const issues: Issue[] = [];
    const raw = new Map<string, string>();
    if (cells.length < header.length || cells.slice(header.length).some((cell) => cell !== '')) {
      const params = { count: cells.length, expected: header.length };
      issues.push({ path: '', rule: 'wrong-number-of-cells', params });
    }
    for (const [index, column] of columns.entries()) {
      const cell = cells[index];
      if (column === null || cell === undefined || cell.trim() === '') continue;
      raw.set(column, cell);
      const read = readCell(column, cell);
      if ('rule' in read) issues.push({ path: column, rule: read.rule });
      else if (read.text !== '') values[column] = read.text;
    }
    const isRead = ({ path }: Issue) => !issues.some((issue) => issue.path === path);
    return { number, values, raw, issues: [...issues, ...checkContract(values, mode, now).filter(isRead)] };
  });
  const places = new Map<string, number[]>();
  for (const { values, number } of told) {
    const id = values.contract_id ?? '';
    places.set(id, [...(places.get(id) ?? []), number]);
  }
  for (const row of told) {
    const id = row.values.contract_id;
    const other = id === undefined ? undefined : places.get(id)?.find((number) => number !== row.number);
    if (other !== undefined)
      row.issues.push({ path: 'contract_id', rule: 'duplicate-in-file', params: { row: other } });
  }
  return told;
}

type HeldFor = { held: Contract | null; openReference: string | null };

function judge(
  told: Told,
  { held, openReference }: HeldFor,
  origin: ContractOrigin,
): { laid: Laid; row: ContractImportRow } {
  const laid: Laid =
    told.issues.length > 0 ? { kind: 'refused', issues: told.issues } : layOver(told.values, held, origin);
  const isLocked = openReference !== null && (laid.kind === 'create' || laid.kind === 'update');
  const judged: Laid = isLocked
    ? { kind: 'refused', issues: [{ path: '', rule: 'locked-by-open-request', params: { reference: openReference } }] }
    : laid;
  const remarks =
    judged.kind === 'refused'
      ? judged.issues.map(remark(told.raw))
      : warningsOf(judged, held).map(remark(told.raw, 'warning'));
  return {
    laid: judged,
    row: {
      number: told.number,
      contractId: told.values.contract_id ?? '',
      subMchid: told.values.sub_mchid ?? held?.subMchid ?? '',
      verdict: judged.kind === 'refused' ? 'error' : remarks.length > 0 ? 'warning' : 'ok',
      deed: judged.kind === 'refused' ? 'none' : judged.kind,
      changes: 'changes' in judged ? judged.changes.map(({ path }) => path) : [],
      remarks,
      version: held?.version ?? null,
      outcome: null,
    },
  };
}

/** What a person should know of a row that will be taken. */
function warningsOf(laid: Laid, held: Contract | null): Issue[] {
  if (!('changes' in laid)) return [];
  const moved = laid.changes.find(({ path, from }) => path === 'sub_mchid' && from !== null);
  const ended = held !== null && laid.changes.some(({ path, to }) => path === 'contract_state' && to === 'TERMINATED');
  return [
    ...(moved ? [{ path: 'sub_mchid', rule: 'moves-to-another', params: { from: moved.from ?? '' } }] : []),
    ...(ended ? [{ path: 'state', rule: 'ends-here' }] : []),
  ];
}

const remark =
  (raw: ReadonlyMap<string, string>, severity: ImportRemark['severity'] = 'error') =>
  ({ path, rule, params }: Issue): ImportRemark => ({
    severity,
    column: path,
    rule,
    ...(params && { params }),
    value: raw.get(path)?.slice(0, 256) ?? null,
  });

/** What is held of some contracts, and which of them an open request holds. */
async function heldFor(tx: Db | Tx, connectionId: string, ids: string[]): Promise<(contractId: string) => HeldFor> {
  const [rows, locks] = await Promise.all([
    tx.contract.findMany({ where: { connectionId, contractId: { in: ids } } }),
    tx.objectLock.findMany({
      where: { connectionId, objectKind: CONTRACT, objectId: { in: ids } },
      select: { objectId: true, request: { select: { reference: true } } },
    }),
  ]);
  const held = new Map(rows.map((row) => [row.contractId, row]));
  const open = new Map(locks.map(({ objectId, request }) => [objectId, request.reference]));
  return (contractId) => ({ held: held.get(contractId) ?? null, openReference: open.get(contractId) ?? null });
}

function* pieces<T>(items: readonly T[]): Generator<T[]> {
  for (let from = 0; from < items.length; from += rowsAtOnce) yield items.slice(from, from + rowsAtOnce);
}

const idsOf = (rows: readonly Told[]) => rows.flatMap(({ values }) => values.contract_id ?? []);

/**
 * Dry run: reads the file, judges every row against what we hold now, seals file and verdicts, and changes nothing else.
 * A file that cannot be read for certain is `invalid` as a whole, with one issue at `file`.
 */
export async function checkContractImport(
  { db, vault, now }: ImportContext,
  { connection, staff, fileName, bytes }: Owned & { fileName: string; bytes: Uint8Array },
): Promise<Result<{ id: string }>> {
  const read = readTable(bytes, contractColumns);
  if (!read.ok) return refuse({ kind: 'invalid', issues: [read.issue] });
  const { table } = read;
  const id = crypto.randomUUID();
  const at = now();
  const rows: ContractImportRow[] = [];
  for (const piece of pieces(readRows(table, modeOf(connection), at))) {
    const held = await heldFor(db, connection.id, idsOf(piece));
    for (const told of piece)
      rows.push(judge(told, held(told.values.contract_id ?? ''), { how: 'import', proof: id, at }).row);
  }
  const report: ContractReport = { unknownColumns: table.unknownColumns, rows, done: 0 };
  await db.importFile.create({
    data: {
      id,
      kind: CONTRACT,
      connectionId: connection.id,
      staffId: staff.id,
      fileName: [...fileName].slice(0, 200).join(''),
      sizeBytes: bytes.length,
      rowCount: rows.length,
      state: 'checked',
      content: vault.seal(bytes, contentAbout(id)),
      contentSha256: sha256(bytes),
      report: vault.sealJson(report, reportAbout(id)),
      counts: countsOf(rows),
      createdAt: at,
    },
  });
  return ok({ id });
}

type Stored = { file: ImportFile; report: ContractReport };

async function load(tx: Db | Tx, vault: Vault, connectionId: string, id: string): Promise<Stored | null> {
  const file = isUuid(id) ? await tx.importFile.findFirst({ where: { id, connectionId, kind: CONTRACT } }) : null;
  if (!file?.report) return null;
  return { file, report: contractReport.parse(vault.openJson(file.report, reportAbout(id))) };
}

const viewOf = ({ file, report }: Stored): ContractImport => ({
  id: file.id,
  fileName: file.fileName,
  state: file.state === 'applied' ? 'applied' : 'checked',
  createdAt: file.createdAt.toISOString(),
  appliedAt: file.appliedAt?.toISOString() ?? null,
  rowCount: file.rowCount,
  isFileHeld: file.content !== null,
  counts: importCounts.parse(file.counts),
  outcome: file.state === 'applied' ? outcomeOf(report.rows) : null,
  unknownColumns: report.unknownColumns,
  rows: report.rows,
});

/** An import as its page shows it; null if there is none. */
export async function getContractImport(
  { db, vault }: Pick<ImportContext, 'db' | 'vault'>,
  connectionId: string,
  id: string,
): Promise<ContractImport | null> {
  const stored = await load(db, vault, connectionId, id);
  return stored && viewOf(stored);
}

/** Throws a checked import away, the sealed file with it. One that has been applied stays. */
export async function discardContractImport(
  { db }: Pick<ImportContext, 'db'>,
  owned: Owned,
  id: string,
): Promise<Result<null>> {
  const { connection, staff } = owned;
  if (!isUuid(id)) return refuse({ kind: 'not-found' });
  const where = { id, connectionId: connection.id, staffId: staff.id, state: 'checked', kind: CONTRACT };
  const { count } = await db.importFile.deleteMany({ where });
  return count === 0 ? refuse({ kind: 'not-found' }) : ok(null);
}

/**
 * Does what the dry run showed, in pieces that are a transaction each; whoever starts it again goes on from there. A row
 * whose contract changed since the dry run is left out and says so.
 */
export async function applyContractImport(
  context: ImportContext,
  owned: Owned,
  id: string,
): Promise<Result<ContractImport>> {
  const stored = await load(context.db, context.vault, owned.connection.id, id);
  if (!stored?.file.content) return refuse({ kind: 'not-found' });
  const read = readTable(context.vault.open(stored.file.content, contentAbout(id)), contractColumns);
  if (!read.ok) throw new Error('A stored import can no longer be read');
  const told = readRows(read.table, modeOf(owned.connection), stored.file.createdAt);
  for (;;) {
    const view = await context.db.$transaction((tx) => applySome(context, tx, owned, id, told), {
      timeout: 60_000,
      maxWait: 60_000,
    });
    if (view) return ok(view);
  }
}

async function applySome(
  { vault, now }: ImportContext,
  tx: Tx,
  { connection, staff }: Owned,
  id: string,
  told: Told[],
): Promise<ContractImport | null> {
  // Two who apply the same import take turns here, piece by piece.
  await tx.$queryRaw`SELECT 1 AS held FROM "ImportFile" WHERE "id" = ${id}::uuid FOR UPDATE`;
  const stored = await load(tx, vault, connection.id, id);
  if (!stored) throw new Error('An import was thrown away while it was applied');
  const { file, report } = stored;
  if (file.state === 'applied') return viewOf(stored);
  const at = now();
  const from = report.done;
  const piece = told.slice(from, from + rowsAtOnce);
  const written = await writePiece(
    tx,
    { connectionId: connection.id, staff, importId: id, at },
    piece,
    report.rows.slice(from),
  );
  report.rows.splice(from, written.length, ...written);
  report.done = from + written.length;
  const isDone = report.done >= told.length;
  const saved = await tx.importFile.update({
    where: { id },
    data: { report: vault.sealJson(report, reportAbout(id)), ...(isDone && { state: 'applied', appliedAt: at }) },
  });
  if (!isDone) return null;
  const { created, updated, unchanged, refused } = outcomeOf(report.rows);
  await recordAudit(tx, {
    actor: staff,
    at,
    connectionId: connection.id,
    object: { kind: 'import', id, name: file.fileName },
    event: { action: 'import.applied', fileName: file.fileName, created, updated, skipped: unchanged + refused },
  });
  return viewOf({ file: saved, report });
}

type Writing = { connectionId: string; staff: StaffActor; importId: string; at: Date };

async function writePiece(
  tx: Tx,
  { connectionId, staff, importId, at }: Writing,
  piece: Told[],
  checked: ContractImportRow[],
): Promise<ContractImportRow[]> {
  const ids = idsOf(piece);
  await holdNames(tx, connectionId, ids.map(contractName));
  await tx.$queryRaw`
    SELECT 1 FROM "Contract" WHERE "connectionId" = ${connectionId}::uuid AND "contractId" = ANY(${ids}::text[])
    ORDER BY "contractId" FOR UPDATE`;
  const held = await heldFor(tx, connectionId, ids);
  const audits: AuditInput[] = [];
  const rows: ContractImportRow[] = [];
  const created: Parameters<typeof tx.contract.createMany>[0] & { data: object[] } = { data: [] };
  for (const [index, one] of piece.entries()) {
    const before = checked[index];
    if (!before) throw new Error('A stored import no longer matches its report');
    const contractId = one.values.contract_id ?? '';
    const { laid, row } = judge(one, held(contractId), { how: 'import', proof: importId, at });
    if (before.verdict === 'error' || laid.kind === 'refused') {
      rows.push({ ...(before.verdict === 'error' ? before : row), outcome: 'refused' });
    } else if (laid.kind === 'unchanged') {
      rows.push({ ...row, outcome: 'unchanged' });
    } else if (row.version !== before.version) {
      rows.push(leftOut(before));
    } else {
      if (laid.kind === 'create')
        created.data.push({ ...laid.facts, connectionId, contractId, source: 'import', createdAt: at, updatedAt: at });
      else {
        const data = { ...contractFacts.parse(laid.facts), version: { increment: 1 }, updatedAt: at };
        await tx.contract.update({ where: { connectionId_contractId: { connectionId, contractId } }, data });
      }
      rows.push({ ...row, outcome: laid.kind === 'create' ? 'created' : 'updated' });
      audits.push({
        actor: staff,
        at,
        connectionId,
        object: { kind: CONTRACT, id: contractId, name: row.subMchid },
        event: { action: 'contract.imported', importId, row: one.number, changes: laid.changes },
      });
    }
  }
  if (created.data.length > 0) await tx.contract.createMany(created);
  await recordAudits(tx, audits);
  return rows;
}

/** Somebody else was there between dry run and apply: what was shown is no longer what would be done. */
const leftOut = (row: ContractImportRow): ContractImportRow => ({
  ...row,
  verdict: 'error',
  deed: 'none',
  changes: [],
  remarks: [...row.remarks, { severity: 'error', column: '', rule: 'changed-since-the-dry-run', value: null }],
  outcome: 'refused',
});
