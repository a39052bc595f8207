// The outbox of notifications (section 6): what is to be delivered, when, and what became of it. Pure; it is part of the
// state and survives a restart.
import { randomUUID } from 'node:crypto';
import { deliveriesDueSeconds } from '../platform/wire/notification';
import type { Content, ContentFault } from './notification-content';
import { rfc3339 } from './texts';

/** Faults of the signature, made anew at each delivery. */
export const signingFaults = [
  'wrong-signature',
  'unknown-serial',
  'stale-timestamp',
  'millisecond-timestamp',
  'missing-header',
] as const;
/** Faults of the sealed body; the signature over it is proper. */
export const sealingFaults = [
  'malformed-nonce',
  'bad-associated-data',
  'other-associated-data',
  'truncated-ciphertext',
  'not-json',
  'huge-body',
] as const;
export type NotificationFault = (typeof signingFaults)[number] | (typeof sealingFaults)[number] | ContentFault;

/** The signature headers that `missing-header` can leave out. */
export const signatureHeaderNames = ['timestamp', 'nonce', 'signature', 'serial'] as const;

/** Which message key seals: the one in force, the one before it, or one that nobody knows. */
export const sealKeys = ['current', 'previous', 'unknown'] as const;

/** How a notification is sent, beside what it says. */
export type Manner = {
  fault: NotificationFault | null;
  /** `missing-header`: which one. */
  header: (typeof signatureHeaderNames)[number];
  /** How many deliveries the fault spoils before it heals; null: all. What is wrong with the content does not heal. */
  faultDeliveries: number | null;
  /** How many go out at the same moment, the first time. */
  copies: number;
  sealWith: (typeof sealKeys)[number];
  /** Whether each delivery is sealed anew; otherwise all carry the same bytes. */
  reseal: boolean;
  /** Whether a probe goes before it; null: as the counter says. */
  probe: boolean | null;
};

export const properManner: Manner = {
  fault: null,
  header: 'signature',
  faultDeliveries: null,
  copies: 1,
  sealWith: 'current',
  reseal: false,
  probe: null,
};

/** One message on the wire and the answer to it. */
export type Delivery = {
  /** By the sandbox's clock. */
  at: string;
  /** Seconds after the first by the ladder; null for what was sent beside it. */
  dueSeconds: number | null;
  kind: 'real' | 'probe' | 'duplicate';
  fault: NotificationFault | null;
  /** Serial number of the certificate that signed; null when the header was left out. */
  serial: string | null;
  /** Null: there was no answer, and `cause` says why. */
  status: number | null;
  /** `code` of the answer's body, where it has one. */
  code: string | null;
  cause: 'timeout' | 'refused-connection' | 'cut' | 'dns' | 'tls' | 'aborted' | null;
  ms: number;
  /** What the receiver did wrong although nothing broke: it took a probe, or answered 200 without SUCCESS. */
  failedTest: 'probe-taken' | 'code-not-success' | null;
};

export type HeldNotification = Content & {
  /** Running number; the id may be one that another notification has too. */
  n: number;
  id: string;
  create_time: string;
  manner: Manner;
  /** A probe goes before the first delivery. */
  probe: boolean;
  /** Where it was posted last, or will be. */
  url: string | null;
  /** The exact bytes as text; null until they are sealed. */
  body: string | null;
  /** `undeliverable`: there is no address; sending it again starts its ladder. */
  state: 'delivering' | 'acknowledged' | 'given-up' | 'undeliverable';
  cause: 'no-notify-url' | null;
  /** Deliveries of the ladder so far. */
  rungs: number;
  /** When the next is due, in milliseconds since 1970 by the sandbox's clock. */
  dueAt: number | null;
  /** Copies to send beside the ladder. */
  extra: number;
  deliveries: Delivery[];
};

export type Outbox = {
  notifications: HeldNotification[];
  notify: {
    /** Where notifications go. ASSUMPTION: one address for all, as if every application had been created with it. */
    url: string | null;
    /** Where those of the merchant in common mode go; absent in files from before there was one. */
    urlCommon?: string | null;
    /** How many times faster than 6.4.2 the ladder runs. */
    speed: number;
    /** A probe goes before every n-th notification; 0: never. */
    probeEvery: number;
    /** Whether rejections are told too; the interface shows approvals only (3.1.2). */
    rejections: boolean;
    /** What the next notifications of a review carry, in this order. */
    next: Manner[];
  };
};

/** An outbox with nothing in it. ASSUMPTION: one probe in twenty (protocol notes 6.4). */
export const emptyOutbox = (): Outbox => ({
  notifications: [],
  notify: { url: null, urlCommon: null, speed: 1, probeEvery: 20, rejections: false, next: [] },
});

const finishedMax = 2_000;

/** Where a message goes: to the address that its call named, else to that of the merchant. */
export function addressFor(
  { notify }: Outbox,
  { mode, notifyUrl }: Pick<Content, 'mode' | 'notifyUrl'>,
): string | null {
  if (notifyUrl !== undefined) return notifyUrl;
  return mode === 'common' ? (notify.urlCommon ?? null) : notify.url;
}

