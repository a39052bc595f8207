// Image upload (protocol notes 8): what a picture may be, what is said of it, and what comes back. Runs in the browser
// too, so that a file is judged before it is sent anywhere.
import { z } from 'zod';
import { broken, typeRule } from './rules';
import { patterned, text } from './text';

/** Most bytes of one picture: 2 MB, read as 2 × 1024 × 1024. */
export const MEDIA_BYTES_MAX = 2 * 1024 * 1024;

/** The types that the platform takes, with the media type they are sent as and the endings a name of theirs may have. */
export const mediaTypes = {
  png: { contentType: 'image/png', endings: ['png'] },
  jpeg: { contentType: 'image/jpeg', endings: ['jpg', 'jpeg'] },
  bmp: { contentType: 'image/bmp', endings: ['bmp'] },
} as const;
export type MediaType = keyof typeof mediaTypes;

export const isMediaType = (word: string): word is MediaType => Object.hasOwn(mediaTypes, word);

/** What a file is called that nobody takes: enough kinds that a person is told the real one. */
const otherKinds = ['gif', 'webp', 'heic', 'avif', 'tiff', 'icon', 'pdf', 'zip', 'svg', 'html'] as const;
export type OtherKind = (typeof otherKinds)[number];
export type ContentKind = MediaType | OtherKind | 'empty' | 'unknown';

/** Bytes at the beginning, by kind; null stands for any byte. */
const beginnings: readonly (readonly [ContentKind, number, readonly number[]])[] = [
  ['png', 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['jpeg', 0, [0xff, 0xd8, 0xff]],
  ['gif', 0, [0x47, 0x49, 0x46, 0x38]],
  ['webp', 8, [0x57, 0x45, 0x42, 0x50]],
  ['tiff', 0, [0x49, 0x49, 0x2a, 0x00]],
  ['tiff', 0, [0x4d, 0x4d, 0x00, 0x2a]],
  ['icon', 0, [0x00, 0x00, 0x01, 0x00]],
  ['pdf', 0, [0x25, 0x50, 0x44, 0x46]],
  ['zip', 0, [0x50, 0x4b, 0x03, 0x04]],
];

/** Names of the containers in which HEIC and AVIF come: four letters behind `ftyp`. */
const brands: Record<string, OtherKind> = {
  heic: 'heic',
  heix: 'heic',
  hevc: 'heic',
  heim: 'heic',
  heis: 'heic',
  mif1: 'heic',
  msf1: 'heic',
  avif: 'avif',
  avis: 'avif',
};

const ascii = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));

/** What a file is, by its content alone: a name says what somebody hopes. */
export function contentKind(bytes: Uint8Array): ContentKind {
  if (bytes.length === 0) return 'empty';
  const known = beginnings.find(([, at, wanted]) => wanted.every((byte, index) => bytes[at + index] === byte));
  if (known) return known[0];
  // Two letters alone are too little: a BMP also says how long its header is.
  if (ascii(bytes, 0, 2) === 'BM' && [12, 40, 52, 56, 64, 108, 124].includes(bytes[14] ?? 0)) return 'bmp';
  // Some writers leave the size in front of the four letters out.
  const box = [0, 4].find((at) => ascii(bytes, at, at + 4) === 'ftyp');
  if (box !== undefined) return brands[ascii(bytes, box + 4, box + 8)] ?? 'unknown';
  const start = ascii(bytes, 0, 512).replace(/^(\u00ef\u00bb\u00bf)?\s*/, '');
  if (start.startsWith('<') && /<svg[\s>]/i.test(start)) return 'svg';
  return /^<(!doctype html|html|head|body|script|!--|\?xml)/i.test(start) ? 'html' : 'unknown';
}

const endingOf = (name: string): string => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';

/** True when a name ends as a name of this type may. */
export const hasEndingOf = (name: string, type: MediaType): boolean =>
  mediaTypes[type].endings.some((ending) => ending === endingOf(name));

/** The name of a picture as the platform is told it: 1 to 128 characters with the ending of a type that it takes. */
export const mediaFileName = text(1, 128).check(({ value, issues }) => {
  const isTaken = Object.keys(mediaTypes).some((type) => isMediaType(type) && hasEndingOf(value, type));
  if (!isTaken) issues.push(broken('not-a-picture-name', value));
});

/** Part `meta` of the upload: exactly this text is signed. */
export const mediaMeta = z.strictObject({
  filename: mediaFileName,
  sha256: patterned(1, 64, /^[0-9a-f]{64}$/, 'not-a-sha256'),
});

/** The text of part `meta`, as it is signed and sent. */
export const metaText = (filename: string, sha256: string): string => JSON.stringify({ filename, sha256 });

/** Answer of the upload. Up to 512 characters; the fields of 4.1 and 4.2 take 128 of them. */
export const mediaAnswer = z.looseObject({ media_id: z.string({ error: typeRule() }).min(1).max(512) });

const NAME_LENGTH_MAX = 100;

/**
 * A name that every platform and every header can hold, made from the one that a person's file had: Latin letters,
 * digits, dots, hyphens and underscores, with the ending of its real type. What is left of no name is `picture`.
 */
export function safeFileName(original: string, type: MediaType): string {
  const words = original
    .replace(/\.[a-z0-9]+$/i, '')
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^[-_]+|[-_]+$/g, '')
    .slice(0, NAME_LENGTH_MAX)
    .replace(/[-_]+$/, '');
  return `${words || 'picture'}.${mediaTypes[type].endings[0]}`;
}
