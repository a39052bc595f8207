import { z } from 'zod';
import { ownerFilter } from '@/lib/ownership/filters';
import { transactionLimitTypes } from '@/lib/platform/wire/enums';
import { given, listFilters } from '@/lib/sub-merchants/filters';
import { causes } from './causes';

/** What the board can be sorted by; in the address `sort=name`, or `sort=-name` for descending. */
export const boardSorts = ['since', 'name', 'sub_mchid', 'updated'] as const;
export type BoardSort = (typeof boardSorts)[number];

/** Whoever waits longest stands first. */
const defaultSort = 'since';

/** Limit grades as the board filters them: those of 2.2, and ours for "nobody told us". */
export const gradeFilters = [...transactionLimitTypes, 'UNKNOWN'] as const;

/**
 * The states board as its address holds it (screens 8). Absent means "do not filter by this". `number=unknown`: an
 * application is under way or was rejected and nobody told us its number. `callback=none`: its result is promised to
 * nobody (day F9). `attempt=repeated`: the newest application was answered at least once. `waiting=overdue`: the platform
 * has it for longer than is expected. `cause`: some attempt was rejected for this cause, as staff tagged it. `owner`: of the
 * sub-merchant or of its newest application; `mine` as in the list of sub-merchants. `view=columns`: the columns of the
 * states beside each other, which filters nothing.
 */
export const boardFilters = z.object({
  ...listFilters.pick({ state: true, q: true, country: true, channel: true, cursor: true, size: true }).shape,
  number: given(z.literal('unknown')),
  callback: given(z.literal('none')),
  attempt: given(z.literal('repeated')),
  grade: given(z.enum(gradeFilters)),
  waiting: given(z.literal('overdue')),
  cause: given(z.enum(causes)),
  owner: given(ownerFilter),
  view: given(z.literal('columns')),
  sort: given(z.string().refine((text) => boardSorts.some((name) => text === name || text === `-${name}`))),
});
export type BoardFilters = z.output<typeof boardFilters>;

/** What the platform has had for longer than expected: a block of Home leads here. */
export const overdueBoard = { waiting: 'overdue' } as const satisfies BoardFilters;

/** What narrows the board down, as the address has it. */
export function boardNarrowing({
  sort: _,
  cursor: __,
  size: ___,
  view: ____,
  ...filters
}: BoardFilters): Record<string, string> {
  const held = Object.entries(filters).filter(([, value]) => value !== undefined);
  return Object.fromEntries(held.map(([name, value]) => [name, String(value)]));
}

/** Reads `-name` as name, descending. */
export function boardOrder(sort: string | undefined): { by: BoardSort; isDescending: boolean } {
  const text = sort ?? defaultSort;
  const isDescending = text.startsWith('-');
  const by = boardSorts.find((name) => name === (isDescending ? text.slice(1) : text)) ?? defaultSort;
  return { by, isDescending };
}
