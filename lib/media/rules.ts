import type { ContentKind } from '@/lib/platform/wire/media';
import { isMediaType, MEDIA_BYTES_MAX } from '@/lib/platform/wire/media';
import type { Issue } from '@/lib/result';

/** What a picture shows, as a person says: each kind belongs into other fields of 4.1 and 4.2. */
export const pictureKinds = ['homepage', 'business-page', 'certificate', 'store', 'other'] as const;
export type PictureKind = (typeof pictureKinds)[number];

/** Most pixels that are decoded: a screenshot of 8K, or a page 1440 wide and 27,000 high. Known from the header alone. */
export const PICTURE_PIXELS_MAX = 40_000_000;

/** Bits by which the likenesses of two pictures may differ that a person would call the same. */
export const LIKENESS_DISTANCE_MAX = 6;

const megabytes = (bytes: number) => Math.ceil((bytes / 1024 / 1024) * 10) / 10;

/** What is wrong with a file of this kind and size as it would be kept, or null. Sizes are told in MB. */
export function pictureIssue(kind: ContentKind, sizeBytes: number): Issue | null {
  if (kind === 'empty') return { path: 'file', rule: 'file-empty' };
  if (!isMediaType(kind)) return { path: 'file', rule: 'not-a-picture', params: { kind } };
  if (sizeBytes <= MEDIA_BYTES_MAX) return null;
  return {
    path: 'file',
    rule: 'file-too-large',
    params: { sizeMb: megabytes(sizeBytes), maxMb: megabytes(MEDIA_BYTES_MAX) },
  };
}

/** What is wrong with a picture of these dimensions, or null. */
export function pixelIssue(width: number, height: number): Issue | null {
  if (width * height <= PICTURE_PIXELS_MAX) return null;
  const max = PICTURE_PIXELS_MAX / 1_000_000;
  return { path: 'file', rule: 'picture-too-many-pixels', params: { width, height, max } };
}

/** Most bytes of a file that the browser opens, to be made smaller before anything is sent. */
export const ORIGINAL_BYTES_MAX = 40 * 1024 * 1024;

/** What is wrong with a file before it is opened in the browser, where it may still be made smaller; or null. */
export function originalIssue(kind: ContentKind, sizeBytes: number): Issue | null {
  const issue = pictureIssue(kind, 0);
  if (issue || sizeBytes <= ORIGINAL_BYTES_MAX) return issue;
  return {
    path: 'file',
    rule: 'file-too-large',
    params: { sizeMb: megabytes(sizeBytes), maxMb: megabytes(ORIGINAL_BYTES_MAX) },
  };
}

/** What a reviewer may find wrong with a picture at first sight: hints for the eye, which hinder nothing. */
export const pictureRemarks = ['blank', 'blurred', 'small'] as const;
export type PictureRemark = (typeof pictureRemarks)[number];
