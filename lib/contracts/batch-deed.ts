import 'server-only';
import { z } from 'zod';
import { batchKind } from '@/lib/batches/kind';
import type { Verdict } from '@/lib/batches/view';
import type { PlatformAccount } from '@/lib/connections/account';
import type { Contract } from '@/lib/db/generated/client';
import { contractId, contractState } from '@/lib/platform/wire/contract';
import { platformId } from '@/lib/platform/wire/fields';
import { CONTRACT, idsOf, terminateContractOperation } from './operation';
import type { TerminationIds } from './rules';
import { checkTermination, obstacleTo } from './rules';
import { terminationValues } from './schema';
import { contractColumnsIn } from './values';

/** What all terminations of a batch share; the ids of each are those of its contract. */
const shared = z.object({
  ...terminationValues.pick({ termination_note: true }).shape,
  /** Somebody looked at what may be personal in the note, and says that it is not. */
  isNoteChecked: z.boolean(),
});

/** Any ids of this mode: what all rows share is judged without those of a row. */
const someIds = ({ connection: { mode, appid } }: PlatformAccount): TerminationIds =>
  mode === 'common' ? { mode, appid } : { mode: 'institutional', sub_mchid: '0', sp_appid: appid };

/** Why this contract cannot be in the list, as it is held now; `told` is the sub-merchant that the list names. */
function verdictOf(row: Contract, told: string | undefined, account: PlatformAccount): Verdict | null {
  const ids = idsOf(row, account);
  if (ids.mode === 'common' && (row.subMchid !== '' || told !== undefined)) return { rule: 'contract-of-other-mode' };
  if (told !== undefined && told !== row.subMchid)
    return { rule: 'other-sub-merchant', params: { sub_mchid: row.subMchid, told } };
  const obstacle = obstacleTo({ state: contractState.parse(row.state), ids });
  if (obstacle !== null) return { rule: obstacle };
  // The platform said once that it finds none: that is a question to a person, and no row of a list.
  return row.notFoundAt === null ? null : { rule: 'contract-not-found-before' };
}

/** Many terminations with one reason (day 4f): the operation of one, over a frozen list. */
export const terminationBatch = batchKind({
  name: terminateContractOperation.name,
  operation: terminateContractOperation,
  permission: 'contract:terminate',
  policyKeys: ['contract.terminate-batch'],
  objectKind: CONTRACT,
  columns: ['contract_id', 'sub_mchid'],
  columnsIn: (connection) =>
    contractColumnsIn(connection).filter((column) => column === 'contract_id' || column === 'sub_mchid'),
  readCell: (column, text) =>
    (column === 'contract_id' ? contractId : platformId).safeParse(text).success
      ? null
      : { rule: column === 'contract_id' ? 'not-a-contract-id' : 'not-a-sub-merchant-id' },
  async look(db, { account }, rows) {
    const { id: connectionId, mode, environment } = account.connection;
    const held = await db.contract.findMany({
      where: { connectionId, contractId: { in: rows.map(({ objectId }) => objectId) } },
    });
    const known = new Set(held.map(({ contractId }) => contractId));
    // One of our other mode is a mistake of list or connection, not a contract that nobody told us of.
    const elsewhere = await db.contract.findMany({
      where: {
        contractId: { in: rows.map(({ objectId }) => objectId).filter((id) => !known.has(id)) },
        connection: { mode: { not: mode }, environment },
      },
      select: { contractId: true },
    });
    const isOfOtherMode = new Set(elsewhere.map(({ contractId }) => contractId));
    const names = await db.subMerchant.findMany({
      where: { connectionId, subMchid: { in: [...new Set(held.map(({ subMchid }) => subMchid))] } },
      select: { subMchid: true, name: true },
    });
    const contractOf = new Map(held.map((row) => [row.contractId, row]));
    const nameOf = new Map(names.map(({ subMchid, name }) => [subMchid, name]));
    return rows.map(({ objectId, told }) => {
      const row = contractOf.get(objectId);
      if (!row) {
        const rule = isOfOtherMode.has(objectId) ? 'contract-of-other-mode' : 'not-held';
        return { objectName: '', held: {}, verdict: { rule } };
      }
      return {
        objectName: nameOf.get(row.subMchid) || row.subMchid,
        held: { version: row.version, sub_appid: row.subAppid ?? '' },
        verdict: verdictOf(row, told.sub_mchid, account),
      };
    });
  },
  shared,
  checkShared: ({ termination_note, isNoteChecked }, account) =>
    checkTermination({ termination_note, sub_appid: '' }, someIds(account), isNoteChecked),
  describeShared: ({ termination_note }) => [
    { path: 'termination_note', kind: 'added', from: null, to: termination_note },
  ],
  input: ({ held }, { termination_note, isNoteChecked }) => ({
    baseVersion: Number(held.version),
    values: { termination_note, sub_appid: String(held.sub_appid ?? '') },
    isNoteChecked,
  }),
});
