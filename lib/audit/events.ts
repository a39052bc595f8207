import { z } from 'zod';
import { change, outcome } from '@/lib/requests/view';

/** One value that a message changed or would have changed, by the path of our record. */
const difference = z.object({ path: z.string(), ours: z.string().nullable(), theirs: z.string().nullable() });

/** Which approval an entry is about; its seal says what exactly was asked for. */
const approval = { approvalId: z.string(), deed: z.string(), seal: z.string() };

/** How many rows of a batch's list are where. */
const batchTotals = {
  accepted: z.number(),
  refused: z.number(),
  unknown: z.number(),
  open: z.number(),
  leftOut: z.number(),
  notSent: z.number(),
};

/** How a person stood before and after; absent in entries from before it was said. */
const standings = { from: z.string().optional(), to: z.string().optional() };

/** The next date before; absent in entries from before it was said. */
const datedBefore = { dateBefore: z.string().nullable().optional() };

/**
 * Every kind of entry the trail can hold, with what it tells. Values are masked before they come here.
 * Rows are parsed with this on the way in and on the way out: changing a member needs a thought for the entries that exist.
 */
export const auditEvent = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('sub-merchant.modification-requested'),
    changes: z.array(change),
    askedForH5: z.boolean(),
  }),
  z.object({ action: z.literal('application.modification-requested'), changes: z.array(change) }),
  z.object({ action: z.literal('application.read'), subMchid: z.string(), changes: z.array(change) }),
  z.object({
    action: z.literal('application.recorded'),
    approvalId: z.string().nullable(),
    subMchid: z.string(),
    seenWhere: z.string(),
    seenAt: z.string(),
    changes: z.array(change),
  }),
  z.object({
    action: z.literal('application.causes-tagged'),
    attempt: z.number(),
    from: z.array(z.string()),
    to: z.array(z.string()),
  }),
  z.object({ action: z.literal('contract.termination-requested'), changes: z.array(change) }),
  z.object({ action: z.literal('contract.added'), changes: z.array(change) }),
  z.object({
    action: z.literal('contract.imported'),
    importId: z.string(),
    row: z.number(),
    changes: z.array(change),
  }),
  z.object({ action: z.literal('contract.read'), changes: z.array(change) }),
  z.object({
    action: z.literal('contract.recorded'),
    approvalId: z.string().nullable(),
    seenWhere: z.string(),
    seenAt: z.string(),
    changes: z.array(change),
  }),
  z.object({
    action: z.literal('contract.exported'),
    rows: z.number(),
    filters: z.record(z.string(), z.string()),
  }),
  z.object({
    action: z.literal('deduction.exported'),
    rows: z.number(),
    filters: z.record(z.string(), z.string()),
  }),
  z.object({ action: z.literal('deduction.charge-requested'), changes: z.array(change) }),
  /** An order was asked for at the platform: what it said, or why nothing was learned. */
  z.object({ action: z.literal('deduction.queried'), result: z.string(), changes: z.array(change) }),
  z.object({
    action: z.literal('deduction.recorded'),
    approvalId: z.string().nullable(),
    seenWhere: z.string(),
    seenAt: z.string(),
    changes: z.array(change),
  }),
  /** Two people let the contract of an open order go, so that it can be ended. */
  z.object({
    action: z.literal('deduction.contract-released'),
    approvalId: z.string().nullable(),
    contractId: z.string(),
  }),
  z.object({
    action: z.literal('request.settled'),
    outcome,
    /** answer | repeat | evidence (two people knew) | news (what the platform told of the object since) */
    how: z.string(),
    meaning: z.string(),
    tries: z.number(),
    httpStatus: z.number().nullable(),
    code: z.string().nullable(),
    platformRequestId: z.string().nullable(),
    h5State: z.string().nullable(),
    /** Absent in entries from before there were applications to modify. */
    applymentState: z.string().nullable().optional(),
    tradeState: z.string().nullable().optional(),
  }),
  z.object({
    action: z.literal('request.unknown'),
    meaning: z.string(),
    tries: z.number(),
    cause: z.string().nullable(),
  }),
  z.object({ action: z.literal('request.needs-person'), meaning: z.string(), tries: z.number() }),
  z.object({ action: z.literal('request.repeat-asked') }),
  /** Waited too long to leave by itself, in whole hours; then a person confirmed it, or discarded what was never taken. */
  z.object({ action: z.literal('request.held-for-person'), hours: z.number() }),
  z.object({ action: z.literal('request.confirmed') }),
  z.object({ action: z.literal('request.discarded'), tries: z.number() }),
  /** Never taken, and sealed for a platform certificate that is no longer valid: over without a call. */
  z.object({ action: z.literal('request.seal-outdated'), tries: z.number() }),
  /** The platform's word is settled, and our copy could not take it over. */
  z.object({ action: z.literal('request.copy-behind') }),
  /** `successor`: the reference of the request that sends the same edit anew. */
  z.object({ action: z.literal('request.sent-as-new'), successor: z.string() }),
  z.object({ action: z.literal('connection.paused'), cause: z.enum(['unauthorised', 'rate']), untilMs: z.number() }),
  z.object({ action: z.literal('sub-merchant.created'), source: z.string(), changes: z.array(change) }),
  z.object({ action: z.literal('sub-merchant.adopted'), source: z.string(), changes: z.array(change) }),
  z.object({
    action: z.literal('sub-merchant.imported'),
    importId: z.string(),
    row: z.number(),
    changes: z.array(change),
  }),
  z.object({
    action: z.literal('sub-merchant.claimed'),
    /** Notifications that had named it while nobody here held it, and the applications that they told of. */
    notifications: z.number(),
    applications: z.array(z.object({ kind: z.string(), applymentId: z.string() })),
    changes: z.array(change),
  }),
  z.object({
    action: z.literal('import.applied'),
    fileName: z.string(),
    created: z.number(),
    updated: z.number(),
    skipped: z.number(),
  }),
  z.object({
    action: z.literal('notification.received'),
    notificationId: z.string(),
    eventType: z.string(),
    state: z.string(),
    cause: z.string().nullable(),
    applymentId: z.string().nullable(),
    /** Absent in entries from before contracts were told of. */
    contractId: z.string().nullable().optional(),
    outTradeNo: z.string().nullable().optional(),
    changes: z.array(change),
  }),
  z.object({
    action: z.literal('notification.reprocessed'),
    notificationId: z.string(),
    from: z.string(),
    to: z.string(),
    cause: z.string().nullable(),
    changes: z.array(change),
  }),
  z.object({ action: z.literal('notification.parked'), notificationId: z.string() }),
  z.object({
    action: z.literal('discrepancy.opened'),
    cause: z.string(),
    applymentId: z.string().nullable(),
    contractId: z.string().nullable().optional(),
    outTradeNo: z.string().nullable().optional(),
    differences: z.array(difference),
  }),
  z.object({
    action: z.literal('discrepancy.settled'),
    discrepancyId: z.string(),
    cause: z.string(),
    applymentId: z.string().nullable(),
    resolution: z.enum(['theirs', 'ours', 'accepted']),
    acceptedUntil: z.string().nullable(),
    changes: z.array(change),
  }),
  z.object({
    action: z.literal('approval.asked'),
    ...approval,
    policyKeys: z.array(z.string()),
    needed: z.number(),
    /** SHA-256 of the files that go with it. */
    evidence: z.array(z.string()),
    changes: z.array(change),
  }),
  z.object({
    action: z.literal('approval.decided'),
    ...approval,
    verdict: z.enum(['approve', 'decline', 'send-back', 'withdraw']),
    /** Approvals given so far, this one included, and needed. */
    given: z.number(),
    needed: z.number(),
    onBehalfOf: z.string().nullable(),
    /** What stood on the page when it was said. */
    changes: z.array(change),
  }),
  /** Who approved is suspended, or may approve no more: the word is not counted. Approvals left, and needed. */
  z.object({
    action: z.literal('approval.word-ceased'),
    ...approval,
    by: z.string(),
    cause: z.enum(['suspended', 'not-an-approver']),
    given: z.number(),
    needed: z.number(),
  }),
  z.object({ action: z.literal('approval.reminded'), ...approval }),
  z.object({ action: z.literal('approval.void'), ...approval, cause: z.string() }),
  z.object({ action: z.literal('approval.carried-out'), ...approval }),
  z.object({ action: z.literal('approval.attempt-refused'), ...approval, cause: z.string() }),
  /** Done alone, in the days before there is a second administrator. */
  z.object({ action: z.literal('approval.single-administrator'), deed: z.string() }),
  z.object({ action: z.literal('delegation.made'), to: z.string(), startsAt: z.string(), endsAt: z.string() }),
  z.object({ action: z.literal('delegation.ended'), to: z.string() }),
  z.object({ action: z.literal('evidence.opened'), sha256: z.string(), approvalId: z.string().nullable() }),
  z.object({
    action: z.literal('sub-merchant.h5-recorded'),
    approvalId: z.string().nullable(),
    seenAt: z.string(),
    /** One of the list, or said in words; entries from before it was asked have none. */
    seenWhere: z.string().optional(),
    changes: z.array(change),
  }),
  /** `kind`: what the picture shows. `isCleaned`: written anew, without what it carried beside it. */
  z.object({
    action: z.literal('media.kept'),
    sha256: z.string(),
    sizeBytes: z.number(),
    kind: z.string(),
    isCleaned: z.boolean(),
  }),
  z.object({ action: z.literal('media.upload-begun'), sha256: z.string(), tries: z.number() }),
  z.object({ action: z.literal('media.uploaded'), mediaId: z.string(), sha256: z.string() }),
  z.object({ action: z.literal('media.upload-failed'), how: z.string(), code: z.string() }),
  /** `sha256` null: no copy of it is held. */
  z.object({ action: z.literal('media.id-pasted'), mediaId: z.string(), sha256: z.string().nullable() }),
  z.object({ action: z.literal('media.removed'), mediaId: z.string().nullable(), sha256: z.string().nullable() }),
  z.object({ action: z.literal('penalty.opened'), caseId: z.string(), hasNote: z.number(), changes: z.array(change) }),
  z.object({ action: z.literal('penalty.written'), caseId: z.string(), hasNote: z.number(), changes: z.array(change) }),
  z.object({ action: z.literal('penalty.contacts-shown'), caseId: z.string() }),
  /** `path`: the field, whose value is nowhere in the trail. `looks`: of this person in 24 hours, this one included. */
  z.object({
    action: z.literal('personal.shown'),
    kind: z.string(),
    path: z.string(),
    seconds: z.number(),
    looks: z.number(),
  }),
  z.object({
    action: z.literal('personal.look-refused'),
    kind: z.string(),
    path: z.string(),
    cause: z.enum(['daily-cap-reached', 'forbidden']),
    looks: z.number().nullable(),
  }),
  /** Values that a former key had sealed, and that the present one seals now. `left`: those that no configured key opens. */
  z.object({ action: z.literal('seal.renewed'), values: z.number(), left: z.number(), keyId: z.string() }),
  /** One run of one kind that removed something, or that a hold kept from it. */
  z.object({
    action: z.literal('retention.purged'),
    kind: z.string(),
    days: z.number(),
    purged: z.number(),
    held: z.number(),
  }),
  z.object({ action: z.literal('retention.changed'), kind: z.string(), changes: z.array(change) }),
  z.object({ action: z.literal('hold.placed'), approvalId: z.string().nullable(), changes: z.array(change) }),
  z.object({ action: z.literal('hold.lifted'), approvalId: z.string().nullable(), changes: z.array(change) }),
  z.object({ action: z.literal('policy.changed'), key: z.string(), changes: z.array(change) }),
  z.object({ action: z.literal('charge-limit.changed'), currency: z.string(), changes: z.array(change) }),
  /** Names of people; null for nobody. `nextDate` is a day, or null for none; the note is the entry's reason. */
  z.object({
    action: z.literal('owner.taken'),
    from: z.string().nullable(),
    nextDate: z.string().nullable(),
    ...datedBefore,
  }),
  z.object({
    action: z.literal('owner.assigned'),
    from: z.string().nullable(),
    to: z.string(),
    nextDate: z.string().nullable(),
    ...datedBefore,
  }),
  z.object({
    action: z.literal('owner.handed-back'),
    from: z.string(),
    nextDate: z.string().nullable(),
    ...datedBefore,
  }),
  z.object({ action: z.literal('owner.planned'), from: z.string(), nextDate: z.string().nullable(), ...datedBefore }),
  z.object({ action: z.literal('expectation.changed'), changes: z.array(change) }),
  z.object({ action: z.literal('message-key.added'), fingerprint: z.string(), endsAt: z.string().nullable() }),
  z.object({ action: z.literal('message-key.removed'), fingerprint: z.string() }),
  z.object({
    action: z.literal('message-key.overlap-changed'),
    fingerprint: z.string(),
    from: z.string().nullable(),
    to: z.string().nullable(),
  }),
  z.object({ action: z.literal('certificate.imported'), serial: z.string(), fingerprint: z.string() }),
  z.object({ action: z.literal('certificate.removed'), serial: z.string(), fingerprint: z.string() }),
  z.object({ action: z.literal('endpoint.tested'), url: z.string(), result: z.enum(['passed', 'failed']) }),
  z.object({
    action: z.literal('staff.signed-in'),
    /** Absent in entries from before there were second factors: by password. */
    by: z.enum(['password', 'totp', 'recovery', 'passkey', 'oidc']).optional(),
  }),
  z.object({
    action: z.literal('staff.sign-in-refused'),
    cause: z.enum([
      'credentials',
      'locked',
      'disabled',
      'second-factor',
      'passkey',
      'passkey-copied',
      'issuer-unknown',
      'issuer-unverified',
      'issuer-other',
    ]),
  }),
  /** The issuer's account that came with the person's verified address is theirs from now on. */
  z.object({ action: z.literal('staff.issuer-bound'), issuer: z.string(), email: z.string() }),
  z.object({ action: z.literal('staff.signed-out') }),
  /** In a session that had begun before. */
  z.object({
    action: z.literal('staff.proven'),
    /** Absent in entries from before there were second factors: by password. */
    by: z.enum(['password', 'totp', 'passkey', 'oidc']).optional(),
  }),
  z.object({
    action: z.literal('staff.step-up-refused'),
    cause: z.enum(['credentials', 'locked', 'second-factor', 'passkey', 'passkey-copied', 'issuer']),
  }),
  z.object({
    action: z.literal('staff.factor-added'),
    factor: z.enum(['totp', 'passkey']),
    name: z.string().nullable(),
  }),
  z.object({ action: z.literal('staff.factor-renamed'), from: z.string(), to: z.string() }),
  z.object({
    action: z.literal('staff.factor-removed'),
    factor: z.enum(['totp', 'passkey']),
    name: z.string().nullable(),
    wasLast: z.boolean(),
  }),
  z.object({ action: z.literal('staff.recovery-codes-made'), codes: z.number() }),
  /** Allowed by two people; the factors go when the link is used. */
  z.object({ action: z.literal('staff.factors-reset'), approvalId: z.string().nullable() }),
  /** `approvalId` null: done alone, as the single administrator of the first days. */
  z.object({
    action: z.literal('staff.invited'),
    email: z.string(),
    roles: z.array(z.string()),
    /** Slugs of connections; null: all. Absent in entries from before there were limits. */
    limit: z.string().nullable().optional(),
    approvalId: z.string().nullable(),
  }),
  z.object({
    action: z.literal('staff.roles-changed'),
    from: z.array(z.string()),
    to: z.array(z.string()),
    approvalId: z.string().nullable(),
  }),
  /** Slugs of the connections that the person works under; null: all. */
  z.object({
    action: z.literal('staff.limit-changed'),
    from: z.string().nullable(),
    to: z.string().nullable(),
    approvalId: z.string().nullable(),
  }),
  /** A role of the institution's own: each right that it gives or takes is one of the changes. */
  z.object({
    action: z.literal('role.made'),
    name: z.string(),
    changes: z.array(change),
    approvalId: z.string().nullable(),
  }),
  z.object({
    action: z.literal('role.changed'),
    name: z.string(),
    /** How many people held it then. */
    people: z.number(),
    changes: z.array(change),
    approvalId: z.string().nullable(),
  }),
  z.object({
    action: z.literal('role.removed'),
    name: z.string(),
    changes: z.array(change),
    approvalId: z.string().nullable(),
  }),
  z.object({ action: z.literal('staff.suspended'), ...standings }),
  z.object({ action: z.literal('staff.sessions-ended') }),
  /** `device`: names of browser and system, or a dash. */
  z.object({ action: z.literal('staff.session-ended'), sessionId: z.string(), device: z.string() }),
  z.object({ action: z.literal('staff.other-sessions-ended'), ended: z.number() }),
  z.object({ action: z.literal('staff.reinstated'), approvalId: z.string().nullable(), ...standings }),
  z.object({
    action: z.literal('staff.password-reset'),
    kind: z.enum(['invite', 'reset']),
    approvalId: z.string().nullable(),
  }),
  z.object({
    action: z.literal('staff.link-shown'),
    kind: z.enum(['invite', 'reset', 'factors']),
    expiresAt: z.string(),
  }),
  z.object({ action: z.literal('staff.password-set'), how: z.enum(['invite', 'reset', 'factors', 'own']) }),
  z.object({ action: z.literal('access.refused'), permission: z.string(), where: z.string() }),
  z.object({
    action: z.literal('batch.made'),
    kind: z.string(),
    source: z.string(),
    rows: z.number(),
    listed: z.number(),
    listSha256: z.string(),
  }),
  z.object({
    action: z.literal('batch.begun'),
    approvalId: z.string().nullable(),
    listed: z.number(),
    listSha256: z.string(),
  }),
  /** Paused by itself: why, and the row that was on its way. */
  z.object({ action: z.literal('batch.paused'), cause: z.string(), place: z.number().nullable() }),
  /** What a person did with it, and how its rows stood then. */
  z.object({
    action: z.literal('batch.steered'),
    deed: z.enum(['go-on', 'pause', 'resume', 'stop', 'retry']),
    ...batchTotals,
  }),
  /** A process went on with it that began after its last row had left. */
  z.object({ action: z.literal('batch.resumed') }),
  z.object({ action: z.literal('batch.ended'), ...batchTotals }),
  z.object({ action: z.literal('batch.discarded'), rows: z.number() }),
  z.object({ action: z.literal('batch.exported'), format: z.enum(['csv', 'json']), rows: z.number() }),
  /** Somebody read the trail of a connection (its slug). `narrowedBy`: the filters, as in the page's address; 'none' without any. */
  z.object({ action: z.literal('audit.read'), connection: z.string(), narrowedBy: z.string() }),
  z.object({
    action: z.literal('audit.exported'),
    format: z.enum(['csv', 'jsonl']),
    rows: z.number(),
    filters: z.record(z.string(), z.string()),
  }),
  /** `about`: record | batch | period. The manifest's hash binds the file that went out to this entry. */
  z.object({
    action: z.literal('audit.pack-made'),
    about: z.string(),
    rows: z.number(),
    from: z.string().nullable(),
    until: z.string().nullable(),
    manifestSha256: z.string(),
  }),
  z.object({ action: z.literal('audit.heads-exported'), rows: z.number(), head: z.string().nullable() }),
  z.object({ action: z.literal('audit.verified'), rows: z.number(), seals: z.number(), faults: z.number() }),
  z.object({ action: z.literal('sub-merchant.exported'), rows: z.number(), filters: z.record(z.string(), z.string()) }),
  /** Requests that waited or were unknown then: none of them leaves while it is stopped. */
  z.object({
    action: z.literal('emergency.begun'),
    emergencyId: z.string(),
    /** The own request that waited. */
    approvalId: z.string(),
    endsAt: z.string(),
    tried: z.string(),
  }),
  /** An own request was approved by its maker alone; its other entries say what came of it. */
  z.object({
    action: z.literal('emergency.used'),
    emergencyId: z.string(),
    approvalId: z.string(),
    deed: z.string(),
    seal: z.string(),
  }),
  z.object({
    action: z.literal('emergency.ended'),
    emergencyId: z.string(),
    cause: z.enum(['by-hand', 'over', 'suspended']),
    deeds: z.number(),
  }),
  z.object({ action: z.literal('emergency.read'), emergencyId: z.string() }),
  /** A call was made to an address that somebody typed. `failed`: the first look that found something wrong; 'none'. */
  z.object({ action: z.literal('connection.checked'), baseUrl: z.string(), failed: z.string() }),
  z.object({ action: z.literal('connection.stopped'), waiting: z.number() }),
  /** `demoEnded`: demo accounts that were disabled for good with the first live connection. */
  z.object({
    action: z.literal('connection.added'),
    approvalId: z.string().nullable(),
    slug: z.string(),
    environment: z.string(),
    mode: z.string(),
    serial: z.string(),
    fingerprint: z.string(),
    demoEnded: z.number(),
  }),
  /** Serials of our certificate; `overlapUntil`: until when the message key before is tried, null where it stayed. */
  z.object({
    action: z.literal('connection.keys-exchanged'),
    approvalId: z.string().nullable(),
    from: z.string(),
    to: z.string(),
    fingerprint: z.string(),
    overlapUntil: z.string().nullable(),
  }),
  z.object({ action: z.literal('connection.switched'), approvalId: z.string().nullable(), to: z.enum(['on', 'off']) }),
  z.object({
    action: z.literal('connection.gone-on'),
    approvalId: z.string().nullable(),
    stoppedAt: z.string(),
    waiting: z.number(),
  }),
]);
export type AuditEvent = z.infer<typeof auditEvent>;
export const auditActions = auditEvent.options.map((option) => option.shape.action.value);
