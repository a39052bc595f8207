import type { ApplicationKind, ApplicationRecord } from '@/lib/platform/wire/application';
import type { ApplicationNews } from '@/lib/sub-merchants/h5-news';

/** One application as a message tells it, with everything that a decision about it needs. */
export type ToldApplication = ApplicationNews & {
  kind: ApplicationKind;
  applymentId: string;
  subMchid: string;
  record: Omit<ApplicationRecord, 'sp_mchid' | 'mchid'>;
  /** SHA-256 of the record's canonical text. */
  recordSha256: string;
};

/** What we hold of the application with that number. */
export type HeldApplication = {
  subMchid: string;
  state: string;
  stateAsOf: Date;
  domains: string[];
  recordSha256: string;
  /** What told the state; absent where it does not matter. */
  stateHow?: string;
  /** Domains of an attempt of ours whose outcome nobody knows yet. */
  offeredDomains?: string[] | null;
};

/** One value that differs: by wire path, as people read it. */
export type Difference = { path: string; ours: string | null; theirs: string | null };

export type DiscrepancyCause =
  | 'same-id-other-content'
  | 'other-sub-merchant'
  | 'other-order'
  | 'contradicts-record'
  | 'other-domains'
  | 'same-time-other-content';

/**
 * What news of an application is worth beside what we hold of it: `new` and `newer` apply, `same` says nothing new,
 * `older` must not undo what is newer, and a discrepancy is for a person.
 */
export type NewsVerdict =
  | { kind: 'new' | 'newer' | 'same' | 'older' }
  | { kind: 'discrepancy'; cause: DiscrepancyCause; differences: Difference[] };

const hostOf = (domain: string) => domain.toLowerCase().replace(/\.$/, '');
const setOf = (domains: readonly string[]) => [...new Set(domains.map(hostOf))].sort();

/** True when two lists name the same hosts, in whatever order and case. */
export const sameDomains = (one: readonly string[], other: readonly string[]): boolean =>
  setOf(one).join('\n') === setOf(other).join('\n');

const otherDomains = (ours: readonly string[], theirs: readonly string[]): NewsVerdict => ({
  kind: 'discrepancy',
  cause: 'other-domains',
  differences: [{ path: 'domains', ours: setOf(ours).join(' '), theirs: setOf(theirs).join(' ') }],
});

/**
 * Judges news against the application of that number, or, for a number nobody told us before, against the domains that
 * the last accepted edit asked for (decisions 6). Never against the domains in force: those are what a review changes.
 * Times are the platform's own, unless an answer, a reading or staff told what we hold.
 */
export function judgeNews(
  told: ToldApplication,
  held: HeldApplication | null,
  asked: { domains: string[]; at: Date } | null,
): NewsVerdict {
  if (held === null) {
    const isAsked = asked !== null && told.applymentType === 'APPLY_FOR_PAYMENT_AUTHORITY';
    const isAfter = isAsked && Math.floor(told.asOf.getTime() / 1000) >= Math.floor(asked.at.getTime() / 1000);
    return isAfter && !sameDomains(asked.domains, told.domains)
      ? otherDomains(asked.domains, told.domains)
      : { kind: 'new' };
  }
  if (held.subMchid !== told.subMchid) {
    return {
      kind: 'discrepancy',
      cause: 'other-sub-merchant',
      differences: [{ path: 'sub_mchid', ours: held.subMchid, theirs: told.subMchid }],
    };
  }
  const ahead = told.asOf.getTime() - heldAt(held).getTime();
  if (ahead < 0) return { kind: 'older' };
  if (ahead === 0 && !isOurTime(held)) {
    if (told.recordSha256 === held.recordSha256) return { kind: 'same' };
    const differences = [{ path: 'applyment_state', ours: held.state, theirs: told.state }];
    if (!sameDomains(held.domains, told.domains)) {
      differences.push({ path: 'domains', ours: setOf(held.domains).join(' '), theirs: setOf(told.domains).join(' ') });
    }
    return {
      kind: 'discrepancy',
      cause: 'same-time-other-content',
      differences: differences.filter(({ ours, theirs }) => ours !== theirs),
    };
  }
  const lists = [held.domains, ...(held.offeredDomains ? [held.offeredDomains] : [])];
  const isKnownList = lists.some((list) => sameDomains(list, told.domains));
  return isKnownList ? { kind: 'newer' } : otherDomains(held.domains, told.domains);
}

const isOurTime = ({ stateHow = 'notification' }: HeldApplication) => stateHow !== 'notification';

/**
 * Our own times are exact, those of the platform whole seconds: what it tells of the same second is the later word, or the
 * end of a review right after our own sending would be taken for older than its answer.
 */
const heldAt = (held: HeldApplication): Date =>
  isOurTime(held) ? new Date(Math.floor(held.stateAsOf.getTime() / 1000) * 1000) : held.stateAsOf;
