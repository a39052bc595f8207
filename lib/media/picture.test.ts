import type { Sharp } from 'sharp';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { MEDIA_BYTES_MAX } from '@/lib/platform/wire/media';
import { bmp, flatPng, pageJpeg, pagePng, pageSvg, photoWithPosition, pngChunk } from '@/lib/testing/pictures';
import { vectorCase } from '@/lib/testing/vectors';
import { readPicture } from './picture';
import { LIKENESS_DISTANCE_MAX, PICTURE_PIXELS_MAX } from './rules';
import { structureOf } from './structure';

async function taken(bytes: Buffer) {
  const read = await readPicture(bytes);
  if (!read.ok) throw new Error(JSON.stringify(read.refusal));
  return read.value;
}
async function refusedBy(bytes: Buffer) {
  const read = await readPicture(bytes);
  if (read.ok || read.refusal.kind !== 'invalid') throw new Error('It was taken');
  return read.refusal.issues[0];
}
const vector = (id: string) => Buffer.from(vectorCase('media-upload', id).file_base64, 'base64');
const distance = (one: string | null, other: string | null) =>
  [...(BigInt(`0x${one}`) ^ BigInt(`0x${other}`)).toString(2)].filter((bit) => bit === '1').length;

describe('a sound picture', () => {
  it('is kept byte for byte where it carries nothing beside its pixels', async () => {
    for (const bytes of [await pagePng(), await pageJpeg(), bmp(20, 10)]) {
      const read = await taken(bytes);
      expect(read.bytes.equals(bytes)).toBe(true);
      expect(read.isCleaned).toBe(false);
    }
  });

  it('has a small JPEG for lists; a BMP, which is not decoded, has neither that nor a likeness', async () => {
    const { thumbnail } = await taken(await pagePng());
    expect(await sharp(thumbnail ?? Buffer.alloc(0)).metadata()).toMatchObject({
      format: 'jpeg',
      width: 320,
      height: 200,
    });
    expect(await taken(bmp(20, 10))).toMatchObject({
      type: 'bmp',
      width: 20,
      height: 10,
      thumbnail: null,
      likeness: null,
    });
  });

  it('is remarked upon where a reviewer would see nothing, nothing sharp, or nothing large enough to read', async () => {
    const text = (size: number) =>
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="800">
        <rect width="1280" height="800" fill="white"/><rect x="600" y="380" width="${size}" height="${size}"/></svg>`);
    const remarks = async (picture: Sharp) => (await taken(await picture.png().toBuffer())).remarks;
    const page = await pagePng();
    expect((await taken(page)).remarks).toEqual([]);
    // One small mark on an empty page is sharp; without it there is nothing.
    expect(await remarks(sharp(text(60)))).toEqual([]);
    expect(await remarks(sharp(text(0)))).toEqual(['blank']);
    for (const sigma of [3, 8]) expect(await remarks(sharp(page).blur(sigma))).toEqual(['blurred']);
    expect(await remarks(sharp(page).resize(480))).toEqual(['small']);
    expect((await taken(bmp(20, 10))).remarks).toEqual([]);
  });

  it('loses position, camera and comments, and is turned as it was meant to be seen', async () => {
    const photo = await photoWithPosition();
    const before = await sharp(photo).metadata();
    expect(before.exif).toBeDefined();
    const read = await taken(photo);
    expect(read).toMatchObject({ type: 'jpeg', isCleaned: true, width: 400, height: 640 });
    const after = await sharp(read.bytes).metadata();
    expect(after.exif).toBeUndefined();
    expect(after.orientation).toBeUndefined();
    expect(read.bytes.includes('Sample Camera')).toBe(false);
    expect(structureOf('jpeg', read.bytes)?.hasMore).toBe(false);
  });

  it('loses what stands behind its end, and the text inside a PNG', async () => {
    const png = await pagePng();
    const text = Buffer.concat([
      png.subarray(0, -12),
      pngChunk('tEXt', Buffer.from('Comment\0secret')),
      png.subarray(-12),
    ]);
    for (const bytes of [text, Buffer.concat([png, Buffer.from('<script>alert(1)</script>')])]) {
      const read = await taken(bytes);
      expect(read.isCleaned).toBe(true);
      expect(read.bytes.includes('secret') || read.bytes.includes('script')).toBe(false);
    }
  });
});

describe('a hostile or broken file', () => {
  it.each([
    ['HTML', vector('med-drv-03'), { rule: 'not-a-picture', params: { kind: 'html' } }],
    ['a GIF', vector('med-php-01'), { rule: 'not-a-picture', params: { kind: 'gif' } }],
    ['nothing', vector('med-easy-02'), { rule: 'file-empty' }],
    ['HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), { rule: 'not-a-picture', params: { kind: 'heic' } }],
    ['SVG', pageSvg(1), { rule: 'not-a-picture', params: { kind: 'svg' } }],
    ['text', Buffer.from('hello'), { rule: 'not-a-picture', params: { kind: 'unknown' } }],
  ])('%s is refused with its real type, whatever it is called (bug-upload-06)', async (_, bytes, issue) => {
    expect(await refusedBy(bytes)).toMatchObject(issue);
  });

  it('a file of one byte too many is refused with both sizes (bug-upload-04)', async () => {
    const long = Buffer.concat([vector('med-php-02'), Buffer.alloc(MEDIA_BYTES_MAX)]);
    expect(await refusedBy(long)).toMatchObject({ rule: 'file-too-large', params: { sizeMb: 2.1, maxMb: 2 } });
  });

  it('a bomb is refused by its header, before any of its pixels is decoded', async () => {
    const started = performance.now();
    expect(await refusedBy(flatPng(60_000, 60_000, 1))).toMatchObject({
      rule: 'picture-too-many-pixels',
      params: { width: 60_000, height: 60_000, max: PICTURE_PIXELS_MAX / 1_000_000 },
    });
    expect(performance.now() - started).toBeLessThan(200);
  });

  it('a picture of many pixels within the limit is decoded', async () => {
    expect(await taken(flatPng(4_000, 5_000))).toMatchObject({ width: 4_000, height: 5_000, likeness: null });
  }, 30_000);

  it('one that lies about its height, is cut off or damaged is refused', async () => {
    const png = await pagePng();
    const jpeg = await pageJpeg();
    const torn = Buffer.from(png);
    torn.fill(0x55, 200, 400);
    for (const bytes of [
      flatPng(400, 4_000, 3),
      png.subarray(0, png.length - 30),
      jpeg.subarray(0, jpeg.length - 200),
      torn,
      bmp(4, 4, { more: 900 }),
    ]) {
      expect((await refusedBy(bytes))?.rule).toBe('picture-damaged');
    }
  });
});

describe('likeness', () => {
  const likenessOf = async (bytes: Buffer) => (await taken(bytes)).likeness;

  it('is near for the same picture scaled, written anew, or with a box over a part of it', async () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const page = pageSvg(seed);
      const original = await likenessOf(await sharp(page).png().toBuffer());
      const boxed = sharp(page).composite([
        { input: { create: { width: 160, height: 40, channels: 3, background: '#888' } }, left: 400, top: 300 },
      ]);
      const copies = [
        await sharp(page).jpeg({ quality: 60 }).toBuffer(),
        await sharp(page).resize(700).png().toBuffer(),
        await boxed.png().toBuffer(),
      ];
      for (const copy of copies) {
        expect(distance(original, await likenessOf(copy)), `page ${seed}`).toBeLessThanOrEqual(LIKENESS_DISTANCE_MAX);
      }
    }
  }, 30_000);

  it('is far for different pages', async () => {
    const likenesses = await Promise.all(
      Array.from({ length: 12 }, async (_, seed) => likenessOf(await pagePng(seed + 1))),
    );
    for (const [index, one] of likenesses.entries()) {
      for (const other of likenesses.slice(index + 1)) {
        expect(distance(one, other)).toBeGreaterThan(LIKENESS_DISTANCE_MAX);
      }
    }
  }, 30_000);

  it('is none for a blank picture: all blank ones are alike', async () => {
    expect(await likenessOf(flatPng(300, 200))).toBeNull();
  });
});
