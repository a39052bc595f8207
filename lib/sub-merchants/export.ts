import 'server-only';
import { z } from 'zod';
import type { Actor } from '@/lib/audit/record';
import { recordAudit } from '@/lib/audit/record';
import { fileStart, writeLine } from '@/lib/csv/cell';
import type { Db } from '@/lib/db/client';
import { Prisma } from '@/lib/db/generated/client';
import { csvColumns, isPersonal } from './csv';
import type { ListFilters } from './filters';
import { narrowing } from './filters';
import { filteredBy, readRows } from './list';
import { plainOf } from './record';
import type { FieldPath } from './schema';
import { plainPaths } from './schema';

/** Personal values are left out, not masked: a mask that came back by an import would be taken for the value. */
export const exportColumns = csvColumns.filter((column) => !isPersonal(column));

const exported = z.object({
  subMchid: z.string(),
  record: z.record(z.string(), z.unknown()),
  h5State: z.string(),
  domains: z.array(z.string()),
});
const select = Prisma.sql`s."subMchid", s."record", s."h5State", s."domains"`;

const isPlain = (column: string): column is Exclude<FieldPath, never> => plainPaths.some((path) => path === column);

function line({ subMchid, record, h5State, domains }: z.infer<typeof exported>): string {
  const held = plainOf({ record: record as Prisma.JsonObject });
  const cells = exportColumns.map((column) => {
    if (column === 'sub_mchid') return subMchid;
    if (column === 'h5_authorization_state') return h5State === 'UNKNOWN' ? '' : h5State;
    if (column === 'h5_domains') return domains.join(' ');
    const value = isPlain(column) ? held[column] : undefined;
    return Array.isArray(value) ? JSON.stringify(value) : (value ?? '');
  });
  return writeLine(cells);
}

const atOnce = 1000;

/**
 * The filtered list as CSV, piece by piece: memory does not grow with the list. Ordered by `sub_mchid`, which never
 * changes, so that a row that is changed meanwhile is neither lost nor told twice. Every cell is inert in a spreadsheet,
 * and importing the file changes nothing. Whoever stops reading half-way leaves an audit entry of what went out.
 */
export async function* exportSubMerchants(
  { db, now }: { db: Db; now: () => Date },
  { connection, staff, filters }: { connection: { id: string }; staff: Actor; filters: ListFilters },
): AsyncGenerator<string> {
  const connectionId = connection.id;
  const where = await filteredBy(db, connectionId, filters, now());
  let rows = 0;
  let cursor: string | undefined;
  try {
    yield `${fileStart}${writeLine(exportColumns)}`;
    do {
      const ordered = { ...filters, sort: 'sub_mchid', cursor };
      const page = await readRows(db, { where, filters: ordered, connectionId, size: atOnce, row: exported, select });
      // The rest has gone since the last piece: reading began anew.
      if (cursor !== undefined && page.isFirst) break;
      rows += page.rows.length;
      yield page.rows.map(line).join('');
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
  } finally {
    await db.$transaction((tx) =>
      recordAudit(tx, {
        actor: staff,
        at: now(),
        connectionId,
        object: { kind: 'sub-merchant', id: '' },
        event: { action: 'sub-merchant.exported', rows, filters: narrowing(filters) },
      }),
    );
  }
}
