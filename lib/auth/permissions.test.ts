import { describe, expect, it } from 'vitest';
import type { Permission } from './permissions';
import {
  acrossConnections,
  bundles,
  mayDo,
  mayGrant,
  permissionGroups,
  permissions,
  permissionsIn,
  permissionsOf,
  reaches,
  roles,
} from './permissions';

const held = (...given: string[]) => permissionsOf({ roles: given, connectionLimit: null });

describe('what each role may do', () => {
  /** Who holds a permission, written down a second time: giving one away is a thought, never a slip. */
  const holders: Record<Permission, string> = {
    'sub-merchant:read': 'operator checker payments support integrations administrator auditor',
    'sub-merchant:edit': 'operator administrator',
    'application:read': 'operator checker payments support integrations administrator auditor',
    'application:modify': 'operator administrator',
    'media:read': 'operator checker support administrator auditor',
    'media:edit': 'operator administrator',
    'contract:read': 'operator checker payments support integrations administrator auditor',
    'contract:edit': 'payments administrator',
    'contract:terminate': 'payments administrator',
    'batch:read': 'operator checker payments support integrations administrator auditor',
    'batch:run': 'payments administrator',
    'deduction:read': 'operator checker payments support integrations administrator auditor',
    'deduction:charge': 'payments administrator',
    'request:read': 'operator checker payments support integrations administrator auditor',
    'audit:read': 'integrations administrator auditor',
    'notification:read': 'operator checker payments support integrations administrator auditor',
    'notification:reprocess': 'integrations administrator',
    'discrepancy:settle': 'operator integrations administrator',
    'owner:assign': 'administrator',
    'request:settle': 'operator payments administrator',
    'approval:read': 'operator checker payments support integrations administrator auditor',
    'approval:decide': 'checker administrator',
    'keys:manage': 'integrations administrator',
    'policy:manage': 'administrator',
    'hold:ask': 'administrator auditor',
    'personal:show': 'operator checker payments administrator',
    'staff:read': 'administrator auditor',
    'staff:manage': 'administrator',
    'sending:stop': 'operator checker payments integrations administrator',
    'emergency:begin': 'operator payments administrator',
  };

  it.each(permissions)('%s', (permission) => {
    expect(roles.filter((role) => bundles[role].includes(permission)).join(' ')).toBe(holders[permission]);
    expect(roles.filter((role) => mayDo(held(role), permission)).join(' ')).toBe(holders[permission]);
  });

  it('several roles give what each gives, and one that is in no table gives nothing', () => {
    expect(mayDo(held('support', 'checker'), 'approval:decide')).toBe(true);
    expect(permissions.filter((permission) => mayDo(held('owner', 'constructor'), permission))).toEqual([]);
  });
});

it('every permission stands in one group, in the order of the list', () => {
  expect(permissionGroups.flatMap(permissionsIn).sort()).toEqual([...permissions].sort());
});

describe('granting', () => {
  it('gives nothing that the granter may not do', () => {
    for (const maker of roles) {
      for (const given of roles) {
        const isWithin = bundles[given].every((permission) => bundles[maker].includes(permission));
        expect(mayGrant(bundles[maker], bundles[given]), `${maker} gives ${given}`).toBe(isWithin);
      }
    }
  });

  it('reaches as far as all roles together', () => {
    expect(mayGrant(held('operator'), bundles.checker)).toBe(false);
    expect(mayGrant(held('operator', 'checker'), bundles.checker)).toBe(true);
    expect(mayGrant(held('operator', 'checker', 'integrations'), bundles.administrator)).toBe(false);
    expect(mayGrant(held('administrator'), bundles.administrator)).toBe(true);
    expect(mayGrant(held(), bundles.support)).toBe(false);
  });
});

describe('limited to connections', () => {
  const limited = { roles: ['auditor', 'checker'], connectionLimit: ['a'] };

  it('holds what the roles give, but nothing that reaches over all connections', () => {
    expect(permissionsOf(limited)).toEqual(
      held('auditor', 'checker').filter((permission) => !acrossConnections.includes(permission)),
    );
    expect(permissionsOf({ ...limited, connectionLimit: [] })).not.toContain('staff:read');
  });

  it('works under those, not under others, and is not asked about what belongs to none', () => {
    expect(['a', 'b', null].map((connection) => reaches(limited, connection))).toEqual([true, false, false]);
    expect(['a', 'b', null].map((connection) => reaches({ connectionLimit: null }, connection))).not.toContain(false);
    expect(reaches({ connectionLimit: [] }, 'a')).toBe(false);
  });
});
