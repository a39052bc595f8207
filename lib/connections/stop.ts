import 'server-only';
import { z } from 'zod';
import type { LocalDeed, StaffActor } from '@/lib/approvals/deed';
import { localDeed } from '@/lib/approvals/deed';
import { recordAudit } from '@/lib/audit/record';
import type { Db, Tx } from '@/lib/db/client';
import type { Connection } from '@/lib/db/generated/client';
import type { Publish } from '@/lib/events/publish';
import type { Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import type { PlatformAccount } from './account';
import type { SendingStop } from './view';

/** What of a row says that somebody stopped all sending. */
const told = { stoppedAt: true, stoppedBy: true, stopReason: true } as const;

/**
 * Whether nothing of a connection may leave that changes something. Asked in the transaction that writes a call down and
 * once more before its bytes leave, in whichever process: what the row says counts, never what a process remembers.
 */
export async function isStopped(db: Pick<Db | Tx, 'connection'>, connectionId: string): Promise<boolean> {
  const { stoppedAt } = await db.connection.findUniqueOrThrow({ where: { id: connectionId }, select: told });
  return stoppedAt !== null;
}

/** Who stopped all sending of a connection, when and why; null while it goes on. */
export async function getStop(db: Pick<Db, 'connection'>, connectionId: string): Promise<SendingStop | null> {
  return stopOf(await db.connection.findUniqueOrThrow({ where: { id: connectionId }, select: told }));
}

export const stopOf = ({ stoppedAt, stoppedBy, stopReason }: Pick<Connection, keyof typeof told>): SendingStop | null =>
  stoppedAt && { at: stoppedAt.toISOString(), by: stoppedBy ?? '', reason: stopReason ?? '' };

/** Requests of a connection that would go out by themselves: those that wait, and unknown ones with a next try. */
export const countWaiting = (db: Pick<Db | Tx, 'platformRequest'>, connectionId: string): Promise<number> =>
  db.platformRequest.count({
    where: {
      connectionId,
      OR: [{ outcome: { in: ['waiting', 'sending'] } }, { outcome: 'unknown', nextTryAt: { not: null } }],
    },
  });

type Stopping = { account: PlatformAccount; actor: StaffActor; reason: string };

/**
 * Stops all sending of a connection, at once and by one person. What is on its way by then is answered and settled as
 * always; nothing else leaves. Refused as `conflict` `sending-stopped` where somebody was first.
 */
export async function stopSending(
  context: { db: Db; now: () => Date; publish: Publish },
  { account, actor, reason }: Stopping,
): Promise<Result<null>> {
  const { id } = account.connection;
  const at = context.now();
  const stopped = await context.db.$transaction(async (tx): Promise<Result<null>> => {
    const { count } = await tx.connection.updateMany({
      where: { id, stoppedAt: null },
      data: { stoppedAt: at, stoppedBy: actor.name, stopReason: reason },
    });
    if (count === 0) return refuse({ kind: 'conflict', rule: 'sending-stopped' });
    await recordAudit(tx, {
      actor,
      at,
      connectionId: id,
      object: { kind: 'connection', id, name: account.connection.name },
      event: { action: 'connection.stopped', waiting: await countWaiting(tx, id) },
      reason,
    });
    return ok(null);
  });
  if (stopped.ok) context.publish(id, 'connections', [id]);
  return stopped;
}

type Stopped = { row: Connection; waiting: number };

/** A stop has its moment as version: an approval to end it is void once it was ended and somebody stopped again. */
const versionOf = ({ stoppedAt }: Pick<Connection, 'stoppedAt'>) => stoppedAt?.toISOString() ?? 'goes-on';

const goingOn: LocalDeed<Record<string, never>, Stopped> = {
  name: 'sending.go-on',
  permission: 'sending:stop',
  input: z.object({}).strict(),
  async load(tx, { account }, id) {
    if (account?.connection.id !== id) return null;
    await tx.$queryRaw`SELECT 1 FROM "Connection" WHERE "id" = ${id}::uuid FOR UPDATE`;
    const row = await tx.connection.findUnique({ where: { id } });
    return row && { row, waiting: await countWaiting(tx, id) };
  },
  async versions(db, connectionId, ids) {
    const rows = await db.connection.findMany({
      where: { id: { in: ids.filter((id) => id === connectionId) } },
      select: { id: true, stoppedAt: true },
    });
    return new Map(rows.map((row) => [row.id, versionOf(row)]));
  },
  check: ({ row }) => (row.stoppedAt === null ? { kind: 'conflict', rule: 'sending-not-stopped' } : null),
  describe: ({ row, waiting }) => ({
    objectName: row.name,
    objectKind: 'connection',
    changes: [
      { path: 'sending', kind: 'changed', from: 'stopped', to: 'goes-on' },
      { path: 'stoppedBy', kind: 'same', from: row.stoppedBy, to: row.stoppedBy },
      { path: 'stoppedAt', kind: 'same', from: versionOf(row), to: versionOf(row) },
      { path: 'stopReason', kind: 'same', from: row.stopReason, to: row.stopReason },
    ],
    policyKeys: ['sending.go-on'],
    recordVersion: versionOf(row),
    masked: { waiting },
  }),
  async apply(tx, { row, waiting }, _input, { context, actor, at, reason, approvalId }) {
    const { id, name } = row;
    await tx.connection.update({ where: { id }, data: { stoppedAt: null, stoppedBy: null, stopReason: null } });
    await recordAudit(tx, {
      actor,
      at,
      connectionId: id,
      object: { kind: 'connection', id, name },
      event: { action: 'connection.gone-on', approvalId, stoppedAt: versionOf(row), waiting },
      reason,
    });
    return { afterCommit: () => context.publish(id, 'connections', [id]) };
  },
};

/** Lets a connection send again what waits and what comes; the object is the connection. Two people, whoever they are. */
export const goOnSending = localDeed(goingOn);
