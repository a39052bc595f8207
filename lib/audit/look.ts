import 'server-only';
import type { Db } from '@/lib/db/client';
import type { Actor } from './record';
import { recordAudit } from './record';
import { sealTrail, verifyChain } from './seals';
import type { ChainReport } from './view';

/** Seals what is not sealed yet, looks at the whole chain again, and says in the trail what was found. */
export async function lookAtChain(
  context: { db: Db; now: () => Date },
  { connectionId, actor }: { connectionId: string; actor: Actor },
): Promise<ChainReport> {
  const { db, now } = context;
  await sealTrail(context);
  const report = await verifyChain(db);
  await db.$transaction((tx) =>
    recordAudit(tx, {
      actor,
      at: now(),
      connectionId,
      object: { kind: 'trail', id: '' },
      event: { action: 'audit.verified', rows: report.entries, seals: report.seals, faults: report.faults.length },
    }),
  );
  return report;
}
