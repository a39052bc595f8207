import { z } from 'zod';
import { permissions, roleKeyForm } from '@/lib/auth/permissions';
import { inOrder } from './rules';

/** What a role is named by wherever it is kept. */
export const roleKey = z.string().regex(roleKeyForm);

/** At least one role; each is kept once, in one order, so that equal sets are equal texts. */
const roleSet = z.array(roleKey).min(1).max(64).transform(inOrder);

/** The revision that each role of the institution had when it was asked for: a role that changed since is another one. */
const revisions = z.record(roleKey, z.uuid()).default({});

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

/** Longest name and description of a role of the institution's own, in characters. */
export const roleLengths = { name: 60, description: 200 } as const;

/** A role as the institution makes it. Its name stands in lists: it holds nothing that separates names there, or hides. */
export const roleDraft = z.object({
  name: z
    .string()
    .trim()
    .min(1)
    .max(roleLengths.name)
    .regex(/^[^\p{Cc}\p{Cf},，、;；]+$/u),
  description: z
    .string()
    .trim()
    .max(roleLengths.description)
    .regex(/^[^\p{Cc}]*$/u)
    .default(''),
  /** At least one; each is kept once, in the order of the list. */
  permissions: z
    .array(z.enum(permissions))
    .min(1)
    .transform((given) => permissions.filter((permission) => given.includes(permission))),
});
export type RoleDraft = z.infer<typeof roleDraft>;

/** The same for one that is there: the revision that its maker saw. */
export const roleReshape = roleDraft.extend({ revision: z.uuid() });
export type RoleReshape = z.infer<typeof roleReshape>;

/** Deeds that name a person and say nothing else. */
export const plainDeed = z.object({});

export const deedReason = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .regex(/^[^\0]+$/);
