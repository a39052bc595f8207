// 4.1: the sub-merchant, once. Shape, check and body stay apart: forms pick from the shape, only the body is strict.
import { z } from 'zod';
import { isStrictBase64 } from './base64';
import { businessType, merchantType } from './enums';
import {
  categoryCode,
  certificateDate,
  countryCode,
  domainList,
  email,
  mediaId,
  phone,
  platformId,
  sealed,
  webAddress,
  whenList,
} from './fields';
import type { Report, RuleFacts, WireRule } from './rules';
import { alongside, broken, typeRule } from './rules';
import { text, utf8Bytes } from './text';

const object = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.object(shape, { error: typeRule() });

/** contact as people read and type it. Lengths are those of the clear text (4.1). */
export const contactPlain = object({ name: text(1, 64), phone, email });

/** contact as it travels: each value sealed (section 5). */
export const contactSealed = object({ name: sealed, phone: sealed, email: sealed });

export type ContactPlain = z.infer<typeof contactPlain>;

/** Fewest photos when there are any, and the longest wire text, of business.store_photos (4.1, section 8). */
export const storePhotosMin = 3;
export const storePhotosTextMax = 1024;

/** business.store_photos as a list of media IDs: the side that forms edit. */
export const storePhotoList = z.array(mediaId, { error: typeRule('not-a-list') }).check(({ value, issues }) => {
  if (value.length < storePhotosMin)
    issues.push(broken('too-few', value, { min: storePhotosMin, count: value.length }));
  const count = JSON.stringify(value).length;
  if (count > storePhotosTextMax) issues.push(broken('too-long', value, { max: storePhotosTextMax, count }));
});

function parseList(wire: string): unknown {
  try {
    return JSON.parse(wire);
  } catch {
    return undefined;
  }
}

/** business.store_photos on the wire is a string that holds a JSON array: decode to the list, encode to the string. */
export const storePhotos = z.codec(z.string({ error: typeRule() }), storePhotoList, {
  decode: (wire, payload) => {
    const list = parseList(wire);
    if (Array.isArray(list)) return list;
    payload.issues.push(broken('not-a-list', wire));
    return z.NEVER;
  },
  encode: (list) => JSON.stringify(list),
});

/** business of 4.1. Which of the channels and the address is needed depends on business_type: `subMerchantCheck`. */
export const businessShape = object({
  business_type: businessType,
  app_download: text(1, 128).optional(),
  website: text(1, 128).optional(),
  office_account: text(1, 128).optional(),
  mini_program: text(1, 128).optional(),
  store_address: text(1, 128).optional(),
  store_photos: storePhotos.optional(),
  mcc: categoryCode,
});

/** director: only for ENTERPRISE. */
export const directorShape = object({ name: text(1, 128).optional(), number: text(1, 128).optional() });

/** principal: only for INDIVIDUAL. */
export const principalShape = object({ name: text(1, 128).optional(), number: text(1, 128).optional() });

/** Most domains in one application (4.1, section 8). */
export const h5DomainsMax = 5;

/** The list of H5 domains; the submitted list overwrites the existing one. */
export const h5Domains = domainList.superRefine((value, context) => {
  if (value.length > h5DomainsMax) {
    context.addIssue(broken('too-many', value, { max: h5DomainsMax, count: value.length }));
  }
}, whenList);

/** h5_payment_apply_info: both are required when apply_h5_payment is true, which `subMerchantCheck` sees to. */
export const h5PaymentApplyInfo = object({ website_url: webAddress.optional(), domains: h5Domains.optional() });

/** Every field of 4.1 in its order, without the rules between fields. Pick, omit and extend from this one. */
export const subMerchantShape = object({
  sp_appid: platformId,
  sp_mchid: platformId,
  name: text(1, 128),
  shortname: text(1, 64),
  office_phone: phone,
  contact: contactSealed,
  business_category: z.int({ error: typeRule('not-an-integer') }),
  channel_id: text(1, 20).optional(),
  merchant_country_code: countryCode,
  merchant_type: merchantType,
  registration_certificate_number: text(1, 50).optional(),
  registration_certificate_date: certificateDate.optional(),
  registration_certificate_copy: mediaId.optional(),
  settlement_bank_number: text(1, 128).optional(),
  business: businessShape,
  director: directorShape.optional(),
  principal: principalShape.optional(),
  apply_h5_payment: z.boolean({ error: typeRule() }).optional(),
  h5_payment_apply_info: h5PaymentApplyInfo.optional(),
});

/** The channels of which ONLINE and BOTH need one (4.1). */
export const channelFields = ['app_download', 'website', 'office_account', 'mini_program'] as const;

/** What the rules between fields look at; looser than the shape, so that they also speak while fields still fail. */
export type CheckedFields = {
  merchant_type?: unknown;
  registration_certificate_number?: unknown;
  registration_certificate_date?: unknown;
  business?: Partial<Record<(typeof channelFields)[number] | 'business_type' | 'store_address', unknown>> | undefined;
  director?: unknown;
  principal?: unknown;
  apply_h5_payment?: unknown;
  h5_payment_apply_info?: { website_url?: unknown; domains?: unknown } | undefined;
};

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/**
 * The rules between the fields of 4.1, for `superRefine(subMerchantCheck, alongside)` on the shape or what is derived
 * from it. registration_certificate_* are marked "Yes" and "when ENTERPRISE"; they bind only ENTERPRISE.
 */
