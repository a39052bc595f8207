import { z } from 'zod';
import { hasNul } from '@/lib/address-values';
import { paceBounds } from './rules';

const within = ({ min, max }: { min: number; max: number }) => z.number().int().min(min).max(max);

/** What a batch is called: for people alone, never sent. */
export const batchName = z
  .string()
  .trim()
  .min(1)
  .max(120)
  .refine((text) => !hasNul(text));

const hour = within({ min: 0, max: 24 });

/** How fast rows leave, when, and at what the batch pauses by itself. Hours are those of the zone of whoever made it. */
export const batchPace = z.object({
  perMinute: within(paceBounds.perMinute),
  equalErrorsMax: within(paceBounds.equalErrorsMax),
  hours: z
    .object({ from: hour.max(23), to: hour.min(1) })
    .refine(({ from, to }) => from !== to)
    .nullable(),
});

/** What the maker chooses for all rows. `shared` is read by the batch's kind. */
export const batchSettings = z.object({
  name: batchName,
  pace: batchPace,
  shared: z.record(z.string(), z.unknown()),
  /** The draft's version that the form showed. */
  version: z.number().int(),
});
export type BatchSettings = z.output<typeof batchSettings>;
