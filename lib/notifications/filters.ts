import { z } from 'zod';
import { addressPageSize, addressText } from '@/lib/address-values';
import { notificationStates } from './view';

/** The tabs of the list besides all of them: where a message stands, and those that came more than once. */
export const notificationTabs = [...notificationStates, 'repeat'] as const;
export type NotificationTab = (typeof notificationTabs)[number];

const day = z.iso.date().optional().catch(undefined);

/** What the address of the list of notifications may say. Whatever is not understood is left out, never an error. */
export const notificationFilters = z.object({
  state: z.enum(notificationTabs).optional().catch(undefined),
  /** A whole application number, sub_mchid or row id, or a notification id or the end of one, of 8 characters or more. */
  q: addressText(128),
  /** A whole event type. */
  type: addressText(64),
  subMchid: addressText(32),
  parked: z.enum(['yes', 'no']).optional().catch(undefined),
  /** Days in the reader's zone, both included, by the first delivery. */
  from: day,
  until: day,
  cursor: z.string().max(8192).optional().catch(undefined),
  size: addressPageSize,
});
export type NotificationFilters = Partial<z.infer<typeof notificationFilters>>;

/** What the address of the page of one notification may say: which delivery its steps are shown of. */
export const deliveryChoice = z.object({
  delivery: z.coerce.number().pipe(z.int().positive()).optional().catch(undefined),
});
/** What the address of the tab of unclaimed sub-merchants may say. Whatever is not understood is left out too. */
export const unclaimedAddress = z.object({
  view: z.literal('unclaimed').optional().catch(undefined),
  cursor: z.string().max(8192).optional().catch(undefined),
  size: addressPageSize,
});
export type UnclaimedAddress = z.output<typeof unclaimedAddress>;
