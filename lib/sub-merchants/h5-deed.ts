import 'server-only';
import type { z } from 'zod';
import type { LocalDeed } from '@/lib/approvals/deed';
import { localDeed } from '@/lib/approvals/deed';
import { recordAudit } from '@/lib/audit/record';
import type { SubMerchant } from '@/lib/db/generated/client';
import { isPlaceSaid, placeText } from '@/lib/evidence/schema';
import type { Change } from '@/lib/requests/view';
import { modifySubMerchantOperation, SUB_MERCHANT } from './operation';
import { endPenalty } from './penalty-end';
import { recordH5Input } from './schema';

type Held = Pick<SubMerchant, 'h5State' | 'h5StateAsOf' | 'h5RejectDetail'>;

const added = (path: string, to: string): Change => ({ path, kind: 'added', from: null, to });

/** One value before and after, marked as what it is: added where nothing was held. */
function changed(path: string, from: string | null, to: string): Change {
  if (from === null) return added(path, to);
  return { path, kind: from === to ? 'same' : 'changed', from, to };
}

function changesOf(
  { h5State, h5StateAsOf, h5RejectDetail }: Held,
  { state, seenAt, seenWhere, seenWhereText, rejectDetail }: z.infer<typeof recordH5Input>,
): Change[] {
  const isTold = h5State !== 'UNKNOWN';
  return [
    changed('h5_authorization_state', isTold ? h5State : null, state),
    changed('h5_state_as_of', isTold ? h5StateAsOf.toISOString() : null, new Date(seenAt).toISOString()),
    added('seen_where', seenWhere),
    ...(seenWhere === 'other' ? [added('seen_where_text', seenWhereText)] : []),
    ...(state === 'REJECTED' && rejectDetail !== '' ? [changed('reject_detail', h5RejectDetail, rejectDetail)] : []),
  ];
}

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
  check({ h5State, h5StateAsOf }, { seenAt, ...where }, { at }) {
    if (!isPlaceSaid(where)) return { kind: 'invalid', issues: [{ path: 'seenWhereText', rule: 'required' }] };
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
    const { state, seenAt, seenWhere, seenWhereText, rejectDetail } = input;
    const seen = new Date(seenAt);
    await endPenalty(tx, row, state, seen);
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
      event: {
        action: 'sub-merchant.h5-recorded',
        approvalId,
        seenAt,
        seenWhere: placeText({ seenWhere, seenWhereText }),
        changes: changesOf(row, input),
      },
      reason,
    });
    return { afterCommit: () => context.publish(row.connectionId, 'sub-merchants', [row.subMchid]) };
  },
};

/** Records an H5 state that staff saw at the platform (features row 26), with evidence and a second person. */
export const recordH5State = localDeed(recording);
