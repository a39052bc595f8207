import 'server-only';
import type { Tx } from '@/lib/db/client';
import { holdNames } from '@/lib/db/hold';
import type { Refusal } from '@/lib/result';
import type { RuleInForce } from './policies';
import { capMatch, isProven } from './rules';

const DAY_MS = 24 * 60 * 60 * 1000;

type Maker = { id: string; confirmedAt?: Date | null };

/**
 * What binds a maker, whoever else is asked: proof by password (`step-up-needed`), and the caps of a day
 * (`daily-cap-reached`), each over what this person asked for and sent under that row of the policy. Whoever comes at the
 * same time waits here until the caller's transaction has ended, so that each counts what the one before wrote.
 */
export async function makerHindrance(
  tx: Tx,
  { rule, caps }: Pick<RuleInForce, 'rule' | 'caps'>,
  maker: Maker,
  at: Date,
): Promise<Refusal | null> {
  if (rule.stepUp === 'both' && !isProven(maker.confirmedAt, at)) return { kind: 'conflict', rule: 'step-up-needed' };
  if (caps.length === 0) return null;
  await holdNames(
    tx,
    'daily cap',
    caps.map(({ key }) => `${maker.id} ${key}`),
  );
  const since = new Date(at.getTime() - DAY_MS);
  for (const { key, cap } of caps) {
    const theirs = { staffId: maker.id, policyKeys: capMatch(key) };
    const asked = await tx.approval.count({ where: { ...theirs, askedAt: { gt: since } } });
    const sent = await tx.platformRequest.count({
      // Rows of a batch are one deed, which was asked for as such.
      where: { ...theirs, approvalId: null, batchRow: null, openedAt: { gt: since } },
    });
    if (asked + sent >= cap) return { kind: 'conflict', rule: 'daily-cap-reached', params: { cap } };
  }
  return null;
}
