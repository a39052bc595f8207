import { z } from 'zod';
import { addressPageSize, addressText } from '@/lib/address-values';
import { pictureKinds } from './rules';
import { pictureShows, pictureStates } from './view';

/** What the address of the shelf may say. Whatever is not understood is left out, never an error. */
export const pictureFilters = z.object({
  kind: z.enum(pictureKinds).optional().catch(undefined),
  state: z.enum(pictureStates).optional().catch(undefined),
  show: z.enum(pictureShows).optional().catch(undefined),
  /** A whole sub_mchid. */
  sub_mchid: addressText(32),
  /** A whole media ID or SHA-256. */
  q: addressText(128),
  view: z.enum(['grid', 'list']).optional().catch(undefined),
  cursor: z.string().max(8192).optional().catch(undefined),
  size: addressPageSize,
});
export type PictureFilters = Partial<z.infer<typeof pictureFilters>>;
