// The messages by which the platform tells results (section 6): envelope, and what we answer.
import { z } from 'zod';
import { applymentStates } from './enums';
import { isCalendarDay } from './fields';

/** The family of events that tell where an application stands. Only `.APPROVED` is shown by the interface (6.4). */
export const applymentEventPrefix = 'APPLYMENT_STATE.';
/** Every event of 6.1 that the interface names. */
export const applymentApproved = `${applymentEventPrefix}${applymentStates[2]}` as const;

/** Events of contracts (notes 11.4): one was signed, one ended, by whomever. ASSUMPTION: the interface does not show them. */
export const contractEvents = ['PAPAY.SIGN', 'PAPAY.TERMINATE'] as const;
export type ContractEvent = (typeof contractEvents)[number];

export const isContractEvent = (eventType: string): eventType is ContractEvent =>
  contractEvents.some((event) => event === eventType);

/**
 * The result of a deduction (notes 12.5). ASSUMPTION: the interface says that there is one and does not show it; only
 * success is told.
 */
export const deductionEvent = 'TRANSACTION.SUCCESS';

/** Longest Base64 ciphertext of a resource, in characters (6.1). */
export const ciphertextMax = 1_048_576;

/** An RFC 3339 instant with its offset, as the envelope writes it. */
export const instant = z
  .string()
  .max(64)
  .regex(/^\d{4}-\d{2}-\d{2}[Tt]([01]\d|2[0-3]):\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/)
  // Parsing alone would read 30 February as a day of March.
  .refine((value) => isCalendarDay(value.slice(0, 10)) && !Number.isNaN(Date.parse(value)));

/**
 * The envelope of 6.1, read leniently where nothing hangs on it. Ids are documented as up to 36 characters and as up to 32
 * elsewhere, so 64 are taken (notes 18). `algorithm` is judged apart, because the message is kept then too.
 */
export const notificationEnvelope = z.looseObject({
  id: z.string().min(1).max(64),
  create_time: instant,
  event_type: z.string().min(1).max(64),
  resource_type: z.string().max(64).nullish(),
  summary: z.string().max(256).nullish(),
  resource: z.looseObject({
    algorithm: z.literal('AEAD_AES_256_GCM'),
    ciphertext: z.string().min(1).max(ciphertextMax),
    original_type: z.string().max(64).nullish(),
    associated_data: z.string().nullish(),
    nonce: z.string().min(1),
  }),
});
export type NotificationEnvelope = z.infer<typeof notificationEnvelope>;

/** The id alone, for messages that are no proper envelope otherwise: it still tells which message this is. */
export const notificationId = z.looseObject({ id: notificationEnvelope.shape.id });

/** What we answer (6.3). SUCCESS ends the repeats; with every other answer they go on. ASSUMPTION: FAIL for a refusal. */
export const acknowledgementCodes = ['SUCCESS', 'SYSTEM_ERROR', 'FAIL'] as const;
export const acknowledgement = z.object({
  code: z.enum(acknowledgementCodes),
  message: z.string().max(256),
});
export type Acknowledgement = z.infer<typeof acknowledgement>;

/**
 * Seconds between one delivery and the next while the answer is not success (6.4.2): sixteen deliveries in 24 h 4 m.
 * Events of contracts and deductions are repeated on a shorter one (notes 6.5).
 */
export const retryIntervalsSeconds = [
  15, 15, 30, 180, 600, 1200, 1800, 1800, 1800, 3600, 10_800, 10_800, 10_800, 21_600, 21_600,
] as const;
export const retryIntervalsShortSeconds = [15, 15, 30, 180, 1800, 1800, 1800, 1800, 3600] as const;

/** The ladder of repeats for an event type. */
export const retryIntervalsOf = (eventType: string): readonly number[] =>
  eventType.startsWith('PAPAY.') || eventType.startsWith('TRANSACTION.')
    ? retryIntervalsShortSeconds
    : retryIntervalsSeconds;

/** When each delivery is due after the first, in seconds; the first element is 0. */
export function deliveriesDueSeconds(eventType: string): number[] {
  let at = 0;
  return [0, ...retryIntervalsOf(eventType).map((interval) => (at += interval))];
}
