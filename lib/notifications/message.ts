// From bytes that verified to what they say: envelope, opening, whose it is, what it is about. Pure; nothing is stored here.
import { z } from 'zod';
import type { ToldApplication } from '@/lib/applications/news';
import { canonicalJson } from '@/lib/audit/record';
import type { NamedKey } from '@/lib/connections/message-keys';
import { openResource } from '@/lib/platform/crypto/open';
import { sha256 } from '@/lib/platform/crypto/sha256';
import { isObject, parseJson } from '@/lib/platform/json';
import { applicationKindOf, applicationRecord } from '@/lib/platform/wire/application';
import { applymentState } from '@/lib/platform/wire/enums';
import type { NotificationEnvelope } from '@/lib/platform/wire/notification';
import { applymentEventPrefix, notificationEnvelope, notificationId } from '@/lib/platform/wire/notification';

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

/** Text that a column of the database can hold: it has no NUL and no half of a surrogate pair. */
export const storable = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed();
const isStorable = (text: string): boolean => storable(text) === text;

/** The same for every text inside a value that goes into a JSON column. */
function storableJson<Value>(value: Value): Value {
  if (typeof value === 'string') return storable(value) as Value;
  if (Array.isArray(value)) return value.map(storableJson) as Value;
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [storable(key), storableJson(inner)])) as Value;
}

/** The id of the envelope where there is one, else the hash of the body: every message has a name. */
function idOf(json: unknown, body: Buffer): string {
  const read = notificationId.safeParse(json);
  return read.success && isStorable(read.data.id) ? read.data.id : `sha256:${sha256(body)}`;
}

/** Reads the envelope and opens its resource with the first key that fits. Never throws. */
export function openMessage(body: Buffer, keys: readonly NamedKey[], { mode, mchid }: Addressee): Opened | Unusable {
  const json = parseJson(body);
  const id = idOf(json, body);
  const read = notificationEnvelope.safeParse(json);
  if (!read.success) return { kind: 'unusable', cause: 'not-an-envelope', envelope: null, id };
  const envelope = read.data;
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
 * content of one (`contradiction`).
 */
export type UnknownCause = 'type' | 'content' | 'state' | 'contradiction';

export type News = { kind: 'application'; told: ToldApplication } | { kind: 'unknown'; cause: UnknownCause };

/** The record without what only a message carries; unknown fields stay in the content, which is kept as it came. */
const recordOnly = z.object(applicationRecord.shape).omit({ sp_mchid: true, mchid: true });

const word = (value: string | null | undefined): string | null => (value ? value : null);

type Read = { kind: 'application'; told: Omit<ToldApplication, 'proof'> } | { kind: 'unknown'; cause: UnknownCause };

type Readable = { envelope: Pick<NotificationEnvelope, 'event_type' | 'create_time'> } & Pick<Opened, 'json'>;

const alreadyRead = new WeakMap<Readable, Read>();

/** What the message is about: routed by its type and its shape (notes 6.6). `proof` is the id of its row. */
export function newsOf(opened: Readable, proof: string): News {
  const news = alreadyRead.get(opened) ?? readNews(opened);
  alreadyRead.set(opened, news);
  return news.kind === 'unknown' ? news : { kind: 'application', told: { ...news.told, proof } };
}

function readNews(opened: Readable): Read {
  const { event_type: eventType, create_time: createTime } = opened.envelope;
  if (!eventType.startsWith(applymentEventPrefix)) return { kind: 'unknown', cause: 'type' };
  const read = recordOnly.safeParse(opened.json);
  const kind = read.success ? applicationKindOf(read.data) : null;
  if (!read.success || kind === null || ![read.data.sub_mchid, ...read.data.domains].every(isStorable)) {
    return { kind: 'unknown', cause: 'content' };
  }
  const record = storableJson(read.data);
  const state = applymentState.safeParse(record.applyment_state);
  if (!state.success) return { kind: 'unknown', cause: 'state' };
  // The state in the record decides (notes 9.6), but an approval is not believed of a message that says otherwise.
  const event = applymentState.safeParse(eventType.slice(applymentEventPrefix.length));
  if (event.success && event.data !== 'APPROVED' && state.data === 'APPROVED') {
    return { kind: 'unknown', cause: 'contradiction' };
  }
  return {
    kind: 'application',
    told: {
      kind,
      applymentId: record.applyment_id,
      subMchid: record.sub_mchid,
      applymentType: word(record.applyment_type),
      state: state.data,
      domains: record.domains,
      websiteUrl: word(record.website_url ?? record.webiste_url),
      limitType: word(record.transaction_limit_type),
      rejectDetail: word(record.audit_reject_detail),
      asOf: new Date(createTime),
      record,
      recordSha256: sha256(canonicalJson(record)),
    },
  };
}
