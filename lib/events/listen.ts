import 'server-only';
import { setTimeout as pause, setInterval as ticks } from 'node:timers/promises';
import pg from 'pg';
import { CHANNEL } from './publish';
import type { LiveEvent, Notice } from './view';
import { notice } from './view';

/** The name of the LISTEN session in `pg_stat_activity`. */
export const LISTENING_AS = 'subdesk-events';

const RETRY_MAX_MS = 30_000;

export type Listener = {
  /**
   * Calls `hear` for what changes under a connection, until the returned function is called. A subscriber who comes
   * late first hears what was said in the last seconds, so that a page loses nothing between being drawn and listening.
   * `end` is called once if the listener itself ends.
   */
  subscribe: (connectionId: string, hear: (event: LiveEvent) => void, end: () => void) => () => void;
  /** Ends every subscription and the database session. */
  close: () => Promise<void>;
};

type Subscriber = { connectionId: string; hear: (event: LiveEvent) => void; end: () => void };
/** `connectionId` is null for what concerns all. */
type Heard = { at: number; connectionId: string | null; event: LiveEvent };
/** `since`: from when on the database tells us everything; null while it does not. */
type Session = { ends: AbortController; since: number | null; ended: Promise<void> };

const resync: LiveEvent = { kind: 'resync' };

/** What a payload says; null when it says "everything", or nothing that we can read. */
function readNotice(payload: string | undefined): Notice | null {
  try {
    const read = notice.safeParse(JSON.parse(payload ?? ''));
    return read.success && read.data.length > 0 ? read.data : null;
  } catch {
    return null;
  }
}

/**
 * One LISTEN session per process, whoever subscribes. It opens with the first subscriber, closes `lingerMs` after the
 * last, and comes back with growing pauses when it is lost; everybody then gets a resync, for NOTIFY keeps nothing for
 * those who are away. PostgreSQL must be reached directly or through a pooler that keeps sessions.
 */
export function createListener(
  { databaseUrl, log }: { databaseUrl: string; log: (event: { what: string; cause?: unknown }) => void },
  { lingerMs = 30_000, recentMs = 10_000, retryMs = 250, beatMs = 30_000 } = {},
): Listener {
  const subscribers = new Set<Subscriber>();
  let recent: Heard[] = [];
  let session: Session | null = null;
  let lingering: NodeJS.Timeout | undefined;
  let isClosed = false;

  const tell = (connectionId: string | null, event: LiveEvent) => {
    const at = performance.now();
    recent = [...recent.filter((heard) => heard.at > at - recentMs), { at, connectionId, event }];
    for (const subscriber of subscribers) {
      if (connectionId === null || subscriber.connectionId === connectionId) subscriber.hear(event);
    }
  };

  /** Holds one database session until it is lost or no longer wanted: either way it throws. */
  const hold = async (own: Session) => {
    const { signal } = own.ends;
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: LISTENING_AS,
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
      // Lost without a word, as by a cut cable, it is found dead by the beat, whose query gets no answer in time.
      query_timeout: 10_000,
    });
    let lose: (cause: unknown) => void = () => {};
    const lost = new Promise<never>((_, reject) => {
      lose = reject;
    });
    const leave = () => lose(signal.reason);
    signal.addEventListener('abort', leave);
    client.on('error', lose);
    client.on('end', () => lose(new Error('the database ended the session')));
    client.on('notification', ({ payload }) => {
      if (signal.aborted) return;
      const changes = readNotice(payload);
      if (!changes) tell(null, resync);
      for (const { connectionId, topic, ids } of changes ?? []) tell(connectionId, { kind: 'changed', topic, ids });
    });
    const beats = async () => {
      for await (const _ of ticks(beatMs, null, { signal, ref: false })) await client.query('SELECT 1');
    };
    try {
      await Promise.race([lost, client.connect().then(() => client.query(`LISTEN ${CHANNEL}`))]);
      own.since = performance.now();
      tell(null, resync);
      await Promise.race([lost, beats()]);
    } finally {
      own.since = null;
      signal.removeEventListener('abort', leave);
      const ended = client.end().catch(() => {});
      if (signal.aborted) await ended;
    }
  };

  const holdOn = async (own: Session) => {
    const { signal } = own.ends;
    for (let failures = 0; !signal.aborted; failures += 1) {
      const began = performance.now();
      try {
        await hold(own);
      } catch (cause) {
        if (signal.aborted) return;
        log({ what: 'live events lost the database session', cause });
      }
      if (performance.now() - began > RETRY_MAX_MS) failures = 0;
      const waitMs = Math.min(RETRY_MAX_MS, retryMs * 2 ** failures) * (0.5 + Math.random() / 2);
      await pause(waitMs, null, { signal, ref: false }).catch(() => {});
    }
  };

  const open = (): Session => {
    const opened: Session = { ends: new AbortController(), since: null, ended: Promise.resolve() };
    opened.ended = holdOn(opened);
    return opened;
  };
  const shut = async () => {
    const ending = session;
    session = null;
    recent = [];
    ending?.ends.abort();
    await ending?.ended;
  };

  return {
    subscribe: (connectionId, hear, end) => {
      if (isClosed) {
        end();
        return () => {};
      }
      const subscriber = { connectionId, hear, end };
      clearTimeout(lingering);
      session ??= open();
      const { since } = session;
      const from = performance.now() - recentMs;
      // A young session has not heard what was said since the page was drawn; one that is not there yet tells so itself.
      if (since !== null && since > from) hear(resync);
      else if (since !== null) {
        for (const { at, connectionId: of, event } of recent) {
          if (at > from && (of === null || of === connectionId)) hear(event);
        }
      }
      subscribers.add(subscriber);
      return () => {
        if (!subscribers.delete(subscriber) || subscribers.size > 0 || isClosed) return;
        lingering = setTimeout(() => void shut(), lingerMs).unref();
      };
    },
    close: async () => {
      isClosed = true;
      clearTimeout(lingering);
      const ending = [...subscribers];
      subscribers.clear();
      for (const { end } of ending) end();
      await shut();
    },
  };
}
