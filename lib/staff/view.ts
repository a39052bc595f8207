import type { Permission } from '@/lib/auth/permissions';
import type { PolicyKey } from '@/lib/policies/rules';
import type { LingeringAdministrator } from '@/lib/policies/view';
import type { Standing } from './rules';

/** A change of a person that waits for an approval. Times are ISO 8601 in UTC. */
export type WaitingChange = { approvalId: string; deed: string; askedBy: string; askedAt: string };

/** One of the staff, as the list shows them. */
export type StaffRow = {
  id: string;
  email: string;
  name: string;
  roles: string[];
  /** Ids of the connections that the person works under; null: all. */
  connectionLimit: string[] | null;
  standing: Standing;
  /** False until the first one is set, also for somebody who was suspended before. */
  hasPassword: boolean;
  /** Has an app or a passkey beside the password. */
  hasSecondFactor: boolean;
  lastSignedInAt: string | null;
  /** A link that still works or could be shown; null where none is open. */
  link: { kind: string; expiresAt: string } | null;
  waiting: WaitingChange[];
  isSelf: boolean;
  /** True when the reader may change this person: nobody does so above their own rights. */
  mayChange: boolean;
};

/** An invitation that waits for an approval: nobody of that address is on the list yet. */
export type WaitingInvitation = WaitingChange & { email: string; name: string };

/** A role that can be given. One that comes with the console is named by the pages (`name` null) and has no revision. */
export type RoleRow = {
  key: string;
  name: string | null;
  description: string;
  permissions: readonly Permission[];
  revision: string | null;
  /** Names of those who hold it, whatever their standing; of a built-in one nobody is named. */
  holders: string[];
  /** Rows of the policy that name it as an approver. */
  approves: PolicyKey[];
  waiting: WaitingChange[];
};

/** A role that waits for an approval to be made. */
export type WaitingRole = WaitingChange & { key: string; name: string };

export type StaffList = {
  /** The built-in ones, then those of the institution by name. */
  roles: RoleRow[];
  rows: StaffRow[];
  waiting: WaitingInvitation[];
  waitingRoles: WaitingRole[];
  /** How many administrators can sign in. */
  administrators: number;
  /** Who was one a short while ago and still counts as there. */
  lingering: LingeringAdministrator[];
};
