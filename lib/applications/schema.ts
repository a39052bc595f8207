import { z } from 'zod';
import { hasNul } from '@/lib/address-values';
import { seenShape } from '@/lib/evidence/schema';
import type { ApplicationRecord } from '@/lib/platform/wire/application';
import { applymentState, applymentTypes, transactionLimitTypes } from '@/lib/platform/wire/enums';

/**
 * What the form for a rejected application holds: every field of 4.2 by its wire name, as text, so that half-typed values
 * are values too. The limits of 4.2 are checked by `checkFix`, not here.
 */
const typed = z.string().max(4096);
const list = z.array(typed).max(100);

export const fixValues = z.object({
  domains: list,
  business_description: typed,
  transaction_limit_type: typed,
  company_register_cert: typed,
  website_business_page_pics: list,
  website_homepage_pics: list,
  website_state: typed,
  website_url: typed,
});
export type FixValues = z.infer<typeof fixValues>;

/** The fields of 4.2 in their order: the order of the body, of the panel and of a comparison. */
export const fixPaths = Object.keys(fixValues.shape) as (keyof FixValues)[];

/** The fields that name pictures. */
export const picturePaths = [
  'website_homepage_pics',
  'website_business_page_pics',
  'company_register_cert',
] as const satisfies (keyof FixValues)[];

/** What a person asked for: over which version of the application, in which draft, and why a rejected picture stays. */
export const fixInput = z.object({
  baseVersion: z.number().int().positive(),
  draft: z.object({ id: z.uuid(), version: z.number().int().positive() }),
  values: fixValues,
  /** Why a picture that was rejected before is sent again; empty where there is none. */
  samePictureReason: z.string().trim().max(500),
});
export type FixInput = z.infer<typeof fixInput>;

const listOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string' && one !== '');

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The fields of 4.2 as a record of 2.2 tells them; what it does not tell is empty. Lists may come as a single text. */
export const valuesOf = (record: Partial<ApplicationRecord>): FixValues => ({
  domains: listOf(record.domains),
  business_description: textOf(record.business_description),
  transaction_limit_type: textOf(record.transaction_limit_type),
  company_register_cert: textOf(record.company_register_cert),
  website_business_page_pics: listOf(record.website_business_page_pics),
  website_homepage_pics: listOf(record.website_homepage_pics),
  website_state: textOf(record.website_state),
  website_url: textOf(record.website_url ?? record.webiste_url),
});

/** Every media ID that the fields name, each once. */
export const mediaIdsOf = (values: FixValues): string[] => [
  ...new Set(picturePaths.flatMap((path) => listOf(values[path]))),
];

/**
 * What staff saw of one application (features row 26): whose it is, its state (3.1), where and in which minute.
 * What is left empty is as it was known.
 */
export const recordApplicationInput = z.object({
  subMchid: z.string().min(1).max(32),
  applymentType: z.enum(applymentTypes),
  state: applymentState,
  ...seenShape,
  /** audit_reject_detail, word for word. */
  rejectDetail: z
    .string()
    .max(2000)
    .refine((text) => !hasNul(text)),
  /** Apart by blanks, lines or commas; empty: those that were last asked for. */
  domains: z.string().max(4096),
  limitType: z.union([z.literal(''), z.enum(transactionLimitTypes)]),
});
export type RecordApplicationInput = z.infer<typeof recordApplicationInput>;

/** Longest texts of a penalty case, in characters. */
export const penaltyMax = { platformWords: 2000, contacts: 1000, note: 2000 } as const;

const note = (max: number) =>
  z
    .string()
    .trim()
    .refine((text) => [...text].length <= max)
    .refine((text) => !hasNul(text));

/** What staff write to a penalty case: over which version (null: it is opened), and a note that joins its log. */
export const penaltyInput = z.object({
  subMchid: z.string().min(1).max(32),
  version: z.number().int().positive().nullable(),
  platformWords: note(penaltyMax.platformWords),
  /** Who talks to whom; empty keeps what is held. */
  contacts: note(penaltyMax.contacts),
  promisedOn: z.union([z.literal(''), z.iso.date()]),
  note: note(penaltyMax.note),
});
export type PenaltyInput = z.infer<typeof penaltyInput>;
