import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { vectorCase } from '../testing/vectors';
import { sha256 } from './crypto/sha256';
import { buildUpload } from './multipart';
import { safeFileName } from './wire/media';

const logo = vectorCase('media-upload', 'med-php-02');
const bytes = Buffer.from(logo.file_base64, 'base64');

describe('buildUpload', () => {
  it('writes meta first and without a file name, then the file, to the byte', () => {
    const { body, contentType, meta } = buildUpload({ fileName: 'logo.png', type: 'png', bytes }, 'boundary');
    expect(contentType).toBe('multipart/form-data; boundary=boundary');
    expect(meta).toBe(logo.meta);
    const before =
      '--boundary\r\nContent-Disposition: form-data; name="meta"\r\nContent-Type: application/json\r\n\r\n' +
      `{"filename":"logo.png","sha256":"01c9b1153143ad6927290a6523a1e3c98291f58388d44e59c8d2d8a98a8d1050"}\r\n` +
      '--boundary\r\nContent-Disposition: form-data; name="file"; filename="logo.png"\r\nContent-Type: image/png\r\n\r\n';
    expect(body.equals(Buffer.concat([Buffer.from(before), bytes, Buffer.from('\r\n--boundary--\r\n')]))).toBe(true);
  });

  it('sends a JPEG as image/jpeg and a BMP as image/bmp', () => {
    expect(buildUpload({ fileName: 'a.jpg', type: 'jpeg', bytes }).body.toString()).toContain('Type: image/jpeg\r\n');
    expect(buildUpload({ fileName: 'a.bmp', type: 'bmp', bytes }).body.toString()).toContain('Type: image/bmp\r\n');
  });

  it.each(['截图 "首页"\r\nX: y.png', 'a"b.png', 'a\r\nX-Evil: 1.png', 'a.jpg', 'a', `${'a'.repeat(125)}.png`])(
    'sends no name that a header could not hold as it is: %j (bug-upload-03)',
    (fileName) => {
      expect(() => buildUpload({ fileName, type: 'png', bytes })).toThrow(RangeError);
    },
  );

  it('has one name in meta and part, and a boundary that the picture does not hold, whatever it is (bug-upload-03)', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.string({ unit: 'binary' }), (content, original) => {
        const picture = Buffer.from(content);
        const fileName = safeFileName(original, 'png');
        const { body, contentType, meta } = buildUpload({ fileName, type: 'png', bytes: picture });
        const boundary = contentType.split('boundary=')[1] ?? '';
        expect(picture.includes(boundary)).toBe(false);
        const at = body.indexOf('\r\n\r\n', body.indexOf(`filename="${fileName}"`)) + 4;
        expect(body.subarray(at, at + picture.length).equals(picture)).toBe(true);
        expect(JSON.parse(meta)).toEqual({ filename: fileName, sha256: sha256(picture) });
        expect(body.subarray(0, at).toString()).toContain(`\r\n\r\n${meta}\r\n`);
        expect(body.length).toBe(at + picture.length + `\r\n--${boundary}--\r\n`.length);
      }),
    );
  });
});
