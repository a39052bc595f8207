import 'server-only';
import { applicationKey } from '@/lib/applications/keep';
import type { ToldApplication } from '@/lib/applications/news';
import type { AuditInput } from '@/lib/audit/record';
import { recordAudits } from '@/lib/audit/record';
import type { ToldContract } from '@/lib/contracts/news';
import type { Raw } from '@/lib/db/raw';
import { storable } from '@/lib/db/storable';
import type { Vault } from '@/lib/db/vault';
import type { ToldOrder } from '@/lib/deductions/news';
import type { Arrival, Settled } from './arrival';
import type { Held, HeldMessage } from './held';
import { holdKeys, readHeld } from './held';
import type { Effect } from './judge';
import { applicationOf, contractOf, effectOf, judgeAgain, orderOf } from './judge';
import type { Opened } from './message';
import type { Writer } from './writer';
import { createWriter } from './writer';

const platform = { kind: 'platform', name: 'platform' } as const;

/**
 * Takes a batch of messages of one connection in, inside the caller's transaction: rows, effects, discrepancies and audit
 * commit together or not at all (decisions 6). Answers what became of each, in their order. Each is judged with what the
 * ones before it in the batch have left.
 */
export async function settleArrivals(
  { vault }: { vault: Vault },
  tx: Raw,
  connectionId: string,
  arrivals: readonly Arrival[],
): Promise<Settled[]> {
  const rows = arrivals.map((arrival) => {
    const rowId = crypto.randomUUID();
    const { message } = arrival;
    return {
      arrival,
      rowId,
      told: applicationOf(message, rowId),
      contract: contractOf(message, rowId),
      order: orderOf(message, rowId),
    };
  });
  const ids = [...new Set(rows.map(({ arrival }) => arrival.message.id))];
  const told = rows.flatMap((row) => row.told ?? []);
  const contracts = rows.flatMap(({ contract }) => contract ?? []);
  const orders = rows.flatMap(({ order }) => order ?? []);
  await holdKeys(tx, connectionId, ids, told, contracts, orders);
  const held = await readHeld(tx, connectionId, ids, told, contracts, orders);
  const batch: Batch = { connectionId, held, writer: createWriter(tx, connectionId, vault), audits: [] };
  const settled: Settled[] = [];
  for (const { arrival, rowId } of rows) {
    const known = held.notifications.get(arrival.message.id);
    settled.push(
      known === undefined
        ? await take(batch, arrival, rowId)
        : known.state === 'quarantine'
          ? await takeUnused(batch, arrival, known)
          : await takeAgain(batch, arrival, known),
    );
  }
  await batch.writer.write();
  await recordAudits(tx, batch.audits);
  return settled;
}

/** What a message is about: an application, a contract, or nothing that we know. */
export type About = { told: ToldApplication | null; contract: ToldContract | null; order?: ToldOrder | null };

type Batch = { connectionId: string; held: Held; writer: Writer; audits: AuditInput[] };

/** A message that is new, or that could not be used until now and is judged afresh. */
async function take(batch: Batch, arrival: Arrival, rowId: string): Promise<Settled> {
  const { held, writer } = batch;
  const { message, bodySha256, receivedAt } = arrival;
  const known = held.notifications.get(message.id);
  const effect = effectOn(message, rowId, held);
  const settled: Settled = { verdict: effect.state, cause: effect.cause, rowId };
  const number = (known?.deliveries ?? 0) + 1;
  writer.notification(arrival, rowId, effect, {
    number,
    isUnclaimed: isUnclaimed(effect, held),
    firstReceivedAt: known?.firstReceivedAt ?? receivedAt,
  });
  writer.delivery(arrival, rowId, number, settled, false);
  batch.audits.push(receivedAudit(batch, arrival, rowId, effect));
  if (effect.discrepancy !== null && message.kind === 'opened') {
    await openDiscrepancy(batch, { receivedAt, message }, rowId, effect.discrepancy, aboutOf(effect));
  }
  keepEffect(effect, held, writer, receivedAt);
  held.notifications.set(message.id, {
    id: rowId,
    state: effect.state,
    contentSha256: message.kind === 'opened' ? message.contentSha256 : null,
    bodySha256,
    deliveries: number,
    firstReceivedAt: known?.firstReceivedAt ?? receivedAt,
  });
  return settled;
}

