import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileStart, writeLine } from '@/lib/csv/cell';
import { readFile, readPasted, repeatsIn, rowsOf } from './source';

const kind = { columns: ['contract_id', 'sub_mchid'] as const satisfies [string, ...string[]] } as {
  columns: readonly [string, ...string[]];
};
const pasted = (text: string) => {
  const read = readPasted(text, kind);
  if (!read.ok) throw new Error(read.issue.rule);
  return read.rows;
};

describe('what is pasted', () => {
  it.each([
    ['one in each line', 'A1\nB2\r\nC3\n\n'],
    ['between commas, semicolons and tabs', ' A1, B2;\tC3 '],
    ['a table with its header', 'contract_id,sub_mchid\nA1,\nB2,\nC3,\n'],
    ['a table whose header is in quotes and in capitals', '"CONTRACT_ID"\nA1\nB2\nC3'],
  ])('is read as ids: %s', (_, text) => {
    expect(pasted(text).map(({ objectId }) => objectId)).toEqual(['A1', 'B2', 'C3']);
    expect(pasted(text).every(({ verdict }) => verdict === null)).toBe(true);
  });

  it('keeps a space that is part of an id', () => {
    expect(pasted('WX 2024/01#7').map(({ objectId }) => objectId)).toEqual(['WX 2024/01#7']);
  });

  it('takes what stands beside the id by its column, wherever that stands', () => {
    expect(pasted('note\tsub_mchid\tcontract_id\nx\t1900003001\tA1')).toEqual([
      { number: 2, objectId: 'A1', told: { sub_mchid: '1900003001' }, verdict: null },
    ]);
  });

  it('nothing at all is an issue of the whole', () => {
    expect(readPasted(' \n ', kind)).toEqual({ ok: false, issue: { path: 'file', rule: 'file-empty' } });
  });
});

describe('a file', () => {
  it('gives back every id that was written into one', () => {
    const id = fc.stringMatching(/^[A-Za-z0-9_=@+-]{1,64}$/);
    fc.assert(
      fc.property(fc.array(id, { minLength: 1, maxLength: 20 }), (ids) => {
        const text = `${fileStart}${writeLine(['contract_id'])}${ids.map((one) => writeLine([one])).join('')}`;
        const read = readFile(Buffer.from(text), kind);
        expect(read.ok && read.rows.map(({ objectId }) => objectId)).toEqual(ids);
      }),
    );
  });

  it.each([
    ['1.23E+20', 'looks-changed-by-a-spreadsheet'],
    ['20260309141700000', 'looks-changed-by-a-spreadsheet'],
    ['#REF!', 'looks-changed-by-a-spreadsheet'],
    ['=A1', 'looks-like-a-formula'],
    ['A\uFFFD1', 'damaged-character'],
    [' ', 'required'],
  ])('%s is not taken for an id: %s', (cell, rule) => {
    const read = readFile(Buffer.from(`contract_id,sub_mchid\n${cell},1`), kind);
    expect(read.ok && read.rows[0]?.verdict).toEqual({ rule });
  });

  it('without the id’s column is refused as a whole', () => {
    const read = readFile(Buffer.from('sub_mchid\n1'), kind);
    expect(!read.ok && read.issue).toEqual({ path: 'file', rule: 'missing-column', params: { column: 'contract_id' } });
  });
});

describe('an id twice', () => {
  it('stays in the list where it comes first, and is named where it comes again', () => {
    const read = rowsOf(['A', 'B', 'A', 'A'], kind);
    expect(read.ok && [...repeatsIn(read.rows)]).toEqual([
      [3, { rule: 'duplicate', params: { row: 1 } }],
      [4, { rule: 'duplicate', params: { row: 1 } }],
    ]);
  });
});
