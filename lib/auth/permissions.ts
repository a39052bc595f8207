/** What a person may do. Pages, actions and views each name one (features row 73). */
export const permissions = ['sub-merchant:read', 'sub-merchant:edit', 'request:read', 'audit:read'] as const;
export type Permission = (typeof permissions)[number];

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

const bundles: Record<Role, readonly Permission[]> = {
  operator: ['sub-merchant:read', 'sub-merchant:edit', 'request:read'],
  checker: ['sub-merchant:read', 'request:read'],
  payments: ['sub-merchant:read', 'request:read'],
  support: ['sub-merchant:read', 'request:read'],
  integrations: ['sub-merchant:read', 'request:read', 'audit:read'],
  administrator: ['sub-merchant:read', 'sub-merchant:edit', 'request:read', 'audit:read'],
  auditor: ['sub-merchant:read', 'request:read', 'audit:read'],
};

const isRole = (value: string): value is Role => roles.some((role) => role === value);

/** A role that is not in the table gives nothing. */
export function mayDo(held: readonly string[], permission: Permission): boolean {
  return held.filter(isRole).some((role) => bundles[role].includes(permission));
}
