import 'server-only';
import type { Actor } from '@/lib/audit/record';
import { recordAudit } from '@/lib/audit/record';
import { fileStart, writeLine } from '@/lib/csv/cell';
import type { Db } from '@/lib/db/client';
import { exponentOf, majorOf } from '@/lib/platform/wire/currency';
import type { DeductionFilters } from './filters';
import { narrowedBy } from './filters';
import { readDeductions } from './list';
import type { DeductionRow } from './view';

/** Wire names where there are such; `amount_major` is empty for a currency whose exponent nobody told us. */
const exportColumns = [
  ...['made', 'out_trade_no', 'transaction_id', 'contract_id', 'sub_mchid', 'sub_merchant'],
  ...['amount_major', 'amount.total', 'amount.currency', 'standing', 'trade_state', 'state_how', 'outcome', 'meaning'],
  ...['bank_type', 'made_by', 'approval', 'reference'],
];

function lineOf(row: DeductionRow): string {
  const exponent = exponentOf(row.currency);
  return writeLine([
    row.createdAt,
    row.outTradeNo,
    row.transactionId ?? '',
    row.contractId,
    row.subMchid,
    row.name,
    exponent === null ? '' : majorOf(row.total, exponent),
    row.total,
    row.currency,
    row.standing,
    row.tradeState ?? '',
    row.tradeStateHow ?? '',
    row.outcome ?? '',
    row.meaning ?? '',
    row.bankType ?? '',
    row.madeBy,
    row.approvalId ?? '',
    row.reference ?? '',
  ]);
}

const atOnce = 1000;

/**
 * The filtered list as CSV, piece by piece: memory does not grow with it. Ordered by the number, which no order changes once
 * it was sent, so that one that moves meanwhile is neither lost nor told twice. What went out leaves an audit entry.
 */
export async function* exportDeductions(
  { db, now }: { db: Db; now: () => Date },
  { connection, staff, filters }: { connection: { id: string }; staff: Actor; filters: DeductionFilters },
): AsyncGenerator<string> {
  const connectionId = connection.id;
  let rows = 0;
  let cursor: string | undefined;
  try {
    yield `${fileStart}${writeLine(exportColumns)}`;
    do {
      const ordered: DeductionFilters = { ...filters, sort: 'out_trade_no', cursor };
      // The page sizes of the screen do not bind a file.
      const page = await readDeductions(db, connectionId, ordered, atOnce);
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
        object: { kind: 'deduction', id: '' },
        event: { action: 'deduction.exported', rows, filters: narrowedBy(filters) },
      }),
    );
  }
}
