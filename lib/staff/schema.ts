import { z } from 'zod';
import { inOrder } from './rules';

/** What a role is named by wherever it is kept. */
const roleName = z.string().regex(/^[a-z][a-z0-9-]{1,31}$/);

/** At least one role; each is kept once, in one order, so that equal sets are equal texts. */
const roleSet = z.array(roleName).min(1).max(64).transform(inOrder);

/** The revision that each role of the institution had when it was asked for: a role that changed since is another one. */
const revisions = z.record(roleName, z.uuid()).default({});

/** Ids of the connections that somebody works under, each once; null: all. Nobody is limited to none: that is suspended. */
const connectionLimit = z
  .array(z.uuid())
  .min(1)
  .max(1000)
  .transform((ids) => [...new Set(ids)].sort())
  .nullable();

/** One line of text that a person is called by. */
const personName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[^\p{Cc}]+$/u);

/** E-mail addresses are kept and compared in lower case. */
export const staffEmail = z.string().trim().toLowerCase().pipe(z.email().max(254));

export const invitation = z.object({
  name: personName,
  roles: roleSet,
  revisions,
  connectionLimit: connectionLimit.default(null),
});
export type Invitation = z.infer<typeof invitation>;

export const roleChange = z.object({ roles: roleSet, revisions });
export type RoleChange = z.infer<typeof roleChange>;

export const limitChange = z.object({ connectionLimit });
export type LimitChange = z.infer<typeof limitChange>;

/** Deeds that name a person and say nothing else. */
export const plainDeed = z.object({});

export const deedReason = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .regex(/^[^\0]+$/);
