import { useTranslations } from 'next-intl';
import type { AuditEvent } from '@/lib/audit/events';
import type { AuditView } from '@/lib/audit/view';
import { useCauseWords } from '../approvals/use-cause-words';
import type { Tone } from '../ui/badge';
import type { IconName } from '../ui/icon';
import type { OwnRoleNames } from './use-role-names';
import { noOwnRoles, useRoleNames } from './use-role-names';

type Look = { icon: IconName; tone?: Tone };

const looks: Partial<Record<AuditEvent['action'], Look>> = {
  'sub-merchant.modification-requested': { icon: 'pencil' },
  'contract.termination-requested': { icon: 'minus', tone: 'rejected' },
  'contract.added': { icon: 'plus' },
  'contract.imported': { icon: 'upload' },
  'contract.read': { icon: 'download' },
  'contract.recorded': { icon: 'person', tone: 'punished' },
  'contract.exported': { icon: 'download' },
  'deduction.charge-requested': { icon: 'coins' },
  'deduction.queried': { icon: 'search' },
  'deduction.recorded': { icon: 'person', tone: 'punished' },
  'deduction.contract-released': { icon: 'undo', tone: 'punished' },
  'deduction.exported': { icon: 'download' },
  'request.unknown': { icon: 'unknown', tone: 'unknown' },
  'request.needs-person': { icon: 'person', tone: 'unknown' },
  'request.repeat-asked': { icon: 'refresh' },
  'request.held-for-person': { icon: 'clock', tone: 'punished' },
  'request.confirmed': { icon: 'play' },
  'request.discarded': { icon: 'minus', tone: 'rejected' },
  'request.seal-outdated': { icon: 'key', tone: 'rejected' },
  'request.copy-behind': { icon: 'warning', tone: 'rejected' },
  'request.sent-as-new': { icon: 'refresh' },
  'connection.paused': { icon: 'stop', tone: 'rejected' },
  'connection.checked': { icon: 'search' },
  'connection.stopped': { icon: 'stop', tone: 'rejected' },
  'emergency.begun': { icon: 'warning', tone: 'rejected' },
  'emergency.used': { icon: 'warning', tone: 'rejected' },
  'emergency.ended': { icon: 'check', tone: 'punished' },
  'emergency.read': { icon: 'eye' },
  'connection.gone-on': { icon: 'play', tone: 'approved' },
  'connection.added': { icon: 'plus' },
  'connection.keys-exchanged': { icon: 'key' },
  'connection.switched': { icon: 'settings', tone: 'punished' },
  'sub-merchant.created': { icon: 'plus' },
  'sub-merchant.adopted': { icon: 'download' },
  'sub-merchant.imported': { icon: 'upload' },
  'sub-merchant.claimed': { icon: 'bell' },
  'import.applied': { icon: 'upload' },
  'staff.signed-in': { icon: 'person' },
  'staff.sign-in-refused': { icon: 'lock', tone: 'rejected' },
  'staff.issuer-bound': { icon: 'person' },
  'staff.signed-out': { icon: 'leave' },
  'staff.proven': { icon: 'practice' },
  'staff.step-up-refused': { icon: 'lock', tone: 'rejected' },
  'staff.factor-added': { icon: 'key' },
  'staff.factor-renamed': { icon: 'pencil' },
  'staff.factor-removed': { icon: 'minus', tone: 'punished' },
  'staff.recovery-codes-made': { icon: 'refresh' },
  'staff.factors-reset': { icon: 'key', tone: 'punished' },
  'staff.invited': { icon: 'plus' },
  'staff.roles-changed': { icon: 'person' },
  'staff.limit-changed': { icon: 'lock' },
  'staff.suspended': { icon: 'stop', tone: 'rejected' },
  'staff.sessions-ended': { icon: 'leave' },
  'staff.session-ended': { icon: 'leave' },
  'staff.other-sessions-ended': { icon: 'leave' },
  'staff.reinstated': { icon: 'undo' },
  'staff.password-reset': { icon: 'key' },
  'staff.link-shown': { icon: 'eye' },
  'staff.password-set': { icon: 'key' },
  'access.refused': { icon: 'lock', tone: 'rejected' },
  'sub-merchant.exported': { icon: 'download' },
  'notification.parked': { icon: 'minus' },
  'discrepancy.opened': { icon: 'warning', tone: 'punished' },
  'discrepancy.settled': { icon: 'check' },
  'approval.asked': { icon: 'review', tone: 'review' },
  'approval.word-ceased': { icon: 'minus', tone: 'punished' },
  'approval.reminded': { icon: 'bell' },
  'approval.void': { icon: 'cross', tone: 'failed' },
  'approval.carried-out': { icon: 'approved', tone: 'approved' },
  'approval.attempt-refused': { icon: 'lock', tone: 'rejected' },
  'approval.single-administrator': { icon: 'person', tone: 'punished' },
  'delegation.made': { icon: 'arrow' },
  'delegation.ended': { icon: 'undo' },
  'policy.changed': { icon: 'settings' },
  'charge-limit.changed': { icon: 'settings' },
  'owner.taken': { icon: 'person' },
  'owner.assigned': { icon: 'arrow' },
  'owner.handed-back': { icon: 'undo' },
  'owner.planned': { icon: 'calendar' },
  'expectation.changed': { icon: 'clock' },
  'evidence.opened': { icon: 'document' },
  'sub-merchant.h5-recorded': { icon: 'person', tone: 'punished' },
  'media.kept': { icon: 'plus' },
  'media.upload-begun': { icon: 'upload' },
  'media.uploaded': { icon: 'approved', tone: 'approved' },
  'media.upload-failed': { icon: 'rejected', tone: 'rejected' },
  'media.id-pasted': { icon: 'pencil' },
  'media.removed': { icon: 'minus' },
  'application.recorded': { icon: 'person', tone: 'punished' },
  'penalty.opened': { icon: 'punished', tone: 'punished' },
  'penalty.written': { icon: 'note', tone: 'punished' },
  'penalty.contacts-shown': { icon: 'eye' },
  'seal.renewed': { icon: 'key' },
  'retention.purged': { icon: 'minus' },
  'retention.changed': { icon: 'settings' },
  'hold.placed': { icon: 'lock', tone: 'punished' },
  'hold.lifted': { icon: 'undo', tone: 'punished' },
  'personal.shown': { icon: 'eye', tone: 'punished' },
  'personal.look-refused': { icon: 'lock', tone: 'rejected' },
  'message-key.added': { icon: 'key' },
  'message-key.overlap-changed': { icon: 'key' },
  'message-key.removed': { icon: 'key' },
  'certificate.imported': { icon: 'document' },
  'certificate.removed': { icon: 'document' },
  'batch.made': { icon: 'stack' },
  'batch.begun': { icon: 'play', tone: 'review' },
  'batch.paused': { icon: 'pause', tone: 'punished' },
  'batch.steered': { icon: 'stack' },
  'batch.resumed': { icon: 'refresh' },
  'batch.ended': { icon: 'approved', tone: 'approved' },
  'batch.discarded': { icon: 'minus' },
  'audit.read': { icon: 'eye' },
  'audit.exported': { icon: 'download' },
  'audit.pack-made': { icon: 'practice' },
  'audit.heads-exported': { icon: 'download' },
  'batch.exported': { icon: 'download' },
};

