import 'server-only';
import type { MediaType } from '@/lib/platform/wire/media';

/**
 * What the outline of a picture tells without a pixel being decoded. `hasMore`: it carries something beside the picture
 * (position, camera, comments, another file behind its end).
 */
export type Structure = { width: number; height: number; hasMore: boolean };

/** Chunks of a PNG that say how it looks, and nothing of where it comes from. */
const plainChunks = new Set([
  ...['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'cICP', 'sBIT', 'bKGD', 'pHYs'],
]);

function pngStructure(bytes: Buffer): Structure | null {
  let at = 8;
  let size: { width: number; height: number } | null = null;
  let hasMore = false;
  while (at + 12 <= bytes.length) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const next = at + 12 + length;
    if (next > bytes.length) return null;
    if (size === null) {
      if (type !== 'IHDR' || length !== 13) return null;
      size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    }
    if (!plainChunks.has(type)) hasMore = true;
    if (type === 'IEND') return { ...size, hasMore: hasMore || next < bytes.length };
    at = next;
  }
  return null;
}

/** Frame headers; C4, C8 and CC in their midst are tables. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Segments that only say how the picture is to be read: JFIF, a colour profile, the colour transform of Adobe. */
function isPlainSegment(marker: number, content: Buffer): boolean {
  if (marker === 0xe2) return content.toString('latin1', 0, 12) === 'ICC_PROFILE\0';
  return marker === 0xe0 || marker === 0xee || (marker < 0xe0 && marker !== 0xfe);
}

/** Where the coded pixels behind `at` end: at the next marker that is neither a stuffed byte nor a restart. */
function endOfScan(bytes: Buffer, at: number): number {
  for (let from = at; ; ) {
    const mark = bytes.indexOf(0xff, from);
    const code = bytes[mark + 1];
    if (mark < 0 || code === undefined) return bytes.length;
    if (code !== 0 && code !== 0xff && (code < 0xd0 || code > 0xd7)) return mark;
    from = code === 0xff ? mark + 1 : mark + 2;
  }
}

function jpegStructure(bytes: Buffer): Structure | null {
  let at = 2;
  let size: { width: number; height: number } | null = null;
  let hasMore = false;
  while (at + 2 <= bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    // Any number of fill bytes may stand before a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === 0xd9) return size && { ...size, hasMore: hasMore || at + 2 < bytes.length };
    if (at + 4 > bytes.length) return null;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length || end < at + 4) return null;
    const content = bytes.subarray(at + 4, end);
    if (isFrame(marker)) {
      if (content.length < 5) return null;
      size = { height: content.readUInt16BE(1), width: content.readUInt16BE(3) };
    }
    if (!isPlainSegment(marker, content)) hasMore = true;
    at = marker === 0xda ? endOfScan(bytes, end) : end;
  }
  return null;
}

/** Uncompressed only, and exactly as long as its pixels need: then there is room for nothing else. */
function bmpStructure(bytes: Buffer): Structure | null {
  if (bytes.length < 54) return null;
  const [offset, headerSize] = [bytes.readUInt32LE(10), bytes.readUInt32LE(14)];
  const [width, height] = [bytes.readInt32LE(18), Math.abs(bytes.readInt32LE(22))];
  const [planes, bits, compression] = [bytes.readUInt16LE(26), bytes.readUInt16LE(28), bytes.readUInt32LE(30)];
  if (headerSize < 40 || planes !== 1 || width <= 0 || ![0, 3].includes(compression)) return null;
  if (![1, 4, 8, 16, 24, 32].includes(bits)) return null;
  const masks = compression === 3 && headerSize === 40 ? 12 : 0;
  const palette = bits <= 8 ? (bytes.readUInt32LE(46) || 2 ** bits) * 4 : 0;
  const pixels = Math.ceil((width * bits) / 32) * 4 * height;
  const behind = bytes.length - offset - pixels;
  // Some writers round the file's length up.
  const isExact = offset === 14 + headerSize + masks + palette && behind >= 0 && behind <= 3;
  return isExact ? { width, height, hasMore: false } : null;
}

const readers: Record<MediaType, (bytes: Buffer) => Structure | null> = {
  png: pngStructure,
  jpeg: jpegStructure,
  bmp: bmpStructure,
};

/** The outline of a picture of this type; null where it is cut off, damaged, or has no pixels. */
export function structureOf(type: MediaType, bytes: Buffer): Structure | null {
  const found = readers[type](bytes);
  return found && found.width > 0 && found.height > 0 ? found : null;
}
