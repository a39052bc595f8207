import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPublisher, payloadOf } from './publish';
import { notice } from './view';

const connectionId = '019adf00-0000-7000-8000-000000000001';
const other = '019adf00-0000-7000-8000-000000000002';

function open(fails = false) {
  const sent: unknown[] = [];
  const logged: string[] = [];
  const db = {
    $executeRaw: async (_sql: unknown, _channel: unknown, payload: unknown) => {
      if (fails) throw new Error('no database');
      sent.push(notice.parse(JSON.parse(String(payload))));
      return 1;
    },
  };
  const publisher = createPublisher(
    // The one call that a publisher makes of a database.
    { db: db as unknown as Parameters<typeof createPublisher>[0]['db'], log: ({ what }) => logged.push(what) },
    { everyMs: 200 },
  );
  return { ...publisher, sent, logged };
}

describe('what is published', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('within 200 ms goes out as one, each id once, connections and topics apart', async () => {
    const { publish, sent } = open();
    for (let n = 0; n < 50; n += 1) publish(connectionId, 'requests', [`r${n % 3}`]);
    publish(connectionId, 'sub-merchants', ['1900003001']);
    publish(other, 'requests', ['r9']);
    await vi.advanceTimersByTimeAsync(199);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toEqual([
      [
        { connectionId, topic: 'requests', ids: ['r0', 'r1', 'r2'] },
        { connectionId, topic: 'sub-merchants', ids: ['1900003001'] },
        { connectionId: other, topic: 'requests', ids: ['r9'] },
      ],
    ]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sent).toHaveLength(1);
  });

  it('without a pause goes out five times a second at most', async () => {
    const { publish, sent } = open();
    for (let ms = 0; ms < 2000; ms += 10) {
      publish(connectionId, 'requests', [`r${ms}`]);
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(sent.length).toBeLessThanOrEqual(10);
    expect(sent.length).toBeGreaterThan(8);
  });

  it('names nothing any more once there is too much to name', async () => {
    const { publish, flush, sent } = open();
    publish(connectionId, 'requests', ['r0']);
    publish(
      connectionId,
      'requests',
      Array.from({ length: 20_000 }, (_, n) => `r${n}`),
    );
    publish(connectionId, 'requests', ['r1']);
    await flush();
    expect(sent).toEqual([[{ connectionId, topic: 'requests', ids: [] }]]);
  });

  it('is sent before it closes, and nothing after', async () => {
    const { publish, close, sent } = open();
    publish(connectionId, 'requests', ['r0']);
    await close();
    publish(connectionId, 'requests', ['r1']);
    await vi.advanceTimersByTimeAsync(1000);
    expect(sent).toEqual([[{ connectionId, topic: 'requests', ids: ['r0'] }]]);
  });

  it('and cannot be told is logged, never thrown', async () => {
    const { publish, flush, logged } = open(true);
    publish(connectionId, 'requests', ['r0']);
    await flush();
    publish(connectionId, 'requests', ['r1']);
    await vi.advanceTimersByTimeAsync(200);
    expect(logged).toEqual(['live events not published', 'live events not published']);
  });
});

describe('one payload', () => {
  const uuids = (count: number) => Array.from({ length: count }, () => crypto.randomUUID());

  it('stays under what PostgreSQL takes, and the longest list loses its ids first', () => {
    const few = { connectionId, topic: 'requests', ids: uuids(20) } as const;
    const many = { connectionId, topic: 'sub-merchants', ids: uuids(190) } as const;
    const payload = payloadOf([few, many]);
    expect(Buffer.byteLength(payload)).toBeLessThan(8000);
    expect(JSON.parse(payload)).toEqual([few, { ...many, ids: [] }]);
  });

  it('counts bytes, not characters', () => {
    const payload = payloadOf([
      { connectionId, topic: 'requests', ids: Array.from({ length: 150 }, () => '港'.repeat(18)) },
    ]);
    expect(JSON.parse(payload)).toEqual([{ connectionId, topic: 'requests', ids: [] }]);
  });

  it('that cannot even name its connections says: everything', () => {
    const changes = uuids(200).map((id) => ({ connectionId: id, topic: 'requests' as const, ids: [] }));
    expect(payloadOf(changes)).toBe('[]');
  });
});
