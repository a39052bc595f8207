import { useTranslations } from 'next-intl';
import type { AuditEvent } from '@/lib/audit/events';
import type { AuditView } from '@/lib/audit/view';
import type { Tone } from '../ui/badge';
import type { IconName } from '../ui/icon';

type Look = { icon: IconName; tone?: Tone };

const looks: Partial<Record<AuditEvent['action'], Look>> = {
  'sub-merchant.modification-requested': { icon: 'pencil' },
  'request.unknown': { icon: 'unknown', tone: 'unknown' },
  'request.needs-person': { icon: 'person', tone: 'unknown' },
  'request.repeat-asked': { icon: 'refresh' },
  'request.seal-outdated': { icon: 'key', tone: 'rejected' },
  'request.sent-as-new': { icon: 'refresh' },
  'connection.paused': { icon: 'stop', tone: 'rejected' },
  'sub-merchant.created': { icon: 'plus' },
  'sub-merchant.adopted': { icon: 'download' },
  'sub-merchant.imported': { icon: 'upload' },
  'sub-merchant.claimed': { icon: 'bell' },
  'import.applied': { icon: 'upload' },
  'discrepancy.opened': { icon: 'warning', tone: 'unknown' },
  'discrepancy.settled': { icon: 'check' },
  'staff.signed-in': { icon: 'person' },
  'staff.sign-in-refused': { icon: 'lock', tone: 'rejected' },
  'staff.signed-out': { icon: 'leave' },
  'access.refused': { icon: 'lock', tone: 'rejected' },
  'sub-merchant.exported': { icon: 'download' },
};

/** Icon and tone of an entry, for lists and timelines. */
export function auditLook(event: AuditEvent): Look {
  if (event.action !== 'request.settled') return looks[event.action] ?? { icon: 'audit' };
  return event.outcome === 'accepted' ? { icon: 'approved', tone: 'approved' } : { icon: 'rejected', tone: 'rejected' };
}

/** Numbers and words of an event that its sentence may name; whatever is not a plain value stays out. */
function valuesOf(event: AuditEvent): Record<string, string | number> {
  const plain = Object.entries(event).filter(
    (entry): entry is [string, string | number] => typeof entry[1] === 'string' || typeof entry[1] === 'number',
  );
  return { ...Object.fromEntries(plain), count: 'changes' in event ? event.changes.length : 0 };
}

/** What an entry says, as one sentence in the reader's language. */
export function useAuditSentence(): (entry: Pick<AuditView, 'event'>) => string {
  const t = useTranslations('audit.sentence');
  const tMeanings = useTranslations('meanings');
  return ({ event }) => {
    const values = valuesOf(event);
    const meaning =
      'meaning' in event && tMeanings.has(`${event.meaning}.title`) ? tMeanings(`${event.meaning}.title`) : '';
    const key = event.action === 'request.settled' ? `request.settled-${event.outcome}` : event.action;
    return t.has(key) ? t(key, { ...values, meaning }) : event.action;
  };
}

/** The name of an action, for the filter and the entry's title. */
export function useActionName(): (action: string) => string {
  const t = useTranslations('audit.action');
  return (action) => (t.has(action) ? t(action) : action);
}

/** Who did it: staff by name, the platform and the console by their own words. */
export function useActorName(): (entry: Pick<AuditView, 'actorKind' | 'actorName'>) => string {
  const t = useTranslations('audit.actor');
  return ({ actorKind, actorName }) => (actorKind === 'staff' || actorKind === 'anonymous' ? actorName : t(actorKind));
}
