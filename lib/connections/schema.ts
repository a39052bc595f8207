import { z } from 'zod';
import { hasNul } from '@/lib/address-values';

/** Longest PEM text that is looked at, in characters. */
const PEM_MAX = 64 * 1024;
const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => !hasNul(value));

/** The keys of a connection as they were pasted or read from files: PEM of both, and the 32 characters. */
export const typedKeys = z.object({
  /** Serial of our API certificate, hexadecimal. */
  merchantSerial: text(100),
  privateKey: text(PEM_MAX),
  merchantCertificate: text(PEM_MAX),
  apiKey: text(2000),
});

/** A connection as somebody types it in Settings. What each value must be is judged by `checkConnection`. */
export const typedConnection = typedKeys.extend({
  slug: text(100),
  name: text(200),
  mode: z.enum(['institutional', 'common']),
  environment: z.enum(['live', 'practice']),
  dialect: z.enum(['servicepay', 'wechatpay']),
  baseUrl: text(500),
  mchid: text(100),
  appid: text(100),
  readsEnabled: z.boolean(),
});
export type TypedConnection = z.infer<typeof typedConnection>;

/** What is looked at before a connection is saved, in the order in which it is told. */
export const connectionChecks = ['address', 'private-key', 'certificate', 'pair', 'serial', 'api-key', 'call'] as const;

/** What one look came to. `rule` names the sentence. */
export const checkLine = z.object({
  check: z.enum(connectionChecks),
  state: z.enum(['passed', 'failed', 'skipped']),
  rule: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type CheckLine = z.infer<typeof checkLine>;
