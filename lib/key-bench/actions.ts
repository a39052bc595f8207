'use server';
import { z } from 'zod';
import { defineAction } from '@/lib/boundary';
import { heldCertificates } from '@/lib/connections/certificates';
import { heldMessageKeys } from '@/lib/connections/message-keys';
import { addresseeOf } from '@/lib/notifications/message';
import { ok, refuse } from '@/lib/result';
import { judgeSample } from './bench';
import { tryToSeal } from './seal-test';

/** Longest sample, in characters: the longest ciphertext of 6.1 and what stands around it, under the limit of an action. */
const SAMPLE_MAX = 1_500_000;

/** Judges a sample notification. Nothing of it is stored; of its content only masks come back. */
export const benchSampleAction = defineAction({
  name: 'key-bench.sample',
  permission: 'keys:manage',
  input: z.object({
    connection: z.string(),
    body: z.string().max(SAMPLE_MAX),
    headers: z.string().max(20_000),
  }),
  run: async ({ context, account }, sample) => {
    const { dialect, connection } = account;
    return ok(
      judgeSample(sample, {
        dialect,
        certificates: await heldCertificates(context.db, connection.id),
        keys: await heldMessageKeys(context, account),
        addressee: addresseeOf(connection),
        now: context.now(),
      }),
    );
  },
});

/** Tries how long a text becomes when it is sealed; the text is not stored and not sent back. */
export const sealTestAction = defineAction({
  name: 'key-bench.seal',
  permission: 'keys:manage',
  input: z.object({ connection: z.string(), serial: z.string().max(64), text: z.string().max(4000) }),
  run: async ({ context, account }, { serial, text }) => {
    const tried = tryToSeal(text, serial, await heldCertificates(context.db, account.connection.id));
    return tried ? ok(tried) : refuse({ kind: 'not-found' });
  },
});