/**
 * A message whose id is in quarantine: it is judged afresh, so that it heals by itself. With other bytes than were kept
 * it must not take their place unseen: bytes that cannot be used either change nothing, and what says something else than
 * the kept ones, which could be opened by now, is a difference. Where nobody can tell what the kept ones say, they stay
 * with their delivery.
 */
async function takeUnused(batch: Batch, arrival: Arrival, known: HeldMessage): Promise<Settled> {
  const { writer } = batch;
  const { message, bodySha256, receivedAt } = arrival;
  if (known.bodySha256 === bodySha256) return take(batch, arrival, known.id);
  const kept = message.kind === 'unusable' ? null : await writer.keptBody(known.id, known.bodySha256);
  const first = kept && arrival.open(kept);
  if (message.kind === 'opened' && first?.kind === 'opened' && first.contentSha256 !== message.contentSha256) {
    return differs(batch, arrival, known, { message, receivedAt }, first.json);
  }
  if (message.kind === 'opened') {
    await writer.leaveBody(known.id);
    return take(batch, arrival, known.id);
  }
  return record(batch, arrival, known, { verdict: 'quarantine', cause: message.cause });
}

/** One more delivery of a message that stays as it is. */
function record({ writer }: Batch, arrival: Arrival, known: HeldMessage, came: Omit<Settled, 'rowId'>): Settled {
  known.deliveries += 1;
  const settled: Settled = { ...came, rowId: known.id };
  writer.repeat(arrival, known.id, known.deliveries, settled);
  writer.delivery(arrival, known.id, known.deliveries, settled, known.bodySha256 !== arrival.bodySha256);
  return settled;
}

/** Another content under the id of a message that is kept: for a person. `ours`: what the kept one says, where it is not its row. */
async function differs(
  batch: Batch,
  arrival: Arrival,
  known: HeldMessage,
  told: { message: Opened; receivedAt: Date },
  ours?: Record<string, unknown>,
): Promise<Settled> {
  const cause = 'same-id-other-content';
  const settled = record(batch, arrival, known, { verdict: 'discrepancy', cause });
  const differences = await batch.writer.differences(known.id, told.message, ours);
  const about = {
    told: applicationOf(told.message, known.id),
    contract: contractOf(told.message, known.id),
    order: orderOf(told.message, known.id),
  };
  await openDiscrepancy(batch, told, known.id, { cause, differences }, about);
  return settled;
}

/** A message whose id was handled before: the same one again, or another that goes by its name. */
async function takeAgain(batch: Batch, arrival: Arrival, known: HeldMessage): Promise<Settled> {
  const { message, bodySha256, receivedAt } = arrival;
  const came = judgeAgain(known, message, bodySha256);
  return came.verdict === 'discrepancy' && message.kind === 'opened'
    ? differs(batch, arrival, known, { message, receivedAt })
    : record(batch, arrival, known, came);
}

/** The sub-merchant that a message names; in common mode a contract has none. */
const namedBy = ({ told, contract, order }: Effect): string | null =>
  told?.subMchid ?? (contract?.told.subMchid || order?.told.subMchid || null);

const aboutOf = ({ told, contract, order }: Effect): About => ({
  told,
  contract: contract?.told ?? null,
  order: order?.told ?? null,
});

const subMerchantOf = (effect: Effect, held: Held) => held.subMerchants.get(namedBy(effect) ?? '');

/** True when a message is about a sub-merchant that nobody here holds. */
export const isUnclaimed = (effect: Effect, held: Held): boolean =>
  namedBy(effect) !== null && subMerchantOf(effect, held) === undefined;

/** What a message does to what is held. */
export function effectOn(message: Arrival['message'], rowId: string, held: Held): Effect {
  const told = applicationOf(message, rowId);
  return effectOf(message, rowId, {
    application: told === null ? null : (held.applications.get(applicationKey(told)) ?? null),
    subMerchant: told === null ? null : (held.subMerchants.get(told.subMchid) ?? null),
    contract: held.contracts.get(contractOf(message, rowId)?.contractId ?? '') ?? null,
    order: held.orders.get(orderOf(message, rowId)?.outTradeNo ?? '') ?? null,
  });
}

