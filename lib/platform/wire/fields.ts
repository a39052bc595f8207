// Fields with a form of their own: phones, host names, addresses, dates, codes, sealed values.
import { z } from 'zod';
import { isStrictBase64 } from './base64';
import { certificateDateWords } from './enums';
import { broken, typeRule } from './rules';
import { patterned, text } from './text';

/**
 * A phone with international prefix: `+` and 7 to 15 digits, nothing else (4.1 office_phone, contact.phone).
 * ASSUMPTION: the interface names the prefix, not the form; telephone metadata is for warnings, never for a refusal.
 */
export const phone = text(1, 32).check(({ value, issues }) => {
  if (!value.startsWith('+')) issues.push(broken('phone-needs-prefix', value));
  else if (!/^\+[0-9]{7,15}$/.test(value)) issues.push(broken('not-a-phone', value));
});

/** Something at a host: enough to catch a slip, without judging which addresses exist. */
export const email = patterned(1, 256, /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/, 'not-an-email');

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const hostName = new RegExp(`^(?:${label}\\.)+(?=[a-z0-9-]*[a-z])${label}$`);

/** A lower-case ASCII host name without scheme, port, path or final dot (4.1 h5_payment_apply_info.domains). */
export const domain = patterned(1, 253, hostName, 'not-a-domain');

/** Also while single entries still fail: what is wrong with the whole list is told at once. */
export const whenList = { when: ({ value }: { value: unknown }) => Array.isArray(value) };

/** A list of domains, each of them once. */
export const domainList = z.array(domain, { error: typeRule('not-a-list') }).superRefine((value, context) => {
  for (const [index, name] of value.entries()) {
    if (value.indexOf(name) < index) context.addIssue(broken('duplicate', name, {}, [index]));
  }
}, whenList);

function isWebAddress(value: string): boolean {
  if (!/^https?:\/\/[^\s/]/i.test(value)) return false;
  try {
    return new URL(value).hostname !== '';
  } catch {
    return false;
  }
}

/** An http or https address of at most 128 characters. */
export const webAddress = text(1, 128).check(({ value, issues }) => {
  if (!isWebAddress(value)) issues.push(broken('not-a-url', value));
});

/** True for a day that exists, written YYYY-MM-DD. There was no year 0, and databases know of none. */
export function isCalendarDay(value: string): boolean {
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}

/** 4.1 registration_certificate_date: a real day, or PERMANENT, or N/A. */
export const certificateDate = text(1, 14).check(({ value, issues }) => {
  const isWord = certificateDateWords.some((word) => word === value);
  if (!isWord && !isCalendarDay(value)) issues.push(broken('not-a-date', value));
});

/** 4.1 merchant_country_code: ISO 3166-1 numeric, three digits as text. */
export const countryCode = patterned(1, 3, /^\d{3}$/, 'not-a-country-code');

/** 4.1 business.mcc: four digits as text. */
export const categoryCode = patterned(1, 4, /^\d{4}$/, 'not-a-category-code');

/** A media ID as the image upload returned it. */
export const mediaId = text(1, 128);

/** Identifier assigned by the platform (`sub_mchid`, `sp_mchid`, `sp_appid`): text, never a number. */
export const platformId = text(1, 32);

/** Header Idempotency-Key (4.1, section 8): letters and digits, up to 64. */
export const idempotencyKey = patterned(1, 64, /^[A-Za-z0-9]+$/, 'letters-and-digits-only');

/** One RSA block in Base64: 2048 bits make 344 letters, 4096 bits 684. A clear text is never taken for it. */
export const sealed = z
  .string({ error: (issue) => (issue.input === undefined ? 'required' : 'not-sealed') })
  .check(({ value, issues }) => {
    if (value.length < 344 || value.length > 1024 || !isStrictBase64(value))
      issues.push(broken('not-sealed', undefined));
  })
  .brand<'Sealed'>();

/** A field value sealed for one platform certificate (section 5): the Base64 text that goes on the wire. */
export type Sealed = z.infer<typeof sealed>;
