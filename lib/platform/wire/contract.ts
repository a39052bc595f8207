// Auto-debit contracts: what is sent to end one (4.3), which differs by mode, and how the platform tells of one in a
// reading and in a notification.
import { z } from 'zod';
import { platformNumber } from './application';
import { contractStates } from './enums';
import { platformId } from './fields';
import { broken, typeRule } from './rules';
import { text } from './text';

/** A contract as the path of 4.3 names it: given by the platform after signing. */
export const contractId = text(1, 64).check(({ value, issues }) => {
  // A dot segment would be folded away by whoever reads the path as a URL: no contract can be called that.
  if (value === '.' || value === '..') issues.push(broken('not-a-contract-id', value));
});

/** 4.3 termination_note: the reason, which the platform keeps. */
export const terminationNote = text(1, 256);

const shapeOf = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.object(shape, { error: typeRule() }).strict();

/**
 * The body of 4.3 by mode, each field in the order of the table. One of the other mode does not fit: unknown fields are
 * refused.
 */
export const terminationBodies = {
  institutional: shapeOf({
    sub_mchid: platformId,
    sp_appid: platformId,
    sub_appid: platformId.optional(),
    termination_note: terminationNote,
  }),
  common: shapeOf({ appid: platformId, termination_note: terminationNote }),
};
export type TerminationBody<Mode extends keyof typeof terminationBodies> = z.output<(typeof terminationBodies)[Mode]>;

/** Samples hold blanks around values (notes 11.2): what is compared and kept has none. */
const word = z
  .string()
  .trim()
  .max(256)
  .nullish()
  .transform((value) => value || null);
const needed = (max: number) => z.string().trim().min(1).max(max);
const number = platformNumber.nullish().transform((value) => value ?? null);

/** Whom a contract is with and what it was signed by, in a reading and in a notification alike. */
const parties = {
  sp_mchid: word,
  mchid: word,
  sub_mchid: word,
  sp_appid: word,
  appid: word,
  sub_appid: word,
  contract_id: needed(64),
  plan_id: number,
  out_contract_code: word,
};

/**
 * ASSUMPTION: the answer of the reading operation (notes 11.2); the interface does not show it. Read leniently: a state or
 * a mode of ending may be a word that nobody told us of. Who the payer is stands there too, and is not taken over.
 */
export const contractRecord = z.looseObject({
  ...parties,
  state: needed(32),
  signed_time: word,
  terminated_time: word,
  termination_mode: word,
  termination_note: word,
});

/**
 * ASSUMPTION: the content of PAPAY.SIGN and PAPAY.TERMINATE (notes 11.4); the interface does not show it. One library
 * spells contract_expired_time `contract_expire_time`.
 */
export const contractNotice = z.looseObject({
  ...parties,
  operate_time: word,
  contract_termination_mode: word,
  contract_expired_time: word,
  contract_expire_time: word,
});

/** The states that the reading operation is seen to tell (notes 11.2). */
export const contractState = z.enum(contractStates);
