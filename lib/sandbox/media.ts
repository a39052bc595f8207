// Image upload (protocol notes 8): the multipart body read strictly, and the pictures that the platform has taken.
import { randomUUID } from 'node:crypto';
import { sha256 } from '../platform/crypto/sha256';
import { parseJson } from '../platform/json';
import { contentKind, hasEndingOf, isMediaType, MEDIA_BYTES_MAX, mediaMeta, mediaTypes } from '../platform/wire/media';
import { failedRules } from '../platform/wire/rules';
import type { MediaBook, TakenPicture } from './media-book';
import type { Call, Platform, Reply } from './reply';
import { failure, reply } from './reply';
import { own } from './state';
import type { Language } from './texts';
import { issueText, say } from './texts';

/** The picture that this media ID was given for; undefined when it is none of ours. */
export const pictureOf = (state: MediaBook, mediaId: string): TakenPicture | undefined => own(state.media, mediaId);

/** Most bytes of an upload's body: the picture, and room for what stands around it. */
export const uploadBytesMax = MEDIA_BYTES_MAX + 16 * 1024;

type Part = { headers: Record<string, string>; body: Buffer };

const boundaryOf = (contentType: string): string | null =>
  /^multipart\/form-data;\s*boundary=(?:"([^"]{1,70})"|([A-Za-z0-9'()+_,./:=?-]{1,70}))$/i
    .exec(contentType.trim())
    ?.slice(1)
    .find((found) => found !== undefined) ?? null;

function readPart(bytes: Buffer): Part | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const headers: Record<string, string> = {};
  for (const line of bytes.subarray(0, end).toString('utf8').split('\r\n')) {
    const [, name, value] = /^([A-Za-z-]+): (.+)$/.exec(line) ?? [];
    if (!name || value === undefined || Object.hasOwn(headers, name.toLowerCase())) return null;
    headers[name.toLowerCase()] = value;
  }
  return { headers, body: bytes.subarray(end + 4) };
}

/** The parts between the boundaries, or null when a line is not where it must be. */
function readParts(body: Buffer, boundary: string): Part[] | null {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  // The first boundary has no line before it.
  const framed = Buffer.concat([Buffer.from('\r\n'), body]);
  if (framed.indexOf(delimiter) !== 0) return null;
  const parts: Part[] = [];
  let at = delimiter.length;
  for (;;) {
    const rest = framed.subarray(at);
    if (rest.subarray(0, 2).toString('latin1') === '--') {
      return ['--', '--\r\n'].includes(rest.toString('latin1')) ? parts : null;
    }
    const next = framed.indexOf(delimiter, at);
    if (next < 0 || rest.subarray(0, 2).toString('latin1') !== '\r\n') return null;
    const part = readPart(framed.subarray(at + 2, next));
    if (!part) return null;
    parts.push(part);
    at = next + delimiter.length;
  }
}

type Upload = { meta: Buffer; filename: string; contentType: string; file: Buffer };

/** The two parts of an upload, or what is wrong with the body: `boundary`, `parts`, `meta` or `file`. */
function readUpload({ headers, body }: Pick<Call, 'headers' | 'body'>): Upload | { malformed: string } {
  const boundary = boundaryOf(headers['content-type'] ?? '');
  if (boundary === null) return { malformed: 'boundary' };
  const [meta, file, ...more] = readParts(body, boundary) ?? [];
  if (!meta || !file || more.length > 0) return { malformed: 'parts' };
  // Samples of the platform end the line with a semicolon; a file name would make a file of it.
  const isMeta = /^form-data; name="meta";?$/.test(meta.headers['content-disposition'] ?? '');
  if (!isMeta || meta.headers['content-type'] !== 'application/json') return { malformed: 'meta' };
  const named = /^form-data; name="file"; filename="([^"\\]+)";?$/.exec(file.headers['content-disposition'] ?? '');
  const contentType = file.headers['content-type'];
  if (!named?.[1] || contentType === undefined) return { malformed: 'file' };
  return { meta: meta.body, filename: named[1], contentType, file: file.body };
}

/** The bytes that the signature of an upload is made over; the refusal where there is no part `meta` to find. */
export function signedPart(call: Call, language: Language): { signed: Buffer } | { refused: Reply } {
  const upload = readUpload(call);
  if (!('malformed' in upload)) return { signed: upload.meta };
  return {
    refused: failure(400, 'PARAM_ERROR', say('multipart', language, upload.malformed), language, undefined, {
      signing: 'none',
    }),
  };
}

/** Takes a picture whose signature is right: its meta, hash, size and type are checked, then it has a media ID. */
export function takePicture({ store }: Platform, call: Call, language: Language): Reply {
  const upload = readUpload(call);
  if ('malformed' in upload) throw new Error('An upload is read before it is taken');
  const { filename, contentType, file } = upload;
  const refuse = (field: string, issue: string) =>
    failure(400, 'PARAM_ERROR', issue, language, { field, value: '', issue, location: 'body' });
  const meta = mediaMeta.safeParse(parseJson(upload.meta));
  if (!meta.success) {
    const [failed] = failedRules(meta.error);
    return refuse(
      `/meta/${failed?.path.map(String).join('/') ?? ''}`,
      issueText(failed?.rule ?? 'wrong-type', language),
    );
  }
  if (meta.data.filename !== filename) return refuse('/file', say('multipart', language, 'filename'));
  if (file.length > MEDIA_BYTES_MAX) return refuse('/file', say('fileTooLarge', language));
  if (meta.data.sha256 !== sha256(file)) return refuse('/meta/sha256', say('fileHash', language));
  const type = contentKind(file);
  if (!isMediaType(type) || !hasEndingOf(filename, type) || contentType !== mediaTypes[type].contentType) {
    return refuse('/file', say('fileType', language));
  }
  const mediaId = randomUUID();
  store.state.media[mediaId] = { sha256: meta.data.sha256, type };
  return reply(200, JSON.stringify({ media_id: mediaId }), language, { effect: true });
}
