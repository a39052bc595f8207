import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pointerToPath, readPlatformError } from './error';

describe('readPlatformError', () => {
  it('reads the documented body', () => {
    const detail = { field: '/contact/phone', value: '123', issue: 'no prefix', location: 'body' };
    expect(readPlatformError({ code: 'PARAM_ERROR', message: 'Parameter error', detail })).toEqual({
      code: 'PARAM_ERROR',
      message: 'Parameter error',
      ...detail,
    });
  });

  it('reads what is really said: a list as value, null as location', () => {
    const detail = { location: null, value: ['/query/sub_mch_id'] };
    expect(readPlatformError({ code: 'PARAM_ERROR', message: 'x', detail })).toEqual({
      code: 'PARAM_ERROR',
      message: 'x',
      field: '/query/sub_mch_id',
      value: '/query/sub_mch_id',
    });
  });

  it('reads the issue out of a nested detail and leaves the signing information', () => {
    const detail = {
      detail: { issue: 'sign not match' },
      field: 'signature',
      location: 'authorization',
      sign_information: { method: 'PATCH', truncated_sign_message: 'PATCH\n/v3' },
    };
    expect(readPlatformError({ code: 'SIGN_ERROR', message: 'x', detail })).toEqual({
      code: 'SIGN_ERROR',
      message: 'x',
      field: 'signature',
      issue: 'sign not match',
      location: 'authorization',
    });
  });

  it('needs no more than a code', () => {
    expect(readPlatformError({ code: 'X' })).toEqual({ code: 'X', message: '' });
    expect(readPlatformError({ code: 'X', message: null, detail: 'text' })).toEqual({ code: 'X', message: '' });
    expect(readPlatformError({ code: 'X', message: 'm', detail: { value: 12 } })).toMatchObject({ value: '12' });
  });

  it.each([[undefined], [null], ['SYSTEM_ERROR'], [[]], [{}], [{ code: '' }], [{ code: 5 }], [{ message: 'm' }]])(
    'has nothing to read in %j',
    (json) => {
      expect(readPlatformError(json)).toBeNull();
    },
  );

  it('holds only text, whatever it is given', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (message, detail) => {
        const error = readPlatformError({ code: 'X', message, detail });
        for (const value of Object.values(error ?? {})) expect(value).toEqual(expect.any(String));
      }),
    );
  });
});

describe('pointerToPath', () => {
  it.each<[string, string | null]>([
    ['/contact/phone', 'contact.phone'],
    ['#/contact/phone', 'contact.phone'],
    ['#/properties/contact/properties/phone', 'contact.phone'],
    ['#/properties/payer', 'payer'],
    ['contact.phone', 'contact.phone'],
    ['/business/store_photos/0', 'business.store_photos.0'],
    ['domains[2]', 'domains.2'],
    ['#/properties/properties', 'properties'],
    ['#/properties/business/properties/store_photos/items', 'business.store_photos'],
    ['/contact/properties', 'contact.properties'],
    ['/a~1b/c~0d', 'a/b.c~d'],
    ['/caf%C3%A9', 'café'],
    ['/50%', '50%'],
    ['sub_mchid', 'sub_mchid'],
    ['', null],
    ['#', null],
    ['/', null],
  ])('%s is %s', (pointer, path) => {
    expect(pointerToPath(pointer)).toBe(path);
  });
});

describe('a NUL in what the platform says', () => {
  it('is shown as a replacement character, because no column can hold it', () => {
    const told = readPlatformError({ code: 'PARAM_\0ERROR', message: 'a\0b', detail: { field: '/contact/\0phone' } });
    expect(JSON.stringify(told)).not.toContain('\\u0000');
    expect(told).toMatchObject({ code: 'PARAM_\uFFFDERROR', message: 'a\uFFFDb' });
  });
});
