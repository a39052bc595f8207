// Delivers the outbox: seals under the message key, signs, posts, and repeats on the ladder of 6.4.2.
import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { z } from 'zod';
import { sealResource } from '../platform/crypto/open';
import { headerNames } from '../platform/dialect';
import { parseJson } from '../platform/json';
import { exchange } from '../platform/transport';
import type { SandboxKeys } from './keys';
import type { Delivery, HeldNotification, NotificationFault } from './outbox';
import { addressFor, dueNotifications, dueSecondsOf, markUndeliverable, settleDelivery, takeDue } from './outbox';
import type { Platform, Signing } from './reply';
import { newRequestId } from './reply';
import { advanceReviews } from './reviews';
import { probeSignature, signatureHeaders } from './signatures';

/** ASSUMPTION: how long the receiver may take (protocol notes 6.5). */
const answerTimeoutMs = 5_000;
/** `huge-body`: a proper message with this many blanks behind it, longer than any body of 6.1 can be. */
const hugeBlanks = 3 * 1024 * 1024;

export type Sender = {
  /** Delivers what is due, until nothing is. Resolves to how many messages went out, probes and copies included. */
  deliverDue: () => Promise<number>;
  /** Delivers what is due from now on, by itself. */
  start: () => void;
  /** Ends it; what is under way is cut off and counts as not made. */
  stop: () => Promise<void>;
};

function messageKey({ apiKey, previousApiKey }: SandboxKeys, sealWith: HeldNotification['manner']['sealWith']): Buffer {
  switch (sealWith) {
    case 'current':
      return Buffer.from(apiKey);
    case 'previous':
      return Buffer.from(previousApiKey ?? apiKey);
    case 'unknown':
      return Buffer.from(randomBytes(16).toString('hex'));
  }
}

/** The envelope of 6.1 with its resource sealed; keys in the order of a captured body (protocol notes 6.1). */
function seal(keys: SandboxKeys, held: HeldNotification): string {
  const { fault, sealWith } = held.manner;
  // Twelve characters open; a longer nonce seals just as well, and no receiver may take it.
  const nonce = randomBytes(fault === 'malformed-nonce' ? 8 : 6).toString('hex');
  const associatedData = fault === 'bad-associated-data' ? 'longer-than-16-bytes' : held.associated_data;
  const plaintext = fault === 'not-json' ? 'This is not JSON.' : held.plaintext;
  const { algorithm, ciphertext } = sealResource(plaintext, messageKey(keys, sealWith), nonce, associatedData);
  return JSON.stringify({
    id: held.id,
    create_time: held.create_time,
    resource_type: held.resource_type,
    event_type: held.event_type,
    summary: held.summary,
    resource: {
      original_type: held.original_type,
      algorithm,
      // An odd number of letters, as a line that was cut leaves it.
      ciphertext: fault === 'truncated-ciphertext' ? ciphertext.slice(0, (ciphertext.length >> 1) | 1) : ciphertext,
      associated_data: fault === 'other-associated-data' ? 'other' : associatedData,
      nonce,
    },
  });
}

function signingOf(fault: NotificationFault | null): Exclude<Signing, 'none'> {
  switch (fault) {
    case 'wrong-signature':
      return 'wrong';
    case 'unknown-serial':
      return 'unknown-serial';
    case 'stale-timestamp':
      return 'stale';
    case 'millisecond-timestamp':
      return 'milliseconds';
    default:
      return 'proper';
  }
}

/** The header lines of a delivery, signed by the wall clock: the receiver has no other. */
async function headersOf(platform: Platform, { manner }: HeldNotification, body: string) {
  const signed = await signatureHeaders(platform, body, signingOf(manner.fault), platform.wallNow());
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    'User-Agent': 'Mozilla/4.0',
    Accept: '*/*',
    'Cache-Control': 'no-cache',
    Pragma: 'no-cache',
    'Content-Length': String(Buffer.byteLength(body)),
    'Request-ID': newRequestId(false),
    ...signed,
  };
  if (manner.fault === 'missing-header') delete headers[headerNames(platform.dialect)[manner.header]];
  return headers;
}

const answerCode = z.looseObject({ code: z.string() });

