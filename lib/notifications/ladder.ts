// The sender's clock: when the platform comes again while our answer is not success (6.4.2). Pure; it knows what arrived.
import { deliveriesDueSeconds } from '@/lib/platform/wire/notification';

/** A delivery as the ladder sees it. */
export type SeenDelivery = { number: number; receivedAt: Date };

/**
 * Where a try stands: `seen` it arrived, `missed` its time is over and nothing came, `due` it may come any moment,
 * `next` the first that is still to come, `later` those after it.
 */
export type TryState = 'seen' | 'missed' | 'due' | 'next' | 'later';

export type LadderTry = {
  /** From 1. */
  number: number;
  /** Seconds after the first try. */
  dueSeconds: number;
  dueAt: Date;
  state: TryState;
  /** The first delivery that came as this try. */
  seen: SeenDelivery | null;
};

export type RetryLadder = {
  tries: LadderTry[];
  /** The try that would heal it next: what is mended before then is taken in by itself. Null after the last. */
  next: LadderTry | null;
  endsAt: Date;
  endsSeconds: number;
  /** True when nothing comes by itself any more. */
  isOver: boolean;
  /** Deliveries beside the ladder: sent by hand, or by several senders at once. */
  extra: number;
};

/** A try may be stamped a little before its time, because the first one was stamped late. */
const EARLY_MS = 5_000;
/** How long a try that does not come counts as due: the sender has a queue too. */
const LATE_MS = 60_000;

/**
 * The ladder of one message, from its first delivery. ASSUMPTION: the first delivery that we saw was the first try; one
 * that never reached us would put the whole ladder earlier.
 */
export function retryLadder(eventType: string, deliveries: readonly SeenDelivery[], now: Date): RetryLadder | null {
  const [first] = deliveries;
  if (first === undefined) return null;
  const began = first.receivedAt.getTime();
  const due = deliveriesDueSeconds(eventType);
  const seen = new Map<number, SeenDelivery>();
  for (const delivery of deliveries) {
    const after = delivery.receivedAt.getTime() - began + EARLY_MS;
    const place = due.findLastIndex((seconds) => seconds * 1000 <= after);
    if (!seen.has(place)) seen.set(place, delivery);
  }
  const elapsed = now.getTime() - began;
  const stateOf = (place: number, dueMs: number): TryState => {
    if (seen.has(place)) return 'seen';
    if (dueMs > elapsed) return 'later';
    const following = due[place + 1];
    const until = following === undefined ? dueMs + LATE_MS : Math.min(dueMs + LATE_MS, following * 1000);
    return elapsed < until ? 'due' : 'missed';
  };
  const tries = due.map(
    (seconds, place): LadderTry => ({
      number: place + 1,
      dueSeconds: seconds,
      dueAt: new Date(began + seconds * 1000),
      state: stateOf(place, seconds * 1000),
      seen: seen.get(place) ?? null,
    }),
  );
  const next = tries.find(({ state }) => state === 'later' || state === 'due') ?? null;
  if (next?.state === 'later') next.state = 'next';
  const endsSeconds = due.at(-1) ?? 0;
  return {
    tries,
    next,
    endsAt: new Date(began + endsSeconds * 1000),
    endsSeconds,
    isOver: next === null,
    extra: deliveries.length - seen.size,
  };
}
