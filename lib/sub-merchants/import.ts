import 'server-only';
import type { Actor, AuditInput } from '@/lib/audit/record';
import { recordAudit, recordAudits } from '@/lib/audit/record';
import { echoLine, fileStart } from '@/lib/csv/cell';
import type { Db, Tx } from '@/lib/db/client';
import type { ImportFile } from '@/lib/db/generated/client';
import { isUuid } from '@/lib/db/uuid';
import type { Vault } from '@/lib/db/vault';
import { sha256 } from '@/lib/platform/crypto/sha256';
import type { Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import type { CsvTable } from './csv';
import { readCsv } from './csv';
import type { ImportReport, ImportRow, ImportView } from './import-report';
import { countsOf, importCounts, importReport, outcomeOf } from './import-report';
import type { ToldRow } from './import-rows';
import { judgeRow, readRows } from './import-rows';
import { holdJoining, joinRows } from './join';
import type { Kept, Origin } from './keep';
import { auditOf, holdRows, openReferences, updateRows } from './keep';

export type ImportContext = { db: Db; vault: Vault; now: () => Date };
type StaffActor = Extract<Actor, { kind: 'staff' }>;
type Owned = { connection: { id: string }; staff: StaffActor };

export const contentAbout = (importId: string) => `import ${importId} content`;
export const reportAbout = (importId: string) => `import ${importId} report`;

/** Rows that are judged or written together: a transaction stays short, and memory does not grow with the file. */
const rowsAtOnce = 500;

function* chunks<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}

const originOf = (importId: string, at: Date): Origin => ({ source: 'import', how: 'import', proof: importId, at });

/**
 * Dry run: reads the file, judges every row against what we hold now, seals file and verdicts, and changes nothing else.
 * A file that cannot be read for certain is `invalid` as a whole, with one issue at `file`.
 */
export async function checkImport(
  { db, vault, now }: ImportContext,
  { connection, staff, fileName, bytes }: Owned & { fileName: string; bytes: Uint8Array },
): Promise<Result<ImportView>> {
  const read = readCsv(bytes);
  if (!read.ok) return refuse({ kind: 'invalid', issues: [read.issue] });
  const { table } = read;
  const connectionId = connection.id;
  const importId = crypto.randomUUID();
  const at = now();
  const rows: ImportRow[] = [];
  for (const chunk of chunks(readRows(table), rowsAtOnce)) {
    const ids = chunk.map(({ subMchid }) => subMchid);
    const [held, open] = await Promise.all([
      db.subMerchant.findMany({ where: { connectionId, subMchid: { in: ids } } }),
      openReferences(db, connectionId, ids),
    ]);
    const byId = new Map(held.map((row) => [row.subMchid, row]));
    for (const told of chunk) {
      const heldFor = { held: byId.get(told.subMchid) ?? null, openReference: open.get(told.subMchid) ?? null };
      rows.push(judgeRow(told, heldFor, { connectionId }, originOf(importId, at), vault).row);
    }
  }
  const report: ImportReport = { unknownColumns: table.unknownColumns, rows, done: 0 };
  const file = await db.importFile.create({
    data: {
      id: importId,
      connectionId,
      staffId: staff.id,
      // Cut between characters: half of one could not be written into a header later.
      fileName: [...fileName].slice(0, 200).join(''),
      sizeBytes: bytes.length,
      rowCount: rows.length,
      state: 'checked',
      content: vault.seal(bytes, contentAbout(importId)),
      contentSha256: sha256(bytes),
      report: vault.sealJson(report, reportAbout(importId)),
      counts: countsOf(rows),
      createdAt: at,
    },
  });
  return ok(viewOf(file, report));
}

function viewOf(file: ImportFile, { unknownColumns, rows }: ImportReport): ImportView {
  return {
    id: file.id,
    fileName: file.fileName,
    state: file.state === 'applied' ? 'applied' : 'checked',
    createdAt: file.createdAt.toISOString(),
    appliedAt: file.appliedAt?.toISOString() ?? null,
    rowCount: file.rowCount,
    sha256: file.contentSha256,
    isFileHeld: file.content !== null,
    counts: importCounts.parse(file.counts),
    outcome: file.state === 'applied' ? outcomeOf(rows) : null,
    unknownColumns,
    rows,
  };
}

type Stored = { file: ImportFile; report: ImportReport };

