import 'server-only';
import type { SendingContext } from './operation';
import { COPY_BEHIND } from './rules';

/** Sealed bytes and answers of a settled request are kept this long for whoever asks, then only their hashes are left. */
export const PURGE_AFTER_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Removes what is sealed of requests that were settled long ago; answers how many. Hashes, masks and the trail stay, and
 * the whole of those that our copy could not follow: nothing else holds what they sent.
 */
export async function purgeSettled({ db, now }: Pick<SendingContext, 'db' | 'now'>): Promise<number> {
  const settledBefore = new Date(now().getTime() - PURGE_AFTER_MS);
  const old = {
    outcome: { in: ['accepted', 'refused'] },
    settledAt: { lt: settledBefore },
    NOT: { notes: { has: COPY_BEHIND } },
  };
  const [, purged] = await db.$transaction([
    db.requestTry.updateMany({ where: { answer: { not: null }, request: old }, data: { answer: null } }),
    db.platformRequest.updateMany({ where: { ...old, bytes: { not: null } }, data: { bytes: null, payload: null } }),
  ]);
  return purged.count;
}
