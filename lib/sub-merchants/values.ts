import { z } from 'zod';
import { h5AuthorizationStates } from '@/lib/platform/wire/enums';
import { domain, platformId } from '@/lib/platform/wire/fields';
import { choice, failedRules } from '@/lib/platform/wire/rules';
import {
  businessShape,
  contactPlain,
  directorShape,
  principalShape,
  storePhotoList,
} from '@/lib/platform/wire/sub-merchant';
import { patterned } from '@/lib/platform/wire/text';
import type { Issue } from '@/lib/result';
import { coverage, isShown } from './rules';
import type { FieldPath, FieldValues } from './schema';
import { fieldPaths, heldShape } from './schema';

/** What a way in may tell of a sub-merchant: values of 4.1 as text, and what is believed of its H5 authorization. */
export type Told = {
  values: FieldValues;
  h5State?: string;
  /** Domains believed to be in force; an empty list says that there are none. */
  h5Domains?: string[];
};

/** What the form for one sub-merchant sends: whatever is known, as text by wire path. */
export const newSubMerchantInput = z.object({
  subMchid: z.string().max(256),
  values: z.partialRecord(z.enum(fieldPaths), z.union([z.string().max(4096), z.array(z.string().max(256)).max(100)])),
});

/** The platform's id is text; what our addresses and its paths can carry are these characters. */
const subMchidText = platformId.check(({ value, issues }) => {
  if (!/^[A-Za-z0-9_-]+$/.test(value))
    issues.push({
      code: 'custom',
      message: 'letters-and-digits-only',
      params: { rule: 'letters-and-digits-only' },
      input: value,
    });
});

const { business: _, director: __, principal: ___, business_category, ...flat } = heldShape.shape;

const inside = <Shape extends Record<string, z.ZodType>>(name: string, shape: Shape) =>
  Object.entries(shape).map(([field, schema]): [string, z.ZodType] => [`${name}.${field}`, schema]);

/** The schema of each field alone; what binds fields together decides whether a record can be sent, not whether it is held. */
const schemas: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ...Object.entries(flat),
  ['business_category', patterned(1, 9, /^\d+$/, 'not-an-integer').transform(Number).pipe(business_category)],
  ...inside('contact', contactPlain.shape),
  ...inside('business', { ...businessShape.shape, store_photos: storePhotoList }),
  ...inside('director', directorShape.shape),
  ...inside('principal', principalShape.shape),
]);

function issuesOf(schema: z.ZodType | undefined, path: string, value: unknown): Issue[] {
  const parsed = schema?.safeParse(value);
  if (!parsed || parsed.success) return [];
  // One objection a value, at the value: the first is the one to act on.
  const [failure] = failedRules(parsed.error);
  if (!failure) return [];
  const { rule, path: _inner, ...facts } = failure;
  const numbers = Object.entries(facts).filter((entry): entry is [string, number] => typeof entry[1] === 'number');
  return [{ path, rule, ...(numbers.length > 0 && { params: Object.fromEntries(numbers) }) }];
}

/** Words of our own addresses under the list: a record of that name could never be opened. */
const reservedIds = ['new', 'import'];

/** What is wrong with a `sub_mchid`, at most one thing. */
export const checkSubMchid = (subMchid: string): Issue[] =>
  reservedIds.includes(subMchid)
    ? [{ path: 'sub_mchid', rule: 'reserved-id' }]
    : issuesOf(subMchidText, 'sub_mchid', subMchid);

const h5State = choice(h5AuthorizationStates);
const domainsMax = 100;
const domainList = z.array(domain).max(domainsMax);

/** NFC, without blanks around; blank values are left out. */
export function tidy(values: FieldValues): FieldValues {
  const tidied: FieldValues = {};
  for (const path of fieldPaths) {
    const value = values[path];
    if (value === undefined) continue;
    const clean = Array.isArray(value)
      ? value.map((part) => part.normalize('NFC').trim()).filter((part) => part !== '')
      : value.normalize('NFC').trim();
    if (clean.length > 0) tidied[path] = clean;
  }
  return tidied;
}

/** Every value that breaks a rule of 4.1 by itself. What is absent is no fault here: coverage tells it. */
export function checkTold({ values, h5State: state, h5Domains }: Told): Issue[] {
  const fields = fieldPaths.flatMap((path) =>
    values[path] === undefined ? [] : issuesOf(schemas.get(path), path, values[path]),
  );
  const repeated = h5Domains?.some((name, index) => h5Domains.indexOf(name) < index);
  return [
    ...fields,
    ...(state === undefined ? [] : issuesOf(h5State, 'h5_authorization_state', state)),
    ...(h5Domains === undefined ? [] : issuesOf(domainList, 'h5_domains', h5Domains)),
    ...(repeated ? [{ path: 'h5_domains', rule: 'duplicate' }] : []),
  ];
}

/** What does not keep a record out but will keep it from being sent, or be left out of the body: for warnings. */
export function remarksOn(values: FieldValues): Issue[] {
  const type = { merchantType: asText(values.merchant_type), businessType: asText(values['business.business_type']) };
  const { missing } = coverage((path) => values[path] !== undefined, type);
  const [first] = missing;
  const hidden =
    type.merchantType === '' ? [] : fieldPaths.filter((path) => values[path] !== undefined && !isShown(path, type));
  return [
    ...(first === undefined ? [] : [{ path: first, rule: 'incomplete', params: { count: missing.length } }]),
    ...hidden
      .filter(isPersonOf)
      .map((path) => ({ path, rule: path.startsWith('director') ? 'only-for-enterprise' : 'only-for-individual' })),
  ];
}

const asText = (value: string | string[] | undefined) => (typeof value === 'string' ? value : '');
const isPersonOf = (path: FieldPath) => path.startsWith('director.') || path.startsWith('principal.');