/** The import with its report opened; null when there is none. */
async function load(tx: Tx, vault: Vault, connectionId: string, importId: string): Promise<Stored | null> {
  const file = isUuid(importId)
    ? await tx.importFile.findFirst({ where: { id: importId, connectionId, kind: 'sub-merchant' } })
    : null;
  if (!file?.report) return null;
  return { file, report: importReport.parse(vault.openJson(file.report, reportAbout(importId))) };
}

/** The stored file, read again; null when it has been purged. */
function tableOf({ file }: Stored, vault: Vault): CsvTable | null {
  if (!file.content) return null;
  const read = readCsv(vault.open(file.content, contentAbout(file.id)));
  if (!read.ok) throw new Error('A stored import can no longer be read');
  return read.table;
}

/** Whether there is such an import, without opening it. */
export async function hasImport({ db }: Pick<ImportContext, 'db'>, connectionId: string, importId: string) {
  return (
    (await db.importFile.count({
      where: { id: importId, connectionId, kind: 'sub-merchant', report: { not: null } },
    })) > 0
  );
}

/** An import as its page shows it; null if there is none. */
export async function getImport(
  { db, vault }: Pick<ImportContext, 'db' | 'vault'>,
  connectionId: string,
  importId: string,
): Promise<ImportView | null> {
  const stored = await load(db, vault, connectionId, importId);
  return stored && viewOf(stored.file, stored.report);
}

/** Throws a checked import away, the sealed file with it. One that has been applied stays. */
export async function discardImport(
  { db }: Pick<ImportContext, 'db'>,
  { connection, staff }: Owned,
  importId: string,
): Promise<Result<null>> {
  if (!isUuid(importId)) return refuse({ kind: 'not-found' });
  const { count } = await db.importFile.deleteMany({
    where: { id: importId, connectionId: connection.id, staffId: staff.id, state: 'checked' },
  });
  return count === 0 ? refuse({ kind: 'not-found' }) : ok(null);
}

/**
 * Does what the dry run showed, in pieces: each is one transaction that holds its rows, writes them with their audit
 * entries, and remembers how far it came. Whoever starts it again goes on from there; once it is applied, nothing changes
 * any more. A row whose record changed since the dry run is left out and says so.
 */
export async function applyImport(
  context: ImportContext,
  { connection, staff }: Owned,
  importId: string,
): Promise<Result<ImportView>> {
  const stored = await load(context.db, context.vault, connection.id, importId);
  const table = stored && tableOf(stored, context.vault);
  if (!table) return refuse({ kind: 'not-found' });
  const told = readRows(table);
  for (;;) {
    const view = await context.db.$transaction((tx) => applySome(context, tx, { connection, staff }, importId, told), {
      timeout: 60_000,
      maxWait: 60_000,
    });
    if (view) return ok(view);
  }
}

/** One piece; the finished import when nothing is left to do. */
async function applySome(
  { vault, now }: ImportContext,
  tx: Tx,
  { connection, staff }: Owned,
  importId: string,
  told: ToldRow[],
): Promise<ImportView | null> {
  const connectionId = connection.id;
  // Two who apply the same import take turns here, piece by piece.
  await tx.$queryRaw`SELECT 1 AS held FROM "ImportFile" WHERE "id" = ${importId}::uuid FOR UPDATE`;
  const { file, report } = (await load(tx, vault, connectionId, importId)) ?? {};
  if (!file || !report) throw new Error('An import was thrown away while it was applied');
  if (file.state === 'applied') return viewOf(file, report);

  const at = now();
  const from = report.done;
  const piece = told.slice(from, from + rowsAtOnce);
  const results = await writePiece(
    tx,
    { connectionId, importId, staff, at, vault },
    piece,
    report.rows.slice(from, from + piece.length),
  );
  report.rows.splice(from, results.length, ...results);
  report.done = from + results.length;
  const isDone = report.done >= told.length;
  const saved = await tx.importFile.update({
    where: { id: importId },
    data: { report: vault.sealJson(report, reportAbout(importId)), ...(isDone && { state: 'applied', appliedAt: at }) },
  });
  if (!isDone) return null;
  const outcome = outcomeOf(report.rows);
  await recordAudit(tx, {
    actor: staff,
    at,
    connectionId,
    object: { kind: 'import', id: importId, name: file.fileName },
    event: {
      action: 'import.applied',
      fileName: file.fileName,
      created: outcome.created,
      updated: outcome.updated,
      skipped: outcome.unchanged + outcome.refused,
    },
  });
  return viewOf(saved, report);
}

type Writing = { connectionId: string; importId: string; staff: StaffActor; at: Date; vault: Vault };

