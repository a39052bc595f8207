import 'server-only';
import { z } from 'zod';
import { recordAudit } from '@/lib/audit/record';
import { mayDo, reaches } from '@/lib/auth/permissions';
import { loadRoles, rightsOf, rightsSelect } from '@/lib/auth/roles';
import type { Staff, StaffActor } from '@/lib/auth/staff';
import { activeStaff } from '@/lib/auth/staff';
import type { Db, Tx } from '@/lib/db/client';
import type { Approval, Emergency } from '@/lib/db/generated/client';
import { holdNames } from '@/lib/db/hold';
import type { Publish } from '@/lib/events/publish';
import { loadPolicy } from '@/lib/policies/policies';
import { isProven } from '@/lib/policies/rules';
import type { Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import { hasWaited, isReached, isStanding, TEXT_MAX, TEXT_MIN } from './rules';
import type { EmergencyView, EmergencyWay } from './view';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const system = { kind: 'system', name: 'subdesk' } as const;

type Surroundings = { db: Db; now: () => Date; publish: Publish };
type Account = { connection: { id: string; name: string } };

const text = z.string().trim().min(TEXT_MIN).max(TEXT_MAX);
const conflict = (rule: string) => refuse({ kind: 'conflict', rule } as const);
const objectOf = ({ connection: { id, name } }: Account) => ({ kind: 'connection', id, name });

/** All who change emergencies of one connection wait for each other. */
const hold = (tx: Tx, connectionId: string) => holdNames(tx, 'emergency', [connectionId]);

/** Those whom an emergency under a connection is told to: everybody else who reads the trail there. */
async function toBeTold(tx: Tx, connectionId: string, exceptId: string): Promise<number> {
  const table = await loadRoles(tx);
  const staff = await tx.staff.findMany({ where: { ...activeStaff, id: { not: exceptId } }, select: rightsSelect });
  return staff
    .map((row) => rightsOf(row, table))
    .filter((rights) => reaches(rights, connectionId) && mayDo(rights.permissions, 'audit:read')).length;
}

/** The emergency of this person that stands under a connection, or null. */
export async function standingOf(
  tx: Pick<Db | Tx, 'emergency'>,
  { connectionId, staffId, at }: { connectionId: string | null; staffId: string; at: Date },
): Promise<Emergency | null> {
  if (connectionId === null) return null;
  const open = await tx.emergency.findFirst({ where: { connectionId, staffId, endedAt: null } });
  return open && isStanding(open, at) ? open : null;
}

type Beginning = {
  account: Account;
  actor: StaffActor;
  /** The own request that waits, and that nobody could be reached for. */
  approvalId: string;
  reason: string;
  /** Who was tried to be reached, and how. */
  tried: string;
};

/**
 * Begins an emergency under one connection: until its time is over its maker may approve what they ask for themselves, as far
 * as emergencies reach. It takes the right, a proof of the last minutes, a request of their own that has waited, and somebody
 * else whom it is told to. Refusals: `invalid` about `reason` or `tried`; `conflict` with `step-up-needed`,
 * `no-waiting-request`, `emergency-stands`, `nobody-to-tell` or `daily-cap-reached`.
 */
export async function beginEmergency(
  { db, now, publish }: Surroundings,
  { account, actor, approvalId, ...typed }: Beginning,
): Promise<Result<{ endsAt: string }>> {
  const read = z.object({ reason: text, tried: text }).safeParse(typed);
  if (!read.success) {
    const issues = read.error.issues.map(({ path }) => ({ path: path.join('.'), rule: 'emergency-text' }));
    return refuse({ kind: 'invalid', issues });
  }
  const { id: connectionId } = account.connection;
  const begun = await db.$transaction(async (tx): Promise<Result<{ endsAt: string }>> => {
    await hold(tx, connectionId);
    const at = now();
    if (!isProven(actor.confirmedAt, at)) return conflict('step-up-needed');
    const waiting = await tx.approval.findFirst({ where: { id: approvalId, connectionId, state: 'pending' } });
    const isOwn = waiting?.makers.includes(actor.id) === true && isReached(waiting.policyKeys);
    if (!waiting || !isOwn || waiting.expiresAt <= at || !hasWaited(waiting.askedAt, at))
      return conflict('no-waiting-request');
    await endDue(tx, connectionId, at);
    if ((await tx.emergency.count({ where: { connectionId, endedAt: null } })) > 0) return conflict('emergency-stands');
    if ((await toBeTold(tx, connectionId, actor.id)) === 0) return conflict('nobody-to-tell');
    const { emergency: rule } = await loadPolicy(tx);
    const since = new Date(at.getTime() - DAY_MS);
    const before = await tx.emergency.count({ where: { staffId: actor.id, beganAt: { gt: since } } });
    if (rule.dailyCap !== null && before >= rule.dailyCap)
      return refuse({ kind: 'conflict', rule: 'daily-cap-reached', params: { cap: rule.dailyCap } });
    const endsAt = new Date(at.getTime() + rule.expiryHours * HOUR_MS);
    const { reason, tried } = read.data;
    const { id } = await tx.emergency.create({
      data: { connectionId, staffId: actor.id, reason, tried, beganAt: at, endsAt },
    });
    await recordAudit(tx, {
      actor,
      at,
      connectionId,
      object: objectOf(account),
      event: { action: 'emergency.begun', emergencyId: id, approvalId, endsAt: endsAt.toISOString(), tried },
      reason,
    });
    return ok({ endsAt: endsAt.toISOString() });
  });
  if (begun.ok) publish(connectionId, 'connections', [connectionId]);
  return begun;
}

/** Writes down, in the transaction of the deed, that somebody approved their own request in their emergency. */
export async function noteUse(tx: Tx, emergency: Emergency, row: Approval, actor: StaffActor, at: Date) {
  await tx.emergency.update({ where: { id: emergency.id }, data: { deeds: { increment: 1 } } });
  await recordAudit(tx, {
    actor,
    at,
    connectionId: row.connectionId,
    object: { kind: row.objectKind, id: row.objectId, name: row.objectName },
    event: {
      action: 'emergency.used',
      emergencyId: emergency.id,
      approvalId: row.id,
      deed: row.deed,
      seal: row.seal,
    },
    reason: emergency.reason,
  });
}

type Ended = { at: Date; cause: 'by-hand' | 'over' | 'suspended'; by: StaffActor | typeof system };

async function end(tx: Tx, open: Emergency, { at, cause, by }: Ended): Promise<void> {
  const endedById = by.kind === 'staff' ? by.id : null;
  await tx.emergency.update({ where: { id: open.id }, data: { endedAt: at, endedCause: cause, endedById } });
  const { name } = await tx.connection.findUniqueOrThrow({ where: { id: open.connectionId }, select: { name: true } });
  await recordAudit(tx, {
    actor: by,
    at,
    connectionId: open.connectionId,
    object: { kind: 'connection', id: open.connectionId, name },
    event: { action: 'emergency.ended', emergencyId: open.id, cause, deeds: open.deeds },
  });
}

/** Writes down what has ended by itself under a connection; answers whether anything had. */
async function endDue(tx: Tx, connectionId: string, at: Date): Promise<boolean> {
  const open = await tx.emergency.findFirst({
    where: { connectionId, endedAt: null, OR: [{ endsAt: { lte: at } }, { staff: { disabledAt: { not: null } } }] },
  });
  if (!open) return false;
  const isOver = open.endsAt <= at;
  await end(tx, open, { at: isOver ? open.endsAt : at, cause: isOver ? 'over' : 'suspended', by: system });
  return true;
}

/** Ends an emergency before its time. Refusal: `conflict` with `emergency-over`. */
export async function endEmergency(
  { db, now, publish }: Surroundings,
  { account, actor, emergencyId }: { account: Account; actor: StaffActor; emergencyId: string },
): Promise<Result<null>> {
  const { id: connectionId } = account.connection;
  const ended = await db.$transaction(async (tx): Promise<Result<null>> => {
    await hold(tx, connectionId);
    const at = now();
    await endDue(tx, connectionId, at);
    const open = await tx.emergency.findFirst({ where: { id: emergencyId, connectionId, endedAt: null } });
    if (!open) return conflict('emergency-over');
    if (
      open.staffId !== actor.id &&
      !mayDo(actor.permissions, 'approval:decide') &&
      !mayDo(actor.permissions, 'audit:read')
    )
      return refuse({ kind: 'forbidden', permission: 'audit:read' });
    await end(tx, open, { at, cause: 'by-hand', by: actor });
    return ok(null);
  });
  publish(connectionId, 'connections', [connectionId]);
  return ended;
}

/** Somebody else says that they read of an emergency: until then it is told. Refusal: `conflict` with `emergency-read`. */
export async function readEmergency(
  { db, now, publish }: Surroundings,
  { account, actor, emergencyId }: { account: Account; actor: StaffActor; emergencyId: string },
): Promise<Result<null>> {
  const { id: connectionId } = account.connection;
  const read = await db.$transaction(async (tx): Promise<Result<null>> => {
    const at = now();
    const where = { id: emergencyId, connectionId, readAt: null, staffId: { not: actor.id } };
    const { count } = await tx.emergency.updateMany({ where, data: { readById: actor.id, readAt: at } });
    if (count === 0) return conflict('emergency-read');
    await recordAudit(tx, {
      actor,
      at,
      connectionId,
      object: objectOf(account),
      event: { action: 'emergency.read', emergencyId },
    });
    return ok(null);
  });
  if (read.ok) publish(connectionId, 'connections', [connectionId]);
  return read;
}

/** Ends by itself what is over, with its entry in the trail. Answers how many it was. */
export async function sweepEmergencies({ db, now, publish }: Surroundings): Promise<number> {
  const at = now();
  const due = await db.emergency.findMany({
    where: { endedAt: null, OR: [{ endsAt: { lte: at } }, { staff: { disabledAt: { not: null } } }] },
    select: { connectionId: true },
  });
  let ended = 0;
  for (const { connectionId } of due) {
    const isEnded = await db.$transaction(async (tx) => {
      await hold(tx, connectionId);
      return endDue(tx, connectionId, at);
    });
    if (isEnded) ended += 1;
    publish(connectionId, 'connections', [connectionId]);
  }
  return ended;
}

/**
 * The emergency that a reader is told of under a connection: the one that stands, to everybody; one that is over and that
 * nobody else has read of yet, to whoever reads the trail.
 */
export async function getEmergency(
  { db, now }: Pick<Surroundings, 'db' | 'now'>,
  connectionId: string,
  reader: Pick<Staff, 'id' | 'permissions'>,
): Promise<EmergencyView | null> {
  const at = now();
  const readsTrail = mayDo(reader.permissions, 'audit:read');
  const rows = await db.emergency.findMany({
    where: { connectionId, OR: [{ endedAt: null }, { readAt: null }] },
    orderBy: { beganAt: 'desc' },
    include: { staff: { select: { name: true } } },
  });
  const isOver = (row: Emergency) => !isStanding(row, at);
  const unread = (row: Emergency) => row.readAt === null && readsTrail && row.staffId !== reader.id;
  const row = rows.find((one) => !isOver(one)) ?? rows.findLast((one) => isOver(one) && unread(one));
  if (!row) return null;
  const mayEnd =
    !isOver(row) && (row.staffId === reader.id || readsTrail || mayDo(reader.permissions, 'approval:decide'));
  return {
    id: row.id,
    by: row.staff.name,
    reason: row.reason,
    tried: row.tried,
    beganAt: row.beganAt.toISOString(),
    endsAt: (row.endedAt ?? row.endsAt).toISOString(),
    isOver: isOver(row),
    deeds: row.deeds,
    mayRead: unread(row),
    mayEnd,
  };
}

/** What changes when a reader is to be told something else: for pages that are open. */
export const emergencyMark = (view: EmergencyView | null): string =>
  view === null ? '' : `${view.id} ${view.isOver ? 'over' : view.endsAt} ${view.deeds} ${view.mayRead ? 'unread' : ''}`;

/** Where the maker of a pending approval stands towards an emergency. */
export async function emergencyWay(
  db: Db,
  row: Pick<Approval, 'connectionId' | 'policyKeys' | 'makers' | 'state' | 'askedAt'>,
  reader: Pick<Staff, 'id' | 'permissions'>,
  at: Date,
): Promise<EmergencyWay> {
  const isTheirs = row.state === 'pending' && row.makers.includes(reader.id) && isReached(row.policyKeys);
  if (!isTheirs || !mayDo(reader.permissions, 'emergency:begin')) return 'none';
  if (await standingOf(db, { connectionId: row.connectionId, staffId: reader.id, at })) return 'stands';
  return hasWaited(row.askedAt, at) ? 'may-begin' : 'later';
}
