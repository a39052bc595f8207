// From bytes that verified to what they say: envelope, opening, whose it is, what it is about. Pure; nothing is stored here.
import type { ToldApplication } from '@/lib/applications/news';
import { toldOf } from '@/lib/applications/told';
import type { NamedKey } from '@/lib/connections/message-keys';
import type { ToldContract } from '@/lib/contracts/news';
import { contractToldOf } from '@/lib/contracts/told';
import { isStorable } from '@/lib/db/storable';
import type { ToldOrder } from '@/lib/deductions/news';
import { openResource } from '@/lib/platform/crypto/open';
import { sha256 } from '@/lib/platform/crypto/sha256';
import { isObject, parseJson } from '@/lib/platform/json';
import { orderRecord } from '@/lib/platform/wire/deduction';
import { applymentState, tradeStates } from '@/lib/platform/wire/enums';
import type { NotificationEnvelope } from '@/lib/platform/wire/notification';
import {
  applymentEventPrefix,
  deductionEvent,
  isContractEvent,
  notificationEnvelope,
  notificationId,
} from '@/lib/platform/wire/notification';

/** Whose messages are ours (decisions 6): `sp_mchid`, or `mchid` in common mode. */
export type Addressee = { mode: 'institutional' | 'common'; mchid: string };

export const addresseeOf = ({ mode, mchid }: { mode: string; mchid: string }): Addressee => ({
  mode: mode === 'common' ? 'common' : 'institutional',
  mchid,
});

/**
 * Why a message that verified cannot be used: `key` no key of ours opens it, `malformed` nonce, associated data or
 * ciphertext are not what 5.2 says, `not-an-envelope` it is no JSON or no envelope, inside or out, `foreign` it is meant
 * for another institution.
 */
export type QuarantineCause = 'key' | 'malformed' | 'not-an-envelope' | 'foreign';

export type Unusable = {
  kind: 'unusable';
  cause: QuarantineCause;
  /** The envelope as far as it could be read. */
  envelope: NotificationEnvelope | null;
  id: string;
};

export type Opened = {
  kind: 'opened';
  id: string;
  envelope: NotificationEnvelope;
  /** The decrypted bytes as they came. */
  content: Buffer;
  /** SHA-256 of type, time and content: a copy that was sealed anew is the same message. */
  contentSha256: string;
  json: Record<string, unknown>;
  /** Fingerprint of the message key that opened it. */
  openedBy: string;
};

/** The id of the envelope where there is one, else the hash of the body: every message has a name. */
const nameOf = (id: string | undefined, body: Buffer): string =>
  id !== undefined && isStorable(id) ? id : `sha256:${sha256(body)}`;

/** Reads the envelope and opens its resource with the first key that fits. Never throws. */
export function openMessage(body: Buffer, keys: readonly NamedKey[], { mode, mchid }: Addressee): Opened | Unusable {
  const json = parseJson(body);
  const read = notificationEnvelope.safeParse(json);
  if (!read.success) {
    const id = nameOf(notificationId.safeParse(json).data?.id, body);
    return { kind: 'unusable', cause: 'not-an-envelope', envelope: null, id };
  }
  const envelope = read.data;
  const id = nameOf(envelope.id, body);
  const unusable = (cause: QuarantineCause): Unusable => ({ kind: 'unusable', cause, envelope, id });
  const opened = openWith(envelope, keys);
  if ('refused' in opened) return unusable(opened.refused === 'tag' || opened.refused === 'key' ? 'key' : 'malformed');
  const { content, openedBy } = opened;
  const inside = parseJson(content);
  if (!isObject(inside)) return unusable('not-an-envelope');
  const addressed = mode === 'institutional' ? inside.sp_mchid : inside.mchid;
  const isNamed = addressed !== undefined && addressed !== null;
  // A list of one would read like its only member.
  if (isNamed && (Array.isArray(addressed) || String(addressed) !== mchid)) return unusable('foreign');
  const contentSha256 = sha256(
    Buffer.concat([Buffer.from(`${envelope.event_type}\n${envelope.create_time}\n`), content]),
  );
  return { kind: 'opened', id, envelope, content, contentSha256, json: inside, openedBy };
}

