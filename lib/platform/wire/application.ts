// The H5 payment authorization application as the platform tells it (2.2), in answers and in notifications.
import { z } from 'zod';

/**
 * An id of the platform: JSON integers arrive as numbers, those beyond 2^53 as their digits (see `parseJson`). Either way
 * it is text from here on, with every digit.
 */
export const platformNumber = z
  .union([z.int().nonnegative(), z.string().regex(/^\d{1,32}$/)])
  .transform((value) => String(value));

const word = z.string().nullish();
const words = z.union([z.array(z.string()), z.string()]).nullish();

/**
 * The record of 2.2, read leniently: unknown fields and words are kept, and what to make of them is the reader's business.
 * ASSUMPTION: sp_mchid (or mchid, in common mode) stands in notifications only, as the example shows; the record of a
 * domain change has out_applyment_id instead of applyment_type and transaction_limit_type, and may spell website_url
 * `webiste_url` (notes 9.3).
 */
export const applicationRecord = z.looseObject({
  applyment_id: platformNumber,
  sub_mchid: z.string().min(1).max(32),
  domains: z.array(z.string().max(255)).max(1000),
  business_description: word,
  company_register_cert: word,
  transaction_limit_type: word,
  website_business_page_pics: words,
  website_homepage_pics: words,
  website_state: word,
  website_url: word,
  audit_reject_detail: word,
  applyment_state: z.string().min(1).max(64),
  applyment_type: word,
  notify_url: word,
  sp_mchid: word,
  mchid: word,
  out_applyment_id: word,
  webiste_url: word,
});
export type ApplicationRecord = z.infer<typeof applicationRecord>;
/** The same as it stands on the wire, for whoever writes one. */
export type ApplicationRecordWire = z.input<typeof applicationRecord>;

/** `authorization`: apply for web payment or for the removal of its limit; `domain-change`: other domains (notes 9.1). */
export type ApplicationKind = 'authorization' | 'domain-change';

/**
 * Which family of applications a record belongs to, told by its shape: both come under the same event name (notes 9.6).
 * Null when neither fits, and nothing may be made of it.
 */
export function applicationKindOf(
  record: Pick<ApplicationRecord, 'applyment_type' | 'transaction_limit_type'>,
): ApplicationKind | null {
  const isGiven = (value: unknown) => value !== undefined && value !== null && value !== '';
  if (isGiven(record.applyment_type)) return 'authorization';
  return isGiven(record.transaction_limit_type) ? null : 'domain-change';
}
