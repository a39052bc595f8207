// The multipart body of the image upload (protocol notes 8), by hand: a form library gives part `meta` a file name and
// writes names in its own way, and both sides must see the same bytes.
import { randomBytes } from 'node:crypto';
import { sha256 } from './crypto/sha256';
import type { MediaType } from './wire/media';
import { hasEndingOf, mediaTypes, metaText } from './wire/media';

export type Upload = {
  /** The text of part `meta`: the line that is signed in place of the body. */
  meta: string;
  contentType: string;
  body: Buffer;
};

/** Letters that a quoted name in a header holds without any escape, so that it is the same there and in `meta`. */
const plainName = /^[A-Za-z0-9._-]{1,128}$/;

/** A boundary that the picture does not hold. */
function freeBoundary(bytes: Buffer): string {
  const boundary = randomBytes(24).toString('hex');
  return bytes.includes(boundary) ? freeBoundary(bytes) : boundary;
}

/**
 * The upload of one picture: part `meta` without a file name, then part `file`, each line ending in CR LF. Throws
 * RangeError for a name that a header could not hold as it is or that does not end as its type does; `safeFileName`
 * makes one that passes.
 */
export function buildUpload(
  picture: { fileName: string; type: MediaType; bytes: Buffer },
  boundary = freeBoundary(picture.bytes),
): Upload {
  const { fileName, type, bytes } = picture;
  if (!plainName.test(fileName) || !hasEndingOf(fileName, type)) throw new RangeError('The name cannot be sent');
  const meta = metaText(fileName, sha256(bytes));
  const head = [
    `--${boundary}`,
    'Content-Disposition: form-data; name="meta"',
    'Content-Type: application/json',
    '',
    meta,
    `--${boundary}`,
    `Content-Disposition: form-data; name="file"; filename="${fileName}"`,
    `Content-Type: ${mediaTypes[type].contentType}`,
    '',
    '',
  ].join('\r\n');
  return {
    meta,
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}
