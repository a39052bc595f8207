import 'server-only';
import { z } from 'zod';
import type { Deed, LocalDeed } from '@/lib/approvals/deed';
import { localDeed } from '@/lib/approvals/deed';
import { recordAudit } from '@/lib/audit/record';
import type { Batch } from '@/lib/db/generated/client';
import { isUuid } from '@/lib/db/uuid';
import type { Change } from '@/lib/requests/view';
import type { Refusal } from '@/lib/result';
import { hashOfList, lockBatch, ownersOf, paceOf, runOf, storedList, storedRun, subjectOf } from './held';
import type { AnyBatchKind } from './kind';
import type { Pace } from './rules';
import { act } from './rules';

/** What is approved: this list, by its hash, as this version of the draft holds it. */
const begin = z.object({ listSha256: z.string().regex(/^[0-9a-f]{64}$/), version: z.number().int() });

/** How many ids of the list a checker sees at each of its ends (screens 13). */
const ENDS = 5;

type State = {
  batch: Batch;
  list: string[];
  owners: { name: string; count: number }[];
  excluded: { number: number; objectId: string; rule: string }[];
};

const added = (path: string, to: string | number): Change => ({ path, kind: 'added', from: null, to: String(to) });

const paceLines = ({ perMinute, equalErrorsMax, hours }: Pace): Change[] => [
  added('perMinute', perMinute),
  added('equalErrorsMax', equalErrorsMax),
  ...(hours ? [added('hours', `${hours.from}:00–${hours.to}:00 ${hours.zone}`)] : []),
];

/** The name under which an approval holds the beginning of a batch of this kind. */
export const beginName = ({ name }: Pick<AnyBatchKind, 'name'>) => `batch.${name}`;

/**
 * Begins a batch of this kind: its canary leaves. What is approved is the frozen list, by a hash over its ids in order, and
 * everything that all rows share; any change of the draft voids it.
 */
export function beginBatch(kind: AnyBatchKind): Deed {
  const deed: LocalDeed<z.infer<typeof begin>, State> = {
    name: beginName(kind),
    permission: kind.permission,
    input: begin,
    async load(tx, { account }, batchId) {
      const batch = account && isUuid(batchId) ? await lockBatch(tx, account.connection.id, batchId) : null;
      if (!batch || batch.kind !== kind.name) return null;
      const [list, owners, left] = await Promise.all([
        storedList(tx, batchId),
        ownersOf(tx, batchId),
        tx.batchRow.findMany({ where: { batchId, place: null }, orderBy: { number: 'asc' } }),
      ]);
      const excluded = left.map(({ number, objectId, verdict }) => ({ number, objectId, rule: verdict ?? '' }));
      return { batch, list, owners, excluded };
    },
    async versions(db, connectionId, ids) {
      if (connectionId === null) return new Map();
      const rows = await db.batch.findMany({
        where: { connectionId, id: { in: ids.filter(isUuid) }, state: 'draft' },
        select: { id: true, version: true },
      });
      return new Map(rows.map(({ id, version }) => [id, String(version)]));
    },
    check({ batch, list }, { listSha256, version }, { account, actor }): Refusal | null {
      if (batch.state !== 'draft') return { kind: 'conflict', rule: 'batch-has-begun' };
      if (batch.staffId !== actor.id) return { kind: 'conflict', rule: 'only-who-made-it' };
      if (batch.version !== version) return { kind: 'conflict', rule: 'batch-changed' };
      if (list.length === 0) return { kind: 'conflict', rule: 'batch-is-empty' };
      const shared = kind.shared.safeParse(batch.shared);
      if (!account || !shared.success) return { kind: 'conflict', rule: 'batch-not-complete' };
      const issues = kind.checkShared(shared.data, account);
      if (issues.length > 0) return { kind: 'invalid', issues };
      // The list is what was approved, whatever was done to the database since.
      return hashOfList(list) === listSha256 && listSha256 === batch.listSha256
        ? null
        : { kind: 'conflict', rule: 'list-changed' };
    },
    describe({ batch, list, owners, excluded }) {
      const shared = kind.shared.safeParse(batch.shared);
      const ends = list.length <= 2 * ENDS ? list : [...list.slice(0, ENDS), '…', ...list.slice(-ENDS)];
      return {
        objectName: batch.name,
        objectKind: 'batch',
        changes: [
          added('count', list.length),
          ...(owners.length > 0
            ? [added('owners', owners.map(({ name, count }) => `${name} (${count})`).join('\n'))]
            : []),
          added('listSha256', batch.listSha256),
          added('ends', ends.join('\n')),
          ...(excluded.length > 0 ? [added('excluded', excluded.length)] : []),
          ...(shared.success ? kind.describeShared(shared.data) : []),
          ...paceLines(paceOf(batch)),
        ],
        policyKeys: kind.policyKeys,
        recordVersion: String(batch.version),
        masked: {
          kind: kind.name,
          count: list.length,
          listSha256: batch.listSha256,
          shared: batch.shared,
          pace: paceOf(batch),
          list: ends,
          excluded: excluded.slice(0, 100),
        },
      };
    },
    async apply(tx, { batch, list }, _input, { context, actor, at, approvalId, reason }) {
      const begun = act(runOf(batch), 'begin', { flight: null, leftOutCount: 0, unknownCount: 0 });
      if (!begun.ok) throw new Error('a batch that was looked at could not begin');
      await tx.batch.update({
        where: { id: batch.id },
        data: { ...storedRun(begun.value), approvalId, startedAt: at, updatedAt: at },
      });
      await recordAudit(tx, {
        actor,
        at,
        ...subjectOf(batch),
        event: { action: 'batch.begun', approvalId, listed: list.length, listSha256: batch.listSha256 },
        reason,
      });
      return { afterCommit: () => context.publish(batch.connectionId, 'batches', [batch.id]) };
    },
  };
  return localDeed(deed);
}
