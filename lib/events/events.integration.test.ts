// Consoles over one database are processes to each other: they share nothing but NOTIFY. Each listener made here is
// another one's.

import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rightsNow } from '@/lib/auth/roles';
import { world } from '@/lib/sandbox/world';
import { modifySubMerchant } from '@/lib/sub-merchants/modify';
import { until } from '@/lib/testing/until';
import type { TestWorld } from '@/lib/testing/world';
import { holdSubMerchant, openTestWorld } from '@/lib/testing/world';
import { createListener, LISTENING_AS } from './listen';
import { topicsFor } from './rules';
import { eventStream } from './stream';
import type { LiveEvent } from './view';

let here: TestWorld;
let there: TestWorld;
let own: pg.Client;
let connectionId: string;
/** A connection that nothing is sent under: what is heard of it is what a test says. */
const nobodys = crypto.randomUUID();
const subMchid = world.find(({ h5, pageOnly }) => h5.state === 'APPROVED' && !pageOnly)?.sub_mchid ?? '';

beforeAll(async () => {
  there = await openTestWorld();
  here = await openTestWorld();
  own = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await own.connect();
  connectionId = here.account.connection.id;
  expect(there.account.connection.id).toBe(connectionId);
  await holdSubMerchant(here.context, connectionId, subMchid);
});
afterAll(async () => {
  await own.end();
  await here.close();
  await there.close();
});

/** The database sessions that listen, told from those of other tests by the database. */
const sessions = async () => {
  const { rows } = await own.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and application_name = $1',
    [LISTENING_AS],
  );
  return rows.map(({ pid }) => pid);
};

const resync: LiveEvent = { kind: 'resync' };
const requestsChanged = (...ids: string[]): LiveEvent => ({ kind: 'changed', topic: 'requests', ids });

const opened: { close: () => Promise<void> }[] = [];
function listener(timing: Parameters<typeof createListener>[1] = {}) {
  const logged: string[] = [];
  const made = createListener(
    { databaseUrl: process.env.DATABASE_URL ?? '', log: ({ what }) => logged.push(what) },
    { retryMs: 20, ...timing },
  );
  opened.push(made);
  const subscribe = (to = nobodys) => {
    const heard: LiveEvent[] = [];
    let ends = 0;
    const leave = made.subscribe(
      to,
      (event) => heard.push(event),
      () => {
        ends += 1;
      },
    );
    return { heard, leave, ends: () => ends };
  };
  return { ...made, subscribe, logged };
}
beforeEach(async () => until(async () => (await sessions()).length === 0));
afterEach(async () => {
  for (const { close } of opened.splice(0)) await close();
});

const publish = async (...ids: string[]) => {
  there.context.publish(nobodys, 'requests', ids);
  await there.context.events.publisher.flush();
};

describe('what one process writes', () => {
  it('is told in another after the commit, by ids alone', async () => {
    const { subscribe } = listener();
    const { heard } = subscribe(connectionId);
    const elsewhere = subscribe();
    await until(() => heard.length === 1);
    const sent = await modifySubMerchant(here.context, here.account, here.actor, {
      subMchid,
      draft: await here.keptDraft(subMchid),
      baseVersion: (await here.baseOf(subMchid)).version,
      values: await here.valuesWith(subMchid, { shortname: 'Canary Kite' }),
    });
    if (!sent.ok) throw new Error(JSON.stringify(sent.refusal));
    const { requestId } = sent.value;
    await until(() => heard.some((event) => event.kind === 'changed' && event.topic === 'sub-merchants'));
    const [first, ...rest] = heard;
    expect(first).toEqual(resync);
    expect(rest).toContainEqual(requestsChanged(requestId));
    expect(rest).toContainEqual({ kind: 'changed', topic: 'sub-merchants', ids: [subMchid] });
    expect(JSON.stringify(heard)).not.toContain('Canary');
    expect(elsewhere.heard).toEqual([resync]);
  });

  it('is not told when nothing was written', async () => {
    const told: string[] = [];
    const quiet = { ...here.context, publish: (_connection: string, topic: string) => told.push(topic) };
    const refused = await modifySubMerchant(quiet, here.account, here.actor, {
      subMchid,
      draft: await here.keptDraft(subMchid),
      baseVersion: (await here.baseOf(subMchid)).version + 7,
      values: await here.valuesWith(subMchid, { shortname: 'Kite' }),
    });
    expect(refused.ok).toBe(false);
    expect(told).toEqual([]);
  });

  it('without names, and what nobody can read, makes everybody read anew', async () => {
    const { subscribe } = listener();
    const { heard } = subscribe();
    await until(() => heard.length === 1);
    await publish();
    await own.query("select pg_notify('subdesk_events', '[]'), pg_notify('subdesk_events', 'not ours')");
    await until(() => heard.length === 4);
    expect(heard).toEqual([resync, requestsChanged(), resync, resync]);
  });
});

