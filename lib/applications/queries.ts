import 'server-only';
import type { Db } from '@/lib/db/client';
import type { Application, Submission } from '@/lib/db/generated/client';
import type { ApplicationView, AttemptView } from './view';
import { attemptView } from './view';

/** One row as screens show it. */
export const applicationOf = (row: Application): ApplicationView => ({
  id: row.id,
  kind: row.kind === 'domain-change' ? 'domain-change' : 'authorization',
  applymentId: row.applymentId,
  applymentType: row.applymentType,
  state: row.state,
  stateHow: row.stateHow,
  stateSince: row.stateSince.toISOString(),
  stateAsOf: row.stateAsOf.toISOString(),
  notificationId: row.stateHow === 'notification' ? row.stateProof : null,
  limitType: row.limitType,
  rejectDetail: row.rejectDetail,
  domains: row.domains,
});

/** The applications of one sub-merchant, the newest fact first. */
export async function listApplicationsOf(
  { application }: Pick<Db, 'application'>,
  connectionId: string,
  subMchid: string,
  limit = 50,
): Promise<ApplicationView[]> {
  const rows = await application.findMany({
    where: { connectionId, subMchid },
    orderBy: [{ stateAsOf: 'desc' }, { id: 'desc' }],
    take: limit,
  });
  return rows.map(applicationOf);
}

/** An attempt as screens show it, with whoever sent it here. */
export const attemptOf = ({
  staff,
  submittedAt,
  decidedAt,
  ...attempt
}: Submission & { staff: { name: string } | null }): AttemptView =>
  attemptView.parse({
    ...attempt,
    by: staff?.name ?? null,
    submittedAt: submittedAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  });
