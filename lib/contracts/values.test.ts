import { describe, expect, it } from 'vitest';
import type { ContractFacts } from './news';
import type { ContractValues } from './values';
import { checkContract, contractColumnsIn, layOver, timeOf } from './values';

const now = new Date('2026-03-10T00:00:00Z');
const right: ContractValues = { contract_id: '202606190000300100001', sub_mchid: '1900003001' };
const issues = (change: ContractValues, mode: 'institutional' | 'common' = 'institutional') =>
  checkContract({ ...right, ...change }, mode, now).map(({ path, rule }) => [path, rule]);

const imported = { how: 'import', proof: 'import-1', at: now } as const;
const made = (values: ContractValues = right, origin: Parameters<typeof layOver>[2] = imported): ContractFacts => {
  const laid = layOver(values, null, origin);
  if (laid.kind !== 'create') throw new Error(laid.kind);
  return laid.facts;
};

describe('the columns of a file', () => {
  it('are those of the mode: no file in common mode has a sub-merchant', () => {
    expect(contractColumnsIn({ mode: 'common' }).filter((column) => /^(sub_|sp_)/.test(column))).toEqual([]);
    expect(contractColumnsIn({ mode: 'common' })).toContain('appid');
    expect(contractColumnsIn({ mode: 'institutional' })).toEqual(
      expect.arrayContaining(['sub_mchid', 'sp_appid', 'sub_appid']),
    );
    expect(contractColumnsIn({ mode: 'institutional' })).not.toContain('appid');
  });
});

describe('what is told of a contract by a file or a person', () => {
  it('is a number and whose it is; in common mode the number alone', () => {
    expect(checkContract({}, 'institutional', now).map(({ path, rule }) => [path, rule])).toEqual([
      ['contract_id', 'required'],
      ['sub_mchid', 'required'],
    ]);
    expect(issues({})).toEqual([]);
    expect(checkContract({ contract_id: '1' }, 'common', now)).toEqual([]);
  });

  it('has no field of the other mode', () => {
    expect(issues({ appid: 'wx2421b1c4370ec43b' }).map(([path]) => path)).toEqual(['appid']);
    expect(issues({}, 'common').map(([path]) => path)).toEqual(['sub_mchid']);
  });

  it.each([
    [{ plan_id: '12.5' }, 'plan_id', 'not-an-integer'],
    [{ state: 'signed' }, 'state', 'not-a-choice'],
    [{ signed_time: '2026-02-30' }, 'signed_time', 'not-a-time'],
    [{ signed_time: '2026-03-11' }, 'signed_time', 'in-the-future'],
    [{ terminated_time: '2026-03-09' }, 'terminated_time', 'only-when-terminated'],
    [{ state: 'SIGNED', termination_mode: 'USER' }, 'termination_mode', 'only-when-terminated'],
  ])('%o', (change, path, rule) => expect(issues(change)).toEqual([[path, rule]]));

  it('a day counts from its first moment, a moment with its offset', () => {
    expect(timeOf('2026-03-02')?.toISOString()).toBe('2026-03-02T00:00:00.000Z');
    expect(timeOf('2026-03-02T10:00:00+08:00')?.toISOString()).toBe('2026-03-02T02:00:00.000Z');
    expect(timeOf('2026-03-02 10:00')).toBeNull();
  });
});

describe('over what is held', () => {
  it('a blank keeps what is there, and the same again is unchanged', () => {
    const held = made({ ...right, plan_id: '12535', signed_time: '2026-03-02' });
    expect(layOver(right, held, imported).kind).toBe('unchanged');
    const laid = layOver({ ...right, out_contract_code: 'C-7' }, held, imported);
    expect(laid).toMatchObject({ kind: 'update', facts: { planId: '12535', outContractCode: 'C-7' } });
  });

  it('an ending stands: nothing that is imported makes it signed again', () => {
    const held = made({ ...right, state: 'TERMINATED', termination_mode: 'USER', terminated_time: '2026-03-05' });
    expect(held).toMatchObject({ state: 'TERMINATED', endedBy: 'payer', endedAt: new Date('2026-03-05T00:00:00Z') });
    expect(layOver({ ...right, state: 'SIGNED' }, held, imported)).toEqual({
      kind: 'refused',
      issues: [{ path: 'state', rule: 'ended-already' }],
    });
  });

  it('what the platform told is not moved to another sub-merchant by a file', () => {
    const held = { ...made(), stateHow: 'notification' };
    expect(layOver({ ...right, sub_mchid: '1900003002' }, held, imported)).toMatchObject({
      kind: 'refused',
      issues: [{ path: 'sub_mchid', rule: 'told-by-the-platform' }],
    });
    expect(layOver({ ...right, sub_mchid: '1900003002' }, made(), imported)).toMatchObject({
      kind: 'update',
      changes: [{ path: 'sub_mchid', from: '1900003001', to: '1900003002' }],
    });
  });

  it('a file makes known what only staff knew; what the platform told stays its word', () => {
    const typed = made(right, { how: 'staff', proof: null, at: now });
    expect(layOver(right, typed, imported)).toMatchObject({ kind: 'update', facts: { stateHow: 'import' } });
    expect(layOver(right, { ...typed, stateHow: 'notification' }, imported).kind).toBe('unchanged');
  });
});
