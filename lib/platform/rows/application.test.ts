import { describe, expect, it } from 'vitest';
import type { Answer, JudgeContext } from '../dispositions';
import { judge } from '../dispositions';
import type { SignatureState } from '../verify';
import { applicationRows } from './application';

const objectId = '20000112039007199254740993';

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
const judged = (answer: Answer, context: JudgeContext = 'first') =>
  judge('application.modify', answer, { context, objectId });

/** The record with a number beyond 2^53, as it stands on the wire. */
const record = (more = {}) =>
  JSON.stringify({
    applyment_id: 0,
    sub_mchid: '1900003001',
    domains: ['shop.example'],
    transaction_limit_type: 'NORMAL_LIMIT',
    website_state: 'HAS_LAUNCHED',
    website_url: 'https://shop.example',
    applyment_type: 'APPLY_FOR_PAYMENT_AUTHORITY',
    applyment_state: 'PENDING',
    ...more,
  }).replace('"applyment_id":0', `"applyment_id":${objectId}`);

describe('table 2.1 for 4.2, first try and after an earlier unknown', () => {
  it.each<[string, Answer[], [string, string], string]>([
    ['SYSTEM_ERROR', [error(500, 'SYSTEM_ERROR')], ['unknown', 'unknown'], 'application-system-error'],
    [
      'frequency',
      [error(429, 'FREQUENCY_LIMIT_EXCEED'), error(429, 'RATE_LIMITED'), response(429, '')],
      ['waiting', 'unknown'],
      'application-too-many-requests',
    ],
    [
      'number does not exist',
      [error(400, 'PARAM_ERROR', 'The application number does not exist'), error(400, 'PARAM_ERROR', '申请单不存在')],
      ['refused', 'refused'],
      'application-number-unknown',
    ],
    [
      'business page missing',
      [
        error(400, 'PARAM_ERROR', 'Website not launched, business page screenshot missing'),
        error(400, 'PARAM_ERROR', '网站未上线，经营页面截图缺失'),
      ],
      ['refused', 'refused'],
      'application-business-page-missing',
    ],
    [
      'homepage missing',
      [
        error(400, 'PARAM_ERROR', 'Website not launched, homepage screenshot missing'),
        error(400, 'PARAM_ERROR', '缺少首页截图'),
      ],
      ['refused', 'refused'],
      'application-homepage-missing',
    ],
    [
      'limit removal',
      [error(400, 'PARAM_ERROR', 'A limit-removal request must use limit type NO_LIMIT')],
      ['refused', 'refused'],
      'application-removal-needs-no-limit',
    ],
    ['PARAM_ERROR', [error(400, 'PARAM_ERROR', 'Parameter error')], ['refused', 'refused'], 'application-param-error'],
    [
      'not in REJECTED',
      [
        error(400, 'INVALID_REQUEST', 'The application is not in REJECTED status'),
        error(400, 'INVALID_REQUEST', '申请单不是驳回状态，不允许修改'),
        error(400, 'INVALID_REQUEST', 'The application is not in REJECTED status', 'none'),
      ],
      ['refused', 'accepted'],
      'application-not-rejected',
    ],
    [
      'formal authority',
      [error(400, 'INVALID_REQUEST', 'Only sub-merchants with formal limited authority can request limit removal')],
      ['refused', 'unknown'],
      'application-needs-formal-authority',
    ],
    [
      'action taken',
      [
        error(400, 'INVALID_REQUEST', 'Action taken against the merchant'),
        error(400, 'INVALID_REQUEST', '商户已被处罚'),
      ],
      ['refused', 'unknown'],
      'application-action-taken',
    ],
    [
      'at risk',
      [error(400, 'INVALID_REQUEST', 'Website or domain is at risk (blacklisted)')],
      ['refused', 'unknown'],
      'application-domain-at-risk',
    ],
    [
      'test limit only',
      [error(400, 'INVALID_REQUEST', 'Website not launched, only a test limit is available')],
      ['refused', 'unknown'],
      'application-test-limit-only',
    ],
    ['generic', [error(400, 'INVALID_REQUEST', 'Invalid')], ['refused', 'unknown'], 'application-invalid-request'],
    ['401', [error(401, 'SIGN_ERROR', 'x', 'none')], ['refused', 'unknown'], 'application-unauthorized'],
    [
      'an unknown code',
      [error(400, 'SOMETHING_NEW'), error(403, 'NO_AUTH')],
      ['refused', 'unknown'],
      'application-unknown-code',
    ],
    ['an empty 404', [response(404, '', 'none')], ['refused', 'unknown'], 'nothing-there'],
    [
      '408, 409, 425',
      [408, 409, 425].map((status) => error(status, 'PARAM_ERROR')),
      ['unknown', 'unknown'],
      'try-again-status',
    ],
    ['a wrong signature', [error(400, 'PARAM_ERROR', 'x', 'wrong')], ['unknown', 'unknown'], 'signature-wrong'],
    ['a time-out', [{ kind: 'no-answer', cause: 'timeout', sent: true }], ['unknown', 'unknown'], 'no-answer'],
    ['an acceptance', [response(200, record())], ['accepted', 'accepted'], 'accepted'],
    [
      'another application',
      [response(200, record().replace(objectId, '20000112039007199254740992'))],
      ['unknown', 'unknown'],
      'not-ours',
    ],
    [
      'an answer without number or state',
      [response(200, '{}'), response(200, record({ applyment_state: undefined })), response(204, '')],
      ['unknown', 'unknown'],
      'not-readable',
    ],
    ['no signature', [response(200, record(), 'none')], ['unknown', 'unknown'], 'signature-missing'],
  ])('%s', (_, answers, expected, rowId) => {
    for (const answer of answers) {
      expect([judged(answer).outcome, judged(answer, 'after-unknown').outcome]).toEqual(expected);
      expect([judged(answer).rowId, judged(answer, 'after-unknown').rowId]).toEqual([rowId, rowId]);
    }
  });

  it('tells what was answered, and what is missing or unheard of to Integrations', () => {
    expect(judged(response(200, record()))).toMatchObject({
      application: { applyment_id: objectId, applyment_state: 'PENDING' },
      notes: [],
    });
    expect(judged(response(200, record({ applyment_state: 'QUEUED' }))).notes).toEqual(['applyment-state-unlisted']);
    const short = response(200, record({ domains: undefined, website_url: undefined }));
    expect(judged(short)).toMatchObject({ outcome: 'accepted', notes: ['answer-incomplete'] });
    expect(judged(error(400, 'INVALID_REQUEST', 'not in REJECTED status', 'none'), 'after-unknown')).toMatchObject({
      outcome: 'accepted',
      notes: ['not-signed'],
    });
  });

  it('lets one text belong to one row of each code', () => {
    const texts = [
      'The application is not in REJECTED status',
      'Website not launched, only a test limit is available',
      'Website not launched, homepage screenshot missing',
      'Website not launched, business page screenshot missing',
      'The application number does not exist',
    ];
    for (const text of texts) {
      const matching = applicationRows.filter(({ patterns }) =>
        [...patterns.en, ...patterns.zh].some((pattern: RegExp) => pattern.test(text)),
      );
      expect(matching).toHaveLength(1);
    }
  });
});
