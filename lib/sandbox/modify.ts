// §4.1, from the idempotency key to the effect.
import { unsealPkcs1 } from '../platform/crypto/seal';
import { sha256 } from '../platform/crypto/sha256';
import { headerNames } from '../platform/dialect';
import { idempotencyKey } from '../platform/wire/fields';
import { openApplication } from './applications';
import type { Call, Detail, Platform, Reply } from './reply';
import { failure, reply } from './reply';
import { applyModification, readContact, readModifyBody, stateForbids } from './rules';
import { privateKeyOf } from './signatures';
import { countEffect, own, pruneLedger } from './state';
import type { Language, MessageName } from './texts';
import { issueText, say } from './texts';
import { sampleInstitution } from './world';

const pointer = (path: PropertyKey[]) =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** Personal values are not repeated in an error: contact, people's documents, the settlement account. */
const isPersonal = (path: PropertyKey[]) =>
  ['contact', 'director', 'principal', 'settlement_bank_number'].includes(String(path[0]));

function shown(json: unknown, path: PropertyKey[]): string {
  if (isPersonal(path)) return '***';
  let value: unknown = json;
  for (const part of path) value = (value as Record<PropertyKey, unknown> | null | undefined)?.[part];
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return [...text].slice(0, 256).join('');
}

/** Answers a modification once for each Idempotency-Key: a repeat gets the stored answer, misuse is refused. */
export function modifyOnce(platform: Platform, call: Call, subMchid: string, path: string, language: Language): Reply {
  const { store, now } = platform;
  const key = call.headers['idempotency-key'];
  if (key === undefined) return failure(400, 'PARAM_ERROR', say('keyMissing', language), language);
  if (!idempotencyKey.safeParse(key).success) {
    return failure(400, 'PARAM_ERROR', say('keyMalformed', language), language);
  }
  pruneLedger(store.state, now().getTime());
  const bodySha256 = sha256(call.body);
  const known = own(store.state.ledger, key);
  if (known) {
    const same = known.method === call.method && known.path === path && known.bodySha256 === bodySha256;
    if (!same) return failure(400, 'INVALID_REQUEST', say('keyReused', language), language);
    return reply(known.status, known.body, known.language, { code: known.code ?? null, replayed: true });
  }
  const answer = modify(platform, call, subMchid, key, language);
  const { status, body, code, language: spoken } = answer;
  store.state.ledger[key] = {
    method: call.method,
    path,
    bodySha256,
    status,
    ...(code === null ? {} : { code }),
    body,
    language: spoken,
    at: now().getTime(),
  };
  return answer;
}

function parseJson(body: Buffer): { json: unknown } | null {
  try {
    return { json: JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)) };
  } catch {
    return null;
  }
}

function modify(platform: Platform, call: Call, subMchid: string, key: string, language: Language): Reply {
  const { store, now } = platform;
  const refuse = (status: number, code: string, message: MessageName, detail?: Detail) =>
    failure(status, code, say(message, language), language, detail);
  if (!/^application\/json\s*(;|$)/i.test(call.headers['content-type'] ?? '')) {
    return refuse(400, 'PARAM_ERROR', 'contentType');
  }
  const parsed = parseJson(call.body);
  if (!parsed) return refuse(400, 'PARAM_ERROR', 'notJson');
  const parameterError = (path: PropertyKey[], issue: string) => {
    const field = pointer(path);
    const detail = { field, value: shown(parsed.json, path), issue, location: 'body' };
    return failure(400, 'PARAM_ERROR', say('parameter', language, field), language, detail);
  };
  const read = readModifyBody(parsed.json);
  if ('undefinedFields' in read) {
    const value = read.undefinedFields.map((path) => `/body${pointer(path)}`);
    return refuse(400, 'PARAM_ERROR', 'undefinedParameter', { location: null, value });
  }
  if ('failure' in read) return parameterError(read.failure.path, issueText(read.failure.rule, language));
  const { body } = read;
  const unsealed = unsealContact(platform, call, body.contact);
  if ('message' in unsealed) return refuse(400, 'PARAM_ERROR', unsealed.message);
  const opened = readContact(unsealed.contact);
  if ('failure' in opened) return parameterError(opened.failure.path, issueText(opened.failure.rule, language));
  if ('undefinedFields' in opened) return refuse(400, 'PARAM_ERROR', 'undefinedParameter');

  if (body.sp_mchid !== sampleInstitution.mchid) return refuse(403, 'NO_AUTH', 'mchidForeign');
  if (body.sp_appid !== sampleInstitution.appid) return refuse(400, 'INVALID_REQUEST', 'appidForeign');
  const held = own(store.state.subMerchants, subMchid);
  if (!held) return refuse(403, 'NO_AUTH', 'noRelation');
  if (body.sub_mchid !== undefined && body.sub_mchid !== subMchid) {
    return parameterError(['sub_mchid'], issueText('not-a-choice', language));
  }
  const forbidden = stateForbids(held, body);
  if (forbidden) return refuse(400, 'INVALID_REQUEST', forbidden);

  applyModification(held, body, opened.contact, now());
  if (body.apply_h5_payment === true && held.h5.state === 'UNDER_REVIEW') openApplication(store.state, held);
  countEffect(store.state, subMchid, key);
  const answer = {
    sub_mchid: subMchid,
    ...(body.apply_h5_payment === true ? { h5_authorization_state: held.h5.state } : {}),
  };
  return reply(200, JSON.stringify(answer), language, { effect: true });
}

/** Opens the three fields with the certificate that the serial header names. One cause for every kind of failure. */
function unsealContact(
  { dialect, keys, now }: Platform,
  call: Call,
  contact: Record<'name' | 'phone' | 'email', string>,
): { contact: Record<'name' | 'phone' | 'email', string> } | { message: MessageName } {
  const serial = call.headers[headerNames(dialect).serial.toLowerCase()];
  if (serial === undefined || serial === '') return { message: 'serialMissing' };
  const named = keys.platform.find((key) => key.serial === serial.toUpperCase());
  if (!named) return { message: 'serialUnknown' };
  if (Date.parse(named.expireTime) <= now().getTime()) return { message: 'serialExpired' };
  const privateKey = privateKeyOf(named.privateKeyPem);
  const open = (value: string) => unsealPkcs1(value, privateKey);
  const [name, phone, email] = [open(contact.name), open(contact.phone), open(contact.email)];
  if (name === null || phone === null || email === null) return { message: 'unsealFailed' };
  return { contact: { name, phone, email } };
}
