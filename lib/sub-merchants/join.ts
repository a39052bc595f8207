import 'server-only';
import type { Actor, AuditInput } from '@/lib/audit/record';
import type { Tx } from '@/lib/db/client';
import { holdNames } from '@/lib/db/hold';
import type { Change } from '@/lib/requests/view';
import type { ApplicationNews, H5Facts } from './h5-news';
import { h5After } from './h5-news';
import type { StoredRow } from './keep';
import { auditOf, insertRows } from './keep';

/** The name by which a sub-merchant is held (`holdNames`), whether it has a row yet or not. */
export const subMerchantName = (subMchid: string): string => `sub-merchant ${subMchid}`;

/**
 * Holds sub-merchants that may be about to join. Whoever takes a notification in holds the same name: without it one could
 * find nobody to tell while the other finds nothing told, and both would be right when they looked.
 */
export const holdJoining = (tx: Tx, connectionId: string, subMchids: readonly string[]): Promise<void> =>
  holdNames(tx, connectionId, subMchids.map(subMerchantName));

type NewsBefore = ApplicationNews & { applymentId: string };

/** The applications that notifications told of these sub-merchants so far, by `sub_mchid`, the oldest fact first. */
async function toldBefore(
  tx: Tx,
  connectionId: string,
  subMchids: readonly string[],
): Promise<Map<string, NewsBefore[]>> {
  const rows = await tx.application.findMany({
    where: { connectionId, subMchid: { in: [...subMchids] } },
    orderBy: [{ stateAsOf: 'asc' }, { id: 'asc' }],
  });
  const told = new Map<string, NewsBefore[]>();
  for (const { subMchid, kind, stateAsOf, stateProof, ...row } of rows) {
    const news: NewsBefore = {
      ...row,
      kind: kind === 'domain-change' ? 'domain-change' : 'authorization',
      asOf: stateAsOf,
      proof: stateProof,
    };
    told.set(subMchid, [...(told.get(subMchid) ?? []), news]);
  }
  return told;
}

/** Changes one after another as one: from what was at first to what is in the end. */
function together(changes: readonly Change[]): Change[] {
  const byPath = new Map<string, Change>();
  for (const change of changes) {
    const { kind, from } = byPath.get(change.path) ?? change;
    byPath.set(change.path, { ...change, kind, from });
  }
  return [...byPath.values()].filter(({ from, to }) => from !== to);
}

/** A row that joins with what was told of it before, taken in the order of the facts as if each came only now. */
function withNews(row: StoredRow, news: readonly NewsBefore[]): { row: StoredRow; changes: Change[] } {
  let facts: H5Facts = row;
  const changes: Change[] = [];
  for (const one of news) {
    const after = h5After(facts, one);
    facts = after.facts;
    changes.push(...after.changes);
  }
  return { row: { ...row, ...facts }, changes: together(changes) };
}

/** Takes sub-merchants out of those that nobody holds; answers how many notifications had named each. */
async function claim(tx: Tx, connectionId: string, subMchids: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.$queryRaw<{ subMchid: string }[]>`
    UPDATE "Notification" SET "isUnclaimed" = FALSE
    WHERE "connectionId" = ${connectionId}::uuid AND "isUnclaimed" AND "subMchid" = ANY(${[...subMchids]}::text[])
    RETURNING "subMchid"`;
  const counts = new Map<string, number>();
  for (const { subMchid } of rows) counts.set(subMchid, (counts.get(subMchid) ?? 0) + 1);
  return counts;
}

/**
 * Writes new rows, whose names the transaction holds, and gives each what verified notifications told of it before
 * anybody held it (features row 1): H5 state, domains in force and grade, never over what the way in knows as of later.
 * Answers the ids that were written, and the entries of those that something was told of. A few statements, whatever the
 * number of rows.
 */
export async function joinRows(
  tx: Tx,
  { connectionId, actor, at }: { connectionId: string; actor: Actor; at: Date },
  rows: readonly StoredRow[],
): Promise<{ created: Set<string>; audits: AuditInput[] }> {
  if (rows.length === 0) return { created: new Set(), audits: [] };
  const told = await toldBefore(
    tx,
    connectionId,
    rows.map(({ subMchid }) => subMchid),
  );
  const joining = rows.map((row) => withNews(row, told.get(row.subMchid) ?? []));
  const created = await insertRows(
    tx,
    joining.map(({ row }) => row),
  );
  const claimed = await claim(tx, connectionId, [...created]);
  const audits = joining.flatMap(({ row, changes }): AuditInput[] => {
    const notifications = claimed.get(row.subMchid) ?? 0;
    const news = told.get(row.subMchid) ?? [];
    if (!created.has(row.subMchid) || (notifications === 0 && news.length === 0)) return [];
    const applications = news.map(({ kind, applymentId }) => ({ kind, applymentId }));
    const event = { action: 'sub-merchant.claimed', notifications, applications, changes } as const;
    return [auditOf({ connectionId, subMchid: row.subMchid }, row.name, actor, at, event)];
  });
  return { created, audits };
}
