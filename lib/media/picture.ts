import 'server-only';
import sharp from 'sharp';
import type { MediaType } from '@/lib/platform/wire/media';
import { contentKind, isMediaType, MEDIA_BYTES_MAX } from '@/lib/platform/wire/media';
import type { Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import { PICTURE_PIXELS_MAX, pictureIssue, pixelIssue } from './rules';
import { structureOf } from './structure';

// Pictures are looked at once each: nothing is kept warm between them.
sharp.cache(false);

const THUMBNAIL_PIXELS = 320;
const DECODE_SECONDS = 15;
/** Qualities at which a JPEG is written anew, best first, until it fits. */
const jpegQualities = [92, 84, 74, 60] as const;
/** Spread of the 72 values below which a picture is as good as blank: all blank ones look alike, which says nothing. */
const BLANK_SPREAD = 3;

/** A picture as it is kept: checked, without anything that is not picture, and what tells it from others. */
export type ReadPicture = {
  type: MediaType;
  bytes: Buffer;
  width: number;
  height: number;
  /** True when it was written anew because it carried more than a picture. */
  isCleaned: boolean;
  /** A small JPEG; null for a BMP, which is not decoded. */
  thumbnail: Buffer | null;
  /** Difference hash, 16 hex digits; null for a BMP and for what is blank. */
  likeness: string | null;
};

const decoder = (bytes: Buffer) =>
  sharp(bytes, { limitInputPixels: PICTURE_PIXELS_MAX, failOn: 'error', pages: 1, sequentialRead: true })
    .timeout({ seconds: DECODE_SECONDS })
    .autoOrient();

/**
 * Difference hash of 64 bits: of a picture shrunk to 9 × 8 greys, whether each is brighter than its right neighbour. It
 * outlives scaling, re-encoding and small edits; who compares two counts the bits that differ.
 */
async function likenessOf(thumbnail: Buffer): Promise<string | null> {
  const greys = await sharp(thumbnail).greyscale().resize(9, 8, { fit: 'fill' }).raw().toBuffer();
  const mean = greys.reduce((sum, grey) => sum + grey, 0) / greys.length;
  const spread = Math.sqrt(greys.reduce((sum, grey) => sum + (grey - mean) ** 2, 0) / greys.length);
  if (spread < BLANK_SPREAD) return null;
  let bits = 0n;
  for (let row = 0; row < 8; row += 1) {
    for (let column = 0; column < 8; column += 1) {
      const at = row * 9 + column;
      bits = (bits << 1n) | ((greys[at] ?? 0) > (greys[at + 1] ?? 0) ? 1n : 0n);
    }
  }
  return bits.toString(16).padStart(16, '0');
}

/** The picture written anew, turned as it is meant to be seen and without metadata; null where it does not fit any more. */
async function writtenAnew(type: 'png' | 'jpeg', bytes: Buffer): Promise<Buffer | null> {
  if (type === 'png') {
    const png = await decoder(bytes).png({ compressionLevel: 9 }).toBuffer();
    return png.length <= MEDIA_BYTES_MAX ? png : null;
  }
  for (const quality of jpegQualities) {
    const jpeg = await decoder(bytes).jpeg({ quality, mozjpeg: true }).toBuffer();
    if (jpeg.length <= MEDIA_BYTES_MAX) return jpeg;
  }
  return null;
}

const refuseFile = (rule: string) => refuse({ kind: 'invalid', issues: [{ path: 'file', rule }] });

/**
 * Judges a file and makes of it what is kept. Its dimensions are read from its outline and limited before a pixel is
 * decoded; then it is decoded whole once, so that what is damaged or cut off is found. Refusals are `invalid` with a rule:
 * `file-empty`, `file-too-large`, `not-a-picture` {kind}, `picture-too-many-pixels`, `picture-damaged`,
 * `picture-too-large-cleaned`.
 */
export async function readPicture(given: Buffer): Promise<Result<ReadPicture>> {
  const kind = contentKind(given);
  const issue = pictureIssue(kind, given.length);
  if (issue || !isMediaType(kind)) return refuse({ kind: 'invalid', issues: issue ? [issue] : [] });
  const outline = structureOf(kind, given);
  if (!outline) return refuseFile('picture-damaged');
  const tooMany = pixelIssue(outline.width, outline.height);
  if (tooMany) return refuse({ kind: 'invalid', issues: [tooMany] });
  const { width, height } = outline;
  if (kind === 'bmp') {
    return ok({ type: kind, bytes: given, width, height, isCleaned: false, thumbnail: null, likeness: null });
  }
  try {
    const bytes = outline.hasMore ? await writtenAnew(kind, given) : given;
    if (!bytes) return refuseFile('picture-too-large-cleaned');
    const thumbnail = await decoder(bytes)
      .resize(THUMBNAIL_PIXELS, THUMBNAIL_PIXELS, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 80 })
      .toBuffer();
    const likeness = await likenessOf(thumbnail);
    // Turned upright, width and height may have changed places.
    const size = structureOf(kind, bytes) ?? outline;
    const { width, height } = size;
    return ok({ type: kind, bytes, width, height, isCleaned: outline.hasMore, thumbnail, likeness });
  } catch {
    // The decoder says no more than that: whatever is wrong with it, it is no picture that anybody can look at.
    return refuseFile('picture-damaged');
  }
}
