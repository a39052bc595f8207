// Pictures made here, so that tests need no foreign files: a page with text-like lines, noise, and hostile ones.
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A page as a screenshot shows it: a header, lines and blocks that differ by `seed`. */
export function pageSvg(seed: number, width = 1280, height = 800): Buffer {
  let state = seed * 7919 + 17;
  const next = (max: number) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state % max;
  };
  const blocks = Array.from({ length: 14 }, () => {
    const grey = next(200);
    return `<rect x="${next(width)}" y="${next(height)}" width="${40 + next(400)}" height="${20 + next(220)}" fill="rgb(${grey},${grey},${(grey + 40) % 255})"/>`;
  });
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/>${blocks.join('')}</svg>`,
  );
}

export const pagePng = (seed = 1, width = 1280, height = 800): Promise<Buffer> =>
  sharp(pageSvg(seed, width, height))
    .png()
    .toBuffer();

export const pageJpeg = (seed = 1, quality = 90): Promise<Buffer> => sharp(pageSvg(seed)).jpeg({ quality }).toBuffer();

/** A photo as a phone takes it: lying on its side, with a position. */
export const photoWithPosition = (): Promise<Buffer> =>
  sharp(pageSvg(3, 640, 400))
    .jpeg()
    .withExif({
      IFD0: { Make: 'Sample Camera', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '22/1 16/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '114/1 9/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer();

/** A chunk of a PNG with its checksum. */
export function pngChunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const whole = Buffer.alloc(named.length + 8);
  whole.writeUInt32BE(content.length, 0);
  named.copy(whole, 4);
  whole.writeUInt32BE(crc32(named), named.length + 4);
  return whole;
}

/** A PNG of one grey whose header claims these dimensions: few bytes, many pixels. */
export function flatPng(width: number, height: number, rows = height): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc((width + 1) * rows), { level: 9 });
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** An uncompressed BMP of 24 bits whose header may claim something else. */
export function bmp(
  width: number,
  height: number,
  change: { width?: number; compression?: number; more?: number } = {},
) {
  const row = Math.ceil((width * 24) / 32) * 4;
  const bytes = Buffer.alloc(54 + row * height + (change.more ?? 0), 0x7f);
  bytes.fill(0, 0, 54);
  bytes.write('BM', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length, 2);
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(change.width ?? width, 18);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  bytes.writeUInt32LE(change.compression ?? 0, 30);
  return bytes;
}
