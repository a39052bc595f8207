import 'server-only';
import type { Permission } from '@/lib/auth/permissions';
import { bundles, roles } from '@/lib/auth/permissions';
import { loadRoles } from '@/lib/auth/roles';
import type { Db } from '@/lib/db/client';
import { administratorsAt, loadPolicy } from '@/lib/policies/policies';
import { policyKeys } from '@/lib/policies/rules';
import { mayChange, standingOf, standings } from './rules';
import type { StaffList, WaitingChange } from './view';

type Reader = { id: string; permissions: readonly Permission[] };

/** Everybody who is or was staff: active ones first, by name; and what waits for an approval about whom. */
export async function listStaff({ db, now }: { db: Db; now: () => Date }, reader: Reader): Promise<StaffList> {
  const at = now();
  const [table, own, people, approvals, administrators, policy] = await Promise.all([
    loadRoles(db),
    db.ownRole.findMany({ orderBy: [{ name: 'asc' }, { key: 'asc' }] }),
    db.staff.findMany({
      orderBy: [{ name: 'asc' }, { id: 'asc' }],
      include: {
        links: {
          where: { usedAt: null, revokedAt: null, expiresAt: { gt: at } },
          orderBy: { createdAt: 'desc' },
          take: 1,
        },
        totp: { select: { confirmedAt: true } },
        passkeys: { select: { id: true }, take: 1 },
      },
    }),
    db.approval.findMany({
      where: {
        objectKind: { in: ['staff', 'role'] },
        connectionId: null,
        state: { in: ['pending', 'approved'] },
        expiresAt: { gt: at },
      },
      orderBy: { askedAt: 'asc' },
      select: {
        id: true,
        deed: true,
        objectKind: true,
        objectId: true,
        objectName: true,
        askedAt: true,
        staff: { select: { name: true } },
      },
    }),
    administratorsAt(db, at),
    loadPolicy(db),
  ]);
  const changeOf = ({ id, deed, askedAt, staff }: (typeof approvals)[number]): WaitingChange => ({
    approvalId: id,
    deed,
    askedBy: staff.name,
    askedAt: askedAt.toISOString(),
  });
  const rows = people.map((person) => {
    const { id, email, name, lastSeenAt, links, totp, passkeys } = person;
    const [link] = links;
    return {
      id,
      email,
      name,
      roles: person.roles,
      standing: standingOf(person),
      hasPassword: person.passwordHash !== null,
      hasSecondFactor: totp?.confirmedAt != null || passkeys.length > 0,
      lastSignedInAt: lastSeenAt?.toISOString() ?? null,
      link: link ? { kind: link.kind, expiresAt: link.expiresAt.toISOString() } : null,
      waiting: approvals.filter(({ objectId }) => objectId === id).map(changeOf),
      isSelf: id === reader.id,
      connectionLimit: person.isLimited ? person.limitedTo : null,
      mayChange: mayChange(reader.permissions, person.roles, table),
    };
  });
  const known = new Set(people.map(({ id }) => id));
  const ofRoles = approvals.filter(({ objectKind }) => objectKind === 'role');
  return {
    rows: rows.toSorted((one, other) => standings.indexOf(one.standing) - standings.indexOf(other.standing)),
    // Of an invitation the object is the address.
    waiting: approvals
      .filter(({ objectKind, objectId }) => objectKind === 'staff' && !known.has(objectId))
      .map((approval) => ({ ...changeOf(approval), email: approval.objectId, name: approval.objectName })),
    waitingRoles: ofRoles
      .filter(({ objectId }) => !own.some(({ key }) => key === objectId))
      .map((approval) => ({ ...changeOf(approval), key: approval.objectId, name: approval.objectName })),
    roles: [
      ...roles.map((key) => ({
        ...{ key, name: null, description: '', permissions: bundles[key], revision: null },
        ...{ holders: [], approves: [], waiting: [] },
      })),
      ...own.map(({ key, name, description, revision }) => ({
        key,
        name,
        description,
        permissions: table.get(key) ?? [],
        revision,
        holders: people.filter((person) => person.roles.includes(key)).map((person) => person.name),
        approves: policyKeys.filter((row) => policy[row].approvers.includes(key)),
        waiting: ofRoles.filter(({ objectId }) => objectId === key).map(changeOf),
      })),
    ],
    administrators: administrators.active,
    lingering: administrators.lingering.map(({ name, until }) => ({ name, until: until.toISOString() })),
  };
}
