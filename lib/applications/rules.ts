import type { CheckedApplication } from '@/lib/platform/wire/application';
import { applicationBody, applicationCheck } from '@/lib/platform/wire/application';
import type { TransactionLimitType } from '@/lib/platform/wire/enums';
import { transactionLimitTypes } from '@/lib/platform/wire/enums';
import { alongside, failedRules } from '@/lib/platform/wire/rules';
import { h5DomainsMax } from '@/lib/platform/wire/sub-merchant';
import type { Change } from '@/lib/requests/view';
import type { Issue } from '@/lib/result';
import type { FixValues, PenaltyInput } from './schema';
import { fixPaths, penaltyMax } from './schema';

/** What the rules know of the application that is answered; the browser may have all of it. */
export type FixBase = {
  version: number;
  /** 2.2 applyment_type; null where nobody told us. */
  applymentType: string | null;
  /** 3.1, or UNKNOWN after a modification whose state nobody told us. */
  state: string;
  /** 3.2, of its sub-merchant. */
  h5State: string;
  /** The limit type in force, where we know it. */
  limitGrade: string | null;
  /** The last submission that we know of. */
  values: FixValues;
  /** Media IDs of pictures that are, or look like, ones that were rejected before: id to what it resembles. */
  repeated: Record<string, RepeatedPicture>;
};

/** `same`: the very picture; `near`: another file that looks like it. */
export type RepeatedPicture = { how: 'same' | 'near'; attempt: number };

/** The body of 4.2 that these values make: what is empty is not sent. */
export function bodyOf(values: FixValues): CheckedApplication {
  const entries = fixPaths.flatMap((path): [string, unknown][] => {
    const value = values[path];
    const given = Array.isArray(value) ? value.filter((one) => one !== '') : value;
    return given.length === 0 ? [] : [[path, given]];
  });
  return Object.fromEntries(entries);
}

/** Pictures that stand in both slots: a homepage is no business page (features row 34). */
const inBothSlots = ({ website_homepage_pics: home, website_business_page_pics: business }: FixValues): number[] =>
  business.flatMap((id, index) => (id !== '' && home.includes(id) ? [index] : []));

/** What is wrong with these values, whatever the state: every rule of 4.2 and those of 7.2 that a body can meet. */
export function valueIssues(values: FixValues, applymentType: string | null): Issue[] {
  const schema = applicationBody.superRefine(applicationCheck(applymentType), alongside);
  const parsed = schema.safeParse(bodyOf(values));
  const failures = parsed.success ? [] : failedRules(parsed.error);
  const issues = failures.map(({ rule, path, ...params }): Issue => ({ path: path.join('.'), rule, params }));
  const twice = inBothSlots(values).map(
    (index): Issue => ({ path: `website_business_page_pics.${index}`, rule: 'picture-in-both-slots' }),
  );
  // One rule for a field is enough to know what to do.
  const seen = new Set<string>();
  return [...issues, ...twice].filter(({ path }) => !seen.has(path) && seen.add(path));
}

/** Pictures among these values that were rejected before, in the order of the fields. */
export const repeatedPictures = (
  values: FixValues,
  { repeated }: Pick<FixBase, 'repeated'>,
): { path: string; id: string; picture: RepeatedPicture }[] =>
  (['website_homepage_pics', 'website_business_page_pics'] as const).flatMap((path) =>
    values[path].flatMap((id, index) => {
      const picture = repeated[id];
      return picture ? [{ path: `${path}.${index}`, id, picture }] : [];
    }),
  );

/** What stands against sending: the values, and a picture that was rejected before without a reason to send it again. */
export function checkFix(values: FixValues, base: FixBase, samePictureReason: string): Issue[] {
  const repeated = samePictureReason === '' ? repeatedPictures(values, base) : [];
  return [
    ...valueIssues(values, base.applymentType),
    ...repeated.map(
      ({ path, picture }): Issue => ({
        path,
        rule: picture.how === 'same' ? 'picture-rejected-before' : 'picture-like-rejected',
        params: { attempt: picture.attempt },
      }),
    ),
  ];
}

/** What may be a reason not to send, and is none of the platform's rules: said, and left to a person. */
export type Hint = {
  rule: 'more-than-five-domains' | 'refused-domain' | 'limit-below-site';
  params: Record<string, string | number>;
};

export function hintsOf(values: FixValues): Hint[] {
  const domains = values.domains.filter((domain) => domain !== '');
  const isBelow =
    values.website_state === 'HAS_LAUNCHED' && values.transaction_limit_type === 'UN_LAUNCHED_WEBSITE_LIMIT';
  return [
    ...(domains.length > h5DomainsMax
      ? [{ rule: 'more-than-five-domains' as const, params: { count: domains.length, max: h5DomainsMax } }]
      : []),
    ...(isBelow ? [{ rule: 'limit-below-site' as const, params: {} }] : []),
  ];
}

/** Why this application cannot be answered at all now; null: it can. In the order in which the platform would object. */
export type Obstacle = 'not-rejected' | 'state-unknown' | 'penalised' | 'needs-formal-authority';

export function obstacleTo({
  state,
  h5State,
  applymentType,
  limitGrade,
}: Omit<FixBase, 'values' | 'repeated'>): Obstacle | null {
  if (state === 'UNKNOWN') return 'state-unknown';
  if (state !== 'REJECTED') return 'not-rejected';
  if (h5State === 'UNDER_PUNISHMENT') return 'penalised';
  // Only what is known to stand against it: where nobody told us the grade, the platform is asked.
  const isRemoval = applymentType === 'APPLY_FOR_RELIEVE_LIMITED';
  const isShort =
    limitGrade === 'UN_LAUNCHED_WEBSITE_LIMIT' || ['UNAUTHORIZED', 'REJECTED', 'UNDER_REVIEW'].includes(h5State);
  return isRemoval && isShort ? 'needs-formal-authority' : null;
}

