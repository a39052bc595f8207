import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { vectorCase, vectorCases } from '../../testing/vectors';
import { sha256 } from '../crypto/sha256';
import type { MediaType } from './media';
import {
  contentKind,
  hasEndingOf,
  mediaAnswer,
  mediaFileName,
  mediaMeta,
  mediaTypes,
  metaText,
  safeFileName,
} from './media';
import { failedRules } from './rules';

const bytesOf = (id: string) => Buffer.from(vectorCase('media-upload', id).file_base64, 'base64');
const head = (text: string, ...behind: number[]) => Buffer.concat([Buffer.from(text, 'latin1'), Buffer.from(behind)]);

describe('contentKind', () => {
  it.each([
    ['png', bytesOf('med-php-02')],
    ['jpeg', head('\xff\xd8\xff\xe0\x00\x10JFIF\x00')],
    ['bmp', head(`BM${'\0'.repeat(12)}`, 40, 0, 0, 0)],
  ])('knows %s, which the platform takes', (kind, bytes) => {
    expect(contentKind(bytes)).toBe(kind);
  });

  it.each([
    ['gif', bytesOf('med-php-01')],
    ['html', bytesOf('med-drv-03')],
    ['empty', bytesOf('med-easy-02')],
    ['heic', head('\0\0\0\x18ftypheic\0\0\0\0')],
    ['heic', head('ftypheic')],
    ['avif', head('\0\0\0\x1cftypavif')],
    ['webp', head('RIFF\0\0\0\0WEBPVP8 ')],
    ['svg', head('<?xml version="1.0"?>\n<!-- drawn -->\n<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['svg', head('\xef\xbb\xbf  <svg>')],
    ['html', head('\n<!DOCTYPE html><p>')],
    ['pdf', head('%PDF-1.7')],
    ['zip', head('PK\x03\x04')],
    ['unknown', head('BM is how this letter begins')],
    ['unknown', head('hello')],
  ])('names the real type of a file that is called .png: %s (bug-upload-06)', (kind, bytes) => {
    expect(contentKind(bytes)).toBe(kind);
  });

  it('never throws, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 700 }), (bytes) => {
        expect(typeof contentKind(bytes)).toBe('string');
      }),
    );
  });
});

describe('meta', () => {
  it.each(vectorCases('media-upload'))('is the text that others sign: $id $name', ({ filename, meta, ...rest }) => {
    const bytes = Buffer.from(rest.file_base64, 'base64');
    expect(bytes).toHaveLength(rest.bytes);
    expect(metaText(filename, sha256(bytes))).toBe(meta);
  });

  it('takes a name of a picture and a hash in lower-case hex', () => {
    const sound = { filename: 'shot.png', sha256: 'a'.repeat(64) };
    expect(mediaMeta.safeParse(sound).success).toBe(true);
    const rules = (change: object) => failedRules(mediaMeta.safeParse({ ...sound, ...change }).error ?? never());
    expect(rules({ sha256: 'A'.repeat(64) })).toMatchObject([{ rule: 'not-a-sha256', path: ['sha256'] }]);
    expect(rules({ filename: 'shot.gif' })).toMatchObject([{ rule: 'not-a-picture-name' }]);
    expect(rules({ filename: '' })[0]).toMatchObject({ rule: 'required' });
    expect(rules({ digest: 'x' })).toMatchObject([{ rule: 'unknown-field' }]);
  });

  it('counts a name of 200 characters as too long (bug-upload-03)', () => {
    expect(mediaFileName.safeParse(vectorCase('media-upload', 'med-drv-05').filename).success).toBe(false);
    expect(mediaFileName.safeParse(`${'a'.repeat(124)}.png`).success).toBe(true);
    expect(mediaFileName.safeParse(`${'a'.repeat(125)}.png`).success).toBe(false);
  });

  it.each(['a.png', 'a.JPG', 'a.jpeg', '截圖.bmp'])('takes the ending of %s', (name) => {
    expect(mediaFileName.safeParse(name).success).toBe(true);
  });
});

describe('the answer', () => {
  it('is read leniently: 1 to 512 characters, and whatever else is there', () => {
    expect(mediaAnswer.safeParse({ media_id: 'x', expires: 1 }).success).toBe(true);
    expect(mediaAnswer.safeParse({ media_id: 'x'.repeat(512) }).success).toBe(true);
    expect(mediaAnswer.safeParse({ media_id: 'x'.repeat(513) }).success).toBe(false);
    expect(mediaAnswer.safeParse({ media_id: '' }).success).toBe(false);
    expect(mediaAnswer.safeParse({ media_id: 7 }).success).toBe(false);
  });
});

describe('safeFileName', () => {
  it.each([
    ['首页 "a"\r\nX-Evil: 1 截图.png', 'png', 'a-X-Evil-1.png'],
    ['截圖.png', 'png', 'picture.png'],
    ['Home Page (2).jpeg', 'jpeg', 'Home-Page-2.jpg'],
    ['photo.heic', 'jpeg', 'photo.jpg'],
    ['../../etc/passwd', 'bmp', 'etc-passwd.bmp'],
    ['', 'png', 'picture.png'],
    ['café.png', 'png', 'cafe.png'],
  ] as const)('makes a name that a header holds of %j (bug-upload-03)', (original, type, wanted) => {
    expect(safeFileName(original, type)).toBe(wanted);
  });

  it('always gives a name of the wire, with the ending of the type', () => {
    const types = Object.keys(mediaTypes) as MediaType[];
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.constantFrom(...types), (original, type) => {
        const name = safeFileName(original, type);
        expect(name).toMatch(/^[A-Za-z0-9._-]{5,128}$/);
        expect(hasEndingOf(name, type)).toBe(true);
        expect(mediaFileName.safeParse(name).success).toBe(true);
      }),
    );
  });
});

function never(): never {
  throw new Error('It was taken');
}
