import { describe, expect, it } from 'vitest';
import { noteOf } from './lib/audit.mjs';

describe('the report on advisories', () => {
  it.each([null, {}, { error: { code: 'ENOTFOUND' } }, { message: 'x', vulnerabilities: null }])(
    'that did not come fails nothing: %j',
    (report) => {
      expect(noteOf(report)).toMatch(/^not known/);
    },
  );

  it('names each package, worst first', () => {
    const note = noteOf({
      vulnerabilities: {
        a: { name: 'a', severity: 'low', via: ['b'] },
        b: { name: 'b', severity: 'high', via: [{ title: 'Reads too much' }] },
      },
    });
    expect(note.split('\n')).toEqual([
      '2 packages with advisories, which fail nothing here:',
      '  high      b: Reads too much',
      '  low       a: by b',
    ]);
    expect(noteOf({ vulnerabilities: {} })).toBe('no advisory for any locked package');
  });
});
