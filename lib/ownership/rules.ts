// Who may own what and who may change that (docs/decisions/0015-owners-and-waiting.md). Asked by the control and, in the
// transaction, by the change itself.
import type { Permission } from '@/lib/auth/permissions';
import { mayDo } from '@/lib/auth/permissions';
import { dayAfter } from '@/lib/i18n/day';
import { isCalendarDay } from '@/lib/platform/wire/fields';
import type { Issue } from '@/lib/result';
import type { OwnedKind, Ownership } from './view';
import { noteMax } from './view';

/** How many days ahead a next date can be at most. */
const nextDaysMax = 366;

/**
 * The right to work on each kind of what has owners. A request is whoever may settle it, of whatever it is about: also of a
 * charge, and also where there are no sub-merchants.
 */
export const workRights: Record<OwnedKind, Permission> = {
  'sub-merchant': 'sub-merchant:edit',
  application: 'sub-merchant:edit',
  request: 'request:settle',
};
/** The right to move what a colleague owns. */
export const assignRight: Permission = 'owner:assign';

/** Somebody with these permissions may own things of this kind. */
export const mayOwn = (held: readonly Permission[], kind: OwnedKind): boolean => mayDo(held, workRights[kind]);

type Person = { id: string; permissions: readonly Permission[] };

/** Nobody has it, or nobody who could work on it. */
const isFree = ({ owner }: Ownership): boolean => owner === null || owner.isSuspended;
const isOwn = ({ owner }: Ownership, { id }: Person): boolean => owner?.id === id;

/** What a person may do with an object now, besides looking. */
export type OwnerDeeds = {
  take: boolean;
  /** Give it to somebody else. */
  assign: boolean;
  handBack: boolean;
  /** Set its next date and note. */
  plan: boolean;
};

/**
 * Whoever works on it takes what is free, gives it or what they own to a colleague, and hands back and plans what they
 * own. What a colleague owns moves only who has the right to assign.
 */
export function ownerDeeds(held: Ownership, person: Person, kind: OwnedKind): OwnerDeeds {
  const works = mayOwn(person.permissions, kind);
  const own = works && isOwn(held, person);
  const assigns = works && mayDo(person.permissions, assignRight);
  const free = works && isFree(held);
  return {
    take: !own && (free || assigns),
    assign: free || own || assigns,
    handBack: held.owner !== null && (own || assigns),
    plan: own || (assigns && held.owner !== null),
  };
}

/** The last day that can be a next date, `today` (both YYYY-MM-DD). */
export const lastNextDate = (today: string): string => dayAfter(today, nextDaysMax);

/** What is wrong with a plan, at most one thing each. A date that stands already may stay, past as it is. */
export function checkPlan(
  { nextDate, note }: { nextDate: string | null; note: string },
  { today, held }: { today: string; held: string | null },
): Issue[] {
  const count = [...note].length;
  const wrongNote: Issue[] =
    count > noteMax ? [{ path: 'note', rule: 'too-long', params: { max: noteMax, count } }] : [];
  if (nextDate === null || nextDate === held) return wrongNote;
  if (!isCalendarDay(nextDate)) return [{ path: 'nextDate', rule: 'not-a-date' }, ...wrongNote];
  if (nextDate < today) return [{ path: 'nextDate', rule: 'day-not-ahead' }, ...wrongNote];
  if (nextDate > lastNextDate(today))
    return [{ path: 'nextDate', rule: 'day-too-far', params: { max: nextDaysMax } }, ...wrongNote];
  return wrongNote;
}

/** How many days a next date lies back `today`: 0 on the day itself, negative ahead of it. */
export const daysLate = (nextDate: string, today: string): number =>
  Math.round((Date.parse(today) - Date.parse(nextDate)) / 86_400_000);
