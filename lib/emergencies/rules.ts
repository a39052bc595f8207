import type { PolicyKey } from '@/lib/policies/rules';

/**
 * What an emergency reaches: what stops or mends something, and can be undone or told. Never money, never where money goes,
 * never many at once, and nothing by which somebody would gain rights.
 */
const reached: readonly PolicyKey[] = [
  'sub-merchant.edit',
  'sub-merchant.edit-sensitive',
  'sub-merchant.remove-domain',
  'application.modify',
  'contract.terminate',
  'sending.go-on',
];

/** Whether somebody may approve their own request of these rows of the policy in an emergency. */
export const isReached = (keys: readonly string[]): boolean =>
  keys.length > 0 && keys.every((key) => reached.some((known) => known === key));

/** A request has waited this long before its maker may say that nobody can be reached, in milliseconds. */
export const WAIT_MS = 15 * 60_000;

/** Whether what was asked then has waited long enough. */
export const hasWaited = (askedAt: Date, now: Date): boolean => now.getTime() - askedAt.getTime() >= WAIT_MS;

/** Whether an emergency stands at this moment: none outlasts its time, whether or not anybody has written down that it ended. */
export const isStanding = ({ endsAt, endedAt }: { endsAt: Date; endedAt: Date | null }, now: Date): boolean =>
  endedAt === null && now < endsAt;

/** What is written of an emergency has so many characters at least: a word is no reason. */
export const TEXT_MIN = 20;
export const TEXT_MAX = 1000;
