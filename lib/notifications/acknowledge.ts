import type { Acknowledgement } from '@/lib/platform/wire/notification';
import { answerTo } from './arrival';
import type { Receipt } from './receive';

/** What the platform hears: a status, which alone decides whether it repeats, and the body of 6.3. */
export type Answer = { status: 200 | 401 | 404 | 405 | 413 | 500; body: Acknowledgement };

/** Words for whoever reads the platform's log; they tell nothing that the sender does not know. */
const refusedWords: Record<Extract<Receipt, { kind: 'refused' }>['cause'], string> = {
  headers: 'signature headers are missing',
  time: 'the timestamp is not a number of seconds within 300 s of our clock',
  serial: 'no certificate with this serial is held',
  signature: 'the signature is not that of the named certificate',
  probe: 'the signature is a test signature',
  'too-large': 'the body is too large',
};

const fail = (status: 401 | 404 | 405 | 413, message: string): Answer => ({ status, body: { code: 'FAIL', message } });

/** The HTTP answer for what became of a message (decisions 6). */
export function acknowledge(receipt: Receipt): Answer {
  switch (receipt.kind) {
    case 'refused':
      return fail(receipt.cause === 'too-large' ? 413 : 401, refusedWords[receipt.cause]);
    case 'failed':
      return { status: 500, body: { code: 'SYSTEM_ERROR', message: 'nothing was kept yet' } };
    case 'settled': {
      const status = answerTo(receipt.settled);
      return status === 200
        ? { status, body: { code: 'SUCCESS', message: '' } }
        : { status, body: { code: 'SYSTEM_ERROR', message: `cannot be used: ${receipt.settled.cause}` } };
    }
  }
}

export const unknownConnection = fail(404, 'no connection of this name');
export const otherMethod = fail(405, 'notifications are posted');
