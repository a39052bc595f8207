import 'server-only';
import type { StaffActor } from '@/lib/approvals/deed';
import { recordAudit } from '@/lib/audit/record';
import type { PlatformAccount } from '@/lib/connections/account';
import type { Db, Tx } from '@/lib/db/client';
import type { Batch, Prisma } from '@/lib/db/generated/client';
import { isUuid } from '@/lib/db/uuid';
import type { Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import type { BatchContext } from './held';
import { hashOfList, lockBatch, subjectOf } from './held';
import type { AnyBatchKind, Looked } from './kind';
import { defaultPace } from './rules';
import type { BatchSettings } from './schema';
import type { ReadRow } from './source';
import { repeatsIn } from './source';
import type { BatchSource, Verdict } from './view';

/** Rows that are looked at or written together: memory does not grow with the list. */
const ROWS_AT_ONCE = 500;
/** A draft of many thousand rows is one transaction all the same. */
const LONG = { timeout: 120_000, maxWait: 30_000 };

/** A draft that was never asked for is thrown away after so long, with the list that somebody pasted. */
const DRAFT_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

type For = { account: PlatformAccount; actor: StaffActor };

export type NewBatch = For & {
  kind: AnyBatchKind;
  name: string;
  source: BatchSource;
  sourceName: string;
  rows: readonly ReadRow[];
  /** What every row must say of these columns: a row that says otherwise is not in the list. */
  expected: Readonly<Record<string, string>>;
  /** Zone of the hours that may be chosen later. */
  zone: string;
};

type Judged = ReadRow & Pick<Looked, 'objectName' | 'held'>;

/**
 * Dry run: each row is looked at as it is held now, and those with nothing against them are the list, in the order of the
 * source. Nothing is sent and nothing but the draft is written.
 */
export async function createBatch(context: BatchContext, wanted: NewBatch): Promise<Result<{ batchId: string }>> {
  const { account, actor, kind, source, expected } = wanted;
  const at = context.now();
  const rows = wanted.rows.map((row) => withExpected(row, expected));
  const judged = await judge(context.db, kind, account, rows, at, null);
  const batchId = crypto.randomUUID();
  const list = judged.filter(({ verdict }) => verdict === null).map(({ objectId }) => objectId);
  const listSha256 = hashOfList(list);
  await context.db.$transaction(async (tx) => {
    const batch = await tx.batch.create({
      data: {
        id: batchId,
        connectionId: account.connection.id,
        kind: kind.name,
        name: wanted.name,
        staffId: actor.id,
        source,
        sourceName: [...wanted.sourceName].slice(0, 200).join(''),
        perMinute: defaultPace.perMinute,
        equalErrorsMax: defaultPace.equalErrorsMax,
        zone: wanted.zone,
        sourceCount: rows.length,
        listCount: list.length,
        listSha256,
        createdAt: at,
        updatedAt: at,
      },
    });
    await writeRows(tx, batchId, judged);
    await recordAudit(tx, {
      actor,
      at,
      ...subjectOf(batch),
      event: { action: 'batch.made', kind: kind.name, source, rows: rows.length, listed: list.length, listSha256 },
    });
  }, LONG);
  context.publish(account.connection.id, 'batches', [batchId]);
  return ok({ batchId });
}

/** A row that says nothing of a column says what is expected; one that says otherwise contradicts. */
function withExpected(row: ReadRow, expected: NewBatch['expected']): ReadRow {
  const against = Object.entries(expected).find(([column, value]) => (row.told[column] ?? value) !== value);
  const told = { ...expected, ...row.told };
  return against && row.verdict === null
    ? { ...row, told, verdict: { rule: 'not-as-expected', params: { column: against[0], expected: against[1] } } }
    : { ...row, told };
}

/** The verdict of each row: what is wrong with its cells, then repeats, then what the kind and the other rooms know. */
async function judge(
  db: Db | Tx,
  kind: AnyBatchKind,
  account: PlatformAccount,
  rows: readonly ReadRow[],
  at: Date,
  batchId: string | null,
): Promise<Judged[]> {
  const repeats = repeatsIn(rows);
  const judged: Judged[] = [];
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const piece = rows.slice(from, from + ROWS_AT_ONCE);
    const looked = await kind.look(db, { account, at }, piece);
    const elsewhere = await heldElsewhere(db, kind, account.connection.id, piece, batchId);
    for (const [n, row] of piece.entries()) {
      const { objectName = '', held = {}, verdict = null } = looked[n] ?? {};
      const ofCells = row.verdict ?? cellVerdict(kind, row, account);
      judged.push({
        ...row,
        objectName,
        held,
        verdict: ofCells ?? repeats.get(row.number) ?? verdict ?? elsewhere.get(row.objectId) ?? null,
      });
    }
  }
  return judged;
}

