import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Answer, JudgeContext, Verdict } from './dispositions';
import { circumstances, dispositionOf, findDisposition, judge, judgeOutdatedSeal, retryAfterMs } from './dispositions';
import { dispositions } from './rows/all';
import type { Disposition } from './rows/row';
import { subMerchantRows } from './rows/sub-merchant';
import type { SignatureState } from './verify';
import { h5AuthorizationStates } from './wire/enums';

const objectId = '2400000100';
type Response = Extract<Answer, { kind: 'response' }>;

const response = (status: number, body: unknown, change: Partial<Response> = {}): Response => ({
  kind: 'response',
  status,
  headers: {},
  body: typeof body === 'string' ? Buffer.from(body) : Buffer.from(JSON.stringify(body)),
  signature: 'valid',
  requestId: null,
  ...change,
});
const error = (status: number, code: string, message = 'x', change: Partial<Response> = {}) =>
  response(status, { code, message }, change);
const judged = (answer: Answer, context: JudgeContext = 'first') =>
  judge('sub-merchant.modify', answer, { context, objectId });
const cells = (answer: Answer) => [judged(answer).outcome, judged(answer, 'after-unknown').outcome];
const rowOf = (answer: Answer) => judged(answer).rowId;

/** The texts as the platform has been heard to say them, in both languages. */
const said = {
  page: ['The sub-merchant must be added through the page', '该子商户必须通过页面添加'],
  code: ['business_code already exists', 'business_code已存在'],
  review: ['The sub-merchant has not passed review and cannot be modified', '子商户未通过审核，不能修改'],
  action: [
    'Action has been taken against the merchant, so H5 authorization cannot be enabled',
    '商户已被处罚，无法开通H5支付权限',
  ],
  risk: ['The submitted website or H5 domain is at risk (blacklisted)', '提交的网站或H5域名存在风险'],
  serial: ['The platform certificate serial number is no longer valid', '平台证书序列号已过期'],
  decrypt: ['Decryption with the platform private key failed', '使用平台私钥解密失败'],
};

