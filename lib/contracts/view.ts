import { z } from 'zod';
import { outcome } from '@/lib/requests/view';

/** Where a contract stands, as people speak of it (screens 12); which of these it is, `standingOf` says. */
export const standings = ['signed', 'requested', 'unknown', 'not-found', 'terminated', 'inferred'] as const;
export type Standing = (typeof standings)[number];

/** Who ended a contract, as far as anybody knows. `us`: through this console; `merchant`: for the merchant, elsewhere. */
export const enders = ['us', 'payer', 'merchant', 'platform', 'expiry', 'unknown'] as const;
export type Ender = (typeof enders)[number];

/** One contract in a list. Times are ISO 8601 in UTC. Nothing of the payer. */
export const contractRow = z.object({
  id: z.string(),
  contractId: z.string(),
  /** '' in common mode, and where nobody told us. */
  subMchid: z.string(),
  /** Of its sub-merchant; '' where nobody here holds that one. */
  name: z.string(),
  shortname: z.string(),
  /** 3.4: SIGNED or TERMINATED. */
  state: z.string(),
  stateHow: z.string(),
  stateSince: z.string(),
  stateAsOf: z.string(),
  planId: z.string().nullable(),
  outContractCode: z.string().nullable(),
  signedAt: z.string().nullable(),
  endedBy: z.string().nullable(),
  endedAt: z.string().nullable(),
  /** When the platform said that it finds no such contract, and at what: `terminate` or `charge`. */
  notFoundAt: z.string().nullable(),
  notFoundHow: z.string().nullable(),
  /** The open request on it, a charge included. */
  pending: z.object({ requestId: z.string(), operation: z.string(), outcome }).nullable(),
  source: z.string(),
});
export type ContractRow = z.infer<typeof contractRow>;

/** One contract with everything that its page shows. */
export const contractDetail = contractRow.extend({
  version: z.number(),
  appid: z.string().nullable(),
  subAppid: z.string().nullable(),
  expiresAt: z.string().nullable(),
  /** What told the state, where it has a page of its own. */
  proof: z.object({ kind: z.enum(['request', 'notification', 'approval']), id: z.string() }).nullable(),
  endedMode: z.string().nullable(),
  endedNote: z.string().nullable(),
  /** The platform's own notification of an ending that we knew of already. */
  confirmed: z.object({ at: z.string(), notificationId: z.string() }).nullable(),
  /** The request that the platform answered with that it finds no such contract. */
  notFoundRequest: z.string().nullable(),
  /** Its sub-merchant is held here. */
  isHeld: z.boolean(),
});
export type ContractDetail = z.infer<typeof contractDetail>;
