import 'server-only';
import { fileStart, writeLine } from '@/lib/csv/cell';
import type { Db } from '@/lib/db/client';
import type { AuditEntry } from '@/lib/db/generated/client';
import type { AuditFilters } from './filters';
import { entryLine } from './pack';
import type { Span } from './queries';
import { eachEntry } from './queries';
import type { Actor } from './record';
import { recordAudit } from './record';
import { dayHeads, sealTrail } from './seals';

type Where = { connectionId: string; actor: Actor };

/** Columns of the trail as CSV. `changes` and `recorded` are JSON. */
export const exportColumns = [
  ...['entry', 'at', 'actor_kind', 'actor_id', 'actor', 'roles', 'ip', 'action', 'object_kind', 'object_id'],
  ...['object_name', 'outcome', 'reason', 'approval', 'reference', 'request', 'changes', 'recorded', 'sha256'],
];

function cellsOf(row: AuditEntry): string[] {
  const { changes, ...recorded } = row.data as { changes?: unknown; approvalId?: unknown };
  return [
    ...[String(row.id), row.at.toISOString(), row.actorKind, row.actorId ?? '', row.actorName],
    ...[row.actorRoles.join(' '), row.ip ?? '', row.action, row.objectKind, row.objectId, row.objectName],
    ...[row.outcome ?? '', row.reason ?? ''],
    typeof recorded.approvalId === 'string' ? recorded.approvalId : '',
    ...[row.reference ?? '', row.requestId ?? '', changes === undefined ? '' : JSON.stringify(changes)],
    ...[JSON.stringify(recorded), row.hash],
  ];
}

/**
 * The trail under these filters, by number, piece by piece: as CSV whose cells are inert in a spreadsheet, or a line of
 * JSON each, exactly what the entry's hash was made of. Values are masked as they are kept. The trail says who took it.
 */
export async function* exportTrail(
  { db, now }: { db: Db; now: () => Date },
  { connectionId, actor }: Where,
  { filters, span, format }: { filters: AuditFilters; span: Span; format: 'csv' | 'jsonl' },
): AsyncGenerator<string> {
  let rows = 0;
  try {
    if (format === 'csv') yield `${fileStart}${writeLine(exportColumns)}`;
    for await (const piece of eachEntry(db, connectionId, filters, span)) {
      rows += piece.length;
      yield piece.map((row) => (format === 'csv' ? writeLine(cellsOf(row)) : `${entryLine(row)}\n`)).join('');
    }
  } finally {
    const { cursor: _, size: __, ...narrowing } = filters;
    const told = Object.entries(narrowing).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
    await db.$transaction((tx) =>
      recordAudit(tx, {
        actor,
        at: now(),
        connectionId,
        object: { kind: 'trail', id: '' },
        event: { action: 'audit.exported', format, rows, filters: Object.fromEntries(told) },
      }),
    );
  }
}

/** The newest seal of each day, as a file to keep elsewhere; what is not sealed yet is sealed first. */
export async function exportHeads(
  context: { db: Db; now: () => Date },
  { connectionId, actor }: Where,
): Promise<string> {
  const { db, now } = context;
  await sealTrail(context);
  const heads = await dayHeads(db);
  await db.$transaction((tx) =>
    recordAudit(tx, {
      actor,
      at: now(),
      connectionId,
      object: { kind: 'trail', id: '' },
      event: { action: 'audit.heads-exported', rows: heads.length, head: heads[0]?.hash ?? null },
    }),
  );
  return `${JSON.stringify({ format: 'subdesk-heads/1', madeAt: now().toISOString(), heads }, null, 1)}\n`;
}