function cellVerdict(kind: AnyBatchKind, { objectId, told }: ReadRow, account: PlatformAccount): Verdict | null {
  const [idColumn] = kind.columns;
  const cells = [[idColumn, objectId] as const, ...Object.entries(told)];
  return cells.map(([column, text]) => kind.readCell(column, text, account)).find((found) => found !== null) ?? null;
}

/** Objects that something else is about to change: an open request, an approval that waits, another batch. */
async function heldElsewhere(
  db: Db | Tx,
  { objectKind, operation, name }: AnyBatchKind,
  connectionId: string,
  rows: readonly ReadRow[],
  batchId: string | null,
): Promise<Map<string, Verdict>> {
  const ids = rows.map(({ objectId }) => objectId);
  const targets = rows.flatMap(({ objectId }) =>
    operation.locks(objectId, null).map((target) => ({ objectId, target })),
  );
  const [locks, approvals, others] = await Promise.all([
    db.objectLock.findMany({
      where: { connectionId, objectId: { in: targets.map(({ target }) => target.objectId) } },
      select: { objectKind: true, objectId: true, request: { select: { reference: true } } },
    }),
    db.approval.findMany({
      where: { connectionId, objectKind, objectId: { in: ids }, deed: name, state: { in: ['pending', 'approved'] } },
      select: { objectId: true },
    }),
    db.batchRow.findMany({
      where: {
        objectId: { in: ids },
        place: { not: null },
        requestId: null,
        leftOut: null,
        batch: {
          connectionId,
          kind: name,
          state: { in: ['canary', 'running', 'paused'] },
          ...(batchId !== null && { id: { not: batchId } }),
        },
      },
      select: { objectId: true, batch: { select: { name: true } } },
    }),
  ]);
  const held = new Map<string, Verdict>();
  for (const { objectId, batch } of others)
    held.set(objectId, { rule: 'in-another-batch', params: { name: batch.name } });
  for (const { objectId } of approvals) held.set(objectId, { rule: 'waits-for-approval' });
  for (const { objectId, target } of targets) {
    const lock = locks.find((one) => one.objectKind === target.objectKind && one.objectId === target.objectId);
    if (lock) held.set(objectId, { rule: 'locked-by-open-request', params: { reference: lock.request.reference } });
  }
  return held;
}

async function writeRows(tx: Tx, batchId: string, judged: readonly Judged[]): Promise<void> {
  let place = 0;
  const data = judged.map(({ number, objectId, objectName, told, held, verdict }) => {
    if (verdict === null) place += 1;
    return {
      batchId,
      number,
      place: verdict === null ? place : null,
      objectId,
      objectName,
      told: told as Prisma.InputJsonValue,
      held,
      verdict: verdict?.rule ?? null,
      ...(verdict?.params && { verdictParams: verdict.params }),
    };
  });
  for (let from = 0; from < data.length; from += ROWS_AT_ONCE)
    await tx.batchRow.createMany({ data: data.slice(from, from + ROWS_AT_ONCE) });
}

/** A draft of this person, held: nobody else changes or asks for it, and nothing changes once it has begun. */
async function ownDraft(
  tx: Tx,
  { account, actor }: For,
  batchId: string,
  version: number | null,
): Promise<Result<Batch>> {
  const batch = isUuid(batchId) ? await lockBatch(tx, account.connection.id, batchId) : null;
  if (!batch) return refuse({ kind: 'not-found' });
  if (batch.state !== 'draft') return refuse({ kind: 'conflict', rule: 'batch-has-begun' });
  if (batch.staffId !== actor.id) return refuse({ kind: 'conflict', rule: 'only-who-made-it' });
  if (version !== null && batch.version !== version) return refuse({ kind: 'conflict', rule: 'batch-changed' });
  return ok(batch);
}

