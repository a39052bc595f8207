import 'server-only';
import type { Sharp } from 'sharp';
import sharp from 'sharp';
import type { MediaType } from '@/lib/platform/wire/media';
import { contentKind, isMediaType, MEDIA_BYTES_MAX } from '@/lib/platform/wire/media';
import type { Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import type { PictureRemark } from './rules';
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

/** Spread of the greys below which nobody sees anything on a picture. */
const EMPTY_SPREAD = 4;
/** How far its sharpest edge must stand out for writing on a picture to be read, at `EDGE_PIXELS` wide. */
const SHARP_EDGE = 24;
const MIDDLE_GREY = 128;
const EDGE_PIXELS = 1024;
/** Below this side a screen's page cannot be read. */
const READABLE_PIXELS = 320;

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
  /** None for a BMP, which is not decoded. */
  remarks: PictureRemark[];
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

/** The spread of one channel, 0 to 255. */
const spreadOf = async (image: Sharp): Promise<number> => (await image.stats()).channels[0]?.stdev ?? 0;

/** What can be seen of a picture without knowing what it shows: empty, out of focus, too small to read. */
async function remarksOf(bytes: Buffer, size: { width: number; height: number }): Promise<PictureRemark[]> {
  const small: PictureRemark[] = Math.min(size.width, size.height) < READABLE_PIXELS ? ['small'] : [];
  const { data, info } = await decoder(bytes)
    .resize(EDGE_PIXELS, EDGE_PIXELS, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const greys = () => sharp(data, { raw: { width: info.width, height: info.height, channels: 1 } });
  if ((await spreadOf(greys())) < EMPTY_SPREAD) return ['blank', ...small];
  // A Laplacian: half of it above the middle grey and half below, so that neither is cut off.
  const edges = await greys()
    .convolve({ width: 3, height: 3, kernel: [0, 1, 0, 1, -4, 1, 0, 1, 0], scale: 4, offset: MIDDLE_GREY })
    .raw()
    .toBuffer();
  const { min, max } = edges.reduce(
    (found, grey) => ({ min: Math.min(found.min, grey), max: Math.max(found.max, grey) }),
    { min: MIDDLE_GREY, max: MIDDLE_GREY },
  );
  const sharpest = Math.max(max - MIDDLE_GREY, MIDDLE_GREY - min);
  return [...(sharpest < SHARP_EDGE ? (['blurred'] as const) : []), ...small];
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
    return ok({
      type: kind,
      bytes: given,
      width,
      height,
      isCleaned: false,
      thumbnail: null,
      likeness: null,
      remarks: [],
    });
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
    const remarks = await remarksOf(bytes, size);
    return ok({ type: kind, bytes, width, height, isCleaned: outline.hasMore, thumbnail, likeness, remarks });
  } catch {
    // The decoder says no more than that: whatever is wrong with it, it is no picture that anybody can look at.
    return refuseFile('picture-damaged');
  }
}
