/** What a person may do. Pages, actions and views each name one (features row 73). */
export const permissions = [
  'sub-merchant:read',
  'sub-merchant:edit',
  'application:read',
  'application:modify',
  'media:read',
  'media:edit',
  'contract:read',
  'contract:edit',
  'contract:terminate',
  'batch:read',
  'batch:run',
  'deduction:read',
  'deduction:charge',
  'request:read',
  'audit:read',
  'notification:read',
  'notification:reprocess',
  'discrepancy:settle',
  'owner:assign',
  'request:settle',
  'approval:read',
  'approval:decide',
  'keys:manage',
  'policy:manage',
  'personal:show',
  'hold:ask',
  'staff:read',
  'staff:manage',
  'sending:stop',
] as const;
export type Permission = (typeof permissions)[number];

/** What these are about exists for institutions alone (4.1, 4.2): in common mode there is nothing to permit. */
const institutional = ['sub-merchant:', 'application:', 'media:'];

/** Whether what a permission is about exists in a mode of connection at all (decisions 3). */
export const existsIn = (permission: Permission, mode: string): boolean =>
  mode !== 'common' || !institutional.some((about) => permission.startsWith(about));

/** Roles are bundles of permissions (day 0). A person may hold several. */
export const roles = [
  'operator',
  'checker',
  'payments',
  'support',
  'integrations',
  'administrator',
  'auditor',
] as const;
export type Role = (typeof roles)[number];

const reading = [
  'sub-merchant:read',
  'application:read',
  'contract:read',
  'batch:read',
  'deduction:read',
  'request:read',
  'notification:read',
  'approval:read',
] as const;

/** What each role may do, as data: pages show it as a matrix. */
export const bundles: Record<Role, readonly Permission[]> = {
  operator: [
    ...reading,
    'sub-merchant:edit',
    'application:modify',
    'media:read',
    'media:edit',
    'discrepancy:settle',
    'request:settle',
    'sending:stop',
    'personal:show',
  ],
  checker: [...reading, 'media:read', 'approval:decide', 'sending:stop', 'personal:show'],
  payments: [
    ...reading,
    'contract:edit',
    'contract:terminate',
    'batch:run',
    'deduction:charge',
    'request:settle',
    'sending:stop',
    'personal:show',
  ],
  support: [...reading, 'media:read'],
  integrations: [
    ...reading,
    'audit:read',
    'notification:reprocess',
    'discrepancy:settle',
    'keys:manage',
    'sending:stop',
  ],
  administrator: permissions,
  auditor: [...reading, 'media:read', 'audit:read', 'staff:read', 'hold:ask'],
};

const isRole = (value: string): value is Role => roles.some((role) => role === value);

/** True when who holds these roles may give this one: nobody grants more than they may do themselves. */
export const mayGrant = (held: readonly string[], role: Role): boolean =>
  bundles[role].every((permission) => mayDo(held, permission));

/** A role that is not in the table gives nothing. */
export function mayDo(held: readonly string[], permission: Permission): boolean {
  return held.filter(isRole).some((role) => bundles[role].includes(permission));
}
