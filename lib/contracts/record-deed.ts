import 'server-only';
import type { LocalDeed } from '@/lib/approvals/deed';
import { localDeed } from '@/lib/approvals/deed';
import { recordAudit } from '@/lib/audit/record';
import type { Contract } from '@/lib/db/generated/client';
import { isPlaceSaid, placeText } from '@/lib/evidence/schema';
import type { Change } from '@/lib/requests/view';
import type { Issue } from '@/lib/result';
import { CONTRACT, terminateContractOperation } from './operation';
import type { RecordContractInput } from './schema';
import { recordContractInput } from './schema';

type State = {
  row: Contract;
  /** The request that is open on it. */
  open: { id: string; reference: string; outcome: string } | null;
};

const change = (path: string, from: string | null, to: string | null): Change[] =>
  to === null || from === to ? [] : [{ path, kind: from === null ? 'added' : 'changed', from, to }];

const changesOf = ({ row }: State, input: RecordContractInput): Change[] => [
  { path: 'contract_state', kind: row.state === input.state ? 'same' : 'changed', from: row.state, to: input.state },
  ...change('ended_by', row.endedBy, input.state === 'TERMINATED' ? input.endedBy : null),
  ...change('seen_at', null, input.seenAt),
  ...change('seen_where', null, input.seenWhere),
  ...change('seen_where_text', null, input.seenWhereText === '' ? null : input.seenWhereText),
];

function issuesOf(input: RecordContractInput, at: Date): Issue[] {
  return [
    ...(isPlaceSaid(input) ? [] : [{ path: 'seenWhereText', rule: 'required' }]),
    ...(new Date(input.seenAt) > at ? [{ path: 'seenAt', rule: 'in-the-future' }] : []),
  ];
}

const recording: LocalDeed<RecordContractInput, State> = {
  name: 'contract.record',
  permission: 'contract:terminate',
  input: recordContractInput,
  async load(tx, { account }, contractId) {
    if (!account) return null;
    const { id: connectionId } = account.connection;
    await tx.$queryRaw`
      SELECT 1 FROM "Contract" WHERE "connectionId" = ${connectionId}::uuid AND "contractId" = ${contractId} FOR UPDATE`;
    const row = await tx.contract.findUnique({
      where: { connectionId_contractId: { connectionId, contractId } },
    });
    if (!row) return null;
    const lock = await tx.objectLock.findUnique({
      where: { connectionId_objectKind_objectId: { connectionId, objectKind: CONTRACT, objectId: contractId } },
      select: { request: { select: { id: true, reference: true, outcome: true } } },
    });
    return { row, open: lock?.request ?? null };
  },
  versions: terminateContractOperation.versions,
  check({ row, open }, input, { at }) {
    // An ending stands, whoever saw what (3.4).
    if (row.state === 'TERMINATED') return { kind: 'conflict', rule: 'contract-ended' };
    // While a termination is on its way, what was seen may be of before it or of after it.
    if (open && open.outcome !== 'unknown')
      return { kind: 'conflict', rule: 'locked-by-open-request', params: { reference: open.reference } };
    const issues = issuesOf(input, at);
    return issues.length > 0 ? { kind: 'invalid', issues } : null;
  },
  describe: (state, input) => ({
    objectName: state.row.subMchid || state.row.contractId,
    objectKind: CONTRACT,
    changes: changesOf(state, input),
    policyKeys: ['by-hand'],
    recordVersion: String(state.row.version),
    masked: input,
  }),
  async apply(tx, state, input, { context, account, actor, at, approvalId, reason }) {
    const connectionId = account?.connection.id ?? '';
    const { row, open } = state;
    const seenAt = new Date(input.seenAt);
    const isEnded = input.state === 'TERMINATED';
    await tx.contract.update({
      where: { id: row.id },
      data: {
        ...(isEnded && { endedBy: input.endedBy, endedAt: seenAt, stateSince: seenAt }),
        state: input.state,
        stateHow: 'staff',
        stateAsOf: seenAt,
        stateProof: approvalId,
        notFoundAt: null,
        notFoundProof: null,
        notFoundHow: null,
        version: { increment: 1 },
        updatedAt: at,
      },
    });
    // What staff saw may settle an unknown termination: the drain looks at once.
    if (open) await tx.platformRequest.update({ where: { id: open.id }, data: { nextTryAt: at } });
    await recordAudit(tx, {
      actor,
      at,
      connectionId,
      object: { kind: CONTRACT, id: row.contractId, name: row.subMchid },
      event: {
        action: 'contract.recorded',
        approvalId,
        seenWhere: placeText(input),
        seenAt: input.seenAt,
        changes: changesOf(state, input),
      },
      reason,
    });
    return { afterCommit: () => context.publish(connectionId, 'contracts', [row.contractId]) };
  },
};

/** Records what staff saw of a contract at the platform, with evidence and a second person (day 5). */
export const recordContract = localDeed(recording);
