// The reading operations: the certificate list, a sub-merchant's record and its authorization, an application.
import type { KeyObject } from 'node:crypto';
import { randomBytes } from 'node:crypto';
import { stringify } from 'lossless-json';
import { sealResource } from '../platform/crypto/open';
import { sealForPlatform } from '../platform/crypto/seal';
import { applicationRecordOf, authorizationOf, findAuthorization } from './applications';
import type { HeldContract } from './contracts';
import { orderKey, orderRecordOf } from './orders';
import type { Platform, Reply } from './reply';
import { failure, reply } from './reply';
import { listedCertificates, publicKeyOf } from './signatures';
import type { HeldSubMerchant } from './state';
import { own } from './state';
import type { Language } from './texts';
import { rfc3339, say } from './texts';
import { sampleInstitution } from './world';

/** GET /v3/global/certificates: each certificate sealed under the API key (protocol notes 7.1). */
export function listCertificates({ keys, now }: Platform, language: Language): Reply {
  const data = listedCertificates(keys, now()).map((key) => {
    const { algorithm, nonce, associated_data, ciphertext } = sealResource(
      key.certificatePem,
      Buffer.from(keys.apiKey),
      randomBytes(6).toString('hex'),
      'certificate',
    );
    return {
      serial_no: key.serial,
      effective_time: rfc3339(new Date(key.effectiveTime)),
      expire_time: rfc3339(new Date(key.expireTime)),
      encrypt_certificate: { algorithm, nonce, associated_data, ciphertext },
    };
  });
  return reply(200, JSON.stringify({ data }), language);
}

/** GET of one sub-merchant (protocol notes 10.2). */
export function readSubMerchant(
  { store, keys }: Platform,
  subMchid: string,
  query: URLSearchParams,
  language: Language,
): Reply {
  const held = own(store.state.subMerchants, subMchid);
  const { mchid, appid } = sampleInstitution;
  if (query.get('sp_mchid') !== mchid) return failure(403, 'NO_AUTH', say('mchidForeign', language), language);
  if (query.get('sp_appid') !== appid) return failure(400, 'INVALID_REQUEST', say('appidForeign', language), language);
  if (!held) return failure(403, 'NO_AUTH', say('noRelation', language), language);
  return reply(200, JSON.stringify(recordAnswer(held, publicKeyOf(keys.institution.certificatePem))), language);
}

/** GET of one application (protocol notes 9.1). ASSUMPTION: of a number that is not there as 7.2 says it (notes 9.5). */
export function readApplication({ store: { state } }: Platform, applymentId: string, language: Language): Reply {
  const application = findAuthorization(state, applymentId);
  if (!application) return failure(400, 'PARAM_ERROR', say('applicationUnknown', language), language);
  return reply(200, stringify(applicationRecordOf(application, state.notify.url)) ?? '', language);
}

/** GET of the H5 authorization of one sub-merchant (protocol notes 9.4). */
export function readH5Permission({ store: { state } }: Platform, subMchid: string, language: Language): Reply {
  const held = own(state.subMerchants, subMchid);
  if (!held) return failure(403, 'NO_AUTH', say('noRelation', language), language);
  const answer = { authorization_state: authorizationOf(state, held), sub_mchid: subMchid };
  return reply(200, JSON.stringify(answer), language);
}

/** GET of one contract of an institution's sub-merchant (protocol notes 11.2). ASSUMPTION: of one that is not there as 7.3. */
export function readContract(
  { store: { state } }: Platform,
  id: string,
  query: URLSearchParams,
  language: Language,
): Reply {
  const contract = own(state.contracts, id);
  if (query.get('sp_appid') !== sampleInstitution.appid)
    return failure(400, 'INVALID_REQUEST', say('appidForeign', language), language);
  if (contract?.mode !== 'institutional' || contract.sub_mchid !== query.get('sub_mchid'))
    return failure(403, 'CONTRACT_NOT_EXIST', say('contractUnknown', language), language);
  return reply(200, JSON.stringify(contractAnswer(contract)), language);
}

/** GET of one order of an institution's sub-merchant (protocol notes 12.3). */
export function readOrder(
  { store: { state } }: Platform,
  outTradeNo: string,
  query: URLSearchParams,
  language: Language,
): Reply {
  const order = own(state.orders, orderKey('institutional', query.get('sub_mchid') ?? '', outTradeNo));
  if (!order) return failure(404, 'ORDER_NOT_EXIST', say('orderUnknown', language), language);
  return reply(200, JSON.stringify(orderRecordOf(order)), language);
}

/** The record of a contract; samples hold blanks around values (protocol notes 11.2), and so do ours. */
const contractAnswer = ({ mode: _, signed_time, terminated_time, expired_time: __, ...contract }: HeldContract) => ({
  sp_mchid: sampleInstitution.mchid,
  sp_appid: sampleInstitution.appid,
  ...contract,
  out_contract_code: ` ${contract.out_contract_code}`,
  signed_time: rfc3339(new Date(signed_time)),
  ...(terminated_time === undefined ? {} : { terminated_time: rfc3339(new Date(terminated_time)) }),
});

/** The record as the platform tells it: contact sealed for the institution; photos, copy and channel not echoed. */
function recordAnswer(held: HeldSubMerchant, institutionKey: KeyObject) {
  const { contact, channel_id, registration_certificate_copy, business, business_category, ...rest } = held.record;
  const { store_photos, ...trade } = business;
  const sealed = Object.fromEntries(
    Object.entries(contact).map(([name, value]) => [name, sealForPlatform(value, institutionKey)]),
  );
  // The platform's samples disagree on the type of the category; a client has to read both, so some ids get a text.
  const category = held.sub_mchid.endsWith('7') ? business_category?.toString() : business_category;
  return {
    sub_mchid: held.sub_mchid,
    ...rest,
    ...(category === undefined ? {} : { business_category: category }),
    contact: sealed,
    business: trade,
    h5_payment: {
      h5_authorization_state: held.h5.state,
      ...(held.h5.audit_reject_detail === undefined ? {} : { audit_reject_detail: held.h5.audit_reject_detail }),
    },
    sub_merchant_state: held.status,
  };
}
