import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventStream } from './stream';
import type { LiveEvent, Topic } from './view';

const changed = (topic: Topic, ...ids: string[]): LiveEvent => ({ kind: 'changed', topic, ids });

/** A listener that counts who listens. */
function open(topics: readonly Topic[] = ['requests']) {
  const hearers = new Map<(event: LiveEvent) => void, () => void>();
  let held: readonly Topic[] | Error = topics;
  return {
    hearers,
    tell: (event: LiveEvent) => {
      for (const hear of hearers.keys()) hear(event);
    },
    end: () => {
      for (const end of hearers.values()) end();
    },
    hold: (now: readonly Topic[] | Error) => {
      held = now;
    },
    stream: () =>
      eventStream({
        topics,
        topicsNow: async () => {
          if (held instanceof Error) throw held;
          return held;
        },
        subscribe: (hear, end) => {
          hearers.set(hear, end);
          return () => hearers.delete(hear);
        },
      }),
  };
}

async function begin(stream: ReadableStream<Uint8Array>) {
  const reader = stream.getReader();
  const next = async () => {
    const { done, value } = await reader.read();
    return done ? null : new TextDecoder().decode(value);
  };
  expect(await next()).toBe('retry: 2000\n\n');
  return { next, cancel: () => reader.cancel() };
}

describe('an event stream', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('tells what the person may follow, and nothing else', async () => {
    const { stream, tell } = open(['requests']);
    const { next } = await begin(stream());
    tell(changed('sub-merchants', '1900003001'));
    tell(changed('requests', 'r1'));
    tell({ kind: 'resync' });
    expect(await next()).toBe('data: {"kind":"changed","topic":"requests","ids":["r1"]}\n\n');
    expect(await next()).toBe('data: {"kind":"resync"}\n\n');
  });

  it('beats every 15 s, and ends with the beat after the rights are gone', async () => {
    const { stream, hold, hearers } = open();
    const { next } = await begin(stream());
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await next()).toBe('event: beat\ndata:\n\n');
    hold([]);
    await vi.advanceTimersByTimeAsync(14_999);
    expect(hearers.size).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await next()).toBeNull();
    expect(hearers.size).toBe(0);
  });

  it('follows rights that change without ending', async () => {
    const { stream, hold, tell } = open(['requests', 'sub-merchants']);
    const { next } = await begin(stream());
    hold(['sub-merchants']);
    await vi.advanceTimersByTimeAsync(15_000);
    tell(changed('requests', 'r1'));
    tell(changed('sub-merchants', '1900003001'));
    expect(await next()).toBe('event: beat\ndata:\n\n');
    expect(await next()).toContain('sub-merchants');
  });

  it('ends when the rights cannot be asked, when the listener ends, and after five minutes', async () => {
    const unasked = open();
    const first = await begin(unasked.stream());
    unasked.hold(new Error('no database'));
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await first.next()).toBeNull();

    const stopped = open();
    const second = await begin(stopped.stream());
    stopped.end();
    expect(await second.next()).toBeNull();

    const old = open();
    const third = await begin(old.stream());
    await vi.advanceTimersByTimeAsync(5 * 60_000 + 15_000);
    let last: string | null = '';
    for (let piece: string | null = ''; piece !== null; piece = await third.next()) last = piece;
    // Up to its end it says that nothing was missed.
    expect(last).toBe('event: beat\ndata:\n\n');
    for (const { hearers } of [unasked, stopped, old]) expect(hearers.size).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('opened and left two hundred times leaves nobody listening and no timer', async () => {
    const { stream, hearers } = open();
    for (let n = 0; n < 200; n += 1) {
      const { cancel } = await begin(stream());
      expect(hearers.size).toBe(1);
      await cancel();
    }
    expect(hearers.size).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('that nobody reads listens to nothing', async () => {
    const { stream, hearers } = open();
    stream();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(hearers.size).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('lets go of a reader who takes nothing', async () => {
    const { stream, hearers, tell } = open();
    await begin(stream());
    for (let n = 0; n < 200; n += 1) tell(changed('requests', `r${n}`));
    expect(hearers.size).toBe(0);
  });
});