/** Brings the rows in hand and on their way up to date with what was applied. */
export function keepEffect(
  { told, contract, order, facts, state, changes }: Effect,
  held: Held,
  writer: Pick<Writer, 'application' | 'subMerchant' | 'contract' | 'order'>,
  at: Date,
): void {
  if (contract?.facts) {
    const { contractId } = contract.told;
    const before = held.contracts.get(contractId);
    const id = before?.id ?? crypto.randomUUID();
    const version = (before?.version ?? 0) + 1;
    writer.contract(id, contractId, contract.facts, { version, at });
    held.contracts.set(contractId, { ...contract.facts, id, version, isOurs: before?.isOurs ?? false });
  }
  if (order?.facts) {
    const { outTradeNo, record } = order.told;
    const before = held.orders.get(outTradeNo);
    if (before) {
      writer.order(before.id, order.facts, { record, at });
      held.orders.set(outTradeNo, { ...before, ...order.facts });
    }
  }
  if (state !== 'applied' || told === null) return;
  const key = applicationKey(told);
  const before = held.applications.get(key);
  // The same news at the same time says nothing new.
  if (before !== undefined && before.recordSha256 === told.recordSha256 && before.stateAsOf >= told.asOf) return;
  const id = before?.id ?? crypto.randomUUID();
  const since = before?.state === told.state ? before.stateSince : told.asOf;
  const version = (before?.version ?? 0) + 1;
  writer.application(id, told, { since, at, version });
  held.applications.set(key, {
    ...told,
    id,
    version,
    stateSince: since,
    stateAsOf: told.asOf,
    stateHow: 'notification',
    offeredDomains: before?.offeredDomains ?? null,
  });
  const subMerchant = held.subMerchants.get(told.subMchid);
  if (facts === null || subMerchant === undefined) return;
  writer.subMerchant(subMerchant.id, facts, { isMoved: changes.some(({ path }) => path !== 'applyment_state'), at });
  held.subMerchants.set(told.subMchid, { ...subMerchant, ...facts });
}

/** What an entry about a message is about: the sub-merchant whom it names, where we hold that one. */
export function objectOf(effect: Effect, held: Held, rowId: string): AuditInput['object'] {
  const subMerchant = subMerchantOf(effect, held);
  if (effect.contract !== null) {
    const { contractId, subMchid } = effect.contract.told;
    return { kind: 'contract', id: contractId, name: subMerchant?.name ?? subMchid };
  }
  if (effect.order !== undefined && held.orders.has(effect.order.told.outTradeNo))
    return { kind: 'deduction', id: effect.order.told.outTradeNo, name: subMerchant?.name ?? '' };
  return effect.told !== null && subMerchant !== undefined
    ? { kind: 'sub-merchant', id: effect.told.subMchid, name: subMerchant.name }
    : { kind: 'notification', id: rowId };
}

function receivedAudit({ connectionId, held }: Batch, arrival: Arrival, rowId: string, effect: Effect): AuditInput {
  return {
    actor: platform,
    at: arrival.receivedAt,
    connectionId,
    object: objectOf(effect, held, rowId),
    event: {
      action: 'notification.received',
      notificationId: rowId,
      eventType: storable(arrival.message.envelope?.event_type ?? ''),
      state: effect.state,
      cause: effect.cause,
      applymentId: effect.told?.applymentId ?? null,
      contractId: effect.contract?.told.contractId ?? null,
      outTradeNo: effect.order?.told.outTradeNo ?? null,
      changes: effect.changes,
    },
  };
}

/** Opens a discrepancy in the batch, with its audit entry, unless it is known. */
export async function openDiscrepancy(
  { connectionId, writer, audits }: Pick<Batch, 'connectionId' | 'writer' | 'audits'>,
  told: { receivedAt: Date; message: Opened },
  rowId: string,
  found: NonNullable<Effect['discrepancy']>,
  about: About,
): Promise<void> {
  if (!(await writer.discrepancy(told, rowId, found, about))) return;
  audits.push({
    actor: platform,
    at: told.receivedAt,
    connectionId,
    object: { kind: 'notification', id: rowId },
    event: {
      action: 'discrepancy.opened',
      ...found,
      applymentId: about.told?.applymentId ?? null,
      contractId: about.contract?.contractId ?? null,
      outTradeNo: about.order?.outTradeNo ?? null,
    },
  });
}