type Refusal = Exclude<ReturnType<typeof openResource>, Buffer>;

function openWith(
  { resource }: NotificationEnvelope,
  keys: readonly NamedKey[],
): { content: Buffer; openedBy: string } | Refusal {
  let refusal: Refusal = { refused: 'key' };
  for (const { fingerprint, key } of keys) {
    const content = openResource(resource, key);
    if (Buffer.isBuffer(content)) return { content, openedBy: fingerprint };
    refusal = content;
  }
  return refusal;
}

/**
 * What is unknown about a message that is kept and not applied: its event `type` has no handler here, its `content` does
 * not read as what the type promises, the `state` is none of 3.1, or its event speaks of less than an approval and its
 * content of one (`contradiction`), or it is about an order that nobody here made (`order`).
 */
export type UnknownCause = 'type' | 'content' | 'state' | 'contradiction' | 'order';

export type News =
  | { kind: 'application'; told: ToldApplication }
  | { kind: 'contract'; told: ToldContract }
  | { kind: 'order'; told: ToldOrder }
  | { kind: 'unknown'; cause: UnknownCause };

type Read =
  | { kind: 'application'; told: Omit<ToldApplication, 'proof'> }
  | { kind: 'contract'; told: Omit<ToldContract, 'proof'> }
  | { kind: 'order'; told: Omit<ToldOrder, 'proof'> }
  | { kind: 'unknown'; cause: UnknownCause };

type Readable = { envelope: Pick<NotificationEnvelope, 'event_type' | 'create_time'> } & Pick<Opened, 'json'>;

const alreadyRead = new WeakMap<Readable, Read>();

/** What the message is about: routed by its type and its shape (notes 6.6). `proof` is the id of its row. */
export function newsOf(opened: Readable, proof: string): News {
  const news = alreadyRead.get(opened) ?? readNews(opened);
  alreadyRead.set(opened, news);
  if (news.kind === 'unknown') return news;
  if (news.kind === 'order') return { kind: 'order', told: { ...news.told, proof } };
  return news.kind === 'contract'
    ? { kind: 'contract', told: { ...news.told, proof } }
    : { kind: 'application', told: { ...news.told, proof } };
}

function readNews(opened: Readable): Read {
  const { event_type: eventType, create_time: createTime } = opened.envelope;
  if (isContractEvent(eventType)) {
    const told = contractToldOf(opened.json, eventType, new Date(createTime));
    return told === null ? { kind: 'unknown', cause: 'content' } : { kind: 'contract', told };
  }
  if (eventType === deductionEvent) return readOrder(opened.json, new Date(createTime));
  if (!eventType.startsWith(applymentEventPrefix)) return { kind: 'unknown', cause: 'type' };
  const told = toldOf(opened.json, new Date(createTime));
  if (typeof told === 'string') return { kind: 'unknown', cause: told };
  // The state in the record decides (notes 9.6), but an approval is not believed of a message that says otherwise.
  const event = applymentState.safeParse(eventType.slice(applymentEventPrefix.length));
  if (event.success && event.data !== 'APPROVED' && told.state === 'APPROVED') {
    return { kind: 'unknown', cause: 'contradiction' };
  }
  return { kind: 'application', told };
}

/** The result of a deduction (notes 12.5). An event of success whose order was not paid is not believed. */
function readOrder(json: Record<string, unknown>, asOf: Date): Read {
  const { success, data: record } = orderRecord.safeParse(json);
  const texts = success ? [record.out_trade_no, record.sub_mchid ?? '', record.trade_state] : [];
  if (!success || !texts.every(isStorable)) return { kind: 'unknown', cause: 'content' };
  if (!tradeStates.some((state) => state === record.trade_state)) return { kind: 'unknown', cause: 'state' };
  if (record.trade_state !== 'SUCCESS') return { kind: 'unknown', cause: 'contradiction' };
  return { kind: 'order', told: { outTradeNo: record.out_trade_no, subMchid: record.sub_mchid ?? '', record, asOf } };
}
