import 'server-only';
import type { Actor } from '@/lib/audit/record';
import { recordAudit } from '@/lib/audit/record';
import type { Db, Tx } from '@/lib/db/client';
import { isUniqueViolation } from '@/lib/db/client';
import type { Vault } from '@/lib/db/vault';
import { isKeyProblem, readApiKey } from '@/lib/platform/crypto/pem';
import type { Refusal, Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import type { PlatformAccount } from './account';
import { fingerprintOf, keyAbout } from './message-keys';
import type { ShelfChanges } from './shelf-changes';

/** What changing the keys of a connection needs of its surroundings. */
export type KeyContext = { db: Db; vault: Vault; now: () => Date; shelfChanges: ShelfChanges };

type ByWhom = { account: PlatformAccount; actor: Actor };

/** A key as typed; `endsAt` null: it is tried until it is removed. */
export type NewMessageKey = ByWhom & { text: string; note: string; endsAt: Date | null };

const held = (where: 'current' | 'previous' | 'added', fingerprint: string): Refusal => ({
  kind: 'conflict',
  rule: 'message-key-held',
  params: { where, fingerprint },
});
const past = (path: string): Refusal => ({ kind: 'invalid', issues: [{ path, rule: 'ends-in-the-past' }] });

/**
 * Adds a message key beside those of the configuration (5.2), sealed under our own key and audited in the same
 * transaction. The same key twice is a `conflict` (`message-key-held`), also with one of the configuration; one that was
 * removed may come back. `isTrimmed` tells that a line end or byte-order mark of the file was left out.
 */
export async function addMessageKey(
  { db, vault, now, shelfChanges }: KeyContext,
  { account, actor, text, note, endsAt }: NewMessageKey,
): Promise<Result<{ fingerprint: string; isTrimmed: boolean }>> {
  const at = now();
  const key = readApiKey(text);
  if (isKeyProblem(key)) {
    const { problem, bytes } = key;
    const issue = { path: 'key', rule: problem, ...(bytes !== undefined && { params: { bytes } }) };
    return refuse({ kind: 'invalid', issues: [issue] });
  }
  if (endsAt !== null && endsAt <= at) return refuse(past('endsOn'));
  const connectionId = account.connection.id;
  const fingerprint = fingerprintOf(key);
  const place = account.apiKeys.findIndex((configured) => configured.equals(key));
  if (place !== -1) return refuse(held(place === 0 ? 'current' : 'previous', fingerprint));
  const row = {
    sealed: vault.seal(key, keyAbout(connectionId, fingerprint)),
    note,
    addedAt: at,
    addedBy: actor.name,
    endsAt,
    removedAt: null,
    lastUsedAt: null,
  };
  const add = async (tx: Tx): Promise<true> => {
    const removed = { connectionId, fingerprint, removedAt: { not: null } };
    const [revived] = await tx.messageKey.updateManyAndReturn({ where: removed, data: row, select: { id: true } });
    const { id } = revived ?? (await tx.messageKey.create({ data: { connectionId, fingerprint, ...row } }));
    await recordAudit(tx, {
      actor,
      at,
      connectionId,
      object: { kind: 'message-key', id, name: fingerprint },
      event: { action: 'message-key.added', fingerprint, endsAt: endsAt?.toISOString() ?? null },
      reason: note === '' ? null : note,
    });
    return true;
  };
  const isAdded = await db.$transaction(add).catch((error: unknown) => {
    // It is held already, or somebody adds it at the same moment.
    if (isUniqueViolation(error)) return false;
    throw error;
  });
  if (!isAdded) return refuse(held('added', fingerprint));
  shelfChanges.announce(connectionId);
  return ok({ fingerprint, isTrimmed: Buffer.byteLength(text) !== key.length });
}

type KeyChange = ByWhom & { id: string };

/** Removes an added key: it opens nothing from now on, and what was sealed of it is gone. Its row stays, for old messages. */
export async function removeMessageKey(
  { db, now, shelfChanges }: KeyContext,
  { account, actor, id }: KeyChange,
): Promise<Result<null>> {
  const at = now();
  const connectionId = account.connection.id;
  const isRemoved = await db.$transaction(async (tx) => {
    const key = await tx.messageKey.findFirst({ where: { id, connectionId } });
    const gone = { removedAt: at, sealed: new Uint8Array() };
    const removed = await tx.messageKey.updateMany({ where: { id, connectionId, removedAt: null }, data: gone });
    if (!key || removed.count === 0) return false;
    const { fingerprint } = key;
    await recordAudit(tx, {
      actor,
      at,
      connectionId,
      object: { kind: 'message-key', id, name: fingerprint },
      event: { action: 'message-key.removed', fingerprint },
    });
    return true;
  });
  if (!isRemoved) return refuse({ kind: 'not-found' });
  shelfChanges.announce(connectionId);
  return ok(null);
}

/** Changes until when an added key is tried; null: until it is removed. */
export async function changeOverlap(
  { db, now, shelfChanges }: KeyContext,
  { account, actor, id, endsAt }: KeyChange & { endsAt: Date | null },
): Promise<Result<null>> {
  const at = now();
  if (endsAt !== null && endsAt <= at) return refuse(past('endsOn'));
  const connectionId = account.connection.id;
  const isChanged = await db.$transaction(async (tx) => {
    const key = await tx.messageKey.findFirst({ where: { id, connectionId, removedAt: null } });
    const changed = await tx.messageKey.updateMany({ where: { id, connectionId, removedAt: null }, data: { endsAt } });
    if (!key || changed.count === 0) return false;
    const { fingerprint, endsAt: before } = key;
    await recordAudit(tx, {
      actor,
      at,
      connectionId,
      object: { kind: 'message-key', id, name: fingerprint },
      event: {
        action: 'message-key.overlap-changed',
        fingerprint,
        from: before?.toISOString() ?? null,
        to: endsAt?.toISOString() ?? null,
      },
    });
    return true;
  });
  if (!isChanged) return refuse({ kind: 'not-found' });
  shelfChanges.announce(connectionId);
  return ok(null);
}
