import { alongside, failedRules } from '@/lib/platform/wire/rules';
import type { ContactPlain } from '@/lib/platform/wire/sub-merchant';
import {
  businessShape,
  channelFields,
  contactBytesCheck,
  contactPlain,
  storePhotoList,
  subMerchantCheck,
} from '@/lib/platform/wire/sub-merchant';
import type { PolicyKey } from '@/lib/policies/rules';
import type { Change } from '@/lib/requests/view';
import type { Issue } from '@/lib/result';
import type { EditValues, FieldPath, FieldValues, PersonalPath } from './schema';
import { fieldPaths, h5Flag, h5Info, heldShape, isPersonalPath } from './schema';

/** What the rules know of the record that is edited; it holds masks, never personal values, so the browser may have it. */
export type EditBase = {
  version: number;
  /** Held plain values by wire path. */
  held: FieldValues;
  /** Masks of the held personal values. */
  masks: Partial<Record<PersonalPath, string>>;
  h5State: string;
  /** Domains that we believe to be in force; empty when never told. */
  domainsInForce: string[];
  websiteUrl: string | null;
  /** How many bytes one sealed value can hold with the certificate that would seal it now. */
  budgetBytes: number;
};

/** What the form holds at one wire path. */
export const valueAt = (values: EditValues, path: FieldPath): string | string[] => {
  const [first, second] = path.split('.') as [keyof EditValues, string | undefined];
  const outer = values[first] as unknown;
  return (second === undefined ? outer : (outer as Record<string, unknown>)[second]) as string | string[];
};

const isBlank = (value: string | string[]) =>
  Array.isArray(value) ? value.every((part) => part === '') : value === '';

/**
 * Which fields the choices made so far leave in the form and in the body (4.1): director only for ENTERPRISE, principal
 * only for INDIVIDUAL, channels for ONLINE and BOTH, address and photos for OFFLINE and BOTH.
 */
export function isShown(path: FieldPath, type: { merchantType: string; businessType: string }): boolean {
  if (path.startsWith('director.')) return type.merchantType === 'ENTERPRISE';
  if (path.startsWith('principal.')) return type.merchantType === 'INDIVIDUAL';
  if (channelFields.some((field) => path === `business.${field}`)) return type.businessType !== 'OFFLINE';
  if (path === 'business.store_address' || path === 'business.store_photos') return type.businessType !== 'ONLINE';
  return true;
}

/** The fields that this form state shows, in the order of 4.1. */
export const shownPaths = (values: EditValues): FieldPath[] =>
  fieldPaths.filter((path) =>
    isShown(path, { merchantType: values.merchant_type, businessType: values.business.business_type }),
  );

/** What one field will be in the body: typed, kept as held, or left out. */
export type Outgoing =
  | { kind: 'typed'; value: string | string[] }
  | { kind: 'kept' }
  | { kind: 'absent'; wasHeld: boolean };

/** An empty personal field keeps what we hold unless a person ticked that it be left out (screens 6). */
export function outgoing(path: FieldPath, values: EditValues, base: EditBase): Outgoing {
  const value = valueAt(values, path);
  const mask = isPersonalPath(path) ? base.masks[path] : undefined;
  if (!isBlank(value))
    return { kind: 'typed', value: Array.isArray(value) ? value.filter((part) => part !== '') : value };
  if (mask !== undefined && !values.ticked.leftOut.includes(path)) return { kind: 'kept' };
  const wasHeld = mask !== undefined || base.held[path] !== undefined;
  return { kind: 'absent', wasHeld };
}

/** Domains in force that the typed list no longer has; each needs its own tick (day F12). */
export function removedDomains(values: EditValues, base: EditBase): string[] {
  if (values.apply_h5_payment === 'leave') return [];
  const typed = values.h5_payment_apply_info.domains.filter((domain) => domain !== '');
  return base.domainsInForce.filter((domain) => !typed.includes(domain));
}

/**
 * Which rows of the policy an edit falls under (day 5), by the wire paths that really change: a guard of the settlement
 * account of its own, the name, the certificate and the contact together, and a domain that leaves the list.
 */