/** What became of a message, as the list of notifications marks it too. */
const looksOfState: Record<string, Look> = {
  applied: { icon: 'bell', tone: 'approved' },
  quarantine: { icon: 'bell', tone: 'rejected' },
  discrepancy: { icon: 'bell', tone: 'punished' },
};

/** What was said about an approval. */
const looksOfVerdict: Record<string, Look> = {
  approve: { icon: 'approved', tone: 'approved' },
  decline: { icon: 'rejected', tone: 'rejected' },
  'send-back': { icon: 'undo', tone: 'punished' },
};

/** Icon and tone of an entry, for lists and timelines. */
export function auditLook(event: AuditEvent): Look {
  switch (event.action) {
    case 'request.settled':
      return event.outcome === 'accepted'
        ? { icon: 'approved', tone: 'approved' }
        : { icon: 'rejected', tone: 'rejected' };
    case 'approval.decided':
      return looksOfVerdict[event.verdict] ?? { icon: 'minus' };
    case 'notification.received':
      return looksOfState[event.state] ?? { icon: 'bell' };
    case 'notification.reprocessed':
      return looksOfState[event.to] ?? { icon: 'bell' };
    case 'audit.verified':
      return event.faults === 0 ? { icon: 'check' } : { icon: 'warning', tone: 'rejected' };
    case 'endpoint.tested':
      return event.result === 'passed' ? { icon: 'globe' } : { icon: 'globe', tone: 'rejected' };
    default:
      return looks[event.action] ?? { icon: 'audit' };
  }
}

