import { z } from 'zod';
import { seenShape } from '@/lib/evidence/schema';
import { h5AuthorizationState } from '@/lib/platform/wire/enums';
import { h5PaymentApplyInfo, subMerchantShape } from '@/lib/platform/wire/sub-merchant';

/**
 * What the edit form holds: every field of 4.1 by its wire name, as text, so that half-typed values are values too.
 * An empty personal field means "keep what we hold"; the limits of 4.1 are checked by `checkEdit`, not here.
 */
const typed = z.string().max(4096);

export const h5Choices = ['leave', 'apply', 'change'] as const;

export const editValues = z.object({
  name: typed,
  shortname: typed,
  office_phone: typed,
  contact: z.object({ name: typed, phone: typed, email: typed }),
  business_category: typed,
  channel_id: typed,
  merchant_country_code: typed,
  merchant_type: typed,
  registration_certificate_number: typed,
  registration_certificate_date: typed,
  registration_certificate_copy: typed,
  settlement_bank_number: typed,
  business: z.object({
    business_type: typed,
    app_download: typed,
    website: typed,
    office_account: typed,
    mini_program: typed,
    store_address: typed,
    store_photos: z.array(typed).max(100),
    mcc: typed,
  }),
  director: z.object({ name: typed, number: typed }),
  principal: z.object({ name: typed, number: typed }),
  apply_h5_payment: z.enum(h5Choices),
  h5_payment_apply_info: z.object({ website_url: typed, domains: z.array(typed).max(100) }),
  /** What a person ticked: domains that leave the list, held values left out of the request, H5 in spite of the known state. */
  ticked: z.object({
    removedDomains: z.array(typed).max(100),
    leftOut: z.array(typed).max(100),
    h5Anyway: z.boolean(),
  }),
});
export type EditValues = z.infer<typeof editValues>;

/** What a person may hold of a sub-merchant as wire fields: 4.1 without our ids and without what H5 asks. */
export const heldShape = subMerchantShape.omit({
  sp_appid: true,
  sp_mchid: true,
  contact: true,
  apply_h5_payment: true,
  h5_payment_apply_info: true,
});

/** The two H5 fields, apart from the record: they ask for something, they are not held. */
export const h5Flag = subMerchantShape.shape.apply_h5_payment;
export const h5Info = h5PaymentApplyInfo;

/** Wire paths whose values are personal (decisions 4): sealed at rest, masked on every screen. */
export const personalPaths = [
  'contact.name',
  'contact.phone',
  'contact.email',
  'settlement_bank_number',
  'director.name',
  'director.number',
  'principal.name',
  'principal.number',
] as const;
export type PersonalPath = (typeof personalPaths)[number];
export const isPersonalPath = (path: string): path is PersonalPath => personalPaths.some((held) => held === path);

/** The other wire paths that we hold, in the order of 4.1. store_photos is a list. */
export const plainPaths = [
  'name',
  'shortname',
  'office_phone',
  'business_category',
  'channel_id',
  'merchant_country_code',
  'merchant_type',
  'registration_certificate_number',
  'registration_certificate_date',
  'registration_certificate_copy',
  'business.business_type',
  'business.app_download',
  'business.website',
  'business.office_account',
  'business.mini_program',
  'business.store_address',
  'business.store_photos',
  'business.mcc',
] as const;
export type PlainPath = (typeof plainPaths)[number];

/** All fields of a sub-merchant in the order of 4.1: the order of the body, of the panel and of a CSV's columns. */
export const fieldPaths = [
  'name',
  'shortname',
  'office_phone',
  'contact.name',
  'contact.phone',
  'contact.email',
  'business_category',
  'channel_id',
  'merchant_country_code',
  'merchant_type',
  'registration_certificate_number',
  'registration_certificate_date',
  'registration_certificate_copy',
  'settlement_bank_number',
  'business.business_type',
  'business.app_download',
  'business.website',
  'business.office_account',
  'business.mini_program',
  'business.store_address',
  'business.store_photos',
  'business.mcc',
  'director.name',
  'director.number',
  'principal.name',
  'principal.number',
] as const;
export type FieldPath = (typeof fieldPaths)[number];

/** Held values by wire path, as text: the flat side of a record. `business_category` is its decimal text. */
export type FieldValues = Partial<Record<FieldPath, string | string[]>>;

/** What staff saw of the H5 authorization (3.2) outside this console, when and where. */
export const recordH5Input = z.object({
  state: h5AuthorizationState,
  ...seenShape,
  /** The reviewer's words, where it was rejected. */
  rejectDetail: z.string().trim().max(2000),
});
