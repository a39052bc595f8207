import type { SessionLeft, SessionState } from '@/lib/auth/view';

/** How the session stands for the person who opened this page. Times are milliseconds of this browser's clock. */
export type Stage =
  | { kind: 'fine' }
  | { kind: 'warned'; cause: 'idle' | 'over'; endsAt: number }
  /** `cause` is null where it is not known. */
  | { kind: 'ended'; cause: string | null }
  /** Somebody else is signed in by now. */
  | { kind: 'other'; name: string };

/** Where a page stands by what the server said at this moment. */
export function stageOf(
  state: SessionState,
  at: number,
  { staffId, warnMs }: { staffId: string; warnMs: number },
): Stage {
  if (state.standing === 'ended') return { kind: 'ended', cause: state.cause };
  if (state.staffId !== staffId) return { kind: 'other', name: state.name };
  const cause = state.idleInMs < state.overInMs ? 'idle' : 'over';
  const leftMs = Math.min(state.idleInMs, state.overInMs);
  return leftMs > warnMs ? { kind: 'fine' } : { kind: 'warned', cause, endsAt: at + leftMs };
}

/** What somebody does is told at most this often. */
const TELL_EVERY_MS = 60_000;
/** A server that did not answer is asked again after this long. */
const AGAIN_MS = 5000;
/** Asked a moment after the end, so that it is one by the server's clock too. */
const AFTER_END_MS = 500;
/** Timers of browsers hold no more than 32 bits. */
const TIMER_MAX_MS = 2 ** 31 - 1;

type Channel = Pick<BroadcastChannel, 'postMessage' | 'close'> & {
  onmessage: ((event: MessageEvent<SessionState>) => unknown) | null;
};

/** What the tabs of one browser tell each other by; null where the browser has no such thing. */
export const sessionChannel = (): BroadcastChannel | null =>
  'BroadcastChannel' in window ? new BroadcastChannel('subdesk-session') : null;

export type PageSessionOptions = {
  staffId: string;
  warnMs: number;
  /** Asks the server, or tells it too that the person did something; null where it did not answer. */
  ask: (isDeed: boolean) => Promise<SessionState | null>;
  /** Reaches the other tabs. */
  channel: Channel | null;
};

/**
 * The session of an open page. The server is the truth: what other tabs say only makes this one ask, or wait longer. When
 * the end is near, and when it has come, `hear` is told.
 */
export function openPageSession({ staffId, warnMs, ask, channel }: PageSessionOptions, hear: (stage: Stage) => void) {
  let stage: Stage = { kind: 'fine' };
  let toldAt = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking: Promise<void> | null = null;
  let looking: Promise<void> | null = null;
  let isClosed = false;

  const lookIn = (ms: number) => {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(() => void look(), Math.min(Math.max(ms, 0), TIMER_MAX_MS));
  };
  const take = (state: SessionState) => {
    if (isClosed) return;
    stage = stageOf(state, Date.now(), { staffId, warnMs });
    if (stage.kind === 'fine' && state.standing === 'stands') lookIn(Math.min(state.idleInMs, state.overInMs) - warnMs);
    else if (stage.kind === 'warned') lookIn(stage.endsAt - Date.now() + AFTER_END_MS);
    else clearTimeout(timer);
    hear(stage);
  };
  const call = async (isDeed: boolean, isSpread: boolean) => {
    const state = await ask(isDeed).catch(() => null);
    if (!state) {
      if (stage.kind !== 'ended') lookIn(AGAIN_MS);
      return;
    }
    if (isDeed) toldAt = Date.now();
    take(state);
    if (isSpread && !isClosed) channel?.postMessage(state);
  };
  const once = (isDeed: boolean, isSpread: boolean) => {
    asking ??= call(isDeed, isSpread).finally(() => {
      asking = null;
      looking = null;
    });
    if (!isDeed) looking = asking;
    return asking;
  };
  /** Asks the server how the session stands, and tells the other tabs. */
  const look = () => once(false, true);
  if (channel) {
    channel.onmessage = ({ data }) => {
      const isOpen = stage.kind === 'fine' || stage.kind === 'warned';
      const isOurs = data.standing === 'stands' && data.staffId === staffId;
      if (!isOpen || !isOurs) return void once(false, false);
      // Somebody who is at work in another tab is at work.
      toldAt = Date.now();
      take(data);
    };
  }
  return {
    look,
    /** Asks the server and tells nobody: other tabs take what they are told for work in this one. */
    peek: () => once(false, false),
    /** Until it is known how the session stands, where that is being asked: whoever just works waits for nothing. */
    settled: () => looking ?? Promise.resolve(),
    /** The page was drawn, and the server said with it how long the session stands. */
    begin: (left: SessionLeft) => take({ standing: 'stands', staffId, name: '', ...left }),
    /** The person typed, pressed or scrolled. */
    act: () => {
      const isDue = stage.kind === 'warned' || (stage.kind === 'fine' && Date.now() - toldAt >= TELL_EVERY_MS);
      return isDue ? once(true, true) : Promise.resolve();
    },
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      channel?.close();
    },
  };
}
