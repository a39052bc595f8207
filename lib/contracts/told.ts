import 'server-only';
import { isStorable } from '@/lib/db/storable';
import { contractNotice } from '@/lib/platform/wire/contract';
import type { ContractEvent } from '@/lib/platform/wire/notification';
import type { ToldContract } from './news';

/** The moment of a text of the platform, which may lack; null for one that is none. */
export function momentOf(text: string | null): Date | null {
  const at = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? null : new Date(at);
}

/**
 * What a message tells of a contract (notes 11.4), without who pays; null where it does not read as one. `asOf` is the
 * time of the message, which counts where it names none of the deed.
 */
export function contractToldOf(json: unknown, event: ContractEvent, asOf: Date): Omit<ToldContract, 'proof'> | null {
  const read = contractNotice.safeParse(json);
  if (!read.success) return null;
  const { contract_id, sub_mchid, sp_appid, appid, sub_appid, plan_id, out_contract_code, ...rest } = read.data;
  const texts = [contract_id, sub_mchid, sp_appid, appid, sub_appid, out_contract_code, rest.contract_termination_mode];
  if (!texts.every((text) => text === null || isStorable(text))) return null;
  return {
    contractId: contract_id,
    subMchid: sub_mchid ?? '',
    appid: sp_appid ?? appid,
    subAppid: sub_appid,
    planId: plan_id,
    outContractCode: out_contract_code,
    state: event === 'PAPAY.SIGN' ? 'SIGNED' : 'TERMINATED',
    mode: event === 'PAPAY.SIGN' ? null : rest.contract_termination_mode,
    operatedAt: momentOf(rest.operate_time) ?? asOf,
    expiresAt: momentOf(rest.contract_expired_time ?? rest.contract_expire_time),
    asOf,
  };
}
