import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { vectorCase } from '../testing/vectors';
import { buildPath, matchOperation, operations } from './operations';

const modify = operations['sub-merchant.modify'];

describe('buildPath', () => {
  it('fills path and query in the order of the operation', () => {
    expect(buildPath(modify, { sub_mchid: '2400000100' })).toBe('/v3/global/merchants/2400000100');
    expect(
      buildPath(operations['sub-merchant.read'], { sp_mchid: '1900002241', sp_appid: 'wx0', sub_mchid: '2400000100' }),
    ).toBe('/v3/global/merchants/2400000100?sp_appid=wx0&sp_mchid=1900002241');
    expect(buildPath(operations['certificates.list'], {})).toBe('/v3/global/certificates');
  });

  it('percent-encodes each segment once (bug-signing-05, bug-numbers-dates-money-01)', () => {
    const { path_and_query } = vectorCase('request-signing', 'req-drv-07');
    const terminate = { path: '/v3/global/papay/contracts/{contract_id}/terminate', query: [] } as const;
    expect(buildPath(terminate, { contract_id: 'WX 2024/01#7' })).toBe(path_and_query);
    expect(buildPath(modify, { sub_mchid: '9007199254740993' })).toBe('/v3/global/merchants/9007199254740993');
  });

  it.each(['', '.', '..'])('refuses a value that would fold the path: "%s"', (value) => {
    expect(() => buildPath(modify, { sub_mchid: value })).toThrow(RangeError);
  });

  it('gives what a URL parser keeps and what the other side reads back', () => {
    const segment = fc.string({ unit: 'grapheme', minLength: 1 }).filter((value) => value !== '.' && value !== '..');
    fc.assert(
      fc.property(segment, (value) => {
        fc.pre(value.isWellFormed());
        const path = buildPath(modify, { sub_mchid: value });
        expect(new URL(path, 'https://platform.example').pathname).toBe(path);
        expect(matchOperation('PATCH', path)).toEqual({
          name: 'sub-merchant.modify',
          parameters: { sub_mchid: value },
        });
      }),
    );
  });
});

describe('matchOperation', () => {
  it('tells operations on one path apart by method', () => {
    expect(matchOperation('GET', '/v3/global/merchants/1')?.name).toBe('sub-merchant.read');
    expect(matchOperation('GET', '/v3/global/certificates')).toEqual({ name: 'certificates.list', parameters: {} });
  });

  it.each([
    ['patch', '/v3/global/merchants/1'],
    ['PATCH', '/v3/global/merchants/1/'],
    ['PATCH', '/v3/global/merchants/'],
    ['PATCH', '//v3/global/merchants/1'],
    ['PATCH', '/V3/global/merchants/1'],
    ['PATCH', '/v3/global/merchants/%zz'],
    ['DELETE', '/v3/global/merchants/1'],
  ])('has nothing for %s %s', (method, path) => {
    expect(matchOperation(method, path)).toBeNull();
  });
});
