import 'server-only';
import type { Db } from '@/lib/db/client';
import type { Application } from '@/lib/db/generated/client';
import { recordOf } from './fix-base';
import { applicationOf, attemptOf } from './queries';
import { valuesOf } from './schema';
import type { ApplicationDetail } from './view';

/** Where what told a state has a page of its own: a reading has none. */
function proofOf({ stateHow, stateProof: id }: Application): ApplicationDetail['proof'] {
  if (id === null) return null;
  if (stateHow === 'notification') return { kind: 'notification', id };
  if (stateHow === 'staff') return { kind: 'approval', id };
  return stateHow === 'answer' || stateHow === 'inferred' ? { kind: 'request', id } : null;
}

const _iso = (date: Date | null) => date?.toISOString() ?? null;

/**
 * One application by its number, for its page; null if this connection was told of none. Of two families with one number
 * the authorization is meant (notes 9.1), and the page says that there is another.
 */
export async function getApplication(
  { application, submission, subMerchant }: Pick<Db, 'application' | 'submission' | 'subMerchant'>,
  connectionId: string,
  applymentId: string,
): Promise<ApplicationDetail | null> {
  const rows = await application.findMany({ where: { connectionId, applymentId } });
  const row = rows.find(({ kind }) => kind === 'authorization') ?? rows[0];
  if (!row) return null;
  const { subMchid } = row;
  const [attempts, owner] = await Promise.all([
    submission.findMany({
      where: { applicationId: row.id },
      orderBy: { number: 'desc' },
      include: { staff: { select: { name: true } } },
    }),
    subMerchant.findUnique({
      where: { connectionId_subMchid: { connectionId, subMchid } },
      select: { name: true, h5State: true },
    }),
  ]);
  const record = recordOf(row);
  return {
    ...applicationOf(row),
    subMchid,
    name: owner?.name ?? '',
    isHeld: owner !== null,
    h5State: owner?.h5State ?? 'UNKNOWN',
    proof: proofOf(row),
    values: valuesOf(record),
    notifyUrl: record.notify_url || null,
    outApplymentId: record.out_applyment_id || null,
    attempts: attempts.map(attemptOf),
    hasNamesake: rows.length > 1,
  };
}