describe('table 2.1 for 4.1, first try and after an earlier unknown', () => {
  it.each<[string, Answer | Answer[], [string, string], string]>([
    ['SYSTEM_ERROR', error(500, 'SYSTEM_ERROR'), ['unknown', 'unknown'], 'sub-merchant-system-error'],
    ['PARAM_ERROR', error(400, 'PARAM_ERROR'), ['refused', 'refused'], 'sub-merchant-param-error'],
    ['generic INVALID_REQUEST', error(400, 'INVALID_REQUEST'), ['refused', 'unknown'], 'sub-merchant-invalid-request'],
    [
      'add through the page',
      said.page.map((text) => error(400, 'INVALID_REQUEST', text)),
      ['refused', 'refused'],
      'sub-merchant-add-through-page',
    ],
    [
      'business_code exists',
      said.code.map((text) => error(400, 'INVALID_REQUEST', text)),
      ['refused', 'refused'],
      'sub-merchant-business-code-exists',
    ],
    [
      'not passed review',
      said.review.map((text) => error(400, 'INVALID_REQUEST', text)),
      ['refused', 'unknown'],
      'sub-merchant-not-passed-review',
    ],
    [
      'action taken',
      said.action.map((text) => error(400, 'INVALID_REQUEST', text)),
      ['refused', 'refused'],
      'sub-merchant-action-taken',
    ],
    [
      'risk or blacklist',
      said.risk.map((text) => error(400, 'INVALID_REQUEST', text)),
      ['refused', 'refused'],
      'sub-merchant-domain-at-risk',
    ],
    [
      'serial no longer valid',
      [...said.serial, ...said.decrypt].map((text) => error(400, 'PARAM_ERROR', text)),
      ['refused', 'unknown'],
      'sub-merchant-serial-not-valid',
    ],
    ['401', error(401, 'SIGN_ERROR', 'x', { signature: 'none' }), ['refused', 'unknown'], 'sub-merchant-unauthorized'],
    [
      '429',
      ['FREQUENCY_LIMIT_EXCEED', 'RATE_LIMITED', 'PARAM_ERROR'].map((code) => error(429, code)),
      ['waiting', 'unknown'],
      'sub-merchant-too-many-requests',
    ],
    ['429 without a word', response(429, ''), ['waiting', 'unknown'], 'sub-merchant-too-many-requests'],
    [
      'an unknown code',
      [error(400, 'SOMETHING_NEW'), error(403, 'NO_AUTH')],
      ['refused', 'unknown'],
      'sub-merchant-unknown-code',
    ],
    ['an empty 404', response(404, '', { signature: 'none' }), ['refused', 'unknown'], 'nothing-there'],
    ['a 404 with a page', response(404, '<html>', { signature: 'none' }), ['unknown', 'unknown'], 'not-readable'],
    ['a 400 that cannot be read', response(400, 'Bad Request'), ['unknown', 'unknown'], 'not-readable'],
    [
      '408, 409, 425, whatever they say',
      [408, 409, 425].map((status) => error(status, 'PARAM_ERROR')),
      ['unknown', 'unknown'],
      'try-again-status',
    ],
    [
      'other 5xx, whatever they say',
      [error(500, 'PARAM_ERROR'), error(502, 'SERVICE_UNAVAILABLE'), response(503, ''), error(500, 'BANKERROR')],
      ['unknown', 'unknown'],
      'server-error',
    ],
    ['a redirect', [response(302, ''), response(304, '')], ['unknown', 'unknown'], 'unexpected-status'],
    ['a time-out', { kind: 'no-answer', cause: 'timeout', sent: true }, ['unknown', 'unknown'], 'no-answer'],
    ['a cut connection', { kind: 'no-answer', cause: 'cut', sent: true }, ['unknown', 'unknown'], 'no-answer'],
    [
      'a time-out before connecting',
      { kind: 'no-answer', cause: 'timeout', sent: false },
      ['unknown', 'unknown'],
      'no-answer',
    ],
    ['a failed handshake', { kind: 'no-answer', cause: 'tls', sent: false }, ['unknown', 'unknown'], 'no-answer'],
    [
      'a connection refused',
      { kind: 'no-answer', cause: 'refused-connection', sent: false },
      ['waiting', 'unknown'],
      'not-reached',
    ],
    ['a name not found', { kind: 'no-answer', cause: 'dns', sent: false }, ['waiting', 'unknown'], 'not-reached'],
    ['an acceptance', response(200, { sub_mchid: objectId }), ['accepted', 'accepted'], 'accepted'],
    ['an acceptance for another', response(200, { sub_mchid: '2400000101' }), ['unknown', 'unknown'], 'not-ours'],
    [
      'a 2xx that cannot be read',
      [response(200, ''), response(204, ''), response(200, '{}'), response(200, '<html>')],
      ['unknown', 'unknown'],
      'not-readable',
    ],
    [
      'a 2xx without signature',
      response(200, { sub_mchid: objectId }, { signature: 'none' }),
      ['unknown', 'unknown'],
      'signature-missing',
    ],
  ])('%s', (_, answers, expected, rowId) => {
    for (const answer of [answers].flat()) {
      expect(cells(answer)).toEqual(expected);
      expect(rowOf(answer)).toBe(rowId);
      expect(judged(answer, 'after-unknown').rowId).toBe(rowId);
    }
  });

  it.each<SignatureState>(['wrong', 'probe', 'stale', 'unknown-serial'])(
    'believes nothing with a signature that is %s',
    (signature) => {
      for (const answer of [
        response(200, { sub_mchid: objectId }, { signature }),
        error(400, 'PARAM_ERROR', 'x', { signature }),
        error(401, 'SIGN_ERROR', 'x', { signature }),
        error(429, 'RATE_LIMITED', 'x', { signature }),
        response(404, '', { signature }),
      ]) {
        expect(cells(answer)).toEqual(['unknown', 'unknown']);
        expect(judged(answer)).toMatchObject({ rowId: 'signature-wrong', signature });
        expect(judged(answer).pauses).toBeUndefined();
      }
    },
  );

  it('takes an unsigned error for an answer all the same, and says so (bug-responses-02)', () => {
    const answer = error(400, 'PARAM_ERROR', 'Parameter error', { signature: 'none' });
    expect(judged(answer)).toMatchObject({ outcome: 'refused', notes: ['not-signed'], signature: 'none' });
    expect(judged(error(400, 'PARAM_ERROR')).notes).toEqual([]);
    const said = 'The application is not in REJECTED status';
    expect(judged(error(400, 'INVALID_REQUEST', said, { signature: 'none' }))).toMatchObject({
      outcome: 'refused',
      error: { code: 'INVALID_REQUEST', message: said },
      notes: ['not-signed'],
    });
    expect(judged(response(200, { sub_mchid: objectId }, { signature: 'none' })).outcome).toBe('unknown');
  });

  it('pauses the connection on every 401 that is not a forgery, and settles by one only if it can be read', () => {
    const unsigned = { signature: 'none' } as const;
    for (const context of ['first', 'after-unknown'] as const) {
      expect(judged(error(401, 'SIGN_ERROR', 'x', unsigned), context).pauses).toBe(true);
      expect(judged(response(401, '<html>', unsigned), context)).toMatchObject({ outcome: 'unknown', pauses: true });
    }
    expect(judged(error(403, 'NO_AUTH')).pauses).toBeUndefined();
  });

  it('a seal that is no longer valid: what was never taken did not happen, an unknown stays one and ends its repeats', () => {
    expect(judgeOutdatedSeal('first')).toMatchObject({ outcome: 'refused', rowId: 'seal-outdated' });
    expect(judgeOutdatedSeal('first').endsRepeats).toBeUndefined();
    expect(judgeOutdatedSeal('after-unknown')).toMatchObject({ outcome: 'unknown', endsRepeats: true });
    const answer = error(400, 'PARAM_ERROR', said.serial[0]);
    expect([judged(answer).endsRepeats, judged(answer, 'after-unknown').endsRepeats]).toEqual([undefined, true]);
    expect(judged(error(429, 'RATE_LIMITED'), 'after-unknown').endsRepeats).toBeUndefined();
  });

  it('hands on what was said', () => {
    const detail = { field: '/business/mcc', value: '12', issue: 'length', location: 'body' };
    expect(judged(response(400, { code: 'PARAM_ERROR', message: 'm', detail })).error).toEqual({
      code: 'PARAM_ERROR',
      message: 'm',
      ...detail,
    });
  });

  it('finds the text in the issue when the message is general', () => {
    const detail = { field: '/x', value: '', issue: said.risk[0], location: 'body' };
    expect(rowOf(response(400, { code: 'INVALID_REQUEST', message: 'Invalid', detail }))).toBe(
      'sub-merchant-domain-at-risk',
    );
  });

  it('does not take a word about a registration certificate for one about ours', () => {
    for (const text of [
      'The registration certificate date is invalid',
      '注册证书号错误',
      'registration_certificate_copy is missing',
    ]) {
      expect(rowOf(error(400, 'PARAM_ERROR', text))).toBe('sub-merchant-param-error');
    }
  });

  it('accepts an H5 state that is not listed, and notes it (bug-responses-04)', () => {
    const accepted = (state: unknown) => judged(response(200, { sub_mchid: objectId, h5_authorization_state: state }));
    for (const state of [...h5AuthorizationStates, undefined, null]) expect(accepted(state).notes).toEqual([]);
    expect(accepted('UNDER_APPEAL')).toMatchObject({
      outcome: 'accepted',
      answer: { h5_authorization_state: 'UNDER_APPEAL' },
      notes: ['h5-state-unlisted'],
    });
  });

  it('settles nothing for an operation without rows', () => {
    for (const answer of [response(200, { sub_mchid: objectId }), error(400, 'PARAM_ERROR'), response(404, '')]) {
      expect(judge('sub-merchant.read', answer, { context: 'first', objectId }).outcome).toBe('unknown');
    }
  });
});

