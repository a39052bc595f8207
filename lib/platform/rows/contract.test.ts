import { describe, expect, it } from 'vitest';
import type { Answer, JudgeContext } from '../dispositions';
import { judge } from '../dispositions';
import type { SignatureState } from '../verify';

const objectId = '2026061900003001';

const response = (status: number, body: unknown, signature: SignatureState = 'valid'): Answer => ({
  kind: 'response',
  status,
  headers: {},
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  signature,
  requestId: null,
});
const error = (status: number, code: string, message = 'x', signature: SignatureState = 'valid') =>
  response(status, { code, message }, signature);
const judged = (answer: Answer, context: JudgeContext = 'first', wasKnown = true) =>
  judge('contract.terminate', answer, { context, objectId, wasKnown });

const gone = (signature: SignatureState = 'valid') =>
  error(403, 'CONTRACT_NOT_EXIST', 'The contract does not exist or has been terminated.', signature);

describe('table 2.1 for 4.3: first try, after an unknown of a known contract, after one of a contract only staff knew', () => {
  it.each<[string, Answer[], [string, string, string], string]>([
    ['CONTRACT_NOT_EXIST', [gone(), gone('none')], ['refused', 'accepted', 'unknown'], 'contract-not-exist'],
    [
      'PARAM_ERROR',
      [error(400, 'PARAM_ERROR'), error(400, 'PARAM_ERROR', '参数错误', 'none')],
      ['refused', 'refused', 'refused'],
      'contract-param-error',
    ],
    ['SYSTEMERROR', [error(500, 'SYSTEMERROR')], ['unknown', 'unknown', 'unknown'], 'contract-system-error'],
    [
      'the other spelling of it, and any other 5xx',
      [error(500, 'SYSTEM_ERROR'), error(500, 'BANKERROR'), error(502, 'X'), response(503, '')],
      ['unknown', 'unknown', 'unknown'],
      'server-error',
    ],
    [
      '429',
      [error(429, 'RATE_LIMITED'), error(429, 'FREQUENCY_LIMIT_EXCEED'), response(429, '')],
      ['waiting', 'unknown', 'unknown'],
      'contract-too-many-requests',
    ],
    ['401', [error(401, 'SIGN_ERROR', 'x', 'none')], ['refused', 'unknown', 'unknown'], 'contract-unauthorized'],
    [
      'a code of no row',
      [error(404, 'NO_AUTH'), error(400, 'INVALID_REQUEST'), error(403, 'SOMETHING_NEW')],
      ['refused', 'unknown', 'unknown'],
      'contract-unknown-code',
    ],
    ['an empty 404', [response(404, '', 'none')], ['refused', 'unknown', 'unknown'], 'nothing-there'],
    [
      '408, 409, 425, whatever they say',
      [408, 409, 425].map((status) => error(status, 'CONTRACT_NOT_EXIST')),
      ['unknown', 'unknown', 'unknown'],
      'try-again-status',
    ],
    [
      'a wrong signature',
      [gone('wrong'), response(204, '', 'wrong')],
      ['unknown', 'unknown', 'unknown'],
      'signature-wrong',
    ],
    ['a 403 that cannot be read', [response(403, '<html>')], ['unknown', 'unknown', 'unknown'], 'not-readable'],
    [
      'a time-out, a cut line',
      [
        { kind: 'no-answer', cause: 'timeout', sent: true },
        { kind: 'no-answer', cause: 'cut', sent: true },
      ],
      ['unknown', 'unknown', 'unknown'],
      'no-answer',
    ],
    [
      'a connection that was never made',
      [{ kind: 'no-answer', cause: 'refused-connection', sent: false }],
      ['waiting', 'unknown', 'unknown'],
      'not-reached',
    ],
    ['204, signed (bug-responses-01)', [response(204, '')], ['accepted', 'accepted', 'accepted'], 'accepted'],
    ['204 without a signature', [response(204, '', 'none')], ['unknown', 'unknown', 'unknown'], 'signature-missing'],
    [
      'another 2xx',
      [response(200, '{}'), response(202, ''), response(200, { contract_id: objectId })],
      ['unknown', 'unknown', 'unknown'],
      'unexpected-status',
    ],
    ['a redirect', [response(302, '')], ['unknown', 'unknown', 'unknown'], 'unexpected-status'],
  ])('%s', (_, answers, expected, rowId) => {
    for (const answer of answers) {
      const verdicts = [judged(answer), judged(answer, 'after-unknown'), judged(answer, 'after-unknown', false)];
      expect(verdicts.map(({ outcome }) => outcome)).toEqual(expected);
      expect(verdicts.map((verdict) => verdict.rowId)).toEqual([rowId, rowId, rowId]);
    }
  });

  it('asks a person about a contract that only staff knew: the same bytes would meet the same answer', () => {
    expect(judged(gone(), 'after-unknown', false).endsRepeats).toBe(true);
    expect(judged(gone(), 'after-unknown').endsRepeats).toBeUndefined();
    expect(judged(gone(), 'first', false)).toMatchObject({ outcome: 'refused' });
    expect(judged(gone(), 'first', false).endsRepeats).toBeUndefined();
  });

  it('pauses the connection on a 401', () => {
    expect(judged(error(401, 'SIGN_ERROR', 'x', 'none')).pauses).toBe(true);
    expect(judged(gone()).pauses).toBeUndefined();
  });
});