export function policyKeysOf(changes: readonly Pick<Change, 'path' | 'kind'>[]): PolicyKey[] {
  const real = changes.filter(({ kind }) => kind !== 'same');
  const isAny = (test: (change: Pick<Change, 'path' | 'kind'>) => boolean) => real.some(test);
  const keys: (PolicyKey | false)[] = [
    'sub-merchant.edit',
    isAny(({ path }) => path === 'name' || /^(contact\.|registration_certificate_)/.test(path)) &&
      'sub-merchant.edit-sensitive',
    isAny(({ path }) => path === 'settlement_bank_number') && 'sub-merchant.settlement-account',
    isAny(({ path, kind }) => path === 'h5_payment_apply_info.domains' && kind === 'removed') &&
      'sub-merchant.remove-domain',
  ];
  return keys.filter((key) => key !== false);
}

/** Nested object of the paths that have a value, as the wire nests them. */
export function nest(values: Partial<Record<FieldPath, unknown>>): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const path of fieldPaths) {
    const value = values[path];
    if (value === undefined) continue;
    const [first, second] = path.split('.') as [string, string | undefined];
    if (second === undefined) body[first] = value;
    else body[first] = { ...(body[first] as object | undefined), [second]: value };
  }
  return body;
}

const asNumber = (text: string): number | string => (/^\d{1,15}$/.test(text) ? Number(text) : text);

/** What the schema of 4.1 reads: typed values as the wire has them, without the personal ones that are kept. */
function candidate(values: EditValues, base: EditBase) {
  const fields: Partial<Record<FieldPath, unknown>> = {};
  for (const path of shownPaths(values)) {
    const out = outgoing(path, values, base);
    if (out.kind !== 'typed') continue;
    fields[path] = path === 'business_category' ? asNumber(out.value as string) : out.value;
  }
  const domains = values.h5_payment_apply_info.domains.filter((domain) => domain !== '');
  const asksForH5 = values.apply_h5_payment !== 'leave';
  const { website_url } = values.h5_payment_apply_info;
  return {
    business: {},
    contact: {},
    ...nest(fields),
    ...(asksForH5 && {
      apply_h5_payment: true,
      h5_payment_apply_info: { ...(website_url !== '' && { website_url }), ...(domains.length > 0 && { domains }) },
    }),
  };
}

/** The schema of 4.1 with contact in clear text, of which the values that are kept need not be typed. */
function schemaFor(kept: readonly string[]) {
  const contact: Partial<Record<keyof ContactPlain, true>> = {};
  for (const field of ['name', 'phone', 'email'] as const)
    if (!kept.includes(`contact.${field}`)) contact[field] = true;
  return heldShape
    .extend({
      contact: contactPlain.pick(contact),
      business: businessShape.extend({ store_photos: storePhotoList.optional() }),
      apply_h5_payment: h5Flag,
      h5_payment_apply_info: h5Info.optional(),
    })
    .superRefine(subMerchantCheck, alongside);
}

