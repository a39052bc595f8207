// One call of the platform, checked in the order of the protocol notes (5.5): route, Accept and User-Agent,
// Authorization, signature, body, seal, state, effect.
import { isObject, parseJson } from '../platform/json';
import type { Mode, Operation, OperationName } from '../platform/operations';
import { matchOperation, operations } from '../platform/operations';
import { chargeContract } from './charge';
import { playFault } from './fault-play';
import { signedPart, takePicture } from './media';
import { modifyOnce } from './modify';
import { modifyApplication } from './modify-application';
import {
  listCertificates,
  readApplication,
  readContract,
  readH5Permission,
  readOrder,
  readSubMerchant,
} from './readings';
import type { Call, Outcome, Platform, Reply } from './reply';
import { failure, notFound } from './reply';
import { advanceReviews } from './reviews';
import { authenticate, callerOf } from './signatures';
import { terminateContract } from './terminate';
import type { Language } from './texts';
import { issueText, languageOf, say } from './texts';

/** Answers one call. Resolves when the answer may leave: whatever it changed is on disk by then. */
export async function answerCall(platform: Platform, call: Call): Promise<Outcome> {
  const language = languageOf(call.headers['accept-language']);
  const [path = '', search = ''] = splitOnce(call.url, '?');
  const route = matchOperation(call.method, path);
  const refused = (reply: Reply): Outcome => ({
    operation: route?.name ?? null,
    fault: null,
    effect: false,
    reply,
    note: null,
  });
  if (!route) return refused(notFound());
  const stranger = checkHeaders(call, language) ?? checkSignature(platform, call, route.name, language);
  if (stranger) return refused(stranger);
  const mode = callerOf(call);
  const { modes }: Operation = operations[route.name];
  // ASSUMPTION: how an operation of the other mode is refused.
  if (!modes.includes(mode)) return refused(failure(403, 'NO_AUTH', say('institutionOnly', language), language));
  const {
    sub_mchid: subMchid = null,
    applyment_id: applymentId = null,
    contract_id = null,
    out_trade_no = null,
  } = route.parameters;
  const objectId = subMchid ?? applymentId ?? contract_id ?? out_trade_no ?? '';
  // A charge names its contract in its body alone.
  const contractId = contract_id ?? (route.name === 'deduction.charge' ? contractIn(call) : null);
  const fault = platform.faults.take(route.name, { subMchid, applymentId, contractId });
  const serve = async (): Promise<Reply> => {
    const isReviewed = advanceReviews(platform.store.state, platform.now());
    const served = handle(platform, call, { name: route.name, objectId, search, path, mode, language });
    // A refusal is remembered too: its key is used up.
    await (isReviewed || served.effect || (route.name === 'sub-merchant.modify' && !served.replayed)
      ? platform.store.commit()
      : platform.store.settled());
    return served;
  };
  const outcome = fault
    ? await playFault(platform.faults, call, fault, route.name, language, serve)
    : { reply: await serve(), note: null };
  return {
    operation: route.name,
    fault: fault ? ('mode' in fault.kind ? fault.kind.mode : fault.kind.row) : null,
    effect: 'effect' in outcome ? outcome.effect : outcome.reply.effect,
    reply: outcome.reply,
    note: outcome.note,
  };
}

function splitOnce(text: string, mark: string): string[] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

// ASSUMPTION: status and code of these two; the notes say only that the platform rejects such requests.
function checkHeaders({ headers }: Call, language: Language): Reply | null {
  const ranges = (headers.accept ?? '').split(',').map((range) => range.split(';')[0]?.trim().toLowerCase());
  if (!ranges.some((range) => range === 'application/json' || range === 'application/*' || range === '*/*')) {
    return failure(400, 'PARAM_ERROR', say('acceptMissing', language), language, undefined, { signing: 'none' });
  }
  if ((headers['user-agent'] ?? '').trim() === '') {
    return failure(400, 'PARAM_ERROR', say('userAgentMissing', language), language, undefined, { signing: 'none' });
  }
  return null;
}

/** An upload is signed over its part `meta`, every other call over its body. */
function checkSignature(platform: Platform, call: Call, name: OperationName, language: Language): Reply | null {
  if (name !== 'media.upload') return authenticate(platform, call, language);
  const part = signedPart(call, language);
  return 'refused' in part ? part.refused : authenticate(platform, { ...call, body: part.signed }, language);
}

type Asked = {
  name: OperationName;
  objectId: string;
  search: string;
  path: string;
  mode: Mode;
  language: Language;
};

function handle(platform: Platform, call: Call, { name, objectId, search, path, mode, language }: Asked): Reply {
  const query = readQuery(search, operations[name].query, language);
  if ('refused' in query) return query.refused;
  switch (name) {
    case 'certificates.list':
      return listCertificates(platform, language);
    case 'sub-merchant.read':
      return readSubMerchant(platform, objectId, query.values, language);
    case 'sub-merchant.modify':
      return modifyOnce(platform, call, objectId, path, language);
    case 'application.modify':
      return modifyApplication(platform, call, objectId, language);
    case 'application.read':
      return readApplication(platform, objectId, language);
    case 'h5-permission.read':
      return readH5Permission(platform, objectId, language);
    case 'contract.terminate':
      return terminateContract(platform, call, objectId, mode, language);
    case 'contract.read':
      return readContract(platform, objectId, query.values, language);
    case 'deduction.charge':
      return chargeContract(platform, call, mode, language);
    case 'deduction.read':
      return readOrder(platform, objectId, query.values, language);
    case 'media.upload':
      return takePicture(platform, call, language);
  }
}

function contractIn({ body }: Call): string | null {
  const json = parseJson(body);
  return isObject(json) && typeof json.contract_id === 'string' ? json.contract_id : null;
}

function readQuery(search: string, names: readonly string[], language: Language) {
  const values = new URLSearchParams(search);
  const foreign = [...values.keys()].filter((name) => !names.includes(name));
  if (foreign.length > 0) {
    const detail = { location: null, value: foreign.map((name) => `/query/${name}`) };
    return { refused: failure(400, 'PARAM_ERROR', say('undefinedParameter', language), language, detail) };
  }
  const missing = names.find((name) => (values.get(name) ?? '') === '');
  if (missing !== undefined) {
    const detail = { field: missing, value: '', issue: issueText('required', language), location: 'query' };
    return { refused: failure(400, 'PARAM_ERROR', say('parameter', language, missing), language, detail) };
  }
  return { values };
}
