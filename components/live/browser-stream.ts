import type { SessionState } from '@/lib/auth/view';
import type { LiveEvent } from '@/lib/events/view';
import { paths } from '@/lib/paths';

type Hear = (event: LiveEvent) => void;

/** The server tells a new stream what was said in the ten seconds before it; half of that is counted on. */
const GAP_MS = 5000;
/** The server beats each 15 s: a stream that is silent for longer than this is dead, whatever the browser says of it. */
const SILENCE_MS = 40_000;
/** While there is no stream, what is shown is read anew this often. */
const POLL_MS = 10_000;
/** A stream that the server refused is asked for again at each so manieth poll. */
const REOPEN_EVERY = 6;
/** A page that follows another one takes over its stream within this time. */
const LINGER_MS = 1000;

const resync: LiveEvent = { kind: 'resync' };

/** A stream is refused when the session has ended, too: what is shown then stays until its person is signed in again. */
async function hasSession(): Promise<boolean> {
  const answer = await fetch(paths.api.session(), { cache: 'no-store' }).catch(() => null);
  return answer?.ok === true && ((await answer.json()) as SessionState).standing === 'stands';
}

/** Holds the stream of one connection until `signal` ends, and calls `spread` for each event. */
function holdStream(connection: string, signal: AbortSignal, spread: Hear): Promise<void> {
  let source: EventSource;
  let heardAt = Date.now();
  let polls = 0;
  const open = () => {
    source = new EventSource(paths.api.events(connection));
    source.onopen = () => {
      if (Date.now() - heardAt > GAP_MS) spread(resync);
      heardAt = Date.now();
    };
    source.onmessage = ({ data }: MessageEvent<string>) => {
      heardAt = Date.now();
      // Written by our own server with this very type: a schema would weigh more than the rest of the page's script.
      spread(JSON.parse(data) as LiveEvent);
    };
    source.addEventListener('beat', () => {
      heardAt = Date.now();
    });
  };
  const poll = async () => {
    const isSilent = Date.now() - heardAt > SILENCE_MS;
    if (source.readyState === EventSource.OPEN && !isSilent) return;
    // While the server is away a refresh would end in the browser's own error page.
    const answer = await fetch(paths.api.health()).catch(() => null);
    if (signal.aborted || !answer?.ok) return;
    if (source.readyState === EventSource.CLOSED && !(await hasSession())) return;
    if (signal.aborted) return;
    spread(resync);
    polls += 1;
    // What broke the browser opens again by itself; not what was refused, nor what looks open and is dead.
    const isRefused = source.readyState === EventSource.CLOSED && polls % REOPEN_EVERY === 0;
    if (!isRefused && source.readyState !== EventSource.OPEN) return;
    source.close();
    open();
  };
  open();
  const polling = setInterval(() => void poll(), POLL_MS);
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      clearInterval(polling);
      source.close();
      resolve();
    });
  });
}

/**
 * What this tab hears of one connection. Of all visible tabs one holds the stream, whoever has the lock, and tells the
 * others; where the browser offers no locks or channels each tab has a stream of its own. A hidden tab holds none.
 */
function openEar(connection: string) {
  const hears = new Set<Hear>();
  const name = `subdesk-live ${connection}`;
  const channel = 'BroadcastChannel' in window && 'locks' in navigator ? new BroadcastChannel(name) : null;
  let turn: AbortController | null = null;
  let hiddenSince: number | null = null;
  let recent: { at: number; event: LiveEvent }[] = [];

  const tell: Hear = (event) => {
    for (const hear of hears) hear(event);
  };
  const spread: Hear = (event) => {
    const at = Date.now();
    recent = [...recent.filter((said) => said.at > at - GAP_MS), { at, event }];
    channel?.postMessage(event);
    tell(event);
  };
  const wake = () => {
    if (document.hidden) {
      hiddenSince ??= Date.now();
      turn?.abort();
      turn = null;
      return;
    }
    if (turn) return;
    turn = new AbortController();
    const { signal } = turn;
    const hold = () => holdStream(connection, signal, spread);
    if (channel) navigator.locks.request(name, { signal }, hold).catch(() => {});
    else void hold();
    if (hiddenSince !== null && Date.now() - hiddenSince > GAP_MS) tell(resync);
    hiddenSince = null;
  };
  if (channel) {
    // `null` is a tab that has just come: it is told what it missed between being drawn and listening.
    channel.onmessage = ({ data }: MessageEvent<LiveEvent | null>) => {
      if (data) tell(data);
      else for (const { at, event } of recent) if (Date.now() - at < GAP_MS) channel.postMessage(event);
    };
    channel.postMessage(null);
  }
  document.addEventListener('visibilitychange', wake);
  wake();
  return {
    hears,
    close: () => {
      document.removeEventListener('visibilitychange', wake);
      turn?.abort();
      channel?.close();
    },
  };
}

const ears = new Map<string, ReturnType<typeof openEar>>();

/** Calls `hear` for everything that is told of a connection (its slug), until the returned function is called. */
export function hearLive(connection: string, hear: Hear): () => void {
  const ear = ears.get(connection) ?? openEar(connection);
  ears.set(connection, ear);
  ear.hears.add(hear);
  return () => {
    ear.hears.delete(hear);
    setTimeout(() => {
      if (ear.hears.size > 0 || ears.get(connection) !== ear) return;
      ears.delete(connection);
      ear.close();
    }, LINGER_MS);
  };
}
