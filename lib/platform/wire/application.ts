// The H5 payment authorization application: what is sent to modify it (4.2), and how the platform tells it (2.2), in
// answers and in notifications.
import { z } from 'zod';
import { transactionLimitType, websiteState } from './enums';
import { domainList, mediaId, webAddress } from './fields';
import type { Report, WireRule } from './rules';
import { broken, typeRule } from './rules';
import { prose } from './text';

const pictures = z.array(mediaId, { error: typeRule('not-a-list') });

/**
 * Every field of 4.2 in its order, without the rules between fields. The interface names a most of five domains for 4.1
 * only; here a sixth is for people to think about.
 */
export const applicationShape = z.object(
  {
    domains: domainList.min(1, { error: 'required' satisfies WireRule }),
    business_description: prose(1, 500).optional(),
    transaction_limit_type: transactionLimitType,
    company_register_cert: mediaId.optional(),
    website_business_page_pics: pictures.optional(),
    website_homepage_pics: pictures.optional(),
    website_state: websiteState.optional(),
    website_url: webAddress.optional(),
  },
  { error: typeRule() },
);

/** What the rules between fields look at; looser than the shape, so that they also speak while fields still fail. */
export type CheckedApplication = Partial<Record<keyof typeof applicationShape.shape, unknown>>;

const isGiven = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(isGiven) : value !== undefined && value !== null && value !== '';

/**
 * The rules between the fields of 4.2 (2.2, 7.2), for an application of this type: what must be there for a limit, and
 * which limits there are for a site. Every row of 7.2 that a body alone can meet.
 */
export const applicationCheck =
  (applymentType: string | null) =>
  (value: CheckedApplication, context: Report): void => {
    const fail = (rule: WireRule, field: keyof CheckedApplication) =>
      context.addIssue(broken(rule, undefined, {}, [field]));
    const { transaction_limit_type: limit, website_state: state } = value;
    if (applymentType === 'APPLY_FOR_RELIEVE_LIMITED' && limit !== 'NO_LIMIT') {
      fail('limit-removal-needs-no-limit', 'transaction_limit_type');
    }
    if (limit === 'NO_LIMIT') {
      for (const field of ['business_description', 'company_register_cert'] as const) {
        if (!isGiven(value[field])) fail('required-for-no-limit', field);
      }
    }
    if (state === 'UN_LAUNCHED') {
      if (limit !== 'UN_LAUNCHED_WEBSITE_LIMIT') fail('only-test-limit-when-not-launched', 'transaction_limit_type');
      for (const field of ['website_business_page_pics', 'website_homepage_pics'] as const) {
        if (!isGiven(value[field])) fail('required-when-not-launched', field);
      }
    }
  };

/** The body of 4.2: unknown fields are refused. What binds fields to one another is `applicationCheck`. */
export const applicationBody = applicationShape.strict();
export type ApplicationBody = z.output<typeof applicationBody>;

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

/**
 * The success answer of 4.2, read leniently: it is an acceptance by its number and its state, and whatever else of 2.2 it
 * lacks is for Integrations to know.
 */
export const modifyApplicationAnswer = applicationRecord.partial({ sub_mchid: true, domains: true });
export type ModifyApplicationAnswer = z.infer<typeof modifyApplicationAnswer>;

/** ASSUMPTION: the answer of the reading operation for a sub-merchant's H5 authorization (notes 9.4). */
export const h5PermissionAnswer = z.looseObject({
  sub_mchid: z.string().min(1).max(32),
  authorization_state: z.string().min(1).max(64),
});

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
