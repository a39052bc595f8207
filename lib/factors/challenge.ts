import 'server-only';
import { randomBytes } from 'node:crypto';
import type { Db } from '@/lib/db/client';

const LIFE_MS = 5 * 60_000;

type Surroundings = { db: Pick<Db, 'passkeyChallenge'>; now: () => Date };

/** What a passkey is asked for, and of whom: whoever signs in is not known yet. */
export type Asked = { purpose: 'sign-in'; staffId: null } | { purpose: 'step-up' | 'add'; staffId: string };

/** A new challenge, which one answer of the next five minutes uses up. */
export async function newChallenge({ db, now }: Surroundings, asked: Asked): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  await db.passkeyChallenge.create({
    data: { challenge, ...asked, expiresAt: new Date(now().getTime() + LIFE_MS) },
  });
  return challenge;
}

/** Uses a challenge up, whatever becomes of the answer. False for one that was never asked so, is used, or too old. */
export async function takeChallenge({ db, now }: Surroundings, challenge: string, asked: Asked): Promise<boolean> {
  const { count } = await db.passkeyChallenge.deleteMany({
    where: { challenge, ...asked, expiresAt: { gt: now() } },
  });
  return count === 1;
}

/** Removes challenges that nobody answered; answers how many. */
export async function purgeChallenges({ db, now }: Surroundings): Promise<number> {
  const { count } = await db.passkeyChallenge.deleteMany({ where: { expiresAt: { lte: now() } } });
  return count;
}
