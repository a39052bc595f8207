import 'server-only';
import type { Actor } from '@/lib/audit/record';
import { recordAudit } from '@/lib/audit/record';
import { fileStart, writeLine } from '@/lib/csv/cell';
import type { Db } from '@/lib/db/client';
import type { ContractFilters } from './filters';
import { narrowedBy } from './filters';
import { readContracts } from './list';
import { standingOf } from './rules';
import type { ContractRow } from './view';

/** What an import reads comes first, by its names; what people ask for besides stands after it. */
const exportColumns = [
  'contract_id',
  'sub_mchid',
  'plan_id',
  'out_contract_code',
  'signed_time',
  'state',
  'terminated_time',
  'standing',
  'state_how',
  'ended_by',
];

const lineOf = (row: ContractRow): string =>
  writeLine([
    row.contractId,
    row.subMchid,
    row.planId ?? '',
    row.outContractCode ?? '',
    row.signedAt ?? '',
    row.state,
    row.state === 'TERMINATED' ? (row.endedAt ?? '') : '',
    standingOf(row),
    row.stateHow,
    row.endedBy ?? '',
  ]);

const atOnce = 1000;

/**
 * The filtered register as CSV, piece by piece: memory does not grow with it. Ordered by the number, which never changes, so
 * that a row that is changed meanwhile is neither lost nor told twice. What went out leaves an audit entry.
 */
export async function* exportContracts(
  { db, now }: { db: Db; now: () => Date },
  { connection, staff, filters }: { connection: { id: string }; staff: Actor; filters: ContractFilters },
): AsyncGenerator<string> {
  const connectionId = connection.id;
  let rows = 0;
  let cursor: string | undefined;
  try {
    yield `${fileStart}${writeLine(exportColumns)}`;
    do {
      const ordered: ContractFilters = { ...filters, sort: 'contract_id', cursor };
      // The page sizes of the screen do not bind a file.
      const page = await readContracts(db, connectionId, ordered, atOnce);
      // The rest has gone since the last piece: reading began anew.
      if (cursor !== undefined && page.isFirst) break;
      rows += page.rows.length;
      yield page.rows.map(lineOf).join('');
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
  } finally {
    await db.$transaction((tx) =>
      recordAudit(tx, {
        actor: staff,
        at: now(),
        connectionId,
        object: { kind: 'contract', id: '' },
        event: { action: 'contract.exported', rows, filters: narrowedBy(filters) },
      }),
    );
  }
}
