import 'server-only';
import { z } from 'zod';
import type { PlatformAccount } from '@/lib/connections/account';
import type { Tx } from '@/lib/db/client';
import type { Contract, Prisma } from '@/lib/db/generated/client';
import { buildPath, operations } from '@/lib/platform/operations';
import { contractState, terminationBodies } from '@/lib/platform/wire/contract';
import type { Operation, Settlement } from '@/lib/requests/operation';
import { untold } from '@/lib/requests/operation';
import type { Change } from '@/lib/requests/view';
import type { TerminationIds } from './rules';
import { bodyOf, checkTermination, obstacleTo } from './rules';
import type { TerminateInput } from './schema';
import { terminateInput } from './schema';

/** The object kind of a contract in locks, requests and audit; its id is the `contract_id`. */
export const CONTRACT = 'contract';

/** How a contract was known before it is ended: only what the platform or an import told proves that it was there. */
const told = ['answer', 'notification', 'reading', 'import', 'sample'];

/** True for a contract that the platform itself, or an import, told us to be signed (decisions 5). */
export const isKnownSigned = ({ state, stateHow }: Pick<Contract, 'state' | 'stateHow'>): boolean =>
  state === 'SIGNED' && told.includes(stateHow);

type State = { row: Contract; name: string };

/** `wasKnown`: what a later CONTRACT_NOT_EXIST proves. */
const payloadOf = z.object({ wasKnown: z.boolean(), note: z.string() });
type Payload = z.infer<typeof payloadOf>;

const placeOf = (connectionId: string, contractId: string) => ({
  connectionId_contractId: { connectionId, contractId },
});

/** The ids that the mode of the connection sends; those of signing where we know them, else the connection's own. */
export const idsOf = (
  { appid, subMchid }: Pick<Contract, 'appid' | 'subMchid'>,
  { connection }: Pick<PlatformAccount, 'connection'>,
): TerminationIds =>
  connection.mode === 'common'
    ? { mode: 'common', appid: appid ?? connection.appid }
    : { mode: 'institutional', sub_mchid: subMchid, sp_appid: appid ?? connection.appid };

/** Holds a contract's row until the transaction ends. */
async function hold(tx: Tx, connectionId: string, contractId: string): Promise<Contract | null> {
  await tx.$queryRaw`
    SELECT 1 FROM "Contract" WHERE "connectionId" = ${connectionId}::uuid AND "contractId" = ${contractId} FOR UPDATE`;
  return tx.contract.findUnique({ where: placeOf(connectionId, contractId) });
}

