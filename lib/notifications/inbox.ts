import 'server-only';
import type { Sessions } from '@/lib/db/raw';
import type { Vault } from '@/lib/db/vault';
import type { Arrival, Settled } from './arrival';
import { settleArrivals } from './settle';

export type InboxContext = {
  sessions: Sessions;
  vault: Vault;
  log: (event: { what: string; cause?: unknown }) => void;
};

/** Takes messages in. Resolves when what became of one is committed; rejects when nothing of it was kept. */
export type Inbox = { take: (arrival: Arrival) => Promise<Settled> };

/** How much one transaction takes in, and how many run at once: those that come meanwhile share the next commit. */
const BATCH_MAX = 64;
const BATCH_BYTES_MAX = 4 * 1024 * 1024;
const PARALLEL = 1;
/** What may wait, in bytes: beyond it we say that we failed, and the platform repeats. */
const WAITING_BYTES_MAX = 64 * 1024 * 1024;

type Waiting = { arrival: Arrival; done: (settled: Settled) => void; failed: (cause: unknown) => void };

/** Too much waits already: nothing was kept. */
export class InboxFull extends Error {}

/**
 * The inbox of one connection. One commit costs the database about as much as fifty, so messages that come while one is
 * on its way go into the next together; each is still judged alone, in the order of arrival.
 */
export function createInbox(
  { sessions, vault, log }: InboxContext,
  connectionId: string,
  committed: (settled: readonly Settled[]) => void,
): Inbox {
  const waiting: Waiting[] = [];
  let waitingBytes = 0;
  let running = 0;

  const settle = (arrivals: readonly Arrival[]) =>
    sessions.transaction((tx) => settleArrivals({ vault }, tx, connectionId, arrivals));

  async function settleAll(batch: readonly Waiting[]): Promise<void> {
    let settled: Settled[];
    try {
      settled = await settle(batch.map(({ arrival }) => arrival));
    } catch (cause) {
      if (batch.length === 1) {
        log({ what: 'notification not kept', cause });
        batch[0]?.failed(cause);
        return;
      }
      // One that cannot be kept must not take the others with it.
      for (const one of batch) await settleAll([one]);
      return;
    }
    // Committed: from here on nothing may bring the batch back to be taken a second time.
    for (const [place, one] of settled.entries()) batch[place]?.done(one);
    committed(settled);
  }

  const nextBatch = (): Waiting[] => {
    let bytes = 0;
    let count = 0;
    for (const { arrival } of waiting.slice(0, BATCH_MAX)) {
      bytes += arrival.body.length;
      if (count > 0 && bytes > BATCH_BYTES_MAX) break;
      count += 1;
    }
    const batch = waiting.splice(0, count);
    for (const { arrival } of batch) waitingBytes -= arrival.body.length;
    return batch;
  };

  const run = () => {
    while (running < PARALLEL && waiting.length > 0) {
      running += 1;
      void settleAll(nextBatch()).finally(() => {
        running -= 1;
        run();
      });
    }
  };
  return {
    take: (arrival) =>
      new Promise((done, failed) => {
        if (waitingBytes + arrival.body.length > WAITING_BYTES_MAX) {
          failed(new InboxFull('too many messages wait'));
          return;
        }
        waitingBytes += arrival.body.length;
        waiting.push({ arrival, done, failed });
        // Those whose bytes arrived together meet in one batch.
        if (running < PARALLEL) setImmediate(run);
      }),
  };
}
