// §4.1, from the idempotency key to the effect.
import { unsealPkcs1 } from '../platform/crypto/seal';
import { sha256 } from '../platform/crypto/sha256';
import { headerNames } from '../platform/dialect';
import { idempotencyKey } from '../platform/wire/fields';
import { openApplication } from './applications';
import { defectReply, fourByteError, parameterError, readJson, refuser } from './body';
import type { Call, Platform, Reply } from './reply';
import { failure, reply } from './reply';
import { applyModification, readContact, readModifyBody, stateForbids } from './rules';
import { privateKeyOf } from './signatures';
import { countEffect, own, pruneLedger } from './state';
import type { Language, MessageName } from './texts';
import { issueText, say } from './texts';
import { sampleInstitution } from './world';

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

function modify(platform: Platform, call: Call, subMchid: string, key: string, language: Language): Reply {
  const { store, now } = platform;
  const refuse = refuser(language);
  const parsed = readJson(call, language);
  if ('refused' in parsed) return parsed.refused;
  const { json } = parsed;
  const read = readModifyBody(json);
  if (!('body' in read)) return defectReply(json, read, language);
  const { body } = read;
  const unsealed = unsealContact(platform, call, body.contact);
  if ('message' in unsealed) return refuse(400, 'PARAM_ERROR', unsealed.message);
  const opened = readContact(unsealed.contact);
  if (!('contact' in opened)) return defectReply(json, opened, language);
  const fourByte = fourByteError(store.state, { ...body, contact: opened.contact }, language);
  if (fourByte) return fourByte;

  if (body.sp_mchid !== sampleInstitution.mchid) return refuse(403, 'NO_AUTH', 'mchidForeign');
  if (body.sp_appid !== sampleInstitution.appid) return refuse(400, 'INVALID_REQUEST', 'appidForeign');
  const held = own(store.state.subMerchants, subMchid);
  if (!held) return refuse(403, 'NO_AUTH', 'noRelation');
  if (body.sub_mchid !== undefined && body.sub_mchid !== subMchid) {
    return parameterError(json, ['sub_mchid'], issueText('not-a-choice', language), language);
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
