import { describe, expect, it } from 'vitest';
import type { Permission } from './permissions';
import { bundles, mayDo, mayGrant, permissions, roles } from './permissions';

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
  };

  it.each(permissions)('%s', (permission) => {
    expect(roles.filter((role) => bundles[role].includes(permission)).join(' ')).toBe(holders[permission]);
    expect(roles.filter((role) => mayDo([role], permission)).join(' ')).toBe(holders[permission]);
  });

  it('several roles give what each gives, and one that is in no table gives nothing', () => {
    expect(mayDo(['support', 'checker'], 'approval:decide')).toBe(true);
    expect(permissions.filter((permission) => mayDo(['owner'], permission))).toEqual([]);
  });
});

describe('granting', () => {
  it('gives nothing that the granter may not do', () => {
    for (const held of roles) {
      for (const given of roles) {
        const isWithin = bundles[given].every((permission) => bundles[held].includes(permission));
        expect(mayGrant([held], given), `${held} gives ${given}`).toBe(isWithin);
      }
    }
  });

  it('reaches as far as all roles together', () => {
    expect(mayGrant(['operator'], 'checker')).toBe(false);
    expect(mayGrant(['operator', 'checker'], 'checker')).toBe(true);
    expect(mayGrant(['operator', 'checker', 'integrations'], 'administrator')).toBe(false);
    expect(mayGrant(['administrator'], 'administrator')).toBe(true);
    expect(mayGrant([], 'support')).toBe(false);
  });
});
