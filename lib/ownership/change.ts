import 'server-only';
import { recordAudit } from '@/lib/audit/record';
import { reaches } from '@/lib/auth/permissions';
import { rightsNow } from '@/lib/auth/roles';
import type { StaffActor } from '@/lib/auth/staff';
import { activeStaff } from '@/lib/auth/staff';
import type { Db, Tx } from '@/lib/db/client';
import { holdNames } from '@/lib/db/hold';
import type { Publish } from '@/lib/events/publish';
import { topicOfKind } from '@/lib/events/rules';
import { momentIn } from '@/lib/i18n/format';
import type { Refusal, Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import { namesOf } from './objects';
import { findOwnership } from './queries';
import { checkPlan, mayOwn, ownerDeeds, workRights } from './rules';
import type { OwnedObject, OwnerChange } from './schema';
import type { Ownership } from './view';

type Surroundings = { db: Db; now: () => Date; publish: Publish };
type Changing = { actor: StaffActor; timeZone: string; connectionId: string; object: OwnedObject; change: OwnerChange };

const conflict = (rule: string, params: Record<string, string> = {}): Refusal => ({ kind: 'conflict', rule, params });

/** What happened since the page was drawn. */
function whatMoved({ owner }: Ownership, actor: StaffActor): Refusal {
  if (owner === null) return conflict('handed-back-meanwhile');
  return owner.id === actor.id ? conflict('planned-meanwhile') : conflict('taken-meanwhile', { name: owner.name });
}

/** Whom the object belongs to after the change, or why it cannot be. */
async function ownerAfter(
  tx: Tx,
  held: Ownership,
  { actor, connectionId, object, change }: Changing,
): Promise<Result<Ownership['owner']>> {
  const may = ownerDeeds(held, actor, object.kind);
  const notFree = () => refuse<never>(conflict('not-free', { name: held.owner?.name ?? '' }));
  switch (change.deed) {
    case 'take':
      return may.take ? ok({ id: actor.id, name: actor.name, isSuspended: false }) : notFree();
    case 'hand-back':
      return may.handBack ? ok(null) : notFree();
    case 'plan':
      return may.plan ? ok(held.owner) : notFree();
    case 'assign': {
      if (!may.assign) return notFree();
      if (change.to === held.owner?.id) return refuse(conflict('theirs-already', { name: held.owner.name }));
      const person = await tx.staff.findFirst({ where: { id: change.to, ...activeStaff } });
      const rights = person && (await rightsNow(tx, person));
      if (!person || !rights || !mayOwn(rights.permissions, object.kind) || !reaches(rights, connectionId))
        return refuse(conflict('cannot-own', { name: person?.name ?? '' }));
      return ok({ id: person.id, name: person.name, isSuspended: false });
    }
  }
}

function eventOf({ change }: Changing, held: Ownership, after: Ownership) {
  const dates = { nextDate: after.nextDate, dateBefore: held.nextDate };
  const from = held.owner?.name ?? null;
  switch (change.deed) {
    case 'take':
      return { action: 'owner.taken', from, ...dates } as const;
    case 'assign':
      return { action: 'owner.assigned', from, to: after.owner?.name ?? '', ...dates } as const;
    case 'hand-back':
      return { action: 'owner.handed-back', from: from ?? '', ...dates } as const;
    case 'plan':
      return { action: 'owner.planned', from: from ?? '', ...dates } as const;
  }
}

/** Judges and writes inside the transaction; null in `value` where nothing was to be written. */
async function changeHeld(tx: Tx, at: Date, changing: Changing): Promise<Result<Ownership | null>> {
  const { actor, timeZone, connectionId, object, change } = changing;
  const { kind: objectKind, id: objectId } = object;
  if (!mayOwn(actor.permissions, objectKind)) return refuse({ kind: 'forbidden', permission: workRights[objectKind] });
  await holdNames(tx, connectionId, [`owner ${objectKind} ${objectId}`]);
  const [names, held] = await Promise.all([
    namesOf(tx, connectionId, objectKind, [objectId]),
    findOwnership(tx, connectionId, objectKind, objectId),
  ]);
  const objectName = names.get(objectId);
  if (objectName === undefined) return refuse({ kind: 'not-found' });
  if (change.deed === 'take' && change.plan === undefined && held.owner?.id === actor.id) return ok(null);
  if (held.version !== object.version) return refuse(whatMoved(held, actor));
  const owner = await ownerAfter(tx, held, changing);
  if (!owner.ok) return owner;
  const plan = change.plan ?? { nextDate: held.nextDate, note: held.note };
  const { day: today } = momentIn(at, timeZone);
  const issues = checkPlan(plan, { today, held: held.nextDate });
  if (issues.length > 0) return refuse({ kind: 'invalid', issues });

  const isSameOwner = owner.value?.id === held.owner?.id;
  const since = isSameOwner && held.since !== null ? held.since : at.toISOString();
  const after: Ownership = { owner: owner.value, ...plan, since, version: held.version + 1 };
  const row = {
    objectName,
    staffId: after.owner?.id ?? null,
    nextDate: plan.nextDate === null ? null : new Date(`${plan.nextDate}T00:00:00Z`),
    note: plan.note,
    version: after.version,
    since: new Date(since),
  };
  const place = { connectionId, objectKind, objectId };
  await tx.ownership.upsert({
    where: { connectionId_objectKind_objectId: place },
    create: { ...place, ...row },
    update: row,
  });
  await recordAudit(tx, {
    actor,
    at,
    connectionId,
    object: { kind: objectKind, id: objectId, name: objectName },
    event: eventOf(changing, held, after),
    reason: change.plan?.note ?? null,
  });
  return ok(after);
}

/**
 * Changes who looks after an object, or when: in one transaction with its entry in the trail, if it still is as it stood
 * on the page. Refusals: `not-found`; `invalid` for date and note; `conflict` with `taken-meanwhile`,
 * `handed-back-meanwhile`, `planned-meanwhile` where somebody was faster, and `not-free`, `theirs-already`, `cannot-own`
 * where the rules forbid it. Taking twice is taking once.
 */
export async function changeOwner(surroundings: Surroundings, changing: Changing): Promise<Result<null>> {
  const { db, now, publish } = surroundings;
  const { connectionId, object } = changing;
  const answer = await db.$transaction((tx) => changeHeld(tx, now(), changing));
  if (!answer.ok) return answer;
  const topic = topicOfKind(object.kind);
  if (answer.value !== null && topic !== null) publish(connectionId, topic, [object.id]);
  return ok(null);
}