/** Keys of an event's sentence, the first that has words counts: some say another one for each thing that they came to. */
function sentenceKeys(event: AuditEvent): string[] {
  switch (event.action) {
    case 'request.settled':
      return [`request.settled-${event.outcome}-${event.how}`, `request.settled-${event.outcome}`];
    case 'approval.decided':
      return [`approval.decided-${event.verdict}`];
    case 'approval.attempt-refused':
      return [`approval.attempt-refused-${event.cause}`, event.action];
    case 'approval.word-ceased':
      return [`approval.word-ceased-${event.cause}`];
    case 'notification.received':
      return [`notification.received-${event.state}`];
    case 'discrepancy.settled':
      return [`discrepancy.settled-${event.resolution}`];
    case 'batch.paused':
      return [`batch.paused-${event.cause}`, event.action];
    case 'personal.look-refused':
      return [`personal.look-refused-${event.cause}`, event.action];
    case 'audit.pack-made':
      return [`audit.pack-made-${event.about}`];
    case 'audit.verified':
      return [event.faults === 0 ? 'audit.verified' : 'audit.verified-broken'];
    case 'deduction.queried':
      return [`deduction.queried-${event.result}`, event.action];
    case 'emergency.ended':
      return [`emergency.ended-${event.cause}`];
    case 'staff.signed-in':
    case 'staff.proven':
      return [`${event.action}-${event.by}`, event.action];
    case 'staff.sign-in-refused':
    case 'staff.step-up-refused':
      return [`${event.action}-${event.cause}`, event.action];
    case 'staff.factor-added':
    case 'staff.factor-removed':
      return [`${event.action}-${event.factor}`];
    case 'batch.steered':
      return [`batch.steered-${event.deed}`];
    default:
      return [event.action];
  }
}

/** Numbers and words of an event that its sentence may name; whatever is not a plain value stays out. */
function valuesOf(event: AuditEvent): Record<string, string | number> {
  const plain = Object.entries(event).filter(
    (entry): entry is [string, string | number] => typeof entry[1] === 'string' || typeof entry[1] === 'number',
  );
  return { ...Object.fromEntries(plain), count: 'changes' in event ? event.changes.length : 0 };
}

/** What an entry says, as one sentence in the reader's language; `own` are the roles of the institution that it may name. */
export function useAuditSentence(own: OwnRoleNames = noOwnRoles): (entry: Pick<AuditView, 'event'>) => string {
  const t = useTranslations('audit.sentence');
  const tMeanings = useTranslations('meanings');
  const tNotifications = useTranslations('notifications');
  const roleNames = useRoleNames(own);
  const tRetention = useTranslations('retention.kind');
  const tAudit = useTranslations('audit');
  const causeWords = useCauseWords();
  const named = (roles: readonly string[]) => roleNames(roles).join(t('and'));
  return ({ event }) => {
    const values = valuesOf(event);
    const meaning =
      'meaning' in event && tMeanings.has(`${event.meaning}.title`) ? tMeanings(`${event.meaning}.title`) : '';
    const state = (name: string) =>
      tNotifications.has(`state.${name}.label`) ? tNotifications(`state.${name}.label`) : name;
    const told = {
      ...('cause' in event &&
        event.cause !== null &&
        tNotifications.has(`cause.${event.cause}.title`) && { cause: tNotifications(`cause.${event.cause}.title`) }),
      ...(event.action === 'approval.void' && { cause: causeWords(event.cause).short }),
      ...(event.action === 'notification.reprocessed' && { from: state(event.from), to: state(event.to) }),
      ...((event.action === 'retention.purged' || event.action === 'retention.changed') &&
        tRetention.has(`${event.kind}.title`) && { kind: tRetention(`${event.kind}.title`) }),
      ...(event.action === 'staff.invited' && { roles: named(event.roles) }),
      ...(event.action === 'staff.roles-changed' && { from: named(event.from), to: named(event.to) }),
      ...(event.action === 'staff.limit-changed' && {
        from: event.from ?? tAudit('allConnections'),
        to: event.to ?? tAudit('allConnections'),
      }),
      ...('nextDate' in event && {
        had: event.from === null ? 'no' : 'yes',
        dated: event.nextDate === null ? 'no' : 'yes',
      }),
      ...('approvalId' in event && { alone: event.approvalId === null ? 'yes' : 'no' }),
    };
    const key = sentenceKeys(event).find((known) => t.has(known));
    return key === undefined ? event.action : t(key, { ...values, meaning, ...told });
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
