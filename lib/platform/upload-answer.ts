// What an answer to an image upload means (protocol notes 8). An upload changes nothing that a repeat would do twice: at
// most there is another media ID. So whatever did not come to a media ID may simply be uploaded again.
import type { Answer } from './dispositions';
import { parseJson } from './json';
import { operations } from './operations';
import { readPlatformError } from './wire/error';

/** What the last upload came to where it gave no media ID. */
export type UploadFault = {
  /** `refused`: the platform said no. `not-taken`: it asks to wait. `unknown`: it may have taken it; nobody said. */
  kind: 'refused' | 'not-taken' | 'unknown';
  /** The platform's code, or what happened on the way: `timeout`, `signature-wrong`, … */
  code: string;
  /** The platform's own words; empty where it said none. */
  message: string;
  status: number | null;
  requestId: string | null;
};

export type UploadVerdict = { ok: true; mediaId: string } | { ok: false; fault: UploadFault };

const busyStatuses: readonly number[] = [408, 409, 425, 429];

/** Total: each answer is either a media ID that the platform signed, or a fault that says why there is none. */
export function judgeUpload(answer: Answer): UploadVerdict {
  if (answer.kind === 'no-answer') {
    const kind = answer.sent ? 'unknown' : 'not-taken';
    return { ok: false, fault: { kind, code: answer.cause, message: '', status: null, requestId: null } };
  }
  const { status, signature, requestId } = answer;
  const fault = (kind: UploadFault['kind'], code: string, message = ''): UploadVerdict => ({
    ok: false,
    fault: { kind, code, message, status, requestId },
  });
  if (signature !== 'valid' && signature !== 'none') return fault('unknown', `signature-${signature}`);
  const json = parseJson(answer.body);
  if (status >= 400) {
    const error = readPlatformError(json);
    const said = error?.message ?? '';
    if (busyStatuses.includes(status)) return fault('not-taken', error?.code ?? 'busy', said);
    if (status >= 500) return fault('unknown', error?.code ?? 'server-error', said);
    return fault('refused', error?.code ?? 'not-readable', said);
  }
  if (status !== operations['media.upload'].success) return fault('unknown', 'unexpected-status');
  if (signature === 'none') return fault('unknown', 'signature-missing');
  const read = operations['media.upload'].answer.safeParse(json);
  return read.success ? { ok: true, mediaId: read.data.media_id } : fault('unknown', 'not-readable');
}
