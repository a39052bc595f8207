import 'server-only';
import type { Actor } from '@/lib/audit/record';
import { recordAudit } from '@/lib/audit/record';
import type { Db } from '@/lib/db/client';
import type { Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import type { Cause } from './causes';
import { causes } from './causes';
import { APPLICATION } from './operation';

/** Says why an attempt was rejected, in causes of ours; the reviewer's words stay as they are. */
export function tagCauses(
  { db, now }: { db: Db; now: () => Date },
  connectionId: string,
  actor: Extract<Actor, { kind: 'staff' }>,
  { attemptId, tagged }: { attemptId: string; tagged: readonly Cause[] },
): Promise<Result<null>> {
  return db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "Submission" WHERE "id" = ${attemptId}::uuid FOR UPDATE`;
    const attempt = await tx.submission.findFirst({
      where: { id: attemptId, application: { connectionId } },
      include: { application: { select: { applymentId: true } } },
    });
    if (!attempt) return refuse({ kind: 'not-found' });
    const to = causes.filter((cause) => tagged.includes(cause));
    await tx.submission.update({ where: { id: attemptId }, data: { causes: to } });
    await recordAudit(tx, {
      actor,
      at: now(),
      connectionId,
      object: { kind: APPLICATION, id: attempt.application.applymentId },
      event: { action: 'application.causes-tagged', attempt: attempt.number, from: attempt.causes, to },
    });
    return ok(null);
  });
}