/** Keeps what all rows share, the pace and the name; what waits for approval is void with it. */
export async function saveSettings(
  context: BatchContext,
  by: For,
  batchId: string,
  { name, pace, shared, version }: BatchSettings,
): Promise<Result<{ version: number }>> {
  const saved = await context.db.$transaction(async (tx): Promise<Result<{ version: number }>> => {
    const own = await ownDraft(tx, by, batchId, version);
    if (!own.ok) return own;
    const kind = context.batchKind(own.value.kind);
    if (!kind) return refuse({ kind: 'not-found' });
    const read = kind.shared.safeParse(shared);
    const issues = read.success
      ? kind.checkShared(read.data, by.account)
      : read.error.issues.map(({ path }) => ({ path: path.map(String).join('.'), rule: 'wrong-type' }));
    if (issues.length > 0) return refuse({ kind: 'invalid', issues });
    const { hours, ...rates } = pace;
    const row = await tx.batch.update({
      where: { id: batchId },
      data: {
        name,
        shared: read.data as Prisma.InputJsonValue,
        ...rates,
        hoursFrom: hours?.from ?? null,
        hoursTo: hours?.to ?? null,
        version: { increment: 1 },
        updatedAt: context.now(),
      },
    });
    return ok({ version: row.version });
  });
  if (saved.ok) context.publish(by.account.connection.id, 'batches', [batchId]);
  return saved;
}

/** Looks at every row again, as things are now: the list may become another one, and what waits for approval is void. */
export async function lookAgain(
  context: BatchContext,
  by: For,
  batchId: string,
): Promise<Result<{ listCount: number }>> {
  const looked = await context.db.$transaction(async (tx): Promise<Result<{ listCount: number }>> => {
    const own = await ownDraft(tx, by, batchId, null);
    if (!own.ok) return own;
    const kind = context.batchKind(own.value.kind);
    if (!kind) return refuse({ kind: 'not-found' });
    const at = context.now();
    const stored = await tx.batchRow.findMany({ where: { batchId }, orderBy: { number: 'asc' } });
    const rows = stored.map(
      ({ number, objectId, told, verdict, verdictParams }): ReadRow => ({
        number,
        objectId,
        told: told as Record<string, string>,
        // What was wrong with the cells is wrong still; everything else is looked at anew.
        verdict:
          verdict !== null && ofCells.includes(verdict)
            ? { rule: verdict, ...(verdictParams && { params: verdictParams as Record<string, string> }) }
            : null,
      }),
    );
    const judged = await judge(tx, kind, by.account, rows, at, batchId);
    const list = judged.filter(({ verdict }) => verdict === null).map(({ objectId }) => objectId);
    await tx.batchRow.deleteMany({ where: { batchId } });
    await writeRows(tx, batchId, judged);
    await tx.batch.update({
      where: { id: batchId },
      data: {
        listCount: list.length,
        listSha256: hashOfList(list),
        version: { increment: 1 },
        updatedAt: at,
      },
    });
    return ok({ listCount: list.length });
  }, LONG);
  if (looked.ok) context.publish(by.account.connection.id, 'batches', [batchId]);
  return looked;
}

const ofCells: readonly string[] = [
  'required',
  'looks-changed-by-a-spreadsheet',
  'looks-like-a-formula',
  'damaged-character',
  'not-as-expected',
];

/** Throws a draft away, its list with it; what waits for its approval is void. */
export async function discardBatch(context: BatchContext, by: For, batchId: string): Promise<Result<null>> {
  const gone = await context.db.$transaction(async (tx): Promise<Result<null>> => {
    const own = await ownDraft(tx, by, batchId, null);
    if (!own.ok) return own;
    await tx.batch.delete({ where: { id: batchId } });
    await recordAudit(tx, {
      actor: by.actor,
      at: context.now(),
      ...subjectOf(own.value),
      event: { action: 'batch.discarded', rows: own.value.sourceCount },
    });
    return ok(null);
  }, LONG);
  if (gone.ok) context.publish(by.account.connection.id, 'batches', [batchId]);
  return gone;
}

/** Removes drafts that nobody touched for a month; answers how many. */
export async function purgeDraftBatches({ db, now }: Pick<BatchContext, 'db' | 'now'>): Promise<number> {
  const lt = new Date(now().getTime() - DRAFT_KEPT_MS);
  const { count } = await db.batch.deleteMany({ where: { state: 'draft', updatedAt: { lt } } });
  return count;
}
