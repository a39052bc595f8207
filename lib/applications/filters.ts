import { z } from 'zod';
import { transactionLimitTypes } from '@/lib/platform/wire/enums';
import { given, listFilters } from '@/lib/sub-merchants/filters';

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
 * nobody (day F9). `attempt=repeated`: the newest application was answered at least once.
 */
export const boardFilters = z.object({
  ...listFilters.pick({ state: true, q: true, country: true, channel: true, cursor: true, size: true }).shape,
  number: given(z.literal('unknown')),
  callback: given(z.literal('none')),
  attempt: given(z.literal('repeated')),
  grade: given(z.enum(gradeFilters)),
  sort: given(z.string().refine((text) => boardSorts.some((name) => text === name || text === `-${name}`))),
});
export type BoardFilters = z.output<typeof boardFilters>;

/** What narrows the board down, as the address has it. */
export function boardNarrowing({ sort: _, cursor: __, size: ___, ...filters }: BoardFilters): Record<string, string> {
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
