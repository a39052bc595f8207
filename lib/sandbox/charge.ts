// §4.4: a contract is charged. There is no idempotency key: the number of the order is what a repeat is known by (notes
// 12.2). The priority payment method is tried first, then the payer's others in turn.
import { sha256 } from '../platform/crypto/sha256';
import type { Mode } from '../platform/operations';
import { exponentOf } from '../platform/wire/currency';
import { deductionBodies } from '../platform/wire/deduction';
import { defectReply, fourByteError, parameterError, readJson, refuser } from './body';
import type { HeldContract } from './contracts';
import { tellOfOrder } from './order-news';
import type { HeldOrder, MethodFault, Payer } from './orders';
import { moveOrder, newTransactionId, orderKey, orderRecordOf, usualPayer } from './orders';
import type { Call, Platform, Reply } from './reply';
import { reply } from './reply';
import { firstDefect } from './rules';
import { countEffect, own } from './state';
import type { Language, MessageName } from './texts';
import { say } from './texts';
import { sampleInstitution, sampleMerchant } from './world';

const methodRefusals: Record<MethodFault, { status: number; message: MessageName }> = {
  NOTENOUGH: { status: 403, message: 'notEnough' },
  RULE_LIMIT: { status: 403, message: 'ruleLimit' },
  USER_ERROR: { status: 403, message: 'userError' },
  BANKERROR: { status: 500, message: 'bankError' },
};

/** Charges a contract of the caller; 200 with the order, whatever its state is. */
export function chargeContract(platform: Platform, call: Call, mode: Mode, language: Language): Reply {
  const { state } = platform.store;
  const refuse = refuser(language);
  const read = readJson(call, language);
  if ('refused' in read) return read.refused;
  const { json } = read;
  const parsed = deductionBodies[mode].safeParse(json);
  if (!parsed.success) return defectReply(json, firstDefect(parsed.error), language);
  const fourByte = fourByteError(state, json, language);
  if (fourByte) return fourByte;
  const body = parsed.data;
  const [field, appid, bound] =
    'appid' in body
      ? ['appid', body.appid, sampleMerchant.appid]
      : ['sp_appid', body.sp_appid, sampleInstitution.appid];
  if (appid !== bound) return parameterError(json, [field], say('appidUnbound', language), language);
  if (exponentOf(body.amount.currency) === null) return refuse(400, 'INVALID_REQUEST', 'currencyUnknown');

  const subMchid = 'sub_mchid' in body ? body.sub_mchid : undefined;
  const key = orderKey(mode, subMchid, body.out_trade_no);
  const asked = sha256(JSON.stringify(body));
  const before = own(state.orders, key);
  const answer = (order: HeldOrder, effect: boolean) =>
    reply(200, JSON.stringify(orderRecordOf(order)), language, { effect });
  if (before) {
    if (before.asked !== asked) return refuse(400, 'ALREADY_EXISTS', 'orderNumberUsed');
    if (before.success_time !== undefined) return refuse(400, 'ORDERPAID', 'orderPaid');
    if (before.trade_state === 'CLOSED' || before.trade_state === 'PAYERROR')
      return refuse(400, 'ORDERCLOSED', 'orderClosed');
    // The same order again while it is being paid, or has not been: nothing new is begun.
    return answer(before, false);
  }
  const contract = own(state.contracts, body.contract_id);
  const isTheirs = contract?.mode === mode && (subMchid === undefined || contract.sub_mchid === subMchid);
  if (!contract || !isTheirs || contract.state !== 'SIGNED') return refuse(404, 'NO_AUTH', 'contractNotChargeable');
  const now = platform.now();
  if (Date.parse(contract.expired_time) <= now.getTime()) return refuse(403, 'CONTRACTERROR', 'contractExpired');
  const payer = own(state.payers, contract.contract_id) ?? usualPayer();
  if (payer.isCancelled) return refuse(404, 'USER_NOT_EXIST', 'payerGone');
  const paying = firstThatPays(payer);
  if ('fails' in paying) {
    const { status, message } = methodRefusals[paying.fails];
    return refuse(status, paying.fails, message);
  }
  const order = openOrder(body, contract, { mode, asked, bank_type: paying.bank_type, n: state.charges.length });
  state.orders[key] = order;
  if (moveOrder(state, order, payer.next, now)) {
    countEffect(state, `order ${order.out_trade_no}`, null);
    tellOfOrder(state, order, now);
  }
  return answer(order, true);
}

/** The first method that pays; where none does, why the priority one does not. */
function firstThatPays({ methods }: Payer): { bank_type: string } | { fails: MethodFault } {
  const paying = methods.find(({ fails }) => fails === null);
  return paying ? { bank_type: paying.bank_type } : { fails: methods[0]?.fails ?? 'NOTENOUGH' };
}

type Body = (typeof deductionBodies)['institutional' | 'common']['_output'];

function openOrder(
  body: Body,
  contract: HeldContract,
  about: { mode: Mode; asked: string; bank_type: string; n: number },
): HeldOrder {
  const { out_trade_no, description, attach, goods_tag, notify_url, merchant_category_code, scene_info } = body;
  return {
    mode: about.mode,
    ...('sub_mchid' in body && { sub_mchid: body.sub_mchid }),
    ...('sub_appid' in body && body.sub_appid !== undefined && { sub_appid: body.sub_appid }),
    out_trade_no,
    transaction_id: newTransactionId(contract.contract_id, out_trade_no, about.n),
    contract_id: contract.contract_id,
    openid: contract.openid,
    asked: about.asked,
    description,
    ...(attach === undefined ? {} : { attach }),
    ...(goods_tag === undefined ? {} : { goods_tag }),
    notify_url,
    merchant_category_code,
    total: body.amount.total,
    currency: body.amount.currency,
    ...(scene_info === undefined ? {} : { scene_info }),
    trade_state: 'NOTPAY',
    bank_type: about.bank_type,
  };
}