async function writePiece(tx: Tx, writing: Writing, piece: ToldRow[], checked: ImportRow[]): Promise<ImportRow[]> {
  const { connectionId, importId, staff, at, vault } = writing;
  const ids = piece.map(({ subMchid }) => subMchid);
  await holdJoining(tx, connectionId, ids);
  const held = await holdRows(tx, connectionId, ids);
  const open = await openReferences(tx, connectionId, ids);
  const judged = piece.map((told, index) => {
    const before = checked[index];
    if (!before) throw new Error('A stored import no longer matches its report');
    if (before.verdict === 'error') return { kept: null, row: { ...before, outcome: 'refused' as const } };
    const heldFor = { held: held.get(told.subMchid) ?? null, openReference: open.get(told.subMchid) ?? null };
    const now = judgeRow(told, heldFor, { connectionId }, originOf(importId, at), vault);
    if (now.row.verdict === 'error') return { kept: null, row: { ...now.row, outcome: 'refused' as const } };
    const hasMoved = now.row.version !== before.version && now.kept?.kind !== 'unchanged';
    return hasMoved ? { kept: null, row: leftOut(before) } : { kept: now.kept, row: now.row };
  });

  const rowsTo = (deed: Kept['kind']) => judged.flatMap(({ kept }) => (kept?.kind === deed ? [kept.row] : []));
  const joined = await joinRows(tx, { connectionId, actor: staff, at }, rowsTo('create'));
  await updateRows(tx, rowsTo('update'));
  const results = judged.map(({ kept, row }) => (kept === null ? row : resultOf(kept, row, joined.created)));
  const audits = judged.flatMap(({ kept, row }, index): AuditInput[] => {
    if (kept === null || kept.kind === 'unchanged' || results[index]?.outcome === 'refused') return [];
    const event = { action: 'sub-merchant.imported', importId, row: row.number, changes: kept.changes } as const;
    return [auditOf({ connectionId, subMchid: row.subMchid }, row.name, staff, at, event)];
  });
  await recordAudits(tx, [...audits, ...joined.audits]);
  return results;
}

function resultOf(kept: Kept, row: ImportRow, created: Set<string>): ImportRow {
  if (kept.kind === 'unchanged') return { ...row, outcome: 'unchanged' };
  if (kept.kind === 'update') return { ...row, outcome: 'updated' };
  return created.has(row.subMchid) ? { ...row, outcome: 'created' } : leftOut(row);
}

/** Somebody else was there between dry run and apply: what was shown is no longer what would be done. */
const leftOut = (row: ImportRow): ImportRow => ({
  ...row,
  verdict: 'error',
  deed: 'none',
  changes: [],
  remarks: [...row.remarks, { severity: 'error', column: '', rule: 'changed-since-the-dry-run', value: null }],
  outcome: 'refused',
});

const resultColumns = ['outcome', 'column', 'reason'];

/**
 * The file as it came with three columns more: what became (or would become) of the row, the first column with something
 * to say, and the rule. It holds what was uploaded, personal values too, so only the person who uploaded it gets it.
 */
export async function importResult(
  { db, vault }: Pick<ImportContext, 'db' | 'vault'>,
  { connection, staff }: Owned,
  importId: string,
): Promise<Result<{ fileName: string; csv: string }>> {
  const stored = await load(db, vault, connection.id, importId);
  if (!stored) return refuse({ kind: 'not-found' });
  if (stored.file.staffId !== staff.id) return refuse({ kind: 'conflict', rule: 'only-who-uploaded-it' });
  const table = tableOf(stored, vault);
  if (!table) return refuse({ kind: 'not-found' });
  const { header, delimiter, rows } = table;
  // A result that is imported again keeps its shape: its three columns are written anew.
  const isResult = resultColumns.every(
    (name, index) =>
      header
        .at(index - 3)
        ?.trim()
        .toLowerCase() === name,
  );
  const width = isResult ? header.length - 3 : header.length;
  const lines = rows.map(({ cells }, index) => {
    const row = stored.report.rows[index];
    const [said] = [...(row?.remarks ?? [])].sort(
      (a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'),
    );
    const outcome = row?.outcome ?? (row?.verdict === 'error' ? 'refused' : (row?.deed ?? ''));
    const own = Array.from({ length: width }, (_, at) => cells[at] ?? '');
    return echoLine([...own, outcome, said?.column ?? '', said?.rule ?? ''], delimiter);
  });
  const csv = `${fileStart}${echoLine([...header.slice(0, width), ...resultColumns], delimiter)}${lines.join('')}`;
  return ok({ fileName: stored.file.fileName.replace(/(\.csv)?$/i, '-result.csv'), csv });
}