describe('the session that listens', () => {
  it('is one for all, opens with the first and closes after the last', async () => {
    const { subscribe } = listener({ lingerMs: 50 });
    const subscribers = Array.from({ length: 20 }, () => subscribe());
    await until(() => subscribers.every(({ heard }) => heard.length === 1));
    expect(await sessions()).toHaveLength(1);
    for (const { leave } of subscribers) leave();
    await until(async () => (await sessions()).length === 0);
    const again = subscribe();
    await until(() => again.heard.length === 1);
    await publish('r1');
    await until(() => again.heard.length === 2);
  });

  it('stays while one leaves and the next comes', async () => {
    const { subscribe } = listener({ lingerMs: 300 });
    const first = subscribe();
    await until(() => first.heard.length === 1);
    const before = await sessions();
    for (let n = 0; n < 200; n += 1) subscribe().leave();
    first.leave();
    const next = subscribe();
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(await sessions()).toEqual(before);
    next.leave();
    await until(async () => (await sessions()).length === 0);
  });

  it('that the database ends comes back, tells everybody to read anew, and hears again', async () => {
    const { subscribe, logged } = listener();
    const { heard } = subscribe();
    await until(() => heard.length === 1);
    const [pid] = await sessions();
    await own.query('select pg_terminate_backend($1)', [pid]);
    await until(() => heard.length === 2);
    expect(heard).toEqual([resync, resync]);
    expect(logged).toEqual(['live events lost the database session']);
    const after = await sessions();
    expect(after).toHaveLength(1);
    expect(after).not.toContain(pid);
    await publish('r1');
    await until(() => heard.length === 3);
    expect(heard[2]).toEqual(requestsChanged('r1'));
  });

  it('tells who comes late what was said a moment ago, and nothing that is old', async () => {
    const { subscribe } = listener({ recentMs: 400 });
    const { heard } = subscribe();
    await until(() => heard.length === 1);
    // Young: it cannot know what was said before it.
    const early = subscribe();
    expect(early.heard).toEqual([resync]);
    await new Promise((resolve) => setTimeout(resolve, 450));
    const quiet = subscribe();
    expect(quiet.heard).toEqual([]);
    await publish('r1');
    await until(() => heard.length === 2);
    const late = subscribe();
    expect(late.heard).toEqual([requestsChanged('r1')]);
    expect(subscribe(crypto.randomUUID()).heard).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 450));
    expect(subscribe().heard).toEqual([]);
  });

  it('that ends takes everybody with it, and whoever comes after', async () => {
    const { subscribe, close } = listener();
    const first = subscribe();
    await until(() => first.heard.length === 1);
    await close();
    expect(first.ends()).toBe(1);
    expect(subscribe().ends()).toBe(1);
    expect(await sessions()).toEqual([]);
  });

  it('can be ended while it is still being opened', async () => {
    const { subscribe, close } = listener();
    const { heard } = subscribe();
    await close();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(heard).toEqual([]);
    expect(await sessions()).toEqual([]);
  });
});

it('a person whose rights are withdrawn hears until the next beat and no longer', async () => {
  const { db, events } = here.context;
  const { id } = here.actor;
  const heldNow = async () => {
    const row = await db.staff.findUnique({ where: { id, disabledAt: null } });
    return row ? (await rightsNow(db, row)).permissions : [];
  };
  const reader = eventStream(
    {
      topics: topicsFor(await heldNow()),
      topicsNow: async () => topicsFor(await heldNow()),
      subscribe: (hear, end) => events.listener.subscribe(connectionId, hear, end),
    },
    { beatMs: 100 },
  ).getReader();
  const read = async () => {
    const { done, value } = await reader.read();
    return done ? null : new TextDecoder().decode(value);
  };
  const pieces: (string | null)[] = [];
  while (!pieces.at(-1)?.includes('beat')) pieces.push(await read());
  await db.staff.update({ where: { id }, data: { disabledAt: new Date() } });
  for (let piece: string | null = ''; piece !== null; ) {
    piece = await read();
    pieces.push(piece);
  }
  expect(pieces.length).toBeLessThan(8);
});
