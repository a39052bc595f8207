import { z } from 'zod';
import { pictureKinds, pictureRemarks } from './rules';

/** Where a picture stands: on our shelf only, on its way, with a media ID of the platform, or tried in vain. */
export const pictureStates = ['local', 'uploading', 'has-id', 'failed'] as const;

/** What the list can be narrowed to: what nothing uses, what only an ID is here of, what looks like another. */
export const pictureShows = ['unused', 'no-copy', 'lookalikes'] as const;

/** Where a media ID is used. `field` is the wire path. */
export const mediaUse = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sub-merchant'), subMchid: z.string(), name: z.string(), field: z.string() }),
  z.object({
    kind: z.literal('submission'),
    applymentId: z.string(),
    subMchid: z.string(),
    number: z.number(),
    field: z.string(),
    /** rejected | approved; null while nobody told us. */
    verdict: z.string().nullable(),
  }),
]);
export type MediaUse = z.infer<typeof mediaUse>;

export const uploadFault = z.object({
  kind: z.enum(['refused', 'not-taken', 'unknown']),
  code: z.string(),
  message: z.string(),
  status: z.number().nullable(),
  requestId: z.string().nullable(),
});
export type UploadFaultView = z.infer<typeof uploadFault>;

/** A picture of the shelf as screens show it: never its bytes. Times are ISO 8601 in UTC. */
export const pictureView = z.object({
  id: z.string(),
  mediaId: z.string().nullable(),
  mediaIdHow: z.enum(['upload', 'pasted']).nullable(),
  kind: z.enum(pictureKinds).catch('other'),
  subMchid: z.string().nullable(),
  /** The name that the platform is told; empty where no copy is held. */
  fileName: z.string(),
  originalName: z.string(),
  contentType: z.string().nullable(),
  sizeBytes: z.number().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  remarks: z.array(z.enum(pictureRemarks)),
  sha256: z.string().nullable(),
  hasCopy: z.boolean(),
  hasThumbnail: z.boolean(),
  state: z.enum(pictureStates),
  fault: uploadFault.nullable(),
  keptBy: z.string(),
  createdAt: z.string(),
  uploadedAt: z.string().nullable(),
});
export type PictureView = z.infer<typeof pictureView>;

/** A picture in the list: with what uses it (the first few, and how many), and how many others look like it. */
export const pictureRow = pictureView.extend({
  uses: z.array(mediaUse),
  useCount: z.number(),
  lookalikes: z.number(),
});
export type PictureRow = z.infer<typeof pictureRow>;

export const pictureList = z.object({
  rows: z.array(pictureRow),
  nextCursor: z.string().nullable(),
  previousCursor: z.string().nullable(),
  total: z.object({ count: z.number(), more: z.boolean() }),
  asOf: z.string(),
});
export type PictureList = z.infer<typeof pictureList>;

/** What keeping a file answers. `isNew` is false where the very same picture was kept before for the same sub-merchant. */
export const keptPicture = z.object({
  picture: pictureView,
  isNew: z.boolean(),
  /** True when the file was written anew, without what it carried beside the picture. */
  isCleaned: z.boolean(),
  /** Others of the shelf that show the same, nearest first. */
  lookalikes: z.array(z.object({ id: z.string(), mediaId: z.string().nullable(), isSame: z.boolean() })),
});
export type KeptPicture = z.infer<typeof keptPicture>;
