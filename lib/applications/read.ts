import 'server-only';
import type { Actor } from '@/lib/audit/record';
import { recordAudit } from '@/lib/audit/record';
import type { PlatformAccount } from '@/lib/connections/account';
import { readingUnknown, readPlatform } from '@/lib/connections/reading';
import type { Db } from '@/lib/db/client';
import type { Vault } from '@/lib/db/vault';
import type { Publish } from '@/lib/events/publish';
import { operations } from '@/lib/platform/operations';
import type { Change } from '@/lib/requests/view';
import type { Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import { holdApplication, keepTold } from './keep';
import { APPLICATION } from './operation';
import { nextReadAfter } from './reading-times';
import { toldOf } from './told';

type Surroundings = { db: Db; vault: Vault; now: () => Date; publish: Publish };

/** What a reading came to: the state that was told, and what it changed. */
export type ApplicationRead = { state: string; changes: Change[] };

const idPattern = /^\d{1,32}$/;

/**
 * Reads one application from the platform, where reading is on, and takes over what it tells. A number that we do not know
 * yet is taken in, so that an application made by an edit gets one (day F8); `subMchid` is then whom it must be for.
 *
 * Refusals, all `conflict`: those of `readPlatform`, `application-of-another` {sub_mchid}, `locked-by-open-request`
 * {requestId}; an impossible number is `invalid`.
 */
export async function readApplication(
  context: Surroundings,
  account: PlatformAccount,
  actor: Actor,
  { applymentId, subMchid = null }: { applymentId: string; subMchid?: string | null },
): Promise<Result<ApplicationRead>> {
  if (!idPattern.test(applymentId))
    return refuse({ kind: 'invalid', issues: [{ path: 'applyment_id', rule: 'not-an-applyment-id' }] });
  const { db, now, publish } = context;
  const connectionId = account.connection.id;
  const reading = await readPlatform(context, account, operations['application.read'], {
    applyment_id: applymentId,
  });
  if ('refusal' in reading) return refuse(reading.refusal);
  const at = now();
  const told = toldOf(reading.json, at);
  if (typeof told === 'string' || told.kind !== 'authorization') return refuse(readingUnknown('not-readable'));
  if (told.applymentId !== applymentId) return refuse(readingUnknown('not-ours'));
  const result = await db.$transaction(async (tx): Promise<Result<ApplicationRead>> => {
    await holdApplication(tx, connectionId, told);
    const held = await tx.application.findUnique({
      where: { connectionId_kind_applymentId: { connectionId, kind: told.kind, applymentId } },
    });
    const owner = held?.subMchid ?? subMchid;
    if (owner !== null && owner !== told.subMchid)
      return refuse({ kind: 'conflict', rule: 'application-of-another', params: { sub_mchid: told.subMchid } });
    // While a modification is on its way the answer may be of before it or of after it.
    const lock = await tx.objectLock.findUnique({
      where: {
        connectionId_objectKind_objectId: { connectionId, objectKind: APPLICATION, objectId: applymentId },
      },
      select: { request: { select: { id: true, outcome: true } } },
    });
    if (lock && lock.request.outcome !== 'unknown')
      return refuse({ kind: 'conflict', rule: 'locked-by-open-request', params: { reference: lock.request.id } });
    const isSame = held?.recordSha256 === told.recordSha256;
    const { changes } = isSame
      ? { changes: [] }
      : await keepTold(tx, connectionId, { ...told, proof: reading.proof }, { how: 'reading', at });
    if (isSame) {
      await tx.application.update({
        where: { id: held.id },
        data: { stateAsOf: at, nextReadAt: nextReadAfter(told.state, at) },
      });
    }
    // An unknown modification may be settled by what was read: the drain looks at once.
    if (lock) await tx.platformRequest.update({ where: { id: lock.request.id }, data: { nextTryAt: at } });
    if (changes.length > 0 || actor.kind === 'staff') {
      await recordAudit(tx, {
        actor,
        at,
        connectionId,
        object: { kind: APPLICATION, id: applymentId },
        event: { action: 'application.read', subMchid: told.subMchid, changes },
      });
    }
    return ok({ state: told.state, changes });
  });
  if (result.ok && result.value.changes.length > 0) {
    publish(connectionId, 'applications', [applymentId]);
    publish(connectionId, 'sub-merchants', [told.subMchid]);
  }
  return result;
}

const system: Actor = { kind: 'system', name: 'subdesk' };
/** How long a reading that brought nothing is left alone. */
const AGAIN_MS = 30 * 60_000;
const CLAIMED_AT_ONCE = 10;

/** Reads what is due of the connections whose reading is on; answers how many. Any number of processes share the work. */
export async function readDue(
  context: Surroundings & { log: (event: { what: string; cause?: unknown }) => void },
  accounts: readonly PlatformAccount[],
): Promise<number> {
  const readable = accounts.filter(({ connection }) => connection.readsEnabled);
  const at = context.now();
  const due = await context.db.$queryRaw<{ connectionId: string; applymentId: string }[]>`
    UPDATE "Application" SET "nextReadAt" = ${new Date(at.getTime() + AGAIN_MS)} WHERE "id" IN (
      SELECT "id" FROM "Application"
      WHERE "nextReadAt" <= ${at} AND "kind" = 'authorization'
        AND "connectionId" = ANY(${readable.map(({ connection }) => connection.id)}::uuid[])
      ORDER BY "nextReadAt" LIMIT ${CLAIMED_AT_ONCE} FOR UPDATE SKIP LOCKED
    ) RETURNING "connectionId", "applymentId"`;
  for (const { connectionId, applymentId } of due) {
    const account = readable.find(({ connection }) => connection.id === connectionId);
    if (!account) continue;
    const read = await readApplication(context, account, system, { applymentId });
    if (!read.ok) context.log({ what: 'an application could not be read', cause: read.refusal });
  }
  return due.length;
}

/** Reads again and again until stopped; a fault of one round is logged and the next round goes on. */
export function startReading(
  context: Parameters<typeof readDue>[0],
  accounts: () => readonly PlatformAccount[],
  everyMs = 5_000,
): { stop: () => void } {
  const round = () =>
    readDue(context, accounts()).catch((cause: unknown) => context.log({ what: 'reading applications failed', cause }));
  let running = round();
  const timer = setInterval(() => {
    running = running.then(round);
  }, everyMs).unref();
  return { stop: () => clearInterval(timer) };
}
