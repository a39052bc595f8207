// What a person asks for when a contract is to end (4.3): the fields that a person decides, by their wire names.
import { z } from 'zod';
import { seenShape } from '@/lib/evidence/schema';
import { contractStates } from '@/lib/platform/wire/enums';

/** The values of the form, as they stand in it. An empty `sub_appid` is not sent. */
export const terminationValues = z.object({
  termination_note: z.string().max(2000),
  sub_appid: z.string().max(200),
});
export type TerminationValues = z.infer<typeof terminationValues>;

/** One termination: over which version of what we hold, with which values. */
export const terminateInput = z.object({
  baseVersion: z.number().int().positive(),
  values: terminationValues,
  /** Somebody looked at what may be personal in the note, and says that it is not. */
  isNoteChecked: z.boolean(),
});
export type TerminateInput = z.infer<typeof terminateInput>;

/** Why contracts are ended (day 4f); each fills the note with a sentence that can be changed. */
export const terminationReasons = [
  'payer-asked',
  'sub-merchant-closed',
  'wrong-signing',
  'fraud',
  'test',
  'other',
] as const;
export type TerminationReason = (typeof terminationReasons)[number];

/** Who ended a contract, as staff saw it: `us` is only what this console did. */
export const seenEnders = ['payer', 'merchant', 'platform', 'expiry', 'unknown'] as const;

/** What staff saw of a contract outside this console. */
export const recordContractInput = z.object({
  state: z.enum(contractStates),
  endedBy: z.enum(seenEnders),
  ...seenShape,
});
export type RecordContractInput = z.infer<typeof recordContractInput>;