describe('Retry-After (bug-responses-07)', () => {
  it.each<[Record<string, string>, number | undefined]>([
    [{}, undefined],
    [{ 'retry-after': '7' }, 7000],
    [{ 'retry-after': '0' }, 1000],
    [{ 'retry-after': '99999999999' }, 86_400_000],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '1.5' }, undefined],
    [{ 'retry-after': 'Sun, 01 Nov 2026 00:01:30 GMT', date: 'Sun, 01 Nov 2026 00:00:00 GMT' }, 90_000],
    [{ 'retry-after': 'Sun, 01 Nov 2026 00:00:00 GMT', date: 'Sun, 01 Nov 2026 00:01:00 GMT' }, 1000],
    [{ 'retry-after': 'Sun, 01 Nov 2026 00:01:30 GMT' }, undefined],
  ])('%j', (headers, expected) => {
    expect(retryAfterMs(headers)).toBe(expected);
    expect(judged(error(429, 'RATE_LIMITED', 'x', { headers })).retryAfterMs).toBe(expected);
  });
});

describe('the table', () => {
  it('names each row once, apart from the circumstances', () => {
    const ids = [...dispositions.map(({ id }) => id), ...circumstances];
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id } of dispositions) expect(dispositionOf(id)?.id).toBe(id);
    expect(dispositionOf('accepted')).toBeNull();
  });

  it('has patterns in both languages or in none, without memory', () => {
    for (const { patterns } of dispositions) {
      expect(patterns.en.length > 0).toBe(patterns.zh.length > 0);
      for (const pattern of [...patterns.en, ...patterns.zh]) expect(pattern.flags).not.toMatch(/[gy]/);
    }
  });

  it('lets one text belong to one row', () => {
    for (const text of Object.values(said).flat()) {
      const matching = subMerchantRows.filter(({ patterns }: Disposition) =>
        [...patterns.en, ...patterns.zh].some((pattern) => pattern.test(text)),
      );
      expect(matching.map(({ id }) => id)).toHaveLength(1);
    }
  });

  it('finds no row for another operation', () => {
    expect(findDisposition('certificates.list', 400, { code: 'PARAM_ERROR', message: '' })).toBeNull();
  });
});

