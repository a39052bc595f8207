import 'server-only';
import { z } from 'zod';
import type { LocalDeed } from '@/lib/approvals/deed';
import { localDeed } from '@/lib/approvals/deed';
import type { PlatformRequest } from '@/lib/db/generated/client';
import { isUuid } from '@/lib/db/uuid';
import { announce } from './announce';
import { lockRequest, settleByHand } from './settle';

/** What two people know of an unknown: that it happened, or that it did not. */
export const settleInput = z.object({ outcome: z.enum(['accepted', 'refused']) });

/** A repeat on its way changes nothing of what is known: only a verdict does. */
const versionOf = ({ outcome, wasUnknown }: Pick<PlatformRequest, 'outcome' | 'wasUnknown'>) =>
  outcome === 'sending' && wasUnknown ? 'unknown' : outcome;

const settling: LocalDeed<z.infer<typeof settleInput>, PlatformRequest> = {
  name: 'request.settle',
  permission: 'request:settle',
  input: settleInput,
  async load(tx, { account }, id) {
    if (!account || !isUuid(id)) return null;
    const isOurs = await tx.platformRequest.count({ where: { id, connectionId: account.connection.id } });
    return isOurs === 0 ? null : lockRequest(tx, id);
  },
  async versions(db, connectionId, ids) {
    if (connectionId === null) return new Map();
    const rows = await db.platformRequest.findMany({
      where: { connectionId, id: { in: [...ids] } },
      select: { id: true, outcome: true, wasUnknown: true },
    });
    return new Map(rows.map((row) => [row.id, versionOf(row)]));
  },
  check(request) {
    if (versionOf(request) !== 'unknown') return { kind: 'conflict', rule: 'not-unknown' };
    // Its answer may come any moment; whoever decides then decides with it.
    return request.outcome === 'sending' ? { kind: 'conflict', rule: 'request-on-its-way' } : null;
  },
  describe: (request, { outcome }) => ({
    objectName: request.objectName,
    objectKind: 'request',
    changes: [{ path: 'outcome', kind: 'changed', from: 'unknown', to: outcome }],
    policyKeys: ['by-hand'],
    recordVersion: versionOf(request),
    masked: { reference: request.reference, operation: request.operation, object: request.objectId, outcome },
  }),
  async apply(tx, request, { outcome }, { context, actor, at, reason }) {
    await settleByHand(context, tx, request, outcome, actor, reason, at);
    return { afterCommit: () => announce(context, request) };
  },
};

/** Settles an unknown outcome by evidence (day 5: maker and checker); the object is the request. */
export const settleRequest = localDeed(settling);
