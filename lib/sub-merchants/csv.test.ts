import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { echoLine, writeLine } from '@/lib/csv/cell';
import { fieldValue, readCell, readCsv } from './csv';

const utf8 = (text: string) => new TextEncoder().encode(text);
const lines = [
  'sub_mchid,name,office_phone',
  '1900000001,香港金龍有限公司,+85223456789',
  '1900000002,"Kite, ""Sons""\nLtd",+442079460001',
];
const read = (bytes: Uint8Array) => {
  const result = readCsv(bytes);
  if (!result.ok) throw new Error(result.issue.rule);
  return result.table;
};
const rule = (bytes: Uint8Array) => {
  const result = readCsv(bytes);
  return result.ok ? null : result.issue.rule;
};

describe('decoding', () => {
  const expected = read(utf8(lines.join('\r\n'))).rows;
  const utf16 = (text: string, isBig = false) => {
    const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
    return isBig ? bytes.swap16() : bytes;
  };

  it.each([
    ['UTF-8 with a byte-order mark (bug-csv-01)', utf8(`\uFEFF${lines.join('\r\n')}`)],
    [
      'the first header in quotes after the mark (bug-csv-01)',
      utf8(`\uFEFF"sub_mchid",name,office_phone\r\n${lines.slice(1).join('\r\n')}`),
    ],
    ['UTF-16LE', utf16(lines.join('\r\n'))],
    ['UTF-16BE', utf16(lines.join('\n'), true)],
    ['headers in another case', utf8(lines.join('\n').replace('sub_mchid,name', 'SUB_MCHID, Name '))],
    ['line feeds alone and a blank line at the end', utf8(`${lines.join('\n')}\n\n`)],
  ])('reads %s', (_, bytes) => {
    expect(read(bytes).rows).toEqual(expected);
  });

  it.each([';', '\t'])('reads the separator %j', (delimiter) => {
    const text = 'sub_mchid,name,office_phone\n1,"a,b;c\td",+1'.replace(
      'sub_mchid,name,office_phone',
      ['sub_mchid', 'name', 'office_phone'].join(delimiter),
    );
    const table = read(utf8(text.replace('1,"', `1${delimiter}"`).replace('",+1', `"${delimiter}+1`)));
    expect(table.delimiter).toBe(delimiter);
    expect(table.rows[0]?.cells).toEqual(['1', 'a,b;c\td', '+1']);
  });

  it.each([
    ['GBK', Uint8Array.from([...utf8('sub_mchid,name\n1,'), 0xcf, 0xe3, 0xb8, 0xdb])],
    ['GBK whose bytes look like UTF-8 pairs', Uint8Array.from([...utf8('sub_mchid,name\n1,'), 0xc1, 0xaa, 0xcd, 0xa8])],
    ['Windows-1252', Uint8Array.from([...utf8('sub_mchid;name\n1;Caf'), 0xe9])],
    ['UTF-16 without its mark', Buffer.from('sub_mchid,name\n1,a', 'utf16le')],
    ['a workbook', Uint8Array.from([0x50, 0x4b, 0x03, 0x04, 0, 0, 0, 0])],
  ])('refuses %s instead of guessing', (_, bytes) => {
    expect(rule(bytes)).toBe('save-as-csv-utf-8');
  });
});

describe('the same three rows from three spreadsheets (bug-csv-04)', () => {
  const rows = (names: string[], delimiter: string) =>
    ['sub_mchid,name', ...names.map((name, index) => `190000000${index + 1},${name}`)]
      .join('\r\n')
      .replaceAll(',', delimiter);
  const chinese = ['香港金龙有限公司', '小李面馆', 'Kite Books'];
  const european = ['Café Lantern', 'Müller & Söhne', 'Kite Books'];

  /** Bytes of a text in an encoding of which Node only knows how to read it. */
  function encode(text: string, encoding: string): Uint8Array {
    const decoder = new TextDecoder(encoding);
    const known = new Map<string, number[]>();
    for (let high = 0x80; high < 0xff; high += 1) {
      known.set(decoder.decode(Uint8Array.of(high)), [high]);
      for (let low = 0x40; low < 0xff; low += 1) known.set(decoder.decode(Uint8Array.of(high, low)), [high, low]);
    }
    return Uint8Array.from([...text].flatMap((letter) => known.get(letter) ?? [letter.codePointAt(0) ?? 0]));
  }

  it('GBK with commas is refused, and so is Windows-1252 with semicolons: nothing is guessed', () => {
    const gbk = encode(rows(chinese, ','), 'gbk');
    const latin = encode(rows(european, ';'), 'windows-1252');
    expect(new TextDecoder('gbk').decode(gbk)).toBe(rows(chinese, ','));
    expect(new TextDecoder('windows-1252').decode(latin)).toBe(rows(european, ';'));
    expect([rule(gbk), rule(latin)]).toEqual(['save-as-csv-utf-8', 'save-as-csv-utf-8']);
  });

  it.each([chinese, european])('UTF-16LE with tabs and UTF-8 with semicolons are read: %s', (...names) => {
    const utf16 = Buffer.from(`\uFEFF${rows(names, '\t')}`, 'utf16le');
    for (const bytes of [utf16, utf8(rows(names, ';'))]) {
      expect(read(bytes).rows.map(({ cells }) => cells[1])).toEqual(names);
    }
  });
});

