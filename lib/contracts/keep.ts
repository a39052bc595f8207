import 'server-only';
import { z } from 'zod';
import type { ContractFacts } from './news';

/** The name by which a contract is held (`holdNames`), whether it has a row yet or not. */
export const contractName = (contractId: string): string => `contract ${contractId}`;

const text = z.string().nullable();
const moment = z.coerce.date().nullable();

/** The columns that news moves, as the database gives them. */
export const contractFacts = z.object({
  subMchid: z.string(),
  appid: text,
  subAppid: text,
  planId: text,
  outContractCode: text,
  signedAt: moment,
  expiresAt: moment,
  state: z.string(),
  stateHow: z.string(),
  stateSince: z.coerce.date(),
  stateAsOf: z.coerce.date(),
  stateProof: text,
  endedBy: text,
  endedMode: text,
  endedAt: moment,
  endedNote: text,
  confirmedAt: moment,
  confirmedProof: text,
  notFoundAt: moment,
  notFoundProof: text,
  notFoundHow: text,
}) satisfies z.ZodType<ContractFacts>;

/** A contract as the inbox holds it. */
export const heldContract = contractFacts.extend({
  id: z.string(),
  contractId: z.string(),
  version: z.number(),
  isOurs: z.boolean(),
});
