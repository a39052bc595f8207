import { z } from 'zod';

// What addresses of lists hold, read alike everywhere. An address is typed by people and cut by mail programs: what
// cannot be read is as if it were not there.

/** The database takes no NUL in a text, and nobody types one. */
export const hasNul = (text: string): boolean => text.includes('\0');

/** A text of at most `max` UTF-16 units without outer spaces; undefined when absent, empty or unreadable. */
export const addressText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((typed) => !hasNul(typed))
    .optional()
    .catch(undefined)
    .transform((typed) => typed || undefined);

/** How many rows a page of a list may have. */
export const pageSizes = [25, 50, 100] as const;

/** How many rows a page has: one of those that the pager offers, or undefined. */
export const addressPageSize = z.coerce.number().pipe(z.literal(pageSizes)).optional().catch(undefined);
