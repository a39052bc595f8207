import { describe, expect, it } from 'vitest';
import type { Answer, JudgeFacts } from '../dispositions';
import { judge } from '../dispositions';
import type { SignatureState } from '../verify';
import { tradeStates } from '../wire/enums';
import { deductionRows } from './deduction';
import { tradeStateRow, tradeStateRows } from './trade-state';

const objectId = 'D20261128000001';

const response = (status: number, body: unknown, signature: SignatureState = 'valid'): Answer => ({
  kind: 'response',
  status,
  headers: {},
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  signature,
  requestId: null,
});
const error = (status: number, code: string, signature: SignatureState = 'valid') =>
  response(status, { code, message: 'x' }, signature);
const order = (trade_state: string, more = {}) =>
  response(200, {
    out_trade_no: objectId,
    transaction_id: '42',
    trade_type: 'AUTH',
    trade_state,
    trade_state_desc: 'x',
    merchant_category_code: '5942',
    ...more,
  });
const judged = (answer: Answer, facts: Partial<JudgeFacts> = {}) =>
  judge('deduction.charge', answer, { context: 'first', objectId, ...facts });

/** first: the number was never sent. sent before: a first try of these bytes, the number having gone out before. after: an unknown. */
describe('table 2.1 for 4.4: a first try, one of a number sent before, after an earlier unknown', () => {
  it.each<[string, Answer[], [string, string, string], string]>([
    ['PARAM_ERROR', [error(400, 'PARAM_ERROR')], ['refused', 'refused', 'unknown'], 'deduction-param-error'],
    ['SYSTEMERROR', [error(500, 'SYSTEMERROR')], ['unknown', 'unknown', 'unknown'], 'deduction-system-error'],
    [
      'INVALID_REQUEST',
      [error(400, 'INVALID_REQUEST')],
      ['refused', 'refused', 'unknown'],
      'deduction-invalid-request',
    ],
    [
      'NO_AUTH',
      [error(404, 'NO_AUTH'), error(403, 'NO_AUTH', 'none')],
      ['refused', 'refused', 'unknown'],
      'deduction-no-auth',
    ],
    ['USER_NOT_EXIST', [error(404, 'USER_NOT_EXIST')], ['refused', 'refused', 'unknown'], 'deduction-user-not-exist'],
    [
      'ORDERPAID (bug-charge-safety-04)',
      [error(400, 'ORDERPAID')],
      ['refused', 'unknown', 'accepted'],
      'deduction-order-paid',
    ],
    ['ORDERCLOSED', [error(400, 'ORDERCLOSED')], ['refused', 'refused', 'refused'], 'deduction-order-closed'],
    [
      'ALREADY_EXISTS (bug-charge-safety-04)',
      [error(400, 'ALREADY_EXISTS')],
      ['refused', 'unknown', 'unknown'],
      'deduction-already-exists',
    ],
    ['BANKERROR, signed', [error(500, 'BANKERROR')], ['refused', 'refused', 'unknown'], 'deduction-bank-error'],
    [
      'BANKERROR without signature',
      [error(500, 'BANKERROR', 'none')],
      ['unknown', 'unknown', 'unknown'],
      'server-error',
    ],
    ['CONTRACTERROR', [error(403, 'CONTRACTERROR')], ['refused', 'refused', 'unknown'], 'deduction-contract-error'],
    ['USER_ERROR', [error(403, 'USER_ERROR')], ['refused', 'refused', 'unknown'], 'deduction-user-error'],
    ['RULE_LIMIT', [error(403, 'RULE_LIMIT')], ['refused', 'refused', 'unknown'], 'deduction-rule-limit'],
    ['NOTENOUGH', [error(403, 'NOTENOUGH')], ['refused', 'refused', 'unknown'], 'deduction-not-enough'],
    [
      '429',
      [error(429, 'RATE_LIMITED'), error(429, 'ORDERPAID'), response(429, '')],
      ['waiting', 'waiting', 'unknown'],
      'deduction-too-many-requests',
    ],
    ['401', [error(401, 'SIGN_ERROR', 'none')], ['refused', 'refused', 'unknown'], 'deduction-unauthorized'],
    [
      'a code of no row',
      [error(403, 'SOMETHING_NEW'), error(404, 'ORDER_NOT_EXIST')],
      ['refused', 'refused', 'unknown'],
      'deduction-unknown-code',
    ],
    [
      'any other 5xx, the other spelling included',
      [error(500, 'SYSTEM_ERROR'), error(503, 'X'), response(502, ''), error(500, 'ORDERCLOSED')],
      ['unknown', 'unknown', 'unknown'],
      'server-error',
    ],
    [
      '408, 409, 425, whatever they say',
      [408, 409, 425].map((status) => error(status, 'NOTENOUGH')),
      ['unknown', 'unknown', 'unknown'],
      'try-again-status',
    ],
    ['an empty 404', [response(404, '', 'none')], ['refused', 'refused', 'unknown'], 'nothing-there'],
    [
      'a wrong signature',
      [error(403, 'NOTENOUGH', 'wrong'), error(500, 'BANKERROR', 'probe')],
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
      ['waiting', 'waiting', 'unknown'],
      'not-reached',
    ],
    [
      '200, whatever the state',
      tradeStates.map((state) => order(state)),
      ['accepted', 'accepted', 'accepted'],
      'accepted',
    ],
    [
      '200 of another order',
      [order('SUCCESS', { out_trade_no: 'OTHER' })],
      ['unknown', 'unknown', 'unknown'],
      'not-ours',
    ],
    [
      '200 without number or state',
      [response(200, {}), response(200, { out_trade_no: objectId }), response(200, '{"out_trade_no":')],
      ['unknown', 'unknown', 'unknown'],
      'not-readable',
    ],
    [
      '200 without a signature',
      [response(200, { out_trade_no: objectId, trade_state: 'SUCCESS' }, 'none')],
      ['unknown', 'unknown', 'unknown'],
      'signature-missing',
    ],
  ])('%s', (_, answers, expected, rowId) => {
    for (const answer of answers) {
      const verdicts = [
        judged(answer),
        judged(answer, { wasKnown: true }),
        judged(answer, { context: 'after-unknown' }),
      ];
      expect(verdicts.map(({ outcome }) => outcome)).toEqual(expected);
      expect(verdicts.map((verdict) => verdict.rowId)).toEqual([rowId, rowId, rowId]);
      const resent = judged(answer, { context: 'after-unknown', wasKnown: true });
      expect(resent.outcome).toBe(expected[2]);
    }
  });

  it('only a paid, a closed and an answered order settle what was unknown', () => {
    const settling = deductionRows.filter(({ afterUnknown }) => afterUnknown !== 'unknown').map(({ id }) => id);
    expect(settling).toEqual(['deduction-order-paid', 'deduction-order-closed']);
  });

  it('offers a new number only where 7.4 speaks of one', () => {
    const offering = deductionRows
      .filter((row) => 'offers' in row && row.offers.some((offer) => offer === 'new-order'))
      .map(({ code }) => code);
    expect(offering).toEqual(['ORDERCLOSED', 'ALREADY_EXISTS', 'BANKERROR']);
  });

  it('tells Integrations of a state that is not in 3.3 and of what is missing', () => {
    expect(judged(order('SUCCESS')).notes).toEqual([]);
    expect(judged(order('NEW_WORD', { transaction_id: undefined })).notes).toEqual([
      'trade-state-unlisted',
      'answer-incomplete',
    ]);
    expect(judged(order('SUCCESS')).order?.trade_state).toBe('SUCCESS');
  });
});

describe('3.3', () => {
  it('each state has its meaning, and money moved in two of them', () => {
    expect(Object.keys(tradeStateRows)).toEqual(expect.arrayContaining([...tradeStates]));
    const those = (test: 'isFinal' | 'isPaid' | 'mayReplace') =>
      tradeStates.filter((state) => tradeStateRow(state)[test]);
    expect(those('isPaid')).toEqual(['SUCCESS', 'REFUND']);
    expect(those('isFinal')).toEqual(['SUCCESS', 'REFUND', 'CLOSED', 'PAYERROR']);
    expect(those('mayReplace')).toEqual(['CLOSED', 'PAYERROR']);
    expect(tradeStateRow('NEW_WORD')).toMatchObject({ isFinal: false, mayReplace: false });
  });
});
