import { z } from 'zod';
import { auditEvent } from './events';

/** One entry of the trail as screens show it. `at` is ISO 8601 in UTC; ids are text. */
export const auditView = z.object({
  id: z.string(),
  at: z.string(),
  actorKind: z.string(),
  actorName: z.string(),
  actorRoles: z.array(z.string()),
  ip: z.string().nullable(),
  objectKind: z.string(),
  objectId: z.string(),
  objectName: z.string(),
  requestId: z.string().nullable(),
  outcome: z.string().nullable(),
  reason: z.string().nullable(),
  reference: z.string().nullable(),
  /** The approval that the entry is about, or by which its deed was carried out. */
  approvalId: z.string().nullable(),
  event: auditEvent,
  hash: z.string(),
});
export type AuditView = z.infer<typeof auditView>;

/** Keys of all roles that an entry names: of who did it, and of what it did with them. */
export function rolesNamedBy({ actorRoles, event }: Pick<AuditView, 'actorRoles' | 'event'>): string[] {
  switch (event.action) {
    case 'staff.invited':
      return [...actorRoles, ...event.roles];
    case 'staff.roles-changed':
      return [...actorRoles, ...event.from, ...event.to];
    default:
      return actorRoles;
  }
}

/** A seal as packs and head exports write it, in the form that its hash is made of. `at` is ISO 8601 in UTC. */
export type SealView = {
  number: number;
  at: string;
  previous: string;
  root: string;
  count: number;
  lastId: string;
  hash: string;
};

/** The newest seal of a day (YYYY-MM-DD in UTC). */
export type DayHead = { day: string } & Pick<SealView, 'number' | 'hash' | 'at' | 'lastId'>;

/** What is not as it was written: the number of an entry or of a seal. */
export type ChainFault = { what: 'entry-altered' | 'entry-missing' | 'seal-altered' | 'seal-broken'; number: string };

export type ChainReport = {
  entries: number;
  seals: number;
  head: SealView | null;
  /** The first of them; a chain that is broken is broken everywhere behind it too. */
  faults: ChainFault[];
};
