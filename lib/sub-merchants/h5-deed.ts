import 'server-only';
import type { z } from 'zod';
import type { LocalDeed } from '@/lib/approvals/deed';
import { localDeed } from '@/lib/approvals/deed';
import { recordAudit } from '@/lib/audit/record';
import type { SubMerchant } from '@/lib/db/generated/client';
import type { Change } from '@/lib/requests/view';
import { modifySubMerchantOperation, SUB_MERCHANT } from './operation';
import { recordH5Input } from './schema';

const changesOf = (
  { h5State, h5RejectDetail }: Pick<SubMerchant, 'h5State' | 'h5RejectDetail'>,
  { state, seenAt, rejectDetail }: z.infer<typeof recordH5Input>,
): Change[] => [
  {
    path: 'h5_authorization_state',
    kind: h5State === 'UNKNOWN' ? 'added' : h5State === state ? 'same' : 'changed',
    from: h5State === 'UNKNOWN' ? null : h5State,
    to: state,
  },
  { path: 'h5_state_as_of', kind: 'added', from: null, to: seenAt },
  ...(state === 'REJECTED' && rejectDetail !== ''
    ? [{ path: 'reject_detail', kind: 'changed' as const, from: h5RejectDetail, to: rejectDetail }]
    : []),
];

const recording: LocalDeed<z.infer<typeof recordH5Input>, SubMerchant> = {
  name: 'sub-merchant.record-h5',
  permission: 'sub-merchant:edit',
  input: recordH5Input,
  async load(tx, { context, account }, subMchid) {
    if (!account) return null;
    const place = { connectionId: account.connection.id, vault: context.vault };
    return (await modifySubMerchantOperation.load(tx, place, subMchid))?.row ?? null;
  },
  versions: modifySubMerchantOperation.versions,
  check({ h5State, h5StateAsOf }, { seenAt }, { at }) {
    const seen = new Date(seenAt);
    if (seen > at) return { kind: 'invalid', issues: [{ path: 'seenAt', rule: 'in-the-future' }] };
    // Older news never undoes newer (decisions 6), whoever brings it.
    if (h5State !== 'UNKNOWN' && seen < h5StateAsOf)
      return { kind: 'invalid', issues: [{ path: 'seenAt', rule: 'older-than-known' }] };
    return null;
  },
  describe: (row, input) => ({
    objectName: row.name,
    objectKind: SUB_MERCHANT,
    changes: changesOf(row, input),
    policyKeys: ['by-hand'],
    recordVersion: String(row.version),
    masked: input,
  }),
  async apply(tx, row, input, { context, actor, at, approvalId, reason }) {
    const { state, seenAt, rejectDetail } = input;
    const seen = new Date(seenAt);
    await tx.subMerchant.update({
      where: { id: row.id },
      data: {
        h5State: state,
        h5StateHow: 'staff',
        h5StateAsOf: seen,
        h5StateProof: approvalId,
        h5RejectDetail: state === 'REJECTED' && rejectDetail !== '' ? rejectDetail : null,
        ...(state !== row.h5State && { h5StateSince: seen }),
        version: { increment: 1 },
        updatedAt: at,
      },
    });
    await recordAudit(tx, {
      actor,
      at,
      connectionId: row.connectionId,
      object: { kind: SUB_MERCHANT, id: row.subMchid, name: row.name },
      event: { action: 'sub-merchant.h5-recorded', approvalId, seenAt, changes: changesOf(row, input) },
      reason,
    });
    return { afterCommit: () => context.publish(row.connectionId, 'sub-merchants', [row.subMchid]) };
  },
};

/** Records an H5 state that staff saw at the platform (features row 26), with evidence and a second person. */
export const recordH5State = localDeed(recording);
