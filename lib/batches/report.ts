import 'server-only';
import type { StaffActor } from '@/lib/approvals/deed';
import { recordAudit } from '@/lib/audit/record';
import { fileStart, writeLine } from '@/lib/csv/cell';
import type { BatchContext } from './held';
import { subjectOf } from './held';
import { allRows, getBatch } from './queries';
import { listLength } from './rules';
import type { BatchDetail, BatchRowView } from './view';

export const reportFormats = ['csv', 'json'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** Columns of the report as CSV: one line for each row of the source, those included that the dry run left out. */
export const reportColumns = [
  'row',
  'place',
  'id',
  'name',
  'outcome',
  'why',
  'http_status',
  'code',
  'meaning',
  'settled_how',
  'tries',
  'opened_at',
  'settled_at',
  'reference',
] as const;

const cellsOf = ({ number, place, objectId, objectName, standing, why, request }: BatchRowView): string[] => [
  String(number),
  place === null ? '' : String(place),
  objectId,
  objectName,
  standing,
  why?.rule ?? '',
  String(request?.httpStatus ?? ''),
  request?.code ?? '',
  request?.meaning ?? '',
  request?.settledHow ?? '',
  request === null ? '' : String(request.tries),
  request?.openedAt ?? '',
  request?.settledAt ?? '',
  request?.reference ?? '',
];

/** What the whole comes to: the six outcomes sum to the list, and with what was left out to the source. */
export const summaryOf = (batch: BatchDetail) => ({
  id: batch.id,
  kind: batch.kind,
  name: batch.name,
  state: batch.state,
  made_by: batch.madeBy,
  approved_by: batch.approvedBy,
  list_sha256: batch.listSha256,
  source_rows: batch.sourceCount,
  list_rows: batch.listCount,
  outcomes: { ...batch.totals, sum: listLength(batch.totals) },
  excluded: Object.fromEntries(batch.excluded.map(({ rule, count }) => [rule, count])),
  started_at: batch.startedAt,
  ended_at: batch.endedAt,
});

/**
 * What became of a batch, piece by piece: memory does not grow with the list. Each cell is inert in a spreadsheet. The
 * trail says who took it, and how many rows went out. Null if the connection has none of this id.
 */
export async function reportOf(
  context: BatchContext,
  { connectionId, actor }: { connectionId: string; actor: StaffActor },
  batchId: string,
  format: ReportFormat,
): Promise<AsyncGenerator<string> | null> {
  const batch = await getBatch(context, connectionId, batchId);
  return batch && write(context, { connectionId, actor }, batch, format);
}

async function* write(
  context: BatchContext,
  { connectionId, actor }: { connectionId: string; actor: StaffActor },
  batch: BatchDetail,
  format: ReportFormat,
): AsyncGenerator<string> {
  let rows = 0;
  try {
    if (format === 'csv') yield `${fileStart}${writeLine(reportColumns)}`;
    else yield `{"batch":${JSON.stringify(summaryOf(batch))},"rows":[`;
    for await (const piece of allRows(context.db, batch.id)) {
      const before = rows;
      rows += piece.length;
      if (format === 'csv') yield piece.map((row) => writeLine(cellsOf(row))).join('');
      else yield `${before > 0 ? ',' : ''}${piece.map((row) => JSON.stringify(row)).join(',')}`;
    }
    if (format === 'json') yield ']}';
  } finally {
    await context.db.$transaction((tx) =>
      recordAudit(tx, {
        actor,
        at: context.now(),
        ...subjectOf({ ...batch, connectionId }),
        event: { action: 'batch.exported', format, rows },
      }),
    );
  }
}