/** One thing that must be there, and where it is put right. */
export type Requirement = { key: string; path: keyof FixValues; isMet: boolean };

const isGiven = (value: string | string[]) =>
  Array.isArray(value) ? value.some((one) => one !== '') : value.trim() !== '';

/**
 * What this type, limit and website state need (2.2, 7.2): each item is met or not, in the order of the form. A table of
 * its own for people; that nothing is missing is decided by `valueIssues` alone, and a test holds the two together.
 */
export function requirementsOf(values: FixValues, applymentType: string | null): Requirement[] {
  const { transaction_limit_type: limit, website_state: site } = values;
  const isRemoval = applymentType === 'APPLY_FOR_RELIEVE_LIMITED';
  const isOpen = site === 'UN_LAUNCHED';
  const limitIsMet = isRemoval
    ? limit === 'NO_LIMIT'
    : isOpen
      ? limit === 'UN_LAUNCHED_WEBSITE_LIMIT'
      : transactionLimitTypes.some((type) => type === limit);
  const needed = (path: keyof FixValues, key: string = path): Requirement => ({
    key,
    path,
    isMet: isGiven(values[path]),
  });
  return [
    {
      key: isRemoval ? 'limit-removal' : isOpen ? 'limit-not-launched' : 'limit',
      path: 'transaction_limit_type',
      // A removal for a site that is not launched can have no limit that is right: both rules stand against it.
      isMet: limitIsMet && !(isRemoval && isOpen),
    },
    needed('domains'),
    ...(limit === 'NO_LIMIT' ? [needed('business_description'), needed('company_register_cert')] : []),
    ...(isOpen ? [needed('website_homepage_pics'), needed('website_business_page_pics')] : []),
  ];
}

/** The rungs of the ladder from the lowest ceiling to none, and what each needs (section 8). */
export const ladder: readonly { limit: TransactionLimitType; needs: readonly string[] }[] = [
  { limit: 'UN_LAUNCHED_WEBSITE_LIMIT', needs: ['website_homepage_pics', 'website_business_page_pics'] },
  { limit: 'NORMAL_LIMIT', needs: ['launched'] },
  { limit: 'NO_LIMIT', needs: ['launched', 'business_description', 'company_register_cert'] },
];

/** Which limits this application may ask for, whatever else is filled in. */
export function limitsFor(applymentType: string | null, websiteState: string): TransactionLimitType[] {
  if (applymentType === 'APPLY_FOR_RELIEVE_LIMITED') return ['NO_LIMIT'];
  return websiteState === 'UN_LAUNCHED' ? ['UN_LAUNCHED_WEBSITE_LIMIT'] : [...transactionLimitTypes];
}

const shown = (value: string | string[]): string | null => {
  const text = Array.isArray(value) ? value.filter((one) => one !== '').join(' ') : value;
  return text === '' ? null : text;
};

/** What differs between two submissions, in the order of 4.2; what is the same is marked, so that nothing is left out. */
export function changesBetween(from: FixValues, to: FixValues): Change[] {
  return fixPaths.flatMap((path): Change[] => {
    const [before, after] = [shown(from[path]), shown(to[path])];
    if (before === null && after === null) return [];
    const kind = before === after ? 'same' : before === null ? 'added' : after === null ? 'removed' : 'changed';
    return [{ path, kind, from: before, to: after }];
  });
}

/** States of 3.2 in which there is an application, so that one without a number lacks it. */
const haveOne: readonly string[] = ['UNDER_REVIEW', 'REJECTED'];

/** Whether a sub-merchant has an application whose number nobody told us (day F8); the board's filter says the same in SQL. */
export const lacksNumber = (
  { h5 }: { h5: { state: string; askedAt: string | null } },
  applications: readonly { kind: string }[],
): boolean =>
  h5.askedAt !== null || (haveOne.includes(h5.state) && !applications.some(({ kind }) => kind === 'authorization'));

/** How far from today a promised day may be, in years: what is farther is a slip of the hand. */
const PROMISE_YEARS = 10;

/** The days that the platform may have promised, YYYY-MM-DD, seen from today. */
export function promiseBounds(today: string): { min: string; max: string } {
  const [year, rest] = [Number(today.slice(0, 4)), today.slice(4).replace('-02-29', '-02-28')];
  return { min: `${year - PROMISE_YEARS}${rest}`, max: `${year + PROMISE_YEARS}${rest}` };
}

/**
 * What is wrong with what is written to a penalty case. A case opens with a first word: of the platform, or of ours for its
 * log. A promised day that is held already is not asked about again.
 */
export function penaltyIssues(
  { version, promisedOn, ...texts }: Omit<PenaltyInput, 'subMchid'>,
  { today, heldPromise }: { today: string; heldPromise: string | null },
): Issue[] {
  const long = (['platformWords', 'contacts', 'note'] as const).flatMap((path): Issue[] => {
    const count = [...texts[path].trim()].length;
    const max = penaltyMax[path];
    return count > max ? [{ path, rule: 'too-long', params: { max, count } }] : [];
  });
  const isEmpty = version === null && texts.platformWords.trim() === '' && texts.note.trim() === '';
  const { min, max } = promiseBounds(today);
  const isFar = promisedOn !== '' && promisedOn !== heldPromise && (promisedOn < min || promisedOn > max);
  return [
    ...(isEmpty ? [{ path: 'platformWords', rule: 'first-word-needed' }] : []),
    ...long,
    ...(isFar ? [{ path: 'promisedOn', rule: 'day-out-of-range', params: { min, max } }] : []),
  ];
}