async function post(
  platform: Platform,
  held: HeldNotification,
  message: { url: string; kind: Delivery['kind']; headers: Record<string, string>; body: string; signal: AbortSignal },
): Promise<Delivery> {
  const { kind, headers, signal } = message;
  const base = new URL(message.url);
  const began = performance.now();
  const facts = {
    at: platform.now().toISOString(),
    dueSeconds: kind === 'duplicate' ? null : dueSecondsOf(held),
    kind,
    fault: held.manner.fault,
    serial: headers[headerNames(platform.dialect).serial] ?? null,
  };
  const answer = await exchange({
    base,
    method: 'POST',
    path: `${base.pathname}${base.search}`,
    headers,
    body: Buffer.from(message.body),
    timeoutMs: answerTimeoutMs,
    signal,
  });
  const ms = Math.round(performance.now() - began);
  if (answer.kind === 'no-answer') {
    return { ...facts, status: null, code: null, cause: answer.cause, ms, failedTest: null };
  }
  const { status } = answer;
  const said = answerCode.safeParse(parseJson(answer.body));
  const code = said.success ? said.data.code.slice(0, 32) : null;
  const tookProbe = kind === 'probe' && status >= 200 && status < 300;
  const lacksSuccess = kind !== 'probe' && status === 200 && code !== 'SUCCESS';
  const failedTest = tookProbe ? 'probe-taken' : lacksSuccess ? 'code-not-success' : null;
  return { ...facts, status, code, cause: null, ms, failedTest };
}

/** One delivery: the ladder's own with its probe, copies at the same moment. Resolves to how many messages went out. */
async function deliver(platform: Platform, held: HeldNotification, signal: AbortSignal): Promise<number> {
  const { store, keys } = platform;
  const { speed } = store.state.notify;
  const url = addressFor(store.state, held);
  if (url === null) {
    markUndeliverable(held);
    await store.commit();
    return 0;
  }
  const kinds = takeDue(held, platform.now());
  held.url = url;
  if (held.body === null || held.manner.reseal) held.body = seal(keys, held);
  // What goes out is on disk before: after a restart its repeats have the same bytes.
  await store.commit();
  const body = held.manner.fault === 'huge-body' ? held.body + ' '.repeat(hugeBlanks) : held.body;
  const send = (kind: Delivery['kind'], headers: Record<string, string>) =>
    post(platform, held, { url, kind, headers, body, signal });
  const made: Delivery[] = [];
  const headers = await headersOf(platform, held, body);
  if (held.probe && held.rungs === 0 && kinds.includes('real')) {
    const { signature } = headerNames(platform.dialect);
    // The same message in all but the signature, which must fail by the normal way (protocol notes 6.4).
    const probe = probeSignature(platform.dialect, headers[signature] ?? '');
    made.push(await send('probe', { ...headers, [signature]: probe }));
  }
  const copies = kinds.map(async (kind, index) =>
    send(kind, index === 0 ? headers : await headersOf(platform, held, body)),
  );
  made.push(...(await Promise.all(copies)));
  if (signal.aborted) {
    held.extra += kinds.filter((kind) => kind === 'duplicate').length;
    return 0;
  }
  settleDelivery(held, made, speed);
  await store.commit();
  return made.length;
}

const inFlightMax = 50;
const tickMs = 200;

/** Makes the sender of a platform. */
export function createSender(platform: Platform): Sender {
  const { store } = platform;
  const inFlight = new Map<HeldNotification, Promise<void>>();
  const stopped = new AbortController();
  // Every message under way listens to it, and a hundred copies may be.
  setMaxListeners(0, stopped.signal);
  let timer: NodeJS.Timeout | null = null;
  let sent = 0;

  const begin = () => {
    if (stopped.signal.aborted) return;
    for (const held of dueNotifications(store.state, platform.now())) {
      if (inFlight.size >= inFlightMax) return;
      if (inFlight.has(held)) continue;
      const run = deliver(platform, held, stopped.signal)
        .then((count) => {
          sent += count;
        })
        .finally(() => inFlight.delete(held));
      inFlight.set(held, run);
      // By itself, an accelerated ladder does not wait for the next tick. What failed, it tries again: a disk that is
      // full must not end the platform.
      if (timer) run.then(begin, () => undefined);
    }
  };
  const review = async () => {
    if (advanceReviews(store.state, platform.now())) await store.commit();
  };
  return {
    deliverDue: async () => {
      const before = sent;
      await review();
      for (begin(); inFlight.size > 0; begin()) await Promise.race(inFlight.values());
      return sent - before;
    },
    start: () => {
      timer ??= setInterval(() => review().then(begin, () => undefined), tickMs);
    },
    stop: async () => {
      if (timer) clearInterval(timer);
      stopped.abort();
      await Promise.allSettled(inFlight.values());
    },
  };
}
