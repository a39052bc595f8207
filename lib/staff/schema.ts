import { z } from 'zod';
import { roles } from '@/lib/auth/permissions';
import { knownRoles } from './rules';

/** At least one role; each is kept once, in the order of the table, so that equal sets are equal texts. */
const roleSet = z.array(z.enum(roles)).min(1).max(roles.length).transform(knownRoles);

/** One line of text that a person is called by. */
const personName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[^\p{Cc}]+$/u);

/** E-mail addresses are kept and compared in lower case. */
export const staffEmail = z.string().trim().toLowerCase().pipe(z.email().max(254));

export const invitation = z.object({ name: personName, roles: roleSet });
export type Invitation = z.infer<typeof invitation>;

export const roleChange = z.object({ roles: roleSet });
export type RoleChange = z.infer<typeof roleChange>;

/** Deeds that name a person and say nothing else. */
export const plainDeed = z.object({});

export const deedReason = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .regex(/^[^\0]+$/);
