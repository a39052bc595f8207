import 'server-only';
import type { LocalDeed } from '@/lib/approvals/deed';
import { localDeed } from '@/lib/approvals/deed';
import { recordAudit } from '@/lib/audit/record';
import type { Deduction, PlatformRequest } from '@/lib/db/generated/client';
import { isPlaceSaid, placeText } from '@/lib/evidence/schema';
import { tradeStateRow } from '@/lib/platform/rows/trade-state';
import { amountText } from '@/lib/platform/wire/currency';
import type { Change } from '@/lib/requests/view';
import type { Issue } from '@/lib/result';
import { DEDUCTION, holdOrder, releaseWhenOver } from './keep';
import { chargeOperation, knownOf } from './operation';
import { standingOf } from './rules';
import type { RecordOrderInput } from './schema';
import { recordOrderInput } from './schema';

type State = { row: Deduction; request: PlatformRequest | null };

function changesOf({ row }: State, input: RecordOrderInput): Change[] {
  const seen = (path: string, to: string): Change[] => (to === '' ? [] : [{ path, kind: 'added', from: null, to }]);
  return [
    { path: 'trade_state', kind: 'changed', from: row.tradeState, to: input.state },
    ...seen('seen_at', input.seenAt),
    ...seen('seen_where', input.seenWhere),
    ...seen('seen_where_text', input.seenWhereText),
  ];
}

function issuesOf(input: RecordOrderInput, at: Date): Issue[] {
  return [
    ...(isPlaceSaid(input) ? [] : [{ path: 'seenWhereText', rule: 'required' }]),
    ...(new Date(input.seenAt) > at ? [{ path: 'seenAt', rule: 'in-the-future' }] : []),
  ];
}

const recording: LocalDeed<RecordOrderInput, State> = {
  name: 'deduction.record',
  permission: 'deduction:charge',
  input: recordOrderInput,
  async load(tx, { account }, outTradeNo) {
    const row = account && (await holdOrder(tx, account.connection.id, outTradeNo));
    if (!row) return null;
    const request = row.requestId ? await tx.platformRequest.findUnique({ where: { id: row.requestId } }) : null;
    return { row, request };
  },
  versions: chargeOperation.versions,
  check({ row, request }, input, { at }) {
    // What is unknown is settled on its request, and what is over is over.
    if (standingOf(knownOf({ ...row, request })) !== 'in-progress')
      return { kind: 'conflict', rule: 'order-not-in-progress' };
    const issues = issuesOf(input, at);
    return issues.length > 0 ? { kind: 'invalid', issues } : null;
  },
  describe: (state, input) => ({
    objectName: amountText(state.row.total, state.row.currency),
    objectKind: DEDUCTION,
    changes: changesOf(state, input),
    policyKeys: ['by-hand'],
    recordVersion: String(state.row.version),
    masked: input,
  }),
  async apply(tx, state, input, { context, actor, at, approvalId, reason }) {
    const { row, request } = state;
    const { connectionId, outTradeNo, contractId } = row;
    await tx.deduction.update({
      where: { id: row.id },
      data: {
        tradeState: input.state,
        tradeStateHow: 'staff',
        tradeStateAsOf: new Date(input.seenAt),
        tradeStateProof: approvalId,
        finalAt: at,
        nextQueryAt: null,
        version: { increment: 1 },
        updatedAt: at,
      },
    });
    if (request) await releaseWhenOver(tx, request.outcome, request.id, tradeStateRow(input.state).isFinal);
    await recordAudit(tx, {
      actor,
      at,
      connectionId,
      object: { kind: DEDUCTION, id: outTradeNo, name: outTradeNo },
      event: {
        action: 'deduction.recorded',
        approvalId,
        seenWhere: placeText(input),
        seenAt: input.seenAt,
        changes: changesOf(state, input),
      },
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
 * Records what staff saw of an order in progress whose result nobody tells: paid, closed or failed, with evidence and a
 * second person. What the platform tells afterwards takes its place.
 */
export const recordOrder = localDeed(recording);
