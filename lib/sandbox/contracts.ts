// Auto-debit contracts (2.3, 3.4) as the platform holds them, of the institution's sub-merchants and of the common merchant.
import type { Mode } from '../platform/operations';
import type { ContractState, TerminationMode } from '../platform/wire/enums';
import type { WorldSubMerchant } from './world';

/** One contract. Times are ISO 8601. */
export type HeldContract = {
  contract_id: string;
  /** Whose it is: a sub-merchant's of the institution, or the common merchant's own. */
  mode: Mode;
  /** In institutional mode alone. */
  sub_mchid?: string;
  sub_appid?: string;
  plan_id: number;
  out_contract_code: string;
  /** Who pays, made up. */
  openid: string;
  user_display_name: string;
  signed_time: string;
  expired_time: string;
  state: ContractState;
  terminated_time?: string;
  termination_mode?: TerminationMode;
  termination_note?: string;
};

/** All contracts, by their numbers. */
export type ContractBook = { contracts: Record<string, HeldContract> };

/** The templates of the sample world. */
const plans = [12_535, 12_536, 12_541];
const four = (number: number) => String(number % 10_000).padStart(4, '0');

/**
 * A contract of the sample world or of a tester; everything about it is made from its place in a row. `signed` is the
 * moment of signing; it ends two years later.
 */
export function sampleContract(
  contract_id: string,
  about: { mode: Mode; sub_mchid?: string | undefined; number: number; signed: Date; plan_id?: number | undefined },
): HeldContract {
  const { mode, sub_mchid, number, signed } = about;
  return {
    contract_id,
    mode,
    ...(sub_mchid === undefined ? {} : { sub_mchid }),
    ...(sub_mchid !== undefined && number % 4 === 1 ? { sub_appid: `wx000000000001${four(number)}` } : {}),
    plan_id: about.plan_id ?? plans[number % plans.length] ?? 12_535,
    out_contract_code: `PRACTICE${String(number).padStart(6, '0')}`,
    openid: `sample-openid-${number}`,
    user_display_name: `Sample payer ${number}`,
    signed_time: signed.toISOString(),
    expired_time: new Date(signed.getTime() + 2 * 365 * 86_400_000).toISOString(),
    state: 'SIGNED',
  };
}

const firstSigned = Date.UTC(2026, 2, 2, 2, 0, 0);

/** Numbers whose last four differ, as people tell contracts apart by them. */
const numberOf = (owner: string, number: number) => `202606${owner}${four(1_000 + number * 7_919)}`;

/** The number with which most of what goes wrong with paths goes wrong (bug-signing-05). */
const oddNumber = 'WX 2024/01#7';

/**
 * The contracts of the first day: one to three of each sub-merchant that may be paid, twelve of the common merchant. Every
 * ninth has been ended by its payer.
 */
export function contractsOf(subMerchants: readonly WorldSubMerchant[]): ContractBook {
  const contracts: Record<string, HeldContract> = {};
  let number = 0;
  const add = (mode: Mode, owner: string, sub_mchid?: string, contract_id?: string) => {
    number += 1;
    const signed = new Date(firstSigned + number * 37 * 3_600_000);
    const added = sampleContract(contract_id ?? numberOf(owner, number), { mode, sub_mchid, number, signed });
    if (number % 9 === 0) {
      Object.assign(added, {
        state: 'TERMINATED',
        terminated_time: new Date(signed.getTime() + 40 * 86_400_000).toISOString(),
        termination_mode: 'USER',
      });
    }
    contracts[added.contract_id] = added;
  };
  for (const [index, { sub_mchid, h5 }] of subMerchants.entries()) {
    if (h5.state !== 'APPROVED') continue;
    for (let count = 0; count <= index % 3; count += 1) add('institutional', sub_mchid, sub_mchid);
  }
  const [first] = subMerchants;
  if (first) add('institutional', first.sub_mchid, first.sub_mchid, oddNumber);
  for (let count = 0; count < 12; count += 1) add('common', '1900002299');
  return { contracts };
}

/** Ends a contract; who ended it is kept as the platform tells it (notes 11.2). */
export function endContract(contract: HeldContract, mode: TerminationMode, now: Date, note?: string) {
  contract.state = 'TERMINATED';
  contract.terminated_time = now.toISOString();
  contract.termination_mode = mode;
  if (note !== undefined) contract.termination_note = note;
}
