import 'server-only';
import type { z } from 'zod';
import type { LocalDeed } from '@/lib/approvals/deed';
import { localDeed } from '@/lib/approvals/deed';
import { recordAudit } from '@/lib/audit/record';
import type { Db, Tx } from '@/lib/db/client';
import type { LegalHold } from '@/lib/db/generated/client';
import { isUuid } from '@/lib/db/uuid';
import { holdPurge, loadDays } from './purge';
import type { HoldKind, RetentionKind } from './rules';
import { holdId } from './rules';
import type { HoldInput } from './schema';
import { holdInput, retentionChange, retentionKind } from './schema';

type Days = { kind: RetentionKind; days: number; version: string };

const change: LocalDeed<z.output<typeof retentionChange>, Days> = {
  name: 'retention.change',
  permission: 'policy:manage',
  input: retentionChange,
  async load(tx, _about, objectId) {
    const kind = retentionKind.safeParse(objectId);
    if (!kind.success) return null;
    await holdPurge(tx);
    const row = await tx.retention.findUnique({ where: { kind: kind.data } });
    return { kind: kind.data, days: (await loadDays(tx))[kind.data], version: String(row?.version ?? 1) };
  },
  async versions(db, _connectionId, kinds) {
    const rows = await db.retention.findMany({ where: { kind: { in: [...kinds] } } });
    return new Map(kinds.map((kind) => [kind, String(rows.find((row) => row.kind === kind)?.version ?? 1)]));
  },
  check: (state, { days }) => (state.days === days ? { kind: 'conflict', rule: 'nothing-changes' } : null),
  describe: ({ kind, days, version }, to) => ({
    objectName: kind,
    objectKind: 'retention',
    changes: [{ path: 'days', kind: 'changed', from: String(days), to: String(to.days) }],
    policyKeys: ['policy'],
    recordVersion: version,
    masked: to,
  }),
  async apply(tx, { kind, days }, to, { actor, at, reason }) {
    await tx.retention.upsert({
      where: { kind },
      create: { kind, days: to.days, version: 2 },
      update: { days: to.days, version: { increment: 1 } },
    });
    await recordAudit(tx, {
      actor,
      at,
      connectionId: null,
      object: { kind: 'retention', id: kind, name: kind },
      event: {
        action: 'retention.changed',
        kind,
        changes: [{ path: 'days', kind: 'changed', from: String(days), to: String(to.days) }],
      },
      reason,
    });
    return {};
  },
};

/** Changes how long one kind is kept; two administrators agree on it, as on any policy. */
export const changeRetention = localDeed(change);

const openHold = (tx: Pick<Db | Tx, 'legalHold'>, connectionId: string, { kind, id }: HoldInput) =>
  tx.legalHold.findFirst({ where: { connectionId, objectKind: kind, objectId: id, liftedAt: null } });

/** What people call what is to be held, or null where there is no such thing under the connection. */
const nameOf: Record<HoldKind, (tx: Tx, connectionId: string, id: string) => Promise<string | null>> = {
  async 'sub-merchant'(tx, connectionId, subMchid) {
    return (
      (await tx.subMerchant.findFirst({ where: { connectionId, subMchid }, select: { name: true } }))?.name ?? null
    );
  },
  application: async (tx, connectionId, applymentId) =>
    (await tx.application.count({ where: { connectionId, applymentId } })) > 0 ? applymentId : null,
  contract: async (tx, connectionId, contractId) =>
    (await tx.contract.count({ where: { connectionId, contractId } })) > 0 ? contractId : null,
  deduction: async (tx, connectionId, outTradeNo) =>
    (await tx.deduction.count({ where: { connectionId, outTradeNo } })) > 0 ? outTradeNo : null,
  async batch(tx, connectionId, id) {
    if (!isUuid(id)) return null;
    return (await tx.batch.findFirst({ where: { connectionId, id }, select: { name: true } }))?.name ?? null;
  },
  // Days are there whether anything was kept on them or not.
  period: async (_tx, _connectionId, id) => id,
};

type Holding = { connectionId: string; name: string; open: LegalHold | null };

/** Placing and lifting are one deed in two directions: an auditor or administrator asks, another administrator agrees. */
const holding = (name: 'hold.place' | 'hold.lift', isPlacing: boolean): LocalDeed<HoldInput, Holding> => ({
  name,
  permission: 'hold:ask',
  input: holdInput,
  async load(tx, { account }, objectId, input) {
    if (!account || objectId !== holdId(input)) return null;
    await holdPurge(tx);
    const connectionId = account.connection.id;
    const open = await openHold(tx, connectionId, input);
    const name = await nameOf[input.kind](tx, connectionId, input.id);
    // What was held and is gone can still be let go.
    return open || name !== null ? { connectionId, open, name: name || input.id } : null;
  },
  async versions(db, connectionId, ids) {
    const rows = connectionId === null ? [] : await db.legalHold.findMany({ where: { connectionId, liftedAt: null } });
    return new Map(
      ids.map((id) => [id, rows.find((row) => `${row.objectKind} ${row.objectId}` === id)?.id ?? 'not-held']),
    );
  },
  check: ({ open }) => ((open === null) === isPlacing ? null : { kind: 'conflict', rule: 'nothing-changes' }),
  describe: ({ open, name }, input) => ({
    objectName: name,
    objectKind: 'legal-hold',
    changes: [
      {
        path: input.kind,
        kind: isPlacing ? 'added' : 'removed',
        from: isPlacing ? null : input.id,
        to: isPlacing ? input.id : null,
      },
    ],
    policyKeys: ['legal-hold'],
    recordVersion: open?.id ?? 'not-held',
    masked: input,
  }),
  async apply(tx, { connectionId, open, name }, { kind, id }, { actor, at, reason, approvalId }) {
    if (open) await tx.legalHold.update({ where: { id: open.id }, data: { liftedAt: at } });
    else {
      await tx.legalHold.create({
        data: {
          connectionId,
          objectKind: kind,
          objectId: id,
          reason: reason ?? '',
          placedBy: actor.name,
          placedAt: at,
        },
      });
    }
    await recordAudit(tx, {
      actor,
      at,
      connectionId,
      object: { kind, id, name },
      event: {
        action: isPlacing ? 'hold.placed' : 'hold.lifted',
        approvalId,
        changes: [
          isPlacing
            ? { path: 'legal-hold', kind: 'added', from: null, to: reason ?? '' }
            : { path: 'legal-hold', kind: 'removed', from: open?.reason ?? '', to: null },
        ],
      },
      reason,
    });
    return {};
  },
});

/** While a hold lasts, nothing of the object and of what belongs to it is purged. */
export const placeHold = localDeed(holding('hold.place', true));
export const liftHold = localDeed(holding('hold.lift', false));
