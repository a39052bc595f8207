import { describe, expect, it } from 'vitest';
import type { Answer } from './dispositions';
import { judgeUpload } from './upload-answer';

const response = (
  status: number,
  body: unknown,
  change: Partial<Extract<Answer, { kind: 'response' }>> = {},
): Answer => ({
  kind: 'response',
  status,
  headers: {},
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  signature: 'valid',
  requestId: '08-1',
  ...change,
});

const refusal = { code: 'PARAM_ERROR', message: 'The file is larger than 2 MB.' };

describe('judgeUpload', () => {
  it('believes a media ID that is signed', () => {
    expect(judgeUpload(response(200, { media_id: '15a6f7d8-0000' }))).toEqual({ ok: true, mediaId: '15a6f7d8-0000' });
  });

  it.each([
    ['without a signature', response(200, { media_id: 'x' }, { signature: 'none' }), 'unknown', 'signature-missing'],
    ['with a wrong signature', response(200, { media_id: 'x' }, { signature: 'wrong' }), 'unknown', 'signature-wrong'],
    ['without a media ID', response(200, {}), 'unknown', 'not-readable'],
    ['with an empty body', response(204, ''), 'unknown', 'unexpected-status'],
    ['of a redirect', response(302, ''), 'unknown', 'unexpected-status'],
    ['with a code', response(400, refusal), 'refused', 'PARAM_ERROR'],
    ['with a code and no signature', response(400, refusal, { signature: 'none' }), 'refused', 'PARAM_ERROR'],
    ['without a code', response(413, '<html>'), 'refused', 'not-readable'],
    ['of an unknown route', response(404, ''), 'refused', 'not-readable'],
    ['that asks to wait', response(429, { code: 'RATE_LIMITED', message: 'slow' }), 'not-taken', 'RATE_LIMITED'],
    ['of a conflict', response(409, ''), 'not-taken', 'busy'],
    ['of a fault there', response(500, { code: 'SYSTEM_ERROR', message: '' }), 'unknown', 'SYSTEM_ERROR'],
    ['of something in front', response(502, '<html>'), 'unknown', 'server-error'],
    ['that never came', { kind: 'no-answer', cause: 'timeout', sent: true } as const, 'unknown', 'timeout'],
    ['of nobody', { kind: 'no-answer', cause: 'dns', sent: false } as const, 'not-taken', 'dns'],
  ])('takes an answer %s for no media ID, and says why', (_, answer, kind, code) => {
    expect(judgeUpload(answer)).toMatchObject({ ok: false, fault: { kind, code } });
  });

  it('keeps the words and the request of a refusal', () => {
    expect(judgeUpload(response(400, refusal))).toEqual({
      ok: false,
      fault: { kind: 'refused', code: 'PARAM_ERROR', message: refusal.message, status: 400, requestId: '08-1' },
    });
  });
});
