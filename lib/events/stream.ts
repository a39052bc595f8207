import 'server-only';
import type { Listener } from './listen';
import type { LiveEvent, Topic } from './view';

/** A reader who does not take what is sent is let go at this many pieces. */
const BEHIND_MAX = 100;
/** How long a browser waits before it opens the stream anew; less than the listener's memory. */
const RETRY_MS = 2000;

type StreamSource = {
  /** What the person may follow at the start. */
  topics: readonly Topic[];
  /** Asked again at each beat: none when the session or the rights are gone. */
  topicsNow: () => Promise<readonly Topic[]>;
  subscribe: (...to: [hear: (event: LiveEvent) => void, end: () => void]) => ReturnType<Listener['subscribe']>;
};

/**
 * The body of one event stream (server-sent events), begun when it is first read: an answer that nobody reads holds
 * nothing. Each `beatMs` the rights are asked again, and the stream ends when they are gone, or after `lifeMs`: then the
 * browser comes again with the cookie that it has by then.
 */
export function eventStream(
  { topics, topicsNow, subscribe }: StreamSource,
  { beatMs = 15_000, lifeMs = 5 * 60_000 } = {},
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let stop: (() => void) | null = null;

  const begin = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const begun = performance.now();
    let allowed = topics;
    let timer: NodeJS.Timeout | undefined;
    let isOver = false;
    let unsubscribe = () => {};
    const release = () => {
      isOver = true;
      clearTimeout(timer);
      unsubscribe();
    };
    const end = () => {
      if (isOver) return;
      release();
      controller.close();
    };
    const write = (text: string) => {
      if (isOver) return;
      controller.enqueue(encoder.encode(text));
      if ((controller.desiredSize ?? 0) < -BEHIND_MAX) end();
    };
    const beat = async () => {
      // Rights that cannot be asked are not there.
      allowed = await topicsNow().catch(() => []);
      if (allowed.length === 0) return end();
      // An event, not a comment: the browser's script sees by it until when it has heard everything.
      write('event: beat\ndata:\n\n');
      if (performance.now() - begun > lifeMs) return end();
      if (!isOver) timer = setTimeout(() => void beat(), beatMs).unref();
    };

    write(`retry: ${RETRY_MS}\n\n`);
    const leave = subscribe((event) => {
      if (event.kind === 'resync' || allowed.includes(event.topic)) write(`data: ${JSON.stringify(event)}\n\n`);
    }, end);
    unsubscribe = leave;
    if (isOver) leave();
    else timer = setTimeout(() => void beat(), beatMs).unref();
    return release;
  };

  return new ReadableStream(
    {
      pull(controller) {
        stop ??= begin(controller);
      },
      cancel() {
        stop?.();
      },
    },
    { highWaterMark: 0 },
  );
}
