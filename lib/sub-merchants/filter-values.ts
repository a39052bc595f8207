import 'server-only';
import { z } from 'zod';
import type { Db } from '@/lib/db/client';

const codes = z.array(z.object({ code: z.string() }));

/** The country codes that occur among our sub-merchants, by code: one index entry read for each, however many rows it has. */
export async function heldCountries(db: Pick<Db, '$queryRaw'>, connectionId: string): Promise<string[]> {
  const rows = await db.$queryRaw`
    WITH RECURSIVE held(code) AS (
      SELECT min(s."countryCode") FROM "SubMerchant" s WHERE s."connectionId" = ${connectionId}::uuid
      UNION ALL
      SELECT (SELECT min(s."countryCode") FROM "SubMerchant" s WHERE s."connectionId" = ${connectionId}::uuid AND s."countryCode" > held.code)
      FROM held WHERE held.code IS NOT NULL
    )
    SELECT code FROM held WHERE code IS NOT NULL`;
  return codes.parse(rows).map(({ code }) => code);
}