/** The newest notification about a sub-merchant. */
export const newestAbout = ({ notifications }: Outbox, subMchid: string) =>
  notifications.findLast(({ about }) => about.sub_mchid === subMchid);

/**
 * Puts a message into the outbox, due at once. Its id is a new one, or with the fault `same-id` that of the newest one
 * about the same sub-merchant; it is created now; unless told otherwise. The oldest finished ones make room.
 */
export function enqueue(
  outbox: Outbox,
  message: { content: Content; manner: Manner; id?: string | undefined; create_time?: string | undefined },
  now: Date,
): HeldNotification {
  const { content, manner } = message;
  const n = (outbox.notifications.at(-1)?.n ?? 0) + 1;
  const { probeEvery } = outbox.notify;
  const sameId = manner.fault === 'same-id' ? newestAbout(outbox, content.about.sub_mchid)?.id : undefined;
  const added: HeldNotification = {
    ...content,
    n,
    id: message.id ?? sameId ?? randomUUID(),
    create_time: message.create_time ?? rfc3339(now),
    manner: { ...manner },
    probe: manner.probe ?? (probeEvery > 0 && n % probeEvery === 0),
    url: addressFor(outbox, content),
    body: null,
    state: 'delivering',
    cause: null,
    rungs: 0,
    dueAt: now.getTime(),
    extra: manner.copies - 1,
    deliveries: [],
  };
  outbox.notifications.push(added);
  const finished = outbox.notifications.filter(({ state }) => state !== 'delivering');
  const tooOld = new Set(finished.slice(0, Math.max(0, finished.length - finishedMax)));
  if (tooOld.size > 0) outbox.notifications = outbox.notifications.filter((held) => !tooOld.has(held));
  return added;
}

const isRungDue = ({ state, dueAt }: HeldNotification, nowMs: number) =>
  state === 'delivering' && dueAt !== null && dueAt <= nowMs;

/** What wants to be sent now, in the order in which it came. */
export const dueNotifications = ({ notifications }: Outbox, now: Date): HeldNotification[] =>
  notifications.filter((held) => held.extra > 0 || isRungDue(held, now.getTime()));

/** What goes out in one delivery: the ladder's own, if it is due, and copies beside it. The copies count as taken. */
export function takeDue(held: HeldNotification, now: Date): ('real' | 'duplicate')[] {
  const copies = Array.from({ length: held.extra }, () => 'duplicate' as const);
  held.extra = 0;
  return isRungDue(held, now.getTime()) ? ['real', ...copies] : copies;
}

/** Notes that it cannot be posted for want of an address. */
export function markUndeliverable(held: HeldNotification) {
  Object.assign(held, { state: 'undeliverable', cause: 'no-notify-url', dueAt: null, extra: 0 });
}

/** When the ladder's present rung is due, in seconds after the first. */
export const dueSecondsOf = (held: HeldNotification): number => deliveriesDueSeconds(held.event_type)[held.rungs] ?? 0;

const isSuccess = ({ kind, status }: Delivery) => kind !== 'probe' && (status === 200 || status === 204);

/** Writes down what became of one delivery and sets when the next is due: the status decides (protocol notes 6.5). */
export function settleDelivery(held: HeldNotification, made: readonly Delivery[], speed: number) {
  held.deliveries.push(...made);
  const { manner } = held;
  if (manner.faultDeliveries !== null && --manner.faultDeliveries <= 0) {
    Object.assign(manner, { fault: null, faultDeliveries: null });
    held.body = null;
  }
  const before = dueSecondsOf(held);
  if (made.some(({ kind }) => kind === 'real')) held.rungs += 1;
  if (made.some(isSuccess)) {
    held.state = 'acknowledged';
    held.dueAt = null;
  } else if (held.state === 'delivering' && held.rungs >= deliveriesDueSeconds(held.event_type).length) {
    held.state = 'given-up';
    held.dueAt = null;
  } else if (held.dueAt !== null) {
    held.dueAt += ((dueSecondsOf(held) - before) * 1000) / speed;
  }
}

/** Sends it again: copies beside the ladder; one that had no address begins its ladder. */
export function sendAgain(held: HeldNotification, copies: number, now: Date) {
  const begins = held.state === 'undeliverable';
  if (begins) Object.assign(held, { state: 'delivering', cause: null, dueAt: now.getTime() });
  held.extra += begins ? copies - 1 : copies;
}

/** Runs the ladder faster or slower from now on. */
export function changeSpeed({ notifications, notify }: Outbox, speed: number, now: Date) {
  for (const held of notifications) {
    const left = (held.dueAt ?? 0) - now.getTime();
    if (held.dueAt !== null && left > 0) held.dueAt = now.getTime() + (left * notify.speed) / speed;
  }
  notify.speed = speed;
}

/** After a stop: what became due meanwhile is due now, so that the ladder goes on instead of running down at once. */
export function resume({ notifications }: Outbox, now: Date) {
  for (const held of notifications) if (held.dueAt !== null) held.dueAt = Math.max(held.dueAt, now.getTime());
}
