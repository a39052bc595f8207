import 'server-only';
import { z } from 'zod';
import type { LocalDeed } from '@/lib/approvals/deed';
import { localDeed } from '@/lib/approvals/deed';
import { recordAudit } from '@/lib/audit/record';
import { CONTRACT } from '@/lib/contracts/operation';
import type { Deduction } from '@/lib/db/generated/client';
import { DEDUCTION, holdOrder } from './keep';
import { chargeOperation } from './operation';

type State = { row: Deduction; isHolding: boolean };

const releasing: LocalDeed<Record<string, never>, State> = {
  name: 'deduction.release-contract',
  permission: 'deduction:charge',
  input: z.strictObject({}),
  async load(tx, { account }, outTradeNo) {
    if (!account) return null;
    const connectionId = account.connection.id;
    const row = await holdOrder(tx, connectionId, outTradeNo);
    if (!row?.requestId) return null;
    const { contractId, requestId } = row;
    const held = { connectionId, objectKind: CONTRACT, objectId: contractId, requestId };
    return { row, isHolding: (await tx.objectLock.count({ where: held })) > 0 };
  },
  versions: chargeOperation.versions,
  check: ({ isHolding }) => (isHolding ? null : { kind: 'conflict', rule: 'nothing-to-release' }),
  describe: ({ row }) => ({
    objectName: row.outTradeNo,
    objectKind: DEDUCTION,
    changes: [{ path: 'contract_held', kind: 'removed', from: row.contractId, to: null }],
    policyKeys: ['deduction.release-contract'],
    recordVersion: String(row.version),
    masked: { contract_id: row.contractId },
  }),
  async apply(tx, { row }, _input, { context, actor, at, approvalId, reason }) {
    const { connectionId, contractId, requestId, outTradeNo } = row;
    await tx.objectLock.deleteMany({
      where: { connectionId, objectKind: CONTRACT, objectId: contractId, ...(requestId !== null && { requestId }) },
    });
    await tx.deduction.update({
      where: { id: row.id },
      data: { releasedAt: at, releasedProof: approvalId, version: { increment: 1 }, updatedAt: at },
    });
    await recordAudit(tx, {
      actor,
      at,
      connectionId,
      object: { kind: DEDUCTION, id: outTradeNo, name: outTradeNo },
      event: { action: 'deduction.contract-released', approvalId, contractId },
      reason,
    });
    return {
      afterCommit: () => {
        context.publish(connectionId, 'deductions', [outTradeNo]);
        context.publish(connectionId, 'contracts', [contractId]);
      },
    };
  },
};

/**
 * Lets the contract of an open charge go, so that it can be ended (features row 39): two people and a reason. The order
 * stays open, and nothing else is charged on the contract.
 */
export const releaseContract = localDeed(releasing);