/** End a contract (§4.3). It cannot be undone: the payer would have to sign again. */
export const terminateContractOperation: Operation<TerminateInput, State> = {
  name: 'contract.terminate',
  permission: 'contract:terminate',
  input: terminateInput,

  async load(tx, { connectionId }, contractId) {
    const row = await hold(tx, connectionId, contractId);
    if (!row) return null;
    const owner = await tx.subMerchant.findUnique({
      where: { connectionId_subMchid: { connectionId, subMchid: row.subMchid } },
      select: { name: true },
    });
    return { row, name: owner?.name || row.subMchid };
  },

  check({ row }, { baseVersion, values, isNoteChecked }, { account }) {
    const ids = idsOf(row, account);
    // A contract of a sub-merchant has no body in common mode: it is not ours to end.
    if (ids.mode === 'common' && row.subMchid !== '') return { kind: 'conflict', rule: 'contract-of-other-mode' };
    if (row.version !== baseVersion)
      return { kind: 'conflict', rule: 'record-moved', params: { version: row.version } };
    const obstacle = obstacleTo({ state: contractState.parse(row.state), ids });
    if (obstacle !== null) return { kind: 'conflict', rule: obstacle };
    const issues = checkTermination(values, ids, isNoteChecked);
    return issues.length > 0 ? { kind: 'invalid', issues } : null;
  },

  describe({ row, name }, { baseVersion, values }) {
    const { termination_note: note, sub_appid: subAppid } = values;
    const given = (path: string, to: string): Change[] => (to === '' ? [] : [{ path, kind: 'added', from: null, to }]);
    return {
      objectName: name === '' ? row.contractId : name,
      objectKind: CONTRACT,
      changes: [
        { path: 'contract_state', kind: 'changed', from: 'SIGNED', to: 'TERMINATED' },
        ...given('termination_note', note),
        ...given('sub_appid', subAppid),
      ],
      askedForH5: false,
      policyKeys: ['contract.terminate'],
      recordVersion: String(baseVersion),
      draft: null,
    };
  },

  async versions(db, connectionId, contractIds) {
    if (connectionId === null) return new Map();
    const rows = await db.contract.findMany({
      where: { connectionId, contractId: { in: [...contractIds] } },
      select: { contractId: true, version: true },
    });
    return new Map(rows.map(({ contractId, version }) => [contractId, String(version)]));
  },

  build({ row }, { values }, { account }) {
    const ids = idsOf(row, account);
    // The schema is the last to look at what leaves: a body that it refuses is a fault of ours and is never sent.
    const body = terminationBodies[ids.mode].parse(bodyOf(ids, values));
    return {
      path: buildPath(operations['contract.terminate'], { contract_id: row.contractId }),
      body: Buffer.from(JSON.stringify(body)),
      maskedBody: body,
      platformSerial: null,
      payload: { wasKnown: isKnownSigned(row), note: body.termination_note } satisfies Payload,
    };
  },

  locks: (contractId) => [{ objectKind: CONTRACT, objectId: contractId }],

  requested: ({ changes }) => ({ action: 'contract.termination-requested', changes }),

  async settle(tx, settlement) {
    const row = await hold(tx, settlement.connectionId, settlement.objectId);
    if (row) await tx.contract.update({ where: { id: row.id }, data: settledAs(row, settlement) });
    return untold;
  },

  /** Nothing but an ending takes a contract out of SIGNED; who ended it says whether it was this request. */
  async overtaken(tx, { connectionId, objectId }) {
    const row = await tx.contract.findUnique({ where: placeOf(connectionId, objectId) });
    if (row?.state !== 'TERMINATED') return null;
    return ['payer', 'platform', 'expiry'].includes(row.endedBy ?? '') ? 'did-not' : 'happened';
  },

  wasKnown: (payload) => payloadOf.safeParse(payload).data?.wasKnown ?? false,
};

/** What an outcome makes of our copy. What the platform told of the contract itself stays beside it. */
function settledAs(row: Contract, { requestId, at, payload, verdict }: Settlement): Prisma.ContractUpdateInput {
  const next = { version: { increment: 1 }, updatedAt: at };
  const isOver = row.state === 'TERMINATED';
  if (verdict.outcome === 'accepted') {
    const { note } = payloadOf.parse(payload);
    const how = { accepted: 'answer', 'contract-not-exist': 'inferred' }[verdict.rowId as string] ?? 'staff';
    // Its notification was faster than the answer: the answer proves more, and the notification confirms it.
    const isTold = isOver && row.stateHow === 'notification';
    if (isTold && how !== 'answer') return { ...next, ...(row.endedBy === 'merchant' && { endedBy: 'us' }) };
    return {
      ...next,
      state: 'TERMINATED',
      stateHow: how,
      stateSince: isOver ? row.stateSince : at,
      stateAsOf: at,
      stateProof: requestId,
      endedBy: 'us',
      endedAt: row.endedAt ?? at,
      endedNote: note,
      notFoundAt: null,
      notFoundProof: null,
      notFoundHow: null,
      ...(isTold && { confirmedAt: row.stateAsOf, confirmedProof: row.stateProof }),
    };
  }
  // A first try that finds nothing is a question: a wrong number, or somebody ended it before us (2.1).
  if (verdict.rowId === 'contract-not-exist' && !isOver)
    return { ...next, notFoundAt: at, notFoundProof: requestId, notFoundHow: 'terminate' };
  return {};
}
