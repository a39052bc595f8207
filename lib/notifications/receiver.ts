import 'server-only';
import type { PlatformAccount } from '@/lib/connections/account';
import type { ShelfContext } from '@/lib/connections/shelf';
import { createShelf } from '@/lib/connections/shelf';
import { BrokenOff, readChunks } from '@/lib/read-body';
import type { Answer } from './acknowledge';
import { acknowledge, otherMethod, unknownConnection } from './acknowledge';
import type { Announcing } from './announce';
import { announce } from './announce';
import type { InboxContext } from './inbox';
import { createInbox } from './inbox';
import type { ReceiveContext } from './receive';
import { receive } from './receive';
import { createRefusals } from './refused';
import { createSelfTests } from './self-test';
import type { Door } from './view';

/** Most bytes of a body that are read: the longest ciphertext of 6.1 and what stands around it. */
export const BODY_BYTES_MAX = 1.5 * 1024 * 1024;

export type ReceiverContext = InboxContext &
  Announcing &
  ShelfContext & {
    accountBySlug: (slug: string) => PlatformAccount | null;
  };

/** A call at either door: the console's route, or the receiver's own server. */
export type Call = {
  method: string;
  /** Slug of the connection, from the path. */
  slug: string;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  body: AsyncIterable<Uint8Array> | null;
  door: Door;
  ip: string | null;
};

export type Receiver = {
  answer: (call: Call) => Promise<Answer>;
  /** Writes what is only counted yet. */
  close: () => Promise<void>;
};

const receivers = new WeakMap<ReceiverContext, Receiver>();

/** The receiver of a process: one for each context, so that all its calls share their batches and certificates. */
export function receiverOf(context: ReceiverContext): Receiver {
  const known = receivers.get(context);
  if (known) return known;
  const made = createReceiver(context);
  receivers.set(context, made);
  return made;
}

/** The one function behind both doors (decisions 6): the same checks, the same inbox, the same answers. */
export function createReceiver(context: ReceiverContext): Receiver {
  const refusals = createRefusals(context);
  const selfTests = createSelfTests(context);
  const rooms = new Map<string, ReceiveContext>();
  const roomOf = (account: PlatformAccount): ReceiveContext => {
    const { id } = account.connection;
    const known = rooms.get(id);
    if (known) return known;
    const inbox = createInbox(context, id, (settled) => announce(context, id, settled));
    const room = { account, shelf: createShelf(context, account), inbox, refusals, selfTests, now: context.now };
    rooms.set(id, room);
    return room;
  };

  return {
    async answer({ method, slug, headers, body, door, ip }) {
      if (method !== 'POST') return otherMethod;
      const account = context.accountBySlug(slug);
      if (account === null) return unknownConnection;
      const room = roomOf(account);
      try {
        const bytes = await readChunks(body, headers['content-length'], BODY_BYTES_MAX);
        if (bytes === null) {
          const bodySize = Number(headers['content-length'] ?? 0) || 0;
          const refused = { connectionId: account.connection.id, at: context.now(), cause: 'too-large' } as const;
          refusals.count(refused, () => ({ headers: {}, bodySize, bodySha256: null, ip, door }));
          return acknowledge({ kind: 'refused', cause: 'too-large' });
        }
        return acknowledge(await receive(room, { headers, body: bytes, door, ip }));
      } catch (cause) {
        if (!(cause instanceof BrokenOff)) context.log({ what: 'notification not received', cause });
        return acknowledge({ kind: 'failed', cause: 'not-kept' });
      }
    },
    close: refusals.flush,
  };
}
