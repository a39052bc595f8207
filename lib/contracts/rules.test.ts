import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TerminationIds } from './rules';
import { bodyOf, checkTermination, obstacleTo, personalIn, standingOf, tailOf } from './rules';

const institutional: TerminationIds = {
  mode: 'institutional',
  sub_mchid: '1900003001',
  sp_appid: 'wx2421b1c4370ec43b',
};
const common: TerminationIds = { mode: 'common', appid: 'wx2421b1c4370ec43b' };
const values = { termination_note: 'The payer asked us to.', sub_appid: '' };
const rulesOf = (change: Partial<typeof values>, ids: TerminationIds = institutional, isNoteChecked = false) =>
  checkTermination({ ...values, ...change }, ids, isNoteChecked).map(({ path, rule }) => [path, rule]);

describe('the body that ends a contract (§4.3)', () => {
  it('has the ids of its mode and nothing of the other', () => {
    const given = { ...values, sub_appid: 'wx0123456789abcdef' };
    expect(bodyOf(institutional, given)).toEqual({
      sub_mchid: institutional.sub_mchid,
      sp_appid: institutional.sp_appid,
      sub_appid: given.sub_appid,
      termination_note: values.termination_note,
    });
    expect(Object.keys(bodyOf(institutional, values))).not.toContain('sub_appid');
    expect(bodyOf(common, given)).toEqual({ appid: common.appid, termination_note: values.termination_note });
  });

  it('a sub_appid in common mode is told, not left out in silence', () => {
    expect(rulesOf({ sub_appid: 'wx0123456789abcdef' }, common)).toEqual([['sub_appid', 'unknown-field']]);
  });

  it('wants a note of 1 to 256 characters, counted as characters', () => {
    expect(rulesOf({ termination_note: '' }).map(([path]) => path)).toEqual(['termination_note']);
    expect(rulesOf({ termination_note: '解'.repeat(256) })).toEqual([]);
    expect(rulesOf({ termination_note: '解'.repeat(257) }).map(([path]) => path)).toEqual(['termination_note']);
  });

  it('says one thing of a field at most, whatever was typed', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.string(),
        fc.boolean(),
        (termination_note, sub_appid, isChecked) => {
          const paths = checkTermination({ termination_note, sub_appid }, institutional, isChecked).map(
            ({ path }) => path,
          );
          expect(new Set(paths).size).toBe(paths.length);
        },
      ),
    );
  });
});

describe('what in a note may say who somebody is (bug-privacy-03)', () => {
  it.each([
    ['call +852 2345 6789', ['phone']],
    ['致電 91234567', ['phone']],
    ['13800138000', ['phone', 'number']],
    ['mail to chan@shop.example', ['email']],
    ['HKID A123456(3)', ['number']],
    ['１３８００１３８０００', ['phone', 'number']],
    ['openid oUpF8uMuAJO_M2pxb1Q9zNjWeS6o', ['number']],
  ])('%s', (note, kinds) => {
    expect(personalIn(note)).toEqual(expect.arrayContaining(kinds));
    expect(rulesOf({ termination_note: note })).toEqual([['termination_note', 'maybe-personal']]);
    expect(rulesOf({ termination_note: note }, institutional, true)).toEqual([]);
  });

  it.each(['The payer asked us to.', '付款人要求終止', 'Plan 12535 closed on 2026-03-02', 'Order 4711'])(
    'nothing in: %s',
    (note) => expect(personalIn(note)).toEqual([]),
  );
});

describe('a contract', () => {
  it('cannot be ended twice, nor where nobody knows whose it is', () => {
    expect(obstacleTo({ state: 'TERMINATED', ids: institutional })).toBe('contract-ended');
    expect(obstacleTo({ state: 'SIGNED', ids: { ...institutional, sub_mchid: '' } })).toBe(
      'contract-sub-merchant-unknown',
    );
    expect(obstacleTo({ state: 'SIGNED', ids: common })).toBeNull();
  });

  it('is called by the last four of its number', () => {
    expect(tailOf('Wx15463511252015071056489715')).toBe('9715');
    expect(tailOf('7')).toBe('7');
  });

  it.each([
    ['signed', {}],
    ['not-found', { notFoundAt: '2026-03-02T00:00:00.000Z' }],
    ['requested', { pending: { requestId: '1', operation: 'contract.terminate', outcome: 'waiting' as const } }],
    [
      'unknown',
      {
        notFoundAt: '2026-03-02T00:00:00.000Z',
        pending: { requestId: '1', operation: 'contract.terminate', outcome: 'unknown' as const },
      },
    ],
    ['signed', { pending: { requestId: '1', operation: 'charge.deduct', outcome: 'unknown' as const } }],
    ['terminated', { state: 'TERMINATED' }],
    ['inferred', { state: 'TERMINATED', stateHow: 'inferred' }],
  ])('stands as %s', (standing, about) => {
    expect(standingOf({ state: 'SIGNED', stateHow: 'import', notFoundAt: null, pending: null, ...about })).toBe(
      standing,
    );
  });
});
