import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { bmp, flatPng, pageJpeg, pagePng, pageSvg, photoWithPosition, pngChunk } from '@/lib/testing/pictures';
import { vectorCase } from '@/lib/testing/vectors';
import { structureOf } from './structure';

const logo = Buffer.from(vectorCase('media-upload', 'med-php-02').file_base64, 'base64');

/** A PNG with one more chunk before its end. */
const withChunk = (png: Buffer, type: string, text: string) =>
  Buffer.concat([png.subarray(0, -12), pngChunk(type, Buffer.from(text)), png.subarray(-12)]);
/** A JPEG with one more segment behind its beginning. */
const withSegment = (jpeg: Buffer, marker: number, text: string) => {
  const content = Buffer.from(text);
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)]);
};

describe('structureOf', () => {
  it('reads dimensions from the outline, whatever the header claims of memory', async () => {
    expect(structureOf('png', logo)).toEqual({ width: 226, height: 219, hasMore: false });
    expect(structureOf('png', flatPng(60_000, 60_000, 1))).toMatchObject({ width: 60_000, height: 60_000 });
    expect(structureOf('jpeg', await pageJpeg())).toEqual({ width: 1280, height: 800, hasMore: false });
    expect(structureOf('bmp', bmp(7, 5))).toEqual({ width: 7, height: 5, hasMore: false });
    const progressive = await sharp(pageSvg(1)).jpeg({ progressive: true }).toBuffer();
    expect(structureOf('jpeg', progressive)).toEqual({ width: 1280, height: 800, hasMore: false });
  });

  it('tells what carries more than a picture', async () => {
    const png = await pagePng();
    const jpeg = await pageJpeg();
    const more = [
      structureOf('jpeg', await photoWithPosition()),
      structureOf('jpeg', withSegment(jpeg, 0xfe, 'a comment')),
      structureOf('jpeg', withSegment(jpeg, 0xe1, 'http://ns.adobe.com/xap/1.0/')),
      structureOf('jpeg', withSegment(jpeg, 0xe2, 'MPF\0')),
      structureOf('jpeg', Buffer.concat([jpeg, Buffer.from('PK\x03\x04')])),
      structureOf('png', withChunk(png, 'tEXt', 'Author\0somebody')),
      structureOf('png', withChunk(png, 'eXIf', 'MM\0*')),
      structureOf('png', withChunk(png, 'acTL', '\0'.repeat(8))),
      structureOf('png', Buffer.concat([png, Buffer.from('<script>')])),
    ];
    expect(more.map((outline) => outline?.hasMore)).toEqual(more.map(() => true));
    const profile = withSegment(jpeg, 0xe2, 'ICC_PROFILE\0\x01\x01');
    expect(structureOf('jpeg', profile)?.hasMore).toBe(false);
  });

  it('finds what is cut off, at every byte', async () => {
    const png = logo;
    for (let length = 8; length < png.length; length += 97) {
      expect(structureOf('png', png.subarray(0, length)), `${length}`).toBeNull();
    }
    const jpeg = await sharp(pageSvg(1, 64, 64))
      .jpeg()
      .toBuffer();
    for (let length = 2; length < jpeg.length; length += 1) {
      expect(structureOf('jpeg', jpeg.subarray(0, length)), `${length}`).toBeNull();
    }
  });

  it.each([
    ['longer than its pixels', bmp(4, 4, { more: 200 })],
    ['shorter than its pixels', bmp(4, 4, { width: 5_000 })],
    ['of no width', bmp(4, 4, { width: 0 })],
    ['of a negative width', bmp(4, 4, { width: -4 })],
    ['compressed', bmp(4, 4, { compression: 1 })],
    ['cut off in its header', bmp(4, 4).subarray(0, 40)],
  ])('has no outline for a BMP %s', (_, bytes) => {
    expect(structureOf('bmp', bytes)).toBeNull();
  });

  it('never throws, whatever the bytes', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('png' as const, 'jpeg' as const, 'bmp' as const),
        fc.uint8Array({ maxLength: 400 }),
        fc.boolean(),
        (type, bytes, isBegun) => {
          const begins = { png: logo.subarray(0, 33), jpeg: Buffer.from([0xff, 0xd8, 0xff]), bmp: bmp(2, 2) };
          structureOf(type, Buffer.concat([isBegun ? begins[type] : Buffer.alloc(0), bytes]));
        },
      ),
    );
  });
});