export function subMerchantCheck(value: CheckedFields, context: Report) {
  const fail = (rule: WireRule, path: string[], facts?: RuleFacts) =>
    context.addIssue(broken(rule, undefined, facts, path));
  const { merchant_type: merchant, business, h5_payment_apply_info: applyInfo } = value;

  if (merchant === 'ENTERPRISE') {
    for (const field of ['registration_certificate_number', 'registration_certificate_date'] as const) {
      if (!isGiven(value[field])) fail('required-for-enterprise', [field]);
    }
    if (isGiven(value.principal)) fail('only-for-individual', ['principal']);
  }
  if (merchant === 'INDIVIDUAL' && isGiven(value.director)) fail('only-for-enterprise', ['director']);

  const type = business?.business_type;
  if ((type === 'ONLINE' || type === 'BOTH') && !channelFields.some((field) => isGiven(business?.[field]))) {
    fail('online-needs-a-channel', ['business', 'website']);
  }
  if ((type === 'OFFLINE' || type === 'BOTH') && !isGiven(business?.store_address)) {
    fail('offline-needs-an-address', ['business', 'store_address']);
  }

  if (value.apply_h5_payment === true) {
    if (!isGiven(applyInfo?.website_url)) fail('required-when-applying', ['h5_payment_apply_info', 'website_url']);
    if (!Array.isArray(applyInfo?.domains) || applyInfo.domains.length === 0) {
      fail('required-when-applying', ['h5_payment_apply_info', 'domains']);
    }
  } else if (isGiven(applyInfo)) fail('only-when-applying', ['h5_payment_apply_info']);
}

/** The body of 4.1: unknown fields are refused at every depth, contact is sealed. Encode it to get the wire's JSON. */
export const subMerchantBody = subMerchantShape
  .extend({
    contact: contactSealed.strict(),
    business: businessShape.strict(),
    director: directorShape.strict().optional(),
    principal: principalShape.strict().optional(),
    h5_payment_apply_info: h5PaymentApplyInfo.strict().optional(),
  })
  .strict()
  .superRefine(subMerchantCheck, alongside);

/** The body as it is on the wire: store_photos is a string that holds a JSON array. */
export type SubMerchantWire = z.input<typeof subMerchantBody>;

/** Reports `too-many-bytes` {max, count} for each contact value that one block of the certificate's key cannot hold. */
export function contactBytesCheck(
  contact: Partial<Record<keyof ContactPlain, unknown>>,
  budgetBytes: number,
  context: Report,
  path: string[] = ['contact'],
) {
  for (const field of ['name', 'phone', 'email'] as const) {
    const value = contact[field];
    const count = typeof value === 'string' ? utf8Bytes(value) : 0;
    if (count > budgetBytes) {
      context.addIssue(broken('too-many-bytes', undefined, { max: budgetBytes, count }, [...path, field]));
    }
  }
}

/** The success answer of 4.1. Unknown states and fields are kept: what to make of them is the reader's business. */
export const modifySubMerchantAnswer = z.looseObject({
  sub_mchid: z.string().min(1),
  h5_authorization_state: z.string().nullish(),
});
export type ModifySubMerchantAnswer = z.infer<typeof modifySubMerchantAnswer>;

const word = z.string().nullish();
const person = z.looseObject({ name: word, number: word }).nullish();

/** A contact value of the reading operation: sealed for our own certificate, or clear text as the samples show it. */
export const isSealedValue = (value: string): boolean => value.length >= 344 && isStrictBase64(value);

/**
 * ASSUMPTION: the answer of the reading operation, which the interface does not show. Read leniently: every field may
 * be absent or null, business_category is a number or text, photos, certificate copy and channel are not echoed.
 */
export const subMerchantRecordAnswer = z.looseObject({
  sub_mchid: z.string().min(1),
  name: word,
  shortname: word,
  office_phone: word,
  contact: z.looseObject({ name: word, phone: word, email: word }).nullish(),
  business_category: z.union([z.int(), z.string()]).nullish(),
  merchant_country_code: word,
  merchant_type: word,
  registration_certificate_number: word,
  registration_certificate_date: word,
  settlement_bank_number: word,
  business: z
    .looseObject({
      business_type: word,
      app_download: word,
      website: word,
      office_account: word,
      mini_program: word,
      store_address: word,
      mcc: word,
    })
    .nullish(),
  director: person,
  principal: person,
  h5_payment: z.looseObject({ h5_authorization_state: word, audit_reject_detail: word }).nullish(),
  sub_merchant_state: z
    .looseObject({
      sub_merchant_status: word,
      application_status: word,
      application_reject_detail: z.unknown().optional(),
    })
    .nullish(),
});
export type SubMerchantRecordAnswer = z.infer<typeof subMerchantRecordAnswer>;
