import { z } from 'zod';
import { hasNul, pageSizes } from '@/lib/address-values';
import { ownerFilter } from '@/lib/ownership/filters';
import { businessTypes, h5AuthorizationStates, merchantTypes } from '@/lib/platform/wire/enums';
import { outcomes } from '@/lib/requests/view';
import { fieldPaths } from './schema';

/** The tabs besides "all": the six states of 3.2, and ours for "nobody told us". */
export const stateTabs = [...h5AuthorizationStates, 'UNKNOWN'] as const;
export type StateTab = (typeof stateTabs)[number];

/** What the list can be sorted by; in the address `sort=name`, or `sort=-name` for descending. */
export const listSorts = ['updated', 'name', 'sub_mchid', 'since', 'registration', 'accepted'] as const;
export type ListSort = (typeof listSorts)[number];
export const defaultSort = '-updated';

export const sources = ['import', 'by-hand', 'reading', 'sample'] as const;
export const endsWithinDays = [0, 7, 30, 60, 90] as const;
export const waitsOverDays = [3, 5, 10] as const;

/** An address is typed by people and cut by mail programs: what cannot be read is as if it were not there. */
const readable = (value: unknown) => (value === '' || (typeof value === 'string' && hasNul(value)) ? undefined : value);
const first = (value: unknown) => (Array.isArray(value) ? value[0] : value);
export const given = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => readable(first(value)), schema.optional()).catch(undefined);
const chosenNumber = <const Numbers extends readonly number[]>(numbers: Numbers) =>
  z.coerce.number().pipe(z.literal(numbers));

/**
 * The state of the list as its address holds it (screens 0). Absent means "do not filter by this".
 * `missing`: a wire path, or `any`. `pending`: the outcome of the open request, or `any`. `endsWithin`: days from today
 * until the registration ends, those that have ended included; PERMANENT and N/A never match. `waitsOver`: working days
 * for which it has been in its state at least. `owner`: `mine` is the reader, whom `forReader` puts in its place before
 * the database is asked.
 */
export const listFilters = z.object({
  state: given(z.enum(stateTabs)),
  q: given(z.string().trim().min(1).max(128)),
  missing: given(z.enum([...fieldPaths, 'any'])),
  pending: given(z.enum([...outcomes, 'any'])),
  owner: given(ownerFilter),
  type: given(z.enum(merchantTypes)),
  business: given(z.enum(businessTypes)),
  country: given(z.string().regex(/^\d{3}$/)),
  mcc: given(z.string().regex(/^\d{4}$/)),
  channel: given(z.string().trim().min(1).max(20)),
  source: given(z.enum(sources)),
  endsWithin: given(chosenNumber(endsWithinDays)),
  waitsOver: given(chosenNumber(waitsOverDays)),
  domain: given(z.string().trim().min(1).max(253)),
  sort: given(z.string().refine((text) => listSorts.some((name) => text === name || text === `-${name}`))),
  cursor: given(z.string().max(8192)),
  size: given(chosenNumber(pageSizes)),
});
export type ListFilters = z.output<typeof listFilters>;

/** The lists behind the blocks of Home (screens 2): what is counted there and where its link leads are one thing. */
export const homeLists = {
  ending: { endsWithin: 30 },
  incomplete: { missing: 'any' },
} as const satisfies Record<string, ListFilters>;

/** What narrows the list down, as the address has it: for an export's note and for "clear filters". */
export function narrowing({ sort: _, cursor: __, size: ___, ...filters }: ListFilters): Record<string, string> {
  const held = Object.entries(filters).filter(([, value]) => value !== undefined);
  return Object.fromEntries(held.map(([name, value]) => [name, String(value)]));
}

/** Reads `-name` as name, descending. */
export function orderOf(sort: string | undefined): { by: ListSort; isDescending: boolean } {
  const text = sort ?? defaultSort;
  const isDescending = text.startsWith('-');
  const by = listSorts.find((name) => name === (isDescending ? text.slice(1) : text)) ?? 'updated';
  return { by, isDescending };
}