/** Every objection to sending these values, in the order of the form. The same function runs in the form and on the server. */
export function checkEdit(values: EditValues, base: EditBase): Issue[] {
  const shown = shownPaths(values);
  const kept = shown.filter((path) => outgoing(path, values, base).kind === 'kept');
  const found: Issue[] = [];
  const add = (path: string, rule: string, params?: Issue['params']) => {
    // One objection a field: the first is the one to act on.
    if (!found.some((issue) => issue.path === path)) found.push(params ? { path, rule, params } : { path, rule });
  };

  const parsed = schemaFor(kept).safeParse(candidate(values, base));
  // Bytes before characters: they are what the counter of a sealed field counts. A phone ends long before either.
  contactBytesCheck({ name: values.contact.name, email: values.contact.email }, base.budgetBytes, {
    addIssue: ({ path, params: { rule, ...facts } }) => add(path.map(String).join('.'), rule, facts as Issue['params']),
  });
  if (!parsed.success) {
    for (const { rule, path, ...facts } of failedRules(parsed.error))
      add(path.map(String).join('.'), rule, facts as Issue['params']);
  }
  for (const path of shown) {
    const out = outgoing(path, values, base);
    if (out.kind === 'absent' && out.wasHeld && !values.ticked.leftOut.includes(path))
      add(path, 'leaving-out-not-ticked');
  }
  if (values.apply_h5_payment !== 'leave') {
    const unticked = removedDomains(values, base).filter((domain) => !values.ticked.removedDomains.includes(domain));
    if (unticked.length > 0)
      add('h5_payment_apply_info.domains', 'domain-removal-not-ticked', { count: unticked.length });
    const obstacle = h5Obstacle(values.apply_h5_payment, base.h5State);
    if (obstacle !== null && (isHardObstacle(obstacle) || !values.ticked.h5Anyway)) add('apply_h5_payment', obstacle);
  }
  const order = (path: string) => {
    const at = [...fieldPaths, 'apply_h5_payment', 'h5_payment_apply_info'].findIndex(
      (known) => path === known || path.startsWith(`${known}.`),
    );
    return at === -1 ? 99 : at;
  };
  return found.sort((a, b) => order(a.path) - order(b.path));
}

/** What we know of the H5 state that speaks against a choice. */
export type H5Obstacle = 'h5-under-punishment' | 'h5-under-review' | 'h5-already-approved' | 'h5-not-approved';

/**
 * True of what no tick overcomes: a penalty ends with evidence and a second person, who record the state that the platform
 * shows then (day 4c and 4e, features row 28).
 */
export const isHardObstacle = (obstacle: H5Obstacle): obstacle is 'h5-under-punishment' =>
  obstacle === 'h5-under-punishment';

/** What we know of the H5 state that speaks against this choice; of any but a penalty a person may tick that it is no longer so. */
export function h5Obstacle(choice: EditValues['apply_h5_payment'], h5State: string): H5Obstacle | null {
  if (choice === 'leave') return null;
  if (h5State === 'UNDER_PUNISHMENT') return 'h5-under-punishment';
  if (h5State === 'UNDER_REVIEW') return 'h5-under-review';
  if (choice === 'apply' && h5State === 'APPROVED') return 'h5-already-approved';
  if (choice === 'change' && h5State !== 'APPROVED' && h5State !== 'UNKNOWN') return 'h5-not-approved';
  return null;
}

/** Required values of 4.1 by wire path; registration number and date bind only ENTERPRISE (decisions 7). */
export function requiredPaths(type: { merchantType: string; businessType: string }): FieldPath[] {
  const always: FieldPath[] = [
    'name',
    'shortname',
    'office_phone',
    'contact.name',
    'contact.phone',
    'contact.email',
    'business_category',
    'merchant_country_code',
    'merchant_type',
    'business.business_type',
    'business.mcc',
  ];
  const registration: FieldPath[] = ['registration_certificate_number', 'registration_certificate_date'];
  return type.merchantType === 'INDIVIDUAL' ? always : [...always, ...registration];
}

/** Our own two ids come from the connection and are always there. */
const OWN_IDS = 2;

/** How many of the required values we hold, and which are missing: those of the table first, then channel or address. */
export function coverage(has: (path: FieldPath) => boolean, type: { merchantType: string; businessType: string }) {
  const required = requiredPaths(type);
  const missing: FieldPath[] = required.filter((path) => !has(path));
  const held = required.length - missing.length + OWN_IDS;
  if (type.businessType === 'ONLINE' || type.businessType === 'BOTH') {
    if (!channelFields.some((field) => has(`business.${field}`))) missing.push('business.website');
  }
  if ((type.businessType === 'OFFLINE' || type.businessType === 'BOTH') && !has('business.store_address'))
    missing.push('business.store_address');
  return { required: required.length + OWN_IDS, held, missing };
}

