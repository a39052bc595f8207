import 'server-only';
import type { Actor, AuditInput } from '@/lib/audit/record';
import { recordAudits } from '@/lib/audit/record';
import type { PlatformAccount } from '@/lib/connections/account';
import { heldMessageKeys, markUsed } from '@/lib/connections/message-keys';
import type { Db } from '@/lib/db/client';
import { isUuid } from '@/lib/db/uuid';
import type { Vault } from '@/lib/db/vault';
import type { Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import type { Announcing } from './announce';
import { announce } from './announce';
import { holdKeys, readHeld } from './held';
import { applicationOf, contractOf, orderOf } from './judge';
import { addresseeOf, openMessage } from './message';
import { canReprocess } from './rules';
import { bodyAbout } from './sealed';
import { effectOn, isUnclaimed, keepEffect, objectOf, openDiscrepancy } from './settle';
import type { NotificationState } from './view';
import { createWriter } from './writer';

export type ReprocessContext = { db: Db; vault: Vault; now: () => Date } & Announcing;

/** What a message came to; `isNew` is false when somebody else, or a delivery, was there first. */
export type Reprocessed = { from: NotificationState; to: NotificationState; cause: string | null; isNew: boolean };

/**
 * Judges the kept bytes of a message afresh with what we hold today (features 56): the same opening, the same rules and
 * the same writing as when a delivery brings them, in one transaction with its audit entry. It is no delivery, so neither
 * their number nor our last answer changes; the platform hears success when it comes again.
 */
export async function reprocess(
  context: ReprocessContext,
  actor: Actor,
  account: PlatformAccount,
  rowId: string,
): Promise<Result<Reprocessed>> {
  const { db, vault, now } = context;
  const { connection } = account;
  const row = isUuid(rowId)
    ? await db.notification.findFirst({ where: { id: rowId, connectionId: connection.id } })
    : null;
  if (row === null) return refuse({ kind: 'not-found' });
  const from = row.state as NotificationState;
  if (!canReprocess(from)) return ok({ from, to: from, cause: row.cause, isNew: false });
  if (row.body === null) return refuse({ kind: 'conflict', rule: 'body-purged' });
  const body = vault.open(row.body, bodyAbout(row.id, row.bodySha256));
  const message = openMessage(body, await heldMessageKeys(context, account), addresseeOf(connection));
  const told = applicationOf(message, row.id);
  const contract = contractOf(message, row.id);
  const contracts = contract === null ? [] : [contract];
  const order = orderOf(message, row.id);
  const orders = order === null ? [] : [order];

  const answer = await db.$transaction(async (tx): Promise<Reprocessed> => {
    await holdKeys(tx, connection.id, [row.notificationId], told === null ? [] : [told], contracts, orders);
    const held = await readHeld(
      tx,
      connection.id,
      [row.notificationId],
      told === null ? [] : [told],
      contracts,
      orders,
    );
    const known = held.notifications.get(row.notificationId);
    // A delivery, or a second click, was faster: it judged by the same rules and keys.
    if (known === undefined || !canReprocess(known.state) || known.bodySha256 !== row.bodySha256) {
      return { from, to: known?.state ?? from, cause: row.cause, isNew: false };
    }
    const at = now();
    const effect = effectOn(message, row.id, held);
    const batch = {
      connectionId: connection.id,
      writer: createWriter(tx, connection.id, vault),
      audits: [] as AuditInput[],
    };
    await batch.writer.reprocessed(message, row.id, effect, { isUnclaimed: isUnclaimed(effect, held), at });
    batch.audits.push({
      actor,
      at,
      connectionId: connection.id,
      object: objectOf(effect, held, row.id),
      event: {
        action: 'notification.reprocessed',
        notificationId: row.id,
        from: known.state,
        to: effect.state,
        cause: effect.cause,
        changes: effect.changes,
      },
    });
    if (effect.discrepancy !== null && message.kind === 'opened') {
      await openDiscrepancy(batch, { receivedAt: at, message }, row.id, effect.discrepancy, { told, contract, order });
    }
    keepEffect(effect, held, batch.writer, at);
    await batch.writer.write();
    await recordAudits(tx, batch.audits);
    return { from: known.state, to: effect.state, cause: effect.cause, isNew: true };
  });
  if (answer.isNew && message.kind === 'opened') await markUsed(context, connection.id, message.openedBy);
  if (answer.isNew) announce(context, connection.id, [{ rowId: row.id, verdict: answer.to }]);
  return ok(answer);
}
