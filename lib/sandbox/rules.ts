// §4.1 as the platform judges it: the shape of the body, what is inside the sealed fields, and what the state of the
// sub-merchant forbids. Pure; the shapes are those of the protocol, with the platform's known leniencies.
import { z } from 'zod';
import { platformId } from '../platform/wire/fields';
import { alongside, broken, failedRules } from '../platform/wire/rules';
import {
  businessShape,
  contactPlain,
  contactSealed,
  directorShape,
  h5PaymentApplyInfo,
  principalShape,
  storePhotos,
  subMerchantCheck,
  subMerchantShape,
} from '../platform/wire/sub-merchant';
import { text } from '../platform/wire/text';
import type { Defect } from './body';
import type { HeldSubMerchant } from './state';
import type { MessageName } from './texts';
import type { SubMerchantFields } from './world';
import { riskHosts } from './world';

/** Digits with or without the plus sign (protocol notes 10.4): the platform is laxer than its own text. */
const laxPhone = text(1, 32).check(({ value, issues }) => {
  if (!/^\+?[0-9]{7,15}$/.test(value)) issues.push(broken('not-a-phone', value));
});

/** store_photos is judged as the list that it holds and kept as the string that came. */
const storePhotosText = z.string().check(({ value, issues }) => {
  const list = z.safeDecode(storePhotos, value);
  if (list.success) return;
  for (const { rule, path, ...facts } of failedRules(list.error)) issues.push(broken(rule, value, facts, path));
});

/** The body as the platform takes it: a `sub_mchid` may be repeated in it (protocol notes 10.3), nothing else is new. */
const modifyBody = subMerchantShape
  .extend({
    sub_mchid: platformId.optional(),
    office_phone: laxPhone,
    contact: contactSealed.strict(),
    business: businessShape.extend({ store_photos: storePhotosText.optional() }).strict(),
    director: directorShape.strict().optional(),
    principal: principalShape.strict().optional(),
    h5_payment_apply_info: h5PaymentApplyInfo.strict().optional(),
  })
  .strict()
  .superRefine(subMerchantCheck, alongside);

export type ModifyBody = z.output<typeof modifyBody>;

const contactOpened = contactPlain.extend({ phone: laxPhone });

/** Reads the body of 4.1. Undefined fields are told first and all of them, then the first rule that fails. */
export function readModifyBody(json: unknown): { body: ModifyBody } | Defect {
  const parsed = modifyBody.safeParse(json);
  return parsed.success ? { body: parsed.data } : firstDefect(parsed.error);
}

/** What is told of a body that its schema refuses. */
export function firstDefect(error: z.ZodError): Defect {
  const failures = failedRules(error);
  const undefinedFields = failures.filter(({ rule }) => rule === 'unknown-field').map(({ path }) => path);
  if (undefinedFields.length > 0) return { undefinedFields };
  return { failure: failures[0] ?? { rule: 'wrong-type', path: [] } };
}

/** The opened contact. Lengths are those of the clear text. */
export function readContact(opened: Record<'name' | 'phone' | 'email', string>) {
  const parsed = contactOpened.safeParse(opened);
  if (parsed.success) return { contact: parsed.data };
  const defect = firstDefect(parsed.error);
  return 'failure' in defect ? { failure: { ...defect.failure, path: ['contact', ...defect.failure.path] } } : defect;
}

const isRiskHost = (host: string) => riskHosts.some((risk) => host === risk || host.endsWith(`.${risk}`));

const hostOf = (address: string) => new URL(address).hostname.toLowerCase();

/** Whether one of these addresses or domains stands on the list of risky ones. */
export const isRisky = (addresses: readonly string[], domains: readonly string[]): boolean =>
  [...addresses.map(hostOf), ...domains].some(isRiskHost);

/** What the state of the sub-merchant forbids (§7.1), or null. */
export function stateForbids(held: HeldSubMerchant, body: ModifyBody): MessageName | null {
  if (held.pageOnly) return 'addThroughPage';
  if (held.status.sub_merchant_status === 'CLOSED') return 'closed';
  if (held.status.application_status === 'UNDER_REVIEW') return 'notPassedReview';
  if (body.apply_h5_payment !== true) return null;
  if (held.h5.state === 'UNDER_PUNISHMENT') return 'actionTaken';
  // An H5 application that is being looked at takes no second one; the other fields may change meanwhile.
  if (held.h5.state === 'UNDER_REVIEW') return 'notPassedReview';
  const { website_url: website = '', domains = [] } = body.h5_payment_apply_info ?? {};
  return isRisky([website], domains) ? 'risk' : null;
}

/** Replaces what is held by what was sent: fields that were not sent are gone (protocol notes 10.3). */
export function applyModification(
  held: HeldSubMerchant,
  body: ModifyBody,
  contact: { name: string; phone: string; email: string },
  now: Date,
) {
  const { sp_appid, sp_mchid, sub_mchid, apply_h5_payment, h5_payment_apply_info, ...fields } = body;
  held.record = { ...fields, contact } as SubMerchantFields;
  held.updatedAt = now.toISOString();
  if (apply_h5_payment !== true) return;
  const asked = {
    domains: h5_payment_apply_info?.domains ?? [],
    website_url: h5_payment_apply_info?.website_url ?? '',
  };
  const { domains, website_url } = held.h5;
  const inForce = { domains, ...(website_url === undefined ? {} : { website_url }) };
  if (held.nextApplicationFails) {
    delete held.nextApplicationFails;
    held.h5 = { ...inForce, state: 'APPLICATION_FAILED' };
  } else {
    held.h5 = { ...inForce, state: 'UNDER_REVIEW', asked, reviewSince: now.toISOString() };
  }
}
