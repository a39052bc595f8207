import { z } from 'zod';
import type { Db } from '../lib/db/client';
import { Prisma } from '../lib/db/generated/client';
import { listFilters } from '../lib/sub-merchants/filters';
import { filteredBy, readRows } from '../lib/sub-merchants/list';

/**
 * The cursor behind so many rows of the list of a connection, read in big steps: cursors do not depend on the size of the
 * page. With it the newest row behind it, which a page of another make begins after.
 */
export async function farCursor(
  db: Db,
  connectionId: string,
  behind: number,
  now: Date,
): Promise<{ cursor: string; after: string }> {
  const filters = listFilters.parse({});
  const where = await filteredBy(db, connectionId, filters, now);
  const row = z.object({ id: z.string() });
  let cursor: string | undefined;
  let after = '';
  for (let read = 0; read < behind; read += 10_000) {
    const page = await readRows(db, {
      where,
      filters: { ...filters, cursor },
      connectionId,
      size: 10_000,
      row,
      select: Prisma.sql`s."id"`,
    });
    cursor = page.nextCursor ?? undefined;
    after = page.rows.at(-1)?.id ?? after;
  }
  return { cursor: cursor ?? '', after };
}
