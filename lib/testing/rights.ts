import { permissionsOf } from '@/lib/auth/permissions';

/** What built-in roles come to, for somebody who is limited to no connection. */
export const builtInRights = <Name extends string>(roles: Name[]) => ({
  roles,
  connectionLimit: null,
  permissions: permissionsOf({ roles, connectionLimit: null }),
});