/** One line of "What will be sent": the wire path, what goes, what we held. Personal values are words, never values. */
export type PanelLine = {
  path: string;
  kind: Change['kind'];
  value: string | null;
  was: string | null;
  /** Sealed values show bytes instead of text. */
  sealedBytes?: number;
};

const asShown = (value: string | string[]) => (Array.isArray(value) ? JSON.stringify(value) : value);

/** Every line of the body in the order of 4.1, each marked against what we hold; removed ones are the last known. */
export function panelLines(values: EditValues, base: EditBase, bytes: (text: string) => number): PanelLine[] {
  const lines: PanelLine[] = [];
  for (const path of fieldPaths) {
    const shown = shownPaths(values).includes(path);
    const out = outgoing(path, values, base);
    const mask = isPersonalPath(path) ? base.masks[path] : undefined;
    const held = isPersonalPath(path) ? mask : base.held[path];
    const was = held === undefined ? null : asShown(held);
    if (!shown || out.kind === 'absent') {
      if (was !== null) lines.push({ path, kind: 'removed', value: null, was });
    } else if (out.kind === 'kept') lines.push({ path, kind: 'same', value: was, was });
    else if (isPersonalPath(path)) {
      lines.push({
        path,
        kind: was === null ? 'added' : 'changed',
        value: null,
        was,
        sealedBytes: bytes(asShown(out.value)),
      });
    } else {
      const value = asShown(out.value);
      lines.push({ path, kind: was === null ? 'added' : value === was ? 'same' : 'changed', value, was });
    }
  }
  if (values.apply_h5_payment !== 'leave') {
    lines.push({ path: 'apply_h5_payment', kind: 'added', value: 'true', was: null });
    const { website_url, domains } = values.h5_payment_apply_info;
    if (website_url !== '') {
      const was = base.websiteUrl;
      lines.push({
        path: 'h5_payment_apply_info.website_url',
        kind: was === null ? 'added' : was === website_url ? 'same' : 'changed',
        value: website_url,
        was,
      });
    }
    for (const domain of domains.filter((text) => text !== '')) {
      const held = base.domainsInForce.includes(domain);
      lines.push({
        path: 'h5_payment_apply_info.domains',
        kind: held ? 'same' : 'added',
        value: domain,
        was: held ? domain : null,
      });
    }
    for (const domain of removedDomains(values, base)) {
      lines.push({ path: 'h5_payment_apply_info.domains', kind: 'removed', value: null, was: domain });
    }
  }
  return lines;
}

/** True when sending would change something: a real difference, not a touched field. */
export const isDirty = (values: EditValues, base: EditBase): boolean =>
  values.apply_h5_payment !== 'leave' || panelLines(values, base, () => 0).some((line) => line.kind !== 'same');

const blank: EditValues = {
  name: '',
  shortname: '',
  office_phone: '',
  contact: { name: '', phone: '', email: '' },
  business_category: '',
  channel_id: '',
  merchant_country_code: '',
  merchant_type: '',
  registration_certificate_number: '',
  registration_certificate_date: '',
  registration_certificate_copy: '',
  settlement_bank_number: '',
  business: {
    business_type: '',
    app_download: '',
    website: '',
    office_account: '',
    mini_program: '',
    store_address: '',
    store_photos: [],
    mcc: '',
  },
  director: { name: '', number: '' },
  principal: { name: '', number: '' },
  apply_h5_payment: 'leave',
  h5_payment_apply_info: { website_url: '', domains: [] },
  ticked: { removedDomains: [], leftOut: [], h5Anyway: false },
};

/** The form as it opens over a record: held values typed in, personal ones empty (kept), the domains in force listed. */
export function valuesOf(base: EditBase): EditValues {
  const nested = nest(base.held) as Partial<EditValues>;
  // A copy for each form: what one person types into a shared one would stand in the next form.
  const fresh = structuredClone(blank);
  return {
    ...fresh,
    ...nested,
    business: { ...fresh.business, ...nested.business },
    h5_payment_apply_info: { website_url: base.websiteUrl ?? '', domains: [...base.domainsInForce] },
  };
}
