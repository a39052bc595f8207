import type { AuditView } from '@/lib/audit/view';
import type { Change } from '@/lib/requests/view';

/** What an event changed, as one shows changes: `kind` is whose words the paths and values have. */
export type BeforeAfter = {
  kind: string;
  changes: Change[];
  /** Members of the event that these changes say. */
  said: readonly string[];
};

const changed = (path: string, from: string | null, to: string | null): Change => ({
  path,
  kind: from === to ? 'same' : from === null ? 'added' : to === null ? 'removed' : 'changed',
  from,
  to,
});
const listed = (held: readonly string[]) => held.join(', ');
const fromTo = ['from', 'to'] as const;
/** Nobody and all connections are said, not left out: they are values of their own. */
const nobody = '~nobody';
const all = '~all';

/**
 * Before and after of an event that has no list of changes: the same in every entry, also in one from before both were
 * written down, where the deed itself says them. Null where nothing was changed, or where nobody knows what was before.
 */
export function beforeAfter({ event, actorName }: Pick<AuditView, 'event' | 'actorName'>): BeforeAfter | null {
  switch (event.action) {
    case 'staff.invited':
      return {
        kind: 'staff',
        changes: [
          changed('staff.email', null, event.email),
          changed('staff.roles', null, listed(event.roles)),
          ...(event.limit === undefined ? [] : [changed('staff.limit', null, event.limit ?? all)]),
        ],
        said: ['email', 'roles', 'limit'],
      };
    case 'staff.roles-changed':
      return {
        kind: 'staff',
        changes: [changed('staff.roles', listed(event.from), listed(event.to))],
        said: fromTo,
      };
    case 'staff.limit-changed':
      return { kind: 'staff', changes: [changed('staff.limit', event.from ?? all, event.to ?? all)], said: fromTo };
    case 'staff.suspended':
    case 'staff.reinstated':
      if (event.from === undefined || event.to === undefined) return null;
      return { kind: 'staff', changes: [changed('staff.standing', event.from, event.to)], said: fromTo };
    case 'staff.factor-renamed':
      return { kind: 'staff', changes: [changed('staff.passkey', event.from, event.to)], said: fromTo };
    case 'owner.taken':
      return owner(event, event.from, actorName);
    case 'owner.assigned':
      return owner(event, event.from, event.to);
    case 'owner.handed-back':
      return owner(event, event.from, nobody);
    case 'owner.planned':
      return event.dateBefore === undefined ? null : { kind: 'owner', changes: dates(event), said: datesSaid };
    case 'connection.stopped':
      return { kind: 'connection', changes: [changed('sending', 'goes-on', 'stopped')], said: [] };
    case 'connection.gone-on':
      return { kind: 'connection', changes: [changed('sending', 'stopped', 'goes-on')], said: [] };
    case 'connection.switched':
      return {
        kind: 'connection',
        changes: [changed('switched', event.to === 'on' ? 'off' : 'on', event.to)],
        said: ['to'],
      };
    case 'connection.keys-exchanged':
      return { kind: 'connection', changes: [changed('merchantSerial', event.from, event.to)], said: fromTo };
    case 'message-key.overlap-changed':
      return {
        kind: 'message-key',
        changes: [changed('ends', event.from ?? 'no-end', event.to ?? 'no-end')],
        said: fromTo,
      };
    default:
      return null;
  }
}

type Dated = { nextDate: string | null; dateBefore?: string | null | undefined };

const datesSaid = ['nextDate', 'dateBefore'] as const;
const dates = ({ nextDate, dateBefore }: Dated): Change[] =>
  dateBefore === undefined || (dateBefore === null && nextDate === null)
    ? []
    : [changed('nextDate', dateBefore, nextDate)];

const owner = (event: Dated, from: string | null, to: string): BeforeAfter => ({
  kind: 'owner',
  changes: [changed('owner', from ?? nobody, to), ...dates(event)],
  said: [...fromTo, ...(event.dateBefore === undefined ? [] : datesSaid)],
});
