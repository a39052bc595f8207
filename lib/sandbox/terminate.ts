// §4.3: a contract is ended, for good. There is no idempotency key: a repeat finds no such contract (3.4).
import type { Mode } from '../platform/operations';
import { contractId, terminationBodies } from '../platform/wire/contract';
import { defectReply, fourByteError, parameterError, readJson, refuser } from './body';
import { tellOfContract } from './contract-news';
import { endContract } from './contracts';
import type { Call, Platform, Reply } from './reply';
import { failure, reply } from './reply';
import { firstDefect } from './rules';
import { countEffect, own } from './state';
import type { Language } from './texts';
import { issueText, say } from './texts';
import { sampleInstitution, sampleMerchant } from './world';

/** Ends a contract of the caller; 204 without a word, and the result goes to the template's address. */
export function terminateContract(platform: Platform, call: Call, id: string, mode: Mode, language: Language): Reply {
  const { state } = platform.store;
  const refuse = refuser(language);
  const named = contractId.safeParse(id);
  if (!named.success) {
    const detail = {
      field: 'contract_id',
      value: id.slice(0, 256),
      issue: issueText('too-long', language),
      location: 'url',
    };
    return failure(400, 'PARAM_ERROR', say('parameter', language, 'contract_id'), language, detail);
  }
  const read = readJson(call, language);
  if ('refused' in read) return read.refused;
  const { json } = read;
  const parsed = terminationBodies[mode].safeParse(json);
  if (!parsed.success) return defectReply(json, firstDefect(parsed.error), language);
  const fourByte = fourByteError(state, json, language);
  if (fourByte) return fourByte;
  const body = parsed.data;
  const [field, appid, bound] =
    'appid' in body
      ? ['appid', body.appid, sampleMerchant.appid]
      : ['sp_appid', body.sp_appid, sampleInstitution.appid];
  if (appid !== bound) return parameterError(json, [field], say('appidUnbound', language), language);

  const contract = own(state.contracts, id);
  const isTheirs = contract?.mode === mode && (!('sub_mchid' in body) || contract.sub_mchid === body.sub_mchid);
  if (!contract || !isTheirs || contract.state !== 'SIGNED')
    return refuse(403, 'CONTRACT_NOT_EXIST', 'contractUnknown');
  const now = platform.now();
  endContract(contract, 'MERCHANT', now, body.termination_note);
  tellOfContract(state, contract, 'PAPAY.TERMINATE', now);
  countEffect(state, `contract ${id}`, null);
  return reply(204, '', language, { effect: true });
}
