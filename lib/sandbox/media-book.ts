// What the platform remembers of pictures: what each media ID was given for, not the picture itself.
import type { MediaType } from '../platform/wire/media';

export type TakenPicture = { sha256: string; type: MediaType };

/** By media ID. */
export type MediaBook = { media: Record<string, TakenPicture> };

export const emptyMedia = (): MediaBook => ({ media: {} });
