import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionState } from '@/lib/auth/view';
import type { Stage } from './page-session';
import { openPageSession, stageOf } from './page-session';

const MINUTE = 60_000;
const me = 'me';
const idleMs = 30 * MINUTE;
const warnMs = 2 * MINUTE;

/** A server with one session, and the tabs of one browser. */
function world() {
  let seenAt = Date.now();
  let ended: string | null = null;
  let who = me;
  let isUp = true;
  const asked: boolean[] = [];
  const channels = new Set<{ onmessage: ((event: MessageEvent<SessionState>) => unknown) | null }>();
  const ask = async (isDeed: boolean): Promise<SessionState | null> => {
    if (!isUp) return null;
    asked.push(isDeed);
    if (Date.now() - seenAt >= idleMs) ended ??= 'idle';
    if (ended !== null) return { standing: 'ended', cause: ended };
    if (isDeed) seenAt = Date.now();
    return {
      standing: 'stands',
      staffId: who,
      name: who,
      idleInMs: seenAt + idleMs - Date.now(),
      overInMs: 8 * 60 * MINUTE,
    };
  };
  const openTab = () => {
    const stages: Stage[] = [];
    const channel = {
      onmessage: null as ((event: MessageEvent<SessionState>) => unknown) | null,
      postMessage: (data: SessionState) => {
        for (const other of channels) if (other !== channel) other.onmessage?.({ data } as MessageEvent<SessionState>);
      },
      close: () => channels.delete(channel),
    };
    channels.add(channel);
    const session = openPageSession({ staffId: me, warnMs, ask, channel }, (stage) => stages.push(stage));
    session.begin({ idleInMs: seenAt + idleMs - Date.now(), overInMs: 8 * 60 * MINUTE });
    return { ...session, stage: () => stages.at(-1) };
  };
  return {
    openTab,
    asked,
    end: (cause: string) => {
      ended = cause;
    },
    signIn: (name: string) => {
      ended = null;
      who = name;
      seenAt = Date.now();
    },
    fail: (down: boolean) => {
      isUp = !down;
    },
  };
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('the session of open pages', () => {
  it('warns every tab two minutes before the idle end, and each says so after it', async () => {
    const server = world();
    const tabs = [server.openTab(), server.openTab()];
    await pass(28 * MINUTE - 1);
    expect(tabs.map(({ stage }) => stage()?.kind)).toEqual(['fine', 'fine']);
    await pass(1);
    expect(tabs.map(({ stage }) => stage())).toEqual(
      tabs.map(() => ({ kind: 'warned', cause: 'idle', endsAt: Date.now() + 2 * MINUTE })),
    );
    await pass(2 * MINUTE + 1000);
    expect(tabs.map(({ stage }) => stage())).toEqual(tabs.map(() => ({ kind: 'ended', cause: 'idle' })));
  });

  it('asks by itself only near the end, and none of that is a deed', async () => {
    const server = world();
    server.openTab();
    await pass(40 * MINUTE);
    expect(server.asked).toEqual([false, false]);
  });

  it('goes on in every tab when somebody stays in one, or works in one', async () => {
    const server = world();
    const [one, other] = [server.openTab(), server.openTab()];
    await pass(29 * MINUTE);
    await one.act();
    expect([one.stage()?.kind, other.stage()?.kind]).toEqual(['fine', 'fine']);
    await pass(20 * MINUTE);
    await other.act();
    await pass(20 * MINUTE);
    expect([one.stage()?.kind, other.stage()?.kind]).toEqual(['fine', 'fine']);
  });

  it('tells of typing once a minute, whichever tab it is in', async () => {
    const server = world();
    const tabs = [server.openTab(), server.openTab()];
    for (let second = 0; second < 180; second += 1) {
      await pass(1000);
      for (const tab of tabs) await tab.act();
    }
    expect(server.asked).toEqual([true, true, true]);
  });

  it('tells every tab that the session was ended elsewhere as soon as one finds out', async () => {
    const server = world();
    const [one, other] = [server.openTab(), server.openTab()];
    server.end('suspended');
    await one.look();
    await pass(0);
    expect([one.stage(), other.stage()]).toEqual(Array(2).fill({ kind: 'ended', cause: 'suspended' }));
  });

  it('goes on in every tab once the same person signed in again, and in none for somebody else', async () => {
    const server = world();
    const [one, other] = [server.openTab(), server.openTab()];
    server.end('by-hand');
    await one.look();
    await pass(0);
    server.signIn('somebody else');
    await one.look();
    await pass(0);
    expect([one.stage(), other.stage()]).toEqual(Array(2).fill({ kind: 'other', name: 'somebody else' }));
    server.signIn(me);
    await other.look();
    await pass(0);
    expect([one.stage()?.kind, other.stage()?.kind]).toEqual(['fine', 'fine']);
  });

  it('believes no clock of its own: where the server does not answer it asks again until it does', async () => {
    const server = world();
    const tab = server.openTab();
    await pass(29 * MINUTE);
    server.fail(true);
    await pass(10 * MINUTE);
    expect(tab.stage()?.kind).toBe('warned');
    server.fail(false);
    await pass(6000);
    expect(tab.stage()).toEqual({ kind: 'ended', cause: 'idle' });
  });

  it('does nothing more once the page is gone', async () => {
    const server = world();
    const tab = server.openTab();
    tab.close();
    await pass(60 * MINUTE);
    expect(server.asked).toEqual([]);
  });
});

it('a page is warned exactly while no more than the warning’s time is left, whichever end is nearer', () => {
  const time = fc.integer({ min: 0, max: 9 * 60 * MINUTE });
  fc.assert(
    fc.property(time, time, time, (at, idleInMs, overInMs) => {
      const state = { standing: 'stands' as const, staffId: me, name: me, idleInMs, overInMs };
      const left = Math.min(idleInMs, overInMs);
      const stage = stageOf(state, at, { staffId: me, warnMs });
      expect(stage.kind).toBe(left > warnMs ? 'fine' : 'warned');
      if (stage.kind === 'warned')
        expect(stage).toMatchObject({ endsAt: at + left, cause: idleInMs < overInMs ? 'idle' : 'over' });
      expect(stageOf(state, at, { staffId: 'another', warnMs })).toEqual({ kind: 'other', name: me });
    }),
  );
});
