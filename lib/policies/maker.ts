import 'server-only';
import type { Tx } from '@/lib/db/client';
import type { Refusal } from '@/lib/result';
import type { EffectiveRule } from './rules';
import { isProven } from './rules';

const DAY_MS = 24 * 60 * 60 * 1000;

type Maker = { id: string; confirmedAt?: Date | null };

/**
 * What binds a maker, whoever else is asked: proof by password (`step-up-needed`), and the cap of a day
 * (`daily-cap-reached`) over what this person asked for and sent of this deed.
 */
export async function makerHindrance(
  tx: Tx,
  { stepUp, dailyCap }: Pick<EffectiveRule, 'stepUp' | 'dailyCap'>,
  deed: string,
  maker: Maker,
  at: Date,
): Promise<Refusal | null> {
  if (stepUp === 'both' && !isProven(maker.confirmedAt, at)) return { kind: 'conflict', rule: 'step-up-needed' };
  if (dailyCap === null) return null;
  const since = new Date(at.getTime() - DAY_MS);
  const [asked, sent] = await Promise.all([
    tx.approval.count({ where: { staffId: maker.id, deed, askedAt: { gt: since } } }),
    tx.platformRequest.count({
      // Rows of a batch are one deed, which was asked for as such.
      where: { staffId: maker.id, operation: deed, approvalId: null, batchRow: null, openedAt: { gt: since } },
    }),
  ]);
  if (asked + sent < dailyCap) return null;
  return { kind: 'conflict', rule: 'daily-cap-reached', params: { cap: dailyCap } };
}
