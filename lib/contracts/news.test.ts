// The order in which messages of a contract come does not matter: an ending stands, and who ended it is what was told.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ContractFacts, HeldContract, ToldContract } from './news';
import { enderOf, judgeContract } from './news';

const day = (count: number) => new Date(Date.UTC(2026, 2, count));

const signing: ToldContract = {
  contractId: '202606190000300100001',
  subMchid: '1900003001',
  appid: 'wx2421b1c4370ec43b',
  subAppid: null,
  planId: '12535',
  outContractCode: 'C-1',
  state: 'SIGNED',
  mode: null,
  operatedAt: day(1),
  expiresAt: day(700),
  asOf: day(1),
  proof: 'told-1',
};
const ending: ToldContract = {
  ...signing,
  state: 'TERMINATED',
  mode: 'USER',
  operatedAt: day(9),
  asOf: day(9),
  proof: 'told-2',
};

/** What is held after these, in this order. */
function heldAfter(told: readonly ToldContract[], from: HeldContract | null = null): HeldContract | null {
  let held = from;
  for (const one of told) {
    const verdict = judgeContract(one, held, 'notification');
    if ('facts' in verdict) held = { ...verdict.facts, isOurs: held?.isOurs ?? false };
  }
  return held;
}

const facts = (held: HeldContract | null): Partial<ContractFacts> => {
  if (!held) throw new Error('nothing is held');
  const { state, endedBy, endedMode, endedAt, subMchid, planId } = held;
  return { state, endedBy, endedMode, endedAt, subMchid, planId };
};

describe('what is told of a contract', () => {
  it('comes to the same in any order and any number of times', () => {
    const expected = facts(heldAfter([signing, ending]));
    expect(expected).toMatchObject({ state: 'TERMINATED', endedBy: 'payer', endedAt: day(9) });
    fc.assert(
      fc.property(fc.array(fc.constantFrom(signing, ending), { minLength: 1, maxLength: 8 }), (told) => {
        const held = facts(heldAfter(told));
        if (told.includes(ending)) expect(held).toEqual(expected);
        else expect(held.state).toBe('SIGNED');
      }),
    );
  });

  it('what is told again changes nothing', () => {
    for (const told of [[signing], [signing, ending]])
      expect(judgeContract(told.at(-1) ?? signing, heldAfter(told), 'notification').kind).toBe('same');
  });

  it('a sub-merchant that is not ours of this contract is a question for a person, and changes nothing', () => {
    const held = heldAfter([signing]);
    const verdict = judgeContract({ ...ending, subMchid: '1900003002' }, held, 'notification');
    expect(verdict).toMatchObject({ kind: 'discrepancy' });
    expect(verdict).not.toHaveProperty('facts');
  });

  it('an ending of ours that is told by the platform is ours, and is confirmed where it was surmised', () => {
    const held = heldAfter([signing]);
    const open = held && { ...held, isOurs: true };
    expect(judgeContract({ ...ending, mode: 'MERCHANT' }, open, 'notification')).toMatchObject({
      facts: { state: 'TERMINATED', endedBy: 'us' },
    });
    const surmised = held && { ...held, state: 'TERMINATED', stateHow: 'inferred', endedBy: 'us', endedAt: day(8) };
    expect(judgeContract({ ...ending, mode: 'MERCHANT' }, surmised, 'notification')).toMatchObject({
      facts: { state: 'TERMINATED', endedBy: 'us' },
    });
  });
});

describe('who ended it, by the platform’s word', () => {
  it.each([
    ['USER', true, 'payer'],
    ['user', false, 'payer'],
    ['MERCHANT', true, 'us'],
    ['MERCHANT', false, 'merchant'],
    ['PLATFORM', true, 'platform'],
    ['EXPIRED', false, 'expiry'],
    ['SOMETHING_NEW', false, 'unknown'],
    [null, true, 'us'],
    [null, false, 'unknown'],
  ])('%s while ours is open: %s → %s', (mode, isOurs, ender) => expect(enderOf(mode, isOurs)).toBe(ender));
});
