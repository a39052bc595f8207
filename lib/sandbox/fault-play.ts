// Plays an armed fault on a call.
import type { OperationName } from '../platform/operations';
import type { Fault, Faults } from './faults';
import type { Call, Reply } from './reply';
import { failure, notFound, reply } from './reply';
import type { Language } from './texts';
import { say } from './texts';

type Served = { reply: Reply; note: null } | { reply: null; note: string; effect: boolean };

/** Answers (or does not answer) a call as the fault wants; `serve` is the proper way, effect included. */
export async function playFault(
  { hold }: Faults,
  call: Call,
  fault: Fault,
  operation: OperationName,
  language: Language,
  serve: () => Promise<Reply>,
): Promise<Served> {
  const instead = (reply: Reply): Served => ({ reply, note: null });
  const cut = (note: string, effect: boolean): Served => ({ reply: null, note, effect });
  if ('row' in fault.kind) {
    const { status, code, message, field, signed } = fault.kind.answer;
    const detail =
      field === null ? undefined : { field, value: '', issue: say(message, language, field), location: 'body' };
    return instead(
      failure(status, code, say(message, language, field ?? ''), language, detail, {
        signing: signed ? 'proper' : 'none',
      }),
    );
  }
  // The tables of 7.3 and 7.4 spell it in one word.
  const code = operation === 'contract.terminate' || operation === 'deduction.charge' ? 'SYSTEMERROR' : 'SYSTEM_ERROR';
  const system = () => failure(500, code, say('system', language), language);
  switch (fault.kind.mode) {
    case 'delay':
      await new Promise((resolve) => setTimeout(resolve, fault.ms));
      return instead(await serve());
    case 'hang':
      return (await hold(call.gone)) ? instead(await serve()) : cut('the caller hung up while held', false);
    case 'hang-after': {
      const served = await serve();
      return (await hold(call.gone)) ? instead(served) : cut('the caller hung up while held', served.effect);
    }
    case 'cut-before':
      return cut('line cut before the effect', false);
    case 'cut-after':
      return cut('line cut after the effect', (await serve()).effect);
    case '500-before':
      return instead(system());
    case '500-after':
      return instead({ ...system(), effect: (await serve()).effect });
    case '429': {
      const headers: Record<string, string> = {};
      if (fault.retryAfterSeconds !== null) headers['Retry-After'] = String(fault.retryAfterSeconds);
      const code = fault.code ?? 'RATE_LIMITED';
      return instead(failure(429, code, say('frequency', language), language, undefined, { headers }));
    }
    case 'garble': {
      const served = await serve();
      return instead({ ...served, body: `${served.body.slice(0, Math.ceil(served.body.length / 2))}\u0000<` });
    }
    case 'missign':
      return instead({ ...(await serve()), signing: 'wrong' });
    case 'unsigned':
      return instead({ ...(await serve()), signing: 'none' });
    case 'probe':
      return instead({ ...(await serve()), signing: 'probe' });
    case 'stale':
      return instead({ ...(await serve()), signing: 'stale' });
    case 'unknown-serial':
      return instead({ ...(await serve()), signing: 'unknown-serial' });
    case 'other-id': {
      const served = await serve();
      const other = served.body
        .replace(/"sub_mchid":"\d+"/, '"sub_mchid":"1900009999"')
        .replace(/"applyment_id":\d+/, '"applyment_id":999999999')
        .replace(/"out_trade_no":"[^"]+"/, '"out_trade_no":"NOT-OURS"');
      return instead({ ...served, body: other });
    }
    case 'empty-404':
      return instead(notFound());
    case 'status': {
      const { status, code, message, headers, signed } = fault;
      const signing = signed ? 'proper' : 'none';
      if (code === null) return instead(reply(status, message ?? '', language, { headers, signing }));
      const words = message ?? say('unknownCode', language);
      return instead(failure(status, code, words, language, undefined, { headers, signing }));
    }
  }
}
