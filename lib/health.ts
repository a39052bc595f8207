import 'server-only';
import { context } from '@/lib/context';
import type { Db } from '@/lib/db/client';
import { logEvent } from '@/lib/log';

export type Health = { status: 'ok' | 'unavailable'; database: boolean; migrations: boolean; memoryMiB: number };

/** Whether the process can serve: the database answers and the newest migration of this build is in. */
export async function getHealth(of: () => Promise<{ db: Db }> = context): Promise<Health> {
  const memoryMiB = Math.round(process.memoryUsage().rss / 1024 / 1024);
  try {
    const { db } = await of();
    const rows = await db.$queryRaw<
      { pending: bigint }[]
    >`SELECT count(*) AS pending FROM "_prisma_migrations" WHERE "finished_at" IS NULL`;
    const migrations = rows[0]?.pending === 0n;
    return { status: migrations ? 'ok' : 'unavailable', database: true, migrations, memoryMiB };
  } catch (cause) {
    logEvent({ what: 'health check failed', cause });
    return { status: 'unavailable', database: false, migrations: false, memoryMiB };
  }
}
