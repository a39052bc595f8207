import 'server-only';
import { recordAudit } from '@/lib/audit/record';
import { builtIn, reaches } from '@/lib/auth/permissions';
import { loadRoles, rightsOf, rightsSelect } from '@/lib/auth/roles';
import type { Db, Tx } from '@/lib/db/client';
import type { Approval } from '@/lib/db/generated/client';
import { isUuid } from '@/lib/db/uuid';
import { activeStaff, loadPolicy } from '@/lib/policies/policies';
import type { Person } from '@/lib/policies/rules';
import { isApprover, natures, policyKeys } from '@/lib/policies/rules';
import type { Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import type { StaffActor } from './deed';
import { sealedPolicy } from './sealed-policy';
import type { DelegationView } from './view';

/** Longest time for which approvals can be handed on, in days. */
export const DELEGATION_MAX_DAYS = 90;
const DAY_MS = 24 * 60 * 60 * 1000;

const inForce = (at: Date) => ({ startsAt: { lte: at }, endsAt: { gt: at }, endedAt: null });

/**
 * Whose approvals this person looks after now, where that person could have decided this one: the decision names them.
 * It gives no right: who decides holds it already.
 */
export async function delegatedFrom(tx: Tx, row: Approval, actor: StaffActor, at: Date): Promise<string | null> {
  const rows = await tx.delegation.findMany({
    where: { toId: actor.id, ...inForce(at) },
    include: { from: { select: { id: true, name: true, ...rightsSelect } } },
    orderBy: [{ startsAt: 'asc' }, { id: 'asc' }],
  });
  const policy = sealedPolicy(row);
  const table = rows.length === 0 ? builtIn : await loadRoles(tx);
  const from = rows.find(({ from }) => {
    const rights = rightsOf(from, table);
    return isApprover(policy, rights) && reaches(rights, row.connectionId) && !row.makers.includes(from.id);
  });
  return from?.from.name ?? null;
}

type Surroundings = { db: Db; now: () => Date };

type Policy = Awaited<ReturnType<typeof loadPolicy>>;

/**
 * Both may approve at least one row of the policy, by whichever role, and work under at least one connection together:
 * otherwise there is nothing to look after.
 */
const canTakeOver = (policy: Policy, from: Person, to: Person): boolean =>
  to.id !== from.id &&
  (from.connectionLimit === null || from.connectionLimit.some((id) => reaches(to, id))) &&
  policyKeys.some(
    // What one person alone does is approved by nobody.
    (key) => natures[key].mostPeople !== 1 && isApprover(policy[key], from) && isApprover(policy[key], to),
  );

/** To whom this person can hand approvals on, by name. */
export async function listDelegates(db: Db, { id: fromId }: { id: string }) {
  const [policy, staff] = await Promise.all([loadPolicy(db), activeStaff(db)]);
  const from = staff.find(({ id }) => id === fromId);
  return staff.filter((to) => from && canTakeOver(policy, from, to)).map(({ id, name }) => ({ id, name }));
}

/**
 * Hands one's approvals to somebody who may decide some of them too, from one moment to another. Refusals: `conflict` with
 * `not-an-approver` where the other may not approve, `invalid` for times that make no period of at most ninety days.
 */
export async function delegate(
  { db, now }: Surroundings,
  actor: StaffActor,
  { toId, startsAt, endsAt }: { toId: string; startsAt: Date; endsAt: Date },
): Promise<Result<null>> {
  const at = now();
  if (endsAt <= startsAt || endsAt <= at)
    return refuse({ kind: 'invalid', issues: [{ path: 'endsOn', rule: 'ends-in-the-past' }] });
  if (endsAt.getTime() - startsAt.getTime() > DELEGATION_MAX_DAYS * DAY_MS)
    return refuse({
      kind: 'invalid',
      issues: [{ path: 'endsOn', rule: 'period-too-long', params: { max: DELEGATION_MAX_DAYS } }],
    });
  return db.$transaction(async (tx): Promise<Result<null>> => {
    const staff = await activeStaff(tx);
    const [from, to] = [actor.id, toId].map((wanted) => staff.find(({ id }) => id === wanted));
    if (!from || !to || from === to) return refuse({ kind: 'not-found' });
    if (!canTakeOver(await loadPolicy(tx), from, to)) return refuse({ kind: 'conflict', rule: 'not-an-approver' });
    await tx.delegation.updateMany({
      where: { fromId: actor.id, endedAt: null, endsAt: { gt: at } },
      data: { endedAt: at },
    });
    const { id } = await tx.delegation.create({ data: { fromId: actor.id, toId, startsAt, endsAt, createdAt: at } });
    await recordAudit(tx, {
      actor,
      at,
      connectionId: null,
      object: { kind: 'delegation', id, name: to.name },
      event: { action: 'delegation.made', to: to.name, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() },
    });
    return ok(null);
  });
}

/** Takes one's approvals back. */
export async function endDelegation({ db, now }: Surroundings, actor: StaffActor, id: string): Promise<Result<null>> {
  const at = now();
  if (!isUuid(id)) return refuse({ kind: 'not-found' });
  return db.$transaction(async (tx): Promise<Result<null>> => {
    const ended = await tx.delegation.updateManyAndReturn({
      where: { id, fromId: actor.id, endedAt: null },
      data: { endedAt: at },
      include: { to: { select: { name: true } } },
    });
    const [row] = ended;
    if (!row) return refuse({ kind: 'not-found' });
    await recordAudit(tx, {
      actor,
      at,
      connectionId: null,
      object: { kind: 'delegation', id, name: row.to.name },
      event: { action: 'delegation.ended', to: row.to.name },
    });
    return ok(null);
  });
}

/** What this person has handed on now or will, the next first, and whose approvals they look after. */
export async function delegationsOf(db: Db, staffId: string, at: Date) {
  const [handedOn, taken] = await Promise.all([
    db.delegation.findFirst({
      where: { fromId: staffId, endedAt: null, endsAt: { gt: at } },
      include: { to: { select: { name: true } } },
      orderBy: { startsAt: 'asc' },
    }),
    db.delegation.findMany({
      where: { toId: staffId, ...inForce(at) },
      include: { from: { select: { name: true } } },
      orderBy: { startsAt: 'asc' },
    }),
  ]);
  const given: DelegationView | null = handedOn && {
    id: handedOn.id,
    to: handedOn.to.name,
    startsAt: handedOn.startsAt.toISOString(),
    endsAt: handedOn.endsAt.toISOString(),
  };
  return { given, lookedAfter: taken.map(({ from }) => from.name) };
}
