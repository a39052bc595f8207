import { z } from 'zod';
import type { Change } from '@/lib/requests/view';

/** What an application tells of its sub-merchant (2.2), with the platform's own time of it and what proves it. */
export type ApplicationNews = {
  kind: 'authorization' | 'domain-change';
  applymentType: string | null;
  /** One of 3.1. */
  state: string;
  domains: string[];
  websiteUrl: string | null;
  limitType: string | null;
  rejectDetail: string | null;
  asOf: Date;
  proof: string | null;
};

const moment = z.coerce.date();

/** What we hold of the H5 authorization of one sub-merchant: columns of its row. */
export const h5Facts = z.object({
  h5State: z.string(),
  h5StateHow: z.string(),
  h5StateSince: moment,
  h5StateAsOf: moment,
  h5StateProof: z.string().nullable(),
  h5RejectDetail: z.string().nullable(),
  domains: z.array(z.string()),
  domainsHow: z.string(),
  domainsAsOf: moment.nullable(),
  websiteUrl: z.string().nullable(),
  limitGrade: z.string().nullable(),
  limitGradeHow: z.string(),
  limitGradeAsOf: moment.nullable(),
  h5AskedDomains: z.array(z.string()),
  h5AskedAt: moment.nullable(),
});
export type H5Facts = z.infer<typeof h5Facts>;

const GRANTED = 'APPLY_FOR_PAYMENT_AUTHORITY';
const LIMIT_REMOVED = 'APPLY_FOR_RELIEVE_LIMITED';

/** 3.1 to 3.2. PENDING says that nothing is created yet, which tells nothing of the authorization. */
const h5StateOf: Record<string, string> = {
  UNDER_REVIEW: 'UNDER_REVIEW',
  APPROVED: 'APPROVED',
  REJECTED: 'REJECTED',
};

/**
 * Our own times are exact, those of the platform whole seconds: within the same second news counts as the later one,
 * or an approval at once after an edit would be taken for older than the edit's answer.
 */
const isOlder = (news: Date, held: Date | null): boolean =>
  held !== null && Math.floor(news.getTime() / 1000) < Math.floor(held.getTime() / 1000);

const change = (path: string, from: string | null, to: string | null): Change[] =>
  from === to ? [] : [{ path, kind: from === null ? 'added' : 'changed', from, to }];

/**
 * What news of an application makes of the sub-merchant (decisions 6): apply for authority moves the H5 state, never over
 * a penalty and never from granted to less; limit removal moves the grade; domains come into force when they are approved.
 * Older news moves nothing. Both sides of the answer are whole: `facts` to hold from now on, `changes` for people.
 */
export function h5After(held: H5Facts, news: ApplicationNews): { facts: H5Facts; changes: Change[] } {
  const facts = { ...held };
  const changes: Change[] = [];
  const isApproved = news.state === 'APPROVED';
  const isAuthority = news.kind === 'authorization' && news.applymentType === GRANTED;

  const state = isAuthority ? h5StateOf[news.state] : undefined;
  const isGuarded = held.h5State === 'UNDER_PUNISHMENT' || (held.h5State === 'APPROVED' && !isApproved);
  const isKnown = held.h5StateHow !== 'none';
  if (state !== undefined && !isGuarded && !(isKnown && isOlder(news.asOf, held.h5StateAsOf))) {
    Object.assign(facts, {
      h5State: state,
      h5StateHow: 'inferred',
      h5StateAsOf: news.asOf,
      h5StateProof: news.proof,
      h5RejectDetail: state === 'REJECTED' ? news.rejectDetail : null,
    });
    if (state !== held.h5State) facts.h5StateSince = news.asOf;
    changes.push(...change('h5_authorization_state', isKnown ? held.h5State : null, state));
  }

  if (isApproved && (isAuthority || news.kind === 'domain-change') && !isOlder(news.asOf, held.domainsAsOf)) {
    Object.assign(facts, { domains: news.domains, domainsHow: 'notification', domainsAsOf: news.asOf });
    if (news.websiteUrl !== null) facts.websiteUrl = news.websiteUrl;
    const before = held.domainsHow === 'none' ? null : held.domains.join(' ');
    changes.push(...change('h5_domains', before, news.domains.join(' ')));
  }

  const grade = gradeAfter(held.limitGrade, news);
  if (isApproved && grade !== null && !isOlder(news.asOf, held.limitGradeAsOf)) {
    Object.assign(facts, { limitGrade: grade, limitGradeHow: 'inferred', limitGradeAsOf: news.asOf });
    changes.push(...change('transaction_limit_type', held.limitGrade, grade));
  }

  // The application that an edit asked for has a number now.
  if (isAuthority && held.h5AskedAt !== null && !isOlder(news.asOf, held.h5AskedAt)) {
    Object.assign(facts, { h5AskedAt: null, h5AskedDomains: [] });
  }
  return { facts, changes };
}

/**
 * ASSUMPTION: an authorization comes with the limit that it was asked for; one that was asked for without a limit begins
 * with the normal one, because the removal is an application of its own (notes 9.2). A limit once removed stays removed.
 */
function gradeAfter(held: string | null, { kind, applymentType, limitType }: ApplicationNews): string | null {
  if (kind !== 'authorization') return null;
  if (applymentType === LIMIT_REMOVED) return 'NO_LIMIT';
  if (applymentType !== GRANTED || limitType === null || held === 'NO_LIMIT') return null;
  return limitType === 'NO_LIMIT' ? 'NORMAL_LIMIT' : limitType;
}