describe('the file as a whole', () => {
  it.each([
    ['', 'file-empty'],
    ['sub_mchid,name\n', 'file-empty'],
    ['name\nx', 'missing-column'],
    ['sub_mchid,name,NAME\n1,a,b', 'duplicate-column'],
    ['sub_mchid,name\n1,"open', 'broken-quotes'],
  ])('is refused: %j', (text, expected) => {
    expect(rule(utf8(text))).toBe(expected);
  });

  it('names the columns that it does not know', () => {
    const table = read(utf8('sub_mchid,Remarks,name\n1,x,a'));
    expect(table.unknownColumns).toEqual(['Remarks']);
    expect(table.columns).toEqual(['sub_mchid', null, 'name']);
  });

  it('numbers rows as a spreadsheet does, blank ones counted', () => {
    expect(read(utf8('sub_mchid,name\n1,"a\nb"\n,\n2,c')).rows.map(({ number }) => number)).toEqual([2, 4]);
  });
});

describe('a cell', () => {
  it.each([
    ['office_phone', '85223456789'],
    ['sub_mchid', '9.00719925474099E+15'],
    ['registration_certificate_date', '2030/1/1'],
    ['registration_certificate_date', '47484'],
    ['registration_certificate_date', '01-02-2030'],
    ['registration_certificate_date', '2030-01-01 00:00'],
    ['merchant_country_code', '36'],
    ['business.mcc', '742'],
    ['settlement_bank_number', '622848001234560000'],
    ['name', '#NAME?'],
  ] as const)('that a spreadsheet has changed is refused: %s %s (bug-csv-02)', (column, text) => {
    expect(readCell(column, text)).toEqual({ rule: 'looks-changed-by-a-spreadsheet' });
  });

  it.each([
    ['name', '=1+1'],
    ['name', '-Kite'],
    ['shortname', '@home'],
    ['office_phone', '+cmd|calc'],
    ['contact.phone', '+852２３４５６７８９'],
    ['contact.phone', '+85223456789 ext 12'],
    ['name', '+85212345678'],
  ] as const)('that looks like a formula is refused: %s %s', (column, text) => {
    expect(readCell(column, text)).toEqual({ rule: 'looks-like-a-formula' });
  });

  it.each([
    ['office_phone', '+852 1234-5678', '+85212345678'],
    ['contact.phone', '+85212345678', '+85212345678'],
    ['name', "'=1+1", '=1+1'],
    ['sub_mchid', "'0012", '0012'],
    ['name', "'t Hof", "'t Hof"],
    ['registration_certificate_date', '2030-01-01', '2030-01-01'],
    ['registration_certificate_date', 'N/A', 'N/A'],
    ['name', '  Kite  ', 'Kite'],
  ] as const)('is read: %s %s', (column, raw, text) => {
    expect(readCell(column, raw)).toEqual({ text });
  });

  it('with a mask or a replacement character is not a value (bug-form-editing-01, bug-csv-04)', () => {
    for (const mask of ['L** S**', '+852 •••• 4321', 'l•••@e•••.com'])
      expect(readCell('contact.name', mask)).toEqual({ rule: 'looks-masked' });
    expect(readCell('settlement_bank_number', '…8765')).toEqual({ rule: 'looks-masked' });
    expect(readCell('name', 'Caf\uFFFD')).toEqual({ rule: 'damaged-character' });
  });

  it('of photos is a JSON list or separated by spaces', () => {
    expect(fieldValue('business.store_photos', '["a","b"]')).toEqual(['a', 'b']);
    expect(fieldValue('business.store_photos', 'a  b')).toEqual(['a', 'b']);
  });
});

describe('writing', () => {
  it('makes formulas inert and leaves phones readable', () => {
    expect(writeLine(['=1+1', '+85212345678', '-1', '@x', '+1+cmd'])).toBe("'=1+1,+85212345678,'-1,'@x,'+1+cmd\r\n");
    expect(writeLine(['＝1+1', '＠x', '\n=1+1', 'a=1'])).toBe(`'＝1+1,'＠x,"'\n=1+1",a=1\r\n`);
    expect(echoLine(['=1+1', "'=1+1", 'a,b'], ',')).toBe(`'=1+1,'=1+1,"a,b"\r\n`);
  });

  it('gives every name back when it is read', () => {
    const piece = fc.constantFrom('=', '+', '-', '@', '＝', '＠', "'", '"', ',', ';', '\n', '0', '1', 'a', '龍', ' ');
    const name = fc
      .string({ unit: piece, minLength: 1, maxLength: 12 })
      .map((text) => text.trim())
      .filter((text) => text !== '' && !/^\+\d+$/.test(text));
    fc.assert(
      fc.property(name, name, (first, second) => {
        const table = read(utf8(`sub_mchid,name,shortname\r\n${writeLine(['1', first, second])}`));
        const cells = table.rows[0]?.cells ?? [];
        expect(readCell('name', cells[1] ?? '')).toEqual({ text: first });
        expect(readCell('shortname', cells[2] ?? '')).toEqual({ text: second });
      }),
    );
  });
});
