import 'server-only';
import type { PlatformAccount } from '@/lib/connections/account';
import type { Shelf } from '@/lib/connections/shelf';
import { storable } from '@/lib/db/storable';
import { sha256 } from '@/lib/platform/crypto/sha256';
import { headerNames, isProbe } from '@/lib/platform/dialect';
import type { SignatureState } from '@/lib/platform/verify';
import { verifyMessage } from '@/lib/platform/verify';
import type { Settled } from './arrival';
import type { Inbox } from './inbox';
import { addresseeOf, openMessage } from './message';
import type { Refusals } from './refused';
import type { SelfTests } from './self-test';
import type { Door, RefusedCause, Step, StepTime } from './view';

/** A message as it arrived: header names in lower case, and the raw bytes of its body, which nothing has parsed. */
export type Incoming = {
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  door: Door;
  ip: string | null;
};

/** What became of it. `failed`: we kept nothing, or do not know in time; the platform is to send it again. */
export type Receipt =
  | { kind: 'settled'; settled: Settled }
  | { kind: 'refused'; cause: RefusedCause }
  | { kind: 'failed'; cause: 'not-kept' | 'too-slow' };

export type ReceiveContext = {
  account: Pick<PlatformAccount, 'connection' | 'dialect'>;
  shelf: Shelf;
  inbox: Inbox;
  refusals: Refusals;
  selfTests: SelfTests;
  now: () => Date;
};

/** The answer is due within five seconds (notes 6.5); what takes longer is answered as a failure and goes on. */
const PATIENCE_MS = 4_500;

const causeOf: Record<Exclude<SignatureState, 'valid'>, RefusedCause> = {
  none: 'headers',
  wrong: 'signature',
  probe: 'probe',
  'unknown-serial': 'serial',
  stale: 'time',
};

/**
 * One message of the platform, in the order of decisions 6: headers, time, certificate, signature, envelope, opening,
 * whose it is, and one transaction. What does not verify is counted and not looked into; nothing is tried with another
 * certificate than the one that the message names.
 */
export async function receive(context: ReceiveContext, incoming: Incoming): Promise<Receipt> {
  const { account, shelf, inbox, refusals, selfTests, now } = context;
  const { headers, body, door, ip } = incoming;
  const began = performance.now();
  const elapsedUs = () => Math.round((performance.now() - began) * 1000);
  const passed: StepTime[] = [{ step: 'arrived', us: 0 }];
  const pass = (...names: Step[]) => passed.push(...names.map((step) => ({ step, us: elapsedUs() })));
  const receivedAt = now();
  const signed = signedHeaders(account, headers);
  const refuse = (cause: RefusedCause): Receipt => {
    refusals.count({ connectionId: account.connection.id, at: receivedAt, cause }, () => ({
      headers: sampleOf(account, headers),
      bodySize: body.length,
      bodySha256: body.length === 0 ? null : sha256(body),
      ip,
      door,
    }));
    return { kind: 'refused', cause };
  };

  if (Object.values(signed).includes('')) {
    const isTest = await selfTests.hasArrived(account.connection.id, headers);
    return isTest ? { kind: 'refused', cause: 'headers' } : refuse('headers');
  }
  pass('headers');
  if (!isProbe(signed.signature) && !/^\d{1,12}$/.test(signed.timestamp)) return refuse('time');
  const message = { dialect: account.dialect, headers, body };
  let state = verifyMessage(message, await shelf.certificates(), receivedAt);
  if (state === 'unknown-serial') state = verifyMessage(message, await shelf.certificatesAnew(), receivedAt);
  if (state !== 'valid') return refuse(causeOf[state]);
  pass('time', 'certificate', 'signature');

  const keys = await shelf.keys();
  const open = (bytes: Buffer) => openMessage(bytes, keys, addresseeOf(account.connection));
  const opened = open(body);
  if (opened.envelope !== null) pass('envelope');
  if (opened.kind === 'opened') {
    pass('opened', 'ours');
    shelf.used(opened.openedBy);
  }
  const taken = inbox.take({
    receivedAt,
    door,
    serial: signed.serial.toUpperCase(),
    signedAt: new Date(Number(signed.timestamp) * 1000),
    nonce: storable(signed.nonce.slice(0, 64)),
    platformRequestId: headers['request-id'] === undefined ? null : storable(headers['request-id'].slice(0, 128)),
    body,
    bodySha256: sha256(body),
    message: opened,
    open,
    steps: passed,
    elapsedUs,
  });
  return inTime(
    taken.then(
      (settled): Receipt => ({ kind: 'settled', settled }),
      (): Receipt => ({ kind: 'failed', cause: 'not-kept' }),
    ),
  );
}

function inTime(receipt: Promise<Receipt>): Promise<Receipt> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve({ kind: 'failed', cause: 'too-slow' }), PATIENCE_MS);
    void receipt.then((one) => {
      clearTimeout(timer);
      resolve(one);
    });
  });
}

function signedHeaders({ dialect }: ReceiveContext['account'], headers: Incoming['headers']) {
  const names = headerNames(dialect);
  const read = (name: string) => headers[name.toLowerCase()] ?? '';
  return {
    timestamp: read(names.timestamp),
    nonce: read(names.nonce),
    signature: read(names.signature),
    serial: read(names.serial),
  };
}

const SAMPLED = ['content-type', 'content-length', 'user-agent', 'request-id', 'host'];
const SAMPLE_VALUE_MAX = 100;

/** The headers by which somebody finds out what went wrong; none of them is a secret, and none is long. */
function sampleOf({ dialect }: ReceiveContext['account'], headers: Incoming['headers']): Record<string, string> {
  const ours = Object.values(headerNames(dialect)).map((name) => name.toLowerCase());
  const kept = [...ours, ...SAMPLED].flatMap((name): [string, string][] => {
    const value = headers[name];
    if (value === undefined) return [];
    const shown = storable(value);
    return [[name, shown.length > SAMPLE_VALUE_MAX ? `${shown.slice(0, SAMPLE_VALUE_MAX)}…` : shown]];
  });
  return Object.fromEntries(kept);
}