describe('every possible answer', () => {
  const codes = [...dispositions.map(({ code }) => code ?? 'NEW'), 'SYSTEMERROR', 'BANKERROR', ''];
  const texts = Object.values(said).flat();
  const body = fc.oneof(
    fc.record({ code: fc.constantFrom(...codes), message: fc.constantFrom('', ...texts), detail: fc.jsonValue() }),
    fc.record({
      sub_mchid: fc.constantFrom<unknown>(objectId, '1', 2400000100, null),
      h5_authorization_state: fc.jsonValue(),
    }),
    fc.jsonValue(),
  );
  const bytes = fc.oneof(
    body.map((json) => Buffer.from(JSON.stringify(json) ?? '')),
    fc.uint8Array().map((array) => Buffer.from(array)),
  );
  const status = fc.oneof(
    fc.integer({ min: 0, max: 999 }),
    fc.constantFrom(200, 204, 400, 401, 404, 408, 409, 425, 429, 500, 503),
  );
  const signature = fc.constantFrom<SignatureState>('valid', 'wrong', 'none', 'probe', 'unknown-serial', 'stale');
  const headers = fc.dictionary(fc.constantFrom('retry-after', 'date', 'x'), fc.oneof(fc.string(), fc.constant('5')));
  const answer: fc.Arbitrary<Answer> = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('response' as const),
        status,
        headers,
        body: bytes,
        signature,
        requestId: fc.constant(null),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('no-answer' as const),
        cause: fc.constantFrom(
          'timeout' as const,
          'refused-connection' as const,
          'cut' as const,
          'dns' as const,
          'aborted' as const,
          'tls' as const,
        ),
        sent: fc.boolean(),
      }),
    },
  );
  const context = fc.constantFrom<JudgeContext>('first', 'after-unknown');
  const rowIds: string[] = [...dispositions.map(({ id }) => id), ...circumstances];
  const settling: string[] = dispositions.filter(({ afterUnknown }) => afterUnknown === 'refused').map(({ id }) => id);
  const is4xx = (given: Answer) => given.kind === 'response' && given.status >= 400 && given.status < 500;

  const holds = (given: Answer, before: JudgeContext, verdict: Verdict) => {
    expect(['accepted', 'refused', 'unknown', 'waiting']).toContain(verdict.outcome);
    expect(rowIds).toContain(verdict.rowId);
    expect(verdict).toEqual(judged(given, before));
    if (verdict.outcome === 'accepted') {
      expect(given).toMatchObject({ kind: 'response', signature: 'valid' });
      expect(given.kind === 'response' && given.status >= 200 && given.status < 300).toBe(true);
      expect(verdict.answer?.sub_mchid).toBe(objectId);
    } else expect(verdict.answer).toBeUndefined();
    if (verdict.outcome === 'refused') {
      expect(is4xx(given)).toBe(true);
      if (before === 'after-unknown') expect(settling).toContain(verdict.rowId);
    }
    if (verdict.outcome === 'waiting') expect(before).toBe('first');
    if (verdict.retryAfterMs !== undefined) expect(verdict.retryAfterMs).toBeGreaterThanOrEqual(1000);
  };

  it('has exactly one verdict, none accepted without a valid signature, none settled by what proves nothing', () => {
    fc.assert(
      fc.property(answer, context, (given, before) => holds(given, before, judged(given, before))),
      { numRuns: 1000 },
    );
  });

  it('settles after an unknown at most what it would settle at first', () => {
    fc.assert(
      fc.property(answer, (given) => {
        const [first, later] = [judged(given), judged(given, 'after-unknown')];
        if (later.outcome !== 'unknown') expect(later).toEqual(first);
      }),
      { numRuns: 500 },
    );
  });
});
