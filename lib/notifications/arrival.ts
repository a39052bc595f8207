import type { Opened, Unusable } from './message';
import type { DeliveryVerdict, Door, StepTime } from './view';

/** One message that verified, on its way into the inbox. */
export type Arrival = {
  receivedAt: Date;
  door: Door;
  /** Serial of the certificate that verified it, the time it was signed at, and the nonce of its headers. */
  serial: string;
  signedAt: Date;
  nonce: string;
  platformRequestId: string | null;
  body: Buffer;
  bodySha256: string;
  message: Opened | Unusable;
  /** Opens other bytes with the keys by which this one was. */
  open: (body: Buffer) => Opened | Unusable;
  /** The checks passed so far. */
  steps: StepTime[];
  /** Microseconds since it arrived. */
  elapsedUs: () => number;
};

/** What the inbox made of an arrival, once it is committed. */
export type Settled = { verdict: DeliveryVerdict; cause: string | null; rowId: string };

/**
 * The HTTP status for what a message came to. Of what is in quarantine the platform must not hear success: it repeats
 * that while whatever is wrong can still be mended (decisions 6).
 */
export const answerTo = ({ verdict }: Pick<Settled, 'verdict'>): 200 | 500 => (verdict === 'quarantine' ? 500 : 200);
