import 'server-only';
import { PURGE_AFTER_MS } from '@/lib/requests/purge';
import type { ApprovalContext } from './deed';

/**
 * Removes what is sealed of approvals that were over long ago; answers how many. Hash, seal, masks and the trail stay, and
 * so do the files that proved it.
 */
export async function purgeApprovals({ db, now }: Pick<ApprovalContext, 'db' | 'now'>): Promise<number> {
  const { count } = await db.approval.updateMany({
    where: {
      state: { notIn: ['pending', 'approved'] },
      decidedAt: { lt: new Date(now().getTime() - PURGE_AFTER_MS) },
      content: { not: null },
    },
    data: { content: null, payload: null, callBack: null },
  });
  return count;
}
