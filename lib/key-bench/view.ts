import { z } from 'zod';

/** What a sample is judged by, in the order in which the receiver judges a message. */
export const benchSteps = [
  'headers',
  'time',
  'serial',
  'signature',
  'json',
  'envelope',
  'keys',
  'nonce',
  'associated-data',
  'ciphertext',
  'tag',
  'content',
  'ours',
] as const;

/**
 * The finding of one step: `say` names its sentence, `params` what stands in it. `skipped`: a step before it already
 * decided, or there was nothing to judge.
 */
export const benchFinding = z.object({
  step: z.enum(benchSteps),
  verdict: z.enum(['ok', 'wrong', 'note', 'skipped']),
  say: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type BenchFinding = z.infer<typeof benchFinding>;

/** What the bench found. `content` is the decrypted resource with everything masked that could be personal. */
export const benchReport = z.object({
  findings: z.array(benchFinding),
  content: z.array(z.object({ path: z.string(), value: z.string() })),
});
export type BenchReport = z.infer<typeof benchReport>;

/** One encryption that was tried: sizes only. */
export const sealTest = z.object({
  serial: z.string(),
  bytes: z.number(),
  budgetBytes: z.number(),
  /** Bytes of the sealed block and characters of its Base64; null where the text does not fit. */
  sealed: z.object({ bytes: z.number(), characters: z.number() }).nullable(),
});
export type SealTest = z.infer<typeof sealTest>;
