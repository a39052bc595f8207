import 'server-only';
import { z } from 'zod';
import { applicationKey } from '@/lib/applications/keep';
import type { ToldApplication } from '@/lib/applications/news';
import type { Actor, AuditInput } from '@/lib/audit/record';
import { canonicalJson, recordAudits } from '@/lib/audit/record';
import type { Db, Tx } from '@/lib/db/client';
import { isUuid } from '@/lib/db/uuid';
import type { Vault } from '@/lib/db/vault';
import { startOfDay } from '@/lib/i18n/day';
import { momentIn } from '@/lib/i18n/format';
import type { Announcing } from '@/lib/notifications/announce';
import { holdKeys, readHeld } from '@/lib/notifications/held';
import { keepEffect } from '@/lib/notifications/settle';
import { createWriter } from '@/lib/notifications/writer';
import type { Change } from '@/lib/requests/view';
import type { Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import { checkReason, checkUntil, isApplied } from './rules';
import { judgeTaking } from './taking';
import { toldBy } from './told';
import type { Resolution } from './view';

export type SettlingContext = { db: Db; vault: Vault; now: () => Date } & Announcing;

/**
 * What a person decides. `theirs` names the changes that the person was shown: if taking it would do something else by
 * now, nothing is done. `ours` and `accepted` need a reason, `accepted` a day (YYYY-MM-DD, in the person's zone) at whose
 * end the difference is open again.
 */
export type Deed =
  | { resolution: 'theirs'; shown: Change[] }
  | { resolution: 'ours'; reason: string }
  | { resolution: 'accepted'; reason: string; until: string };

/** `isNew` is false when the same person had decided the same before: a second click. */
export type SettledDiscrepancy = { resolution: Resolution; changes: Change[]; isNew: boolean };

type Settler = { actor: Extract<Actor, { kind: 'staff' }>; timeZone: string };

const heldRow = z.object({
  id: z.string(),
  cause: z.string(),
  notificationId: z.string(),
  messageId: z.string(),
  applicationKind: z.string().nullable(),
  applymentId: z.string().nullable(),
  subMchid: z.string().nullable(),
  content: z.instanceof(Uint8Array).nullable(),
  contentSha256: z.string(),
  toldAsOf: z.date(),
  resolution: z.string().nullable(),
  acceptedUntil: z.date().nullable(),
  resolvedAt: z.date().nullable(),
  resolvedBy: z.string().nullable(),
  reason: z.string().nullable(),
});
type Row = z.infer<typeof heldRow>;

/** The row, held until the transaction ends: two who settle it take turns here. */
async function holdRow(tx: Tx, connectionId: string, id: string): Promise<Row | null> {
  if (!isUuid(id)) return null;
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT d."id", d."cause", d."notificationId", n."notificationId" AS "messageId", d."applicationKind", d."applymentId",
      d."subMchid", d."content", d."contentSha256", d."toldAsOf", d."resolution", d."acceptedUntil", d."resolvedAt",
      d."resolvedBy", d."reason"
    FROM "Discrepancy" d JOIN "Notification" n ON n."id" = d."notificationId"
    WHERE d."id" = ${id}::uuid AND d."connectionId" = ${connectionId}::uuid FOR UPDATE OF d`;
  return rows.length === 0 ? null : heldRow.parse(rows[0]);
}

/**
 * Settles one difference (screens 18) in one transaction with its entry in the trail: once, whoever clicks how often.
 *
 * Refusals: `invalid` with issues at `reason` and `until`; `not-found`; `conflict` `discrepancy-settled` {by} for whoever
 * comes second, `applied-already` for who would keep ours of what was applied, `discrepancy-moved` when taking theirs would do something else than was shown, and the rules of
 * `judgeTaking` and `toldBy` (`application-moved-on`, `nothing-to-take`, `content-purged`).
 */
export async function settleDiscrepancy(
  context: SettlingContext,
  settler: Settler,
  connectionId: string,
  id: string,
  deed: Deed,
): Promise<Result<SettledDiscrepancy>> {
  const at = context.now();
  const today = momentIn(at, settler.timeZone).day;
  const issues = [
    ...(deed.resolution === 'theirs' ? [] : checkReason(deed.reason)),
    ...(deed.resolution === 'accepted' ? checkUntil(deed.until, today) : []),
  ];
  if (issues.length > 0) return refuse({ kind: 'invalid', issues });
  const settling = { ...settler, connectionId, at };
  const answer = await context.db.$transaction(async (tx): Promise<Result<SettledDiscrepancy & { row: Row }>> => {
    const row = await holdRow(tx, connectionId, id);
    if (row === null) return refuse({ kind: 'not-found' });
    const before = alreadySettled(row, deed, settling);
    if (before) return before;
    if (isApplied(row.cause)) return takeNote(tx, settling, row, deed);
    return deed.resolution === 'theirs'
      ? takeTheirs(tx, context, settling, row, deed.shown)
      : keepOurs(tx, settling, row, deed);
  });
  if (!answer.ok) return answer;
  const { row, ...settled } = answer.value;
  if (settled.isNew) {
    context.publish(connectionId, 'discrepancies', [row.id]);
    context.publish(connectionId, 'notifications', [row.notificationId]);
    if (settled.resolution === 'theirs') context.publish(connectionId, 'sub-merchants', []);
  }
  return ok(settled);
}

type Settling = Settler & { connectionId: string; at: Date };

/** What a settled row answers: the same decision again is a second click, another one came too late. */
function alreadySettled(row: Row, deed: Deed, settling: Settling): Result<SettledDiscrepancy & { row: Row }> | null {
  const isAgain =
    row.resolution === deed.resolution &&
    row.resolvedBy === settling.actor.name &&
    (deed.resolution === 'theirs' || row.reason === deed.reason.trim()) &&
    (deed.resolution !== 'accepted' || row.acceptedUntil?.getTime() === restsUntil(deed, settling).getTime());
  if (isAgain) return ok({ resolution: deed.resolution, changes: [], isNew: false, row });
  if (row.resolvedAt === null) return null;
  return refuse({ kind: 'conflict', rule: 'discrepancy-settled', params: { by: row.resolvedBy ?? '' } });
}

/** The first moment after the day until which a difference is accepted. */
const restsUntil = ({ until }: { until: string }, { timeZone }: Settler): Date => startOfDay(until, timeZone, 1);

async function keepOurs(
  tx: Tx,
  settling: Settling,
  row: Row,
  deed: Extract<Deed, { reason: string }>,
): Promise<Result<SettledDiscrepancy & { row: Row }>> {
  const reason = deed.reason.trim();
  const acceptedUntil = deed.resolution === 'accepted' ? restsUntil(deed, settling) : null;
  await writeSettled(tx, settling, row, { resolution: deed.resolution, acceptedUntil, reason });
  const held = await tx.application.findFirst({
    where: {
      connectionId: settling.connectionId,
      kind: row.applicationKind ?? '',
      applymentId: row.applymentId ?? '',
    },
    select: { subMchid: true },
  });
  await recordSettled(tx, settling, row, {
    concerned: [held?.subMchid, row.subMchid],
    resolution: deed.resolution,
    acceptedUntil,
    changes: [],
    reason,
  });
  return ok({ resolution: deed.resolution, changes: [], isNew: true, row });
}

/** Settles what is applied already: ours cannot be kept any more. */
async function takeNote(
  tx: Tx,
  settling: Settling,
  row: Row,
  deed: Deed,
): Promise<Result<SettledDiscrepancy & { row: Row }>> {
  if (deed.resolution === 'ours') return refuse({ kind: 'conflict', rule: 'applied-already' });
  if (deed.resolution === 'accepted') return keepOurs(tx, settling, row, deed);
  if (deed.shown.length > 0) return refuse({ kind: 'conflict', rule: 'discrepancy-moved' });
  const settlement = { resolution: 'theirs', acceptedUntil: null, reason: null } as const;
  await writeSettled(tx, settling, row, settlement);
  await recordSettled(tx, settling, row, { ...settlement, concerned: [row.subMchid], changes: [] });
  return ok({ resolution: 'theirs', changes: [], isNew: true, row });
}

/** Applies what was told, as the inbox does: application and sub-merchant held, judged by what is held now. */
async function takeTheirs(
  tx: Tx,
  { vault }: { vault: Vault },
  settling: Settling,
  row: Row,
  shown: Change[],
): Promise<Result<SettledDiscrepancy & { row: Row }>> {
  const { connectionId, at } = settling;
  const told = toldBy(row, vault);
  if (typeof told === 'string') return refuse({ kind: 'conflict', rule: told });
  await holdKeys(tx, connectionId, [row.messageId], [told]);
  const held = await readHeld(tx, connectionId, [], [told]);
  const application = held.applications.get(applicationKey(told)) ?? null;
  const judged = judgeTaking(told, { application, subMerchant: held.subMerchants.get(told.subMchid) ?? null });
  if (judged.kind === 'cannot') return refuse({ kind: 'conflict', rule: judged.rule });
  const { changes, effect } = judged;
  if (canonicalJson(changes) !== canonicalJson(shown)) return refuse({ kind: 'conflict', rule: 'discrepancy-moved' });

  const writer = createWriter(tx, connectionId, vault);
  keepEffect({ ...effect, state: 'applied', cause: null, told, contract: null, discrepancy: null }, held, writer, at);
  await writer.write();
  await markApplied(tx, row, told, changes);
  await writeSettled(tx, settling, row, { resolution: 'theirs', acceptedUntil: null, reason: null });
  await recordSettled(tx, settling, row, {
    concerned: [application?.subMchid, told.subMchid],
    resolution: 'theirs',
    acceptedUntil: null,
    changes,
    reason: null,
  });
  return ok({ resolution: 'theirs', changes, isNew: true, row });
}

/** A message that waited for this is applied now. One that came again under an id of its own was handled before. */
async function markApplied(tx: Tx, row: Row, told: ToldApplication, changes: Change[]): Promise<void> {
  await tx.notification.updateMany({
    where: { id: row.notificationId, state: 'discrepancy', contentSha256: row.contentSha256, subMchid: told.subMchid },
    data: { state: 'applied', cause: null, effects: changes },
  });
}

type Settlement = { resolution: Resolution; acceptedUntil: Date | null; reason: string | null };

async function writeSettled(tx: Tx, { actor, at }: Settling, row: Row, settlement: Settlement): Promise<void> {
  await tx.discrepancy.update({
    where: { id: row.id },
    data: {
      ...settlement,
      resolvedBy: actor.name,
      resolvedAt: settlement.resolution === 'accepted' ? null : at,
    },
  });
}

/** One entry for each record of ours that it concerns; one about the notification where it concerns none. */
async function recordSettled(
  tx: Tx,
  { actor, at, connectionId }: Settling,
  row: Row,
  {
    concerned,
    resolution,
    acceptedUntil,
    changes,
    reason,
  }: Settlement & { concerned: (string | null | undefined)[]; changes: Change[] },
): Promise<void> {
  const subMchids = [...new Set(concerned.filter((subMchid) => subMchid != null))];
  const records = await tx.subMerchant.findMany({
    where: { connectionId, subMchid: { in: subMchids } },
    select: { subMchid: true, name: true },
  });
  const objects: AuditInput['object'][] = subMchids.flatMap((id) =>
    records.filter(({ subMchid }) => subMchid === id).map(({ name }) => ({ kind: 'sub-merchant', id, name })),
  );
  if (objects.length === 0) objects.push({ kind: 'notification', id: row.notificationId });
  const event = {
    action: 'discrepancy.settled',
    discrepancyId: row.id,
    cause: row.cause,
    applymentId: row.applymentId,
    resolution,
    acceptedUntil: acceptedUntil?.toISOString() ?? null,
    changes,
  } as const;
  await recordAudits(
    tx,
    objects.map((object) => ({ actor, at, connectionId, object, event, reason })),
  );
}
