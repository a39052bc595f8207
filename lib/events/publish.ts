import 'server-only';
import type { Db } from '@/lib/db/client';
import type { Notice, Topic } from './view';

/** The channel of NOTIFY. */
export const CHANNEL = 'subdesk_events';

/** PostgreSQL takes payloads under 8000 bytes. */
const PAYLOAD_MAX_BYTES = 7999;
/** As many ids of one topic as a payload can hold at all: more are not even gathered. */
const IDS_MAX = 200;

/**
 * Says that objects of a topic changed. Call it after the commit: whoever hears it reads at once, and a NOTIFY inside
 * the transaction would make writers wait for each other. Without ids: more than can be named.
 */
export type Publish = (connectionId: string, topic: Topic, ids: readonly string[]) => void;

export type Publisher = {
  publish: Publish;
  /** Sends what is gathered now; settles when it and what went before it are with the database. */
  flush: () => Promise<void>;
  /** Sends what is gathered, then hears nothing any more. */
  close: () => Promise<void>;
};

type Gathered = { connectionId: string; topic: Topic; ids: Set<string> | null };

/** The payload of one NOTIFY. What does not fit loses its ids, the longest list first, and at last its topics. */
export function payloadOf(changes: Notice): string {
  const payload = JSON.stringify(changes);
  if (Buffer.byteLength(payload) <= PAYLOAD_MAX_BYTES) return payload;
  const longest = changes.reduce((found, change) => (change.ids.length > found.ids.length ? change : found));
  if (longest.ids.length === 0) return JSON.stringify([] satisfies Notice);
  return payloadOf(changes.map((change) => (change === longest ? { ...change, ids: [] } : change)));
}

/**
 * Tells all processes over one database what changed, at most once in `everyMs` with everything gathered meanwhile.
 * It never throws: a screen that hears nothing is behind, and that must not undo what was written.
 */
export function createPublisher(
  { db, log }: { db: Pick<Db, '$executeRaw'>; log: (event: { what: string; cause?: unknown }) => void },
  { everyMs = 200 } = {},
): Publisher {
  let gathered = new Map<string, Gathered>();
  let timer: NodeJS.Timeout | undefined;
  let sending = Promise.resolve();
  let isClosed = false;

  const send = async (payload: string) => {
    try {
      await db.$executeRaw`SELECT pg_notify(${CHANNEL}, ${payload})`;
    } catch (cause) {
      log({ what: 'live events not published', cause });
    }
  };
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (gathered.size === 0) return sending;
    const changes = [...gathered.values()].map((change) => ({ ...change, ids: [...(change.ids ?? [])] }));
    gathered = new Map();
    sending = sending.then(() => send(payloadOf(changes)));
    return sending;
  };
  return {
    publish: (connectionId, topic, ids) => {
      if (isClosed) return;
      const key = `${connectionId} ${topic}`;
      const held = gathered.get(key) ?? { connectionId, topic, ids: new Set<string>() };
      const isNamed = ids.length > 0 && held.ids !== null && held.ids.size + ids.length <= IDS_MAX;
      held.ids = isNamed ? new Set([...(held.ids ?? []), ...ids]) : null;
      gathered.set(key, held);
      timer ??= setTimeout(() => void flush(), everyMs).unref();
    },
    flush,
    close: () => {
      isClosed = true;
      return flush();
    },
  };
}
