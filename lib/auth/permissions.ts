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
  'emergency:begin',
] as const;
export type Permission = (typeof permissions)[number];

/** What permissions are about, as pages group them. */
export const permissionGroups = ['records', 'contracts', 'work', 'approvals', 'keys', 'oversight'] as const;
export type PermissionGroup = (typeof permissionGroups)[number];

type About = Permission extends infer One ? (One extends `${infer What}:${string}` ? What : never) : never;
const groups: Record<About, PermissionGroup> = {
  'sub-merchant': 'records',
  application: 'records',
  media: 'records',
  contract: 'contracts',
  batch: 'contracts',
  deduction: 'contracts',
  request: 'work',
  notification: 'work',
  discrepancy: 'work',
  owner: 'work',
  approval: 'approvals',
  emergency: 'approvals',
  policy: 'approvals',
  keys: 'keys',
  sending: 'keys',
  audit: 'oversight',
  personal: 'oversight',
  hold: 'oversight',
  staff: 'oversight',
};

/** The permissions of each group, in the order of the list. */
export const permissionsIn = (group: PermissionGroup): Permission[] =>
  permissions.filter((permission) => groups[permission.slice(0, permission.indexOf(':')) as About] === group);

/** What these are about exists for institutions alone (4.1, 4.2): in common mode there is nothing to permit. */
const institutional = ['sub-merchant:', 'application:', 'media:'];

/** Whether what a permission is about exists in a mode of connection at all (decisions 3). */
export const existsIn = (permission: Permission, mode: string): boolean =>
  mode !== 'common' || !institutional.some((about) => permission.startsWith(about));

/** Roles are bundles of permissions (day 0). A person may hold several. These come with the console. */
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

/** What whoever works here at all sees: a new role of the institution begins with it. */
export const reading = [
  'sub-merchant:read',
  'application:read',
  'contract:read',
  'batch:read',
  'deduction:read',
  'request:read',
  'notification:read',
  'approval:read',
] as const;

/** What each role that comes with the console may do, as data: pages show it as a matrix. */
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
    'emergency:begin',
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
    'emergency:begin',
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

/** What any role is named by wherever it is kept. */
export const roleKeyForm = /^[a-z][a-z0-9-]{1,31}$/;

/** What each role gives, by its key: the built-in ones, and those that the institution made (`lib/auth/roles`). */
export type RoleTable = ReadonlyMap<string, readonly Permission[]>;

/** The roles that come with the console. No table lacks them, and nobody changes them. */
export const builtIn: RoleTable = new Map(Object.entries(bundles));

/** What reaches over all connections: who is limited to some of them holds none of it, whatever their roles say. */
export const acrossConnections: readonly Permission[] = ['policy:manage', 'staff:read', 'staff:manage'];

/** Somebody with roles, and the connections that they are limited to. */
export type WithRoles = { roles: readonly string[]; connectionLimit: readonly string[] | null };

/**
 * What a person may do, in the order of the list: what all their roles give together. A role that is not in the table gives
 * nothing, so whoever forgets to read the roles of the institution gives too little, never too much.
 */
export const permissionsOf = ({ roles: held, connectionLimit }: WithRoles, table: RoleTable = builtIn): Permission[] =>
  permissions.filter(
    (permission) =>
      held.some((role) => table.get(role)?.includes(permission)) &&
      (connectionLimit === null || !acrossConnections.includes(permission)),
  );

/** True when this is among what a person holds (`permissionsOf`). */
export const mayDo = (held: readonly Permission[], permission: Permission): boolean => held.includes(permission);

/** True when who holds these permissions may give those: nobody grants more than they may do themselves. */
export const mayGrant = (held: readonly Permission[], given: readonly Permission[]): boolean =>
  given.every((permission) => held.includes(permission));

/**
 * Whether a person works under a connection at all, by its id: who is not limited does under each. What belongs to none
 * (null) concerns them all, and is a matter of those who are not limited.
 */
export const reaches = (
  { connectionLimit }: Pick<WithRoles, 'connectionLimit'>,
  connectionId: string | null,
): boolean => connectionLimit === null || (connectionId !== null && connectionLimit.includes(connectionId));
