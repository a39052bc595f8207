import 'server-only';
import type { Db } from '@/lib/db/client';
import type { Contract } from '@/lib/db/generated/client';
import { findContractRow } from './list';
import type { ContractDetail } from './view';

const iso = (date: Date | null) => date?.toISOString() ?? null;

/** Where what told a state has a page of its own: an import and a reading have none. */
function proofOf({ stateHow, stateProof: id }: Contract): ContractDetail['proof'] {
  if (id === null) return null;
  if (stateHow === 'notification') return { kind: 'notification', id };
  if (stateHow === 'staff') return { kind: 'approval', id };
  return stateHow === 'answer' || stateHow === 'inferred' ? { kind: 'request', id } : null;
}

/** One contract by its number, for its page; null where the connection holds none of it. */
export async function getContract(
  db: Pick<Db, 'contract' | 'subMerchant' | '$queryRaw'>,
  connectionId: string,
  contractId: string,
): Promise<ContractDetail | null> {
  const [row, listed] = await Promise.all([
    db.contract.findUnique({ where: { connectionId_contractId: { connectionId, contractId } } }),
    findContractRow(db, connectionId, contractId),
  ]);
  if (!row || !listed) return null;
  const isHeld =
    row.subMchid !== '' && (await db.subMerchant.count({ where: { connectionId, subMchid: row.subMchid } }));
  return {
    ...listed,
    version: row.version,
    appid: row.appid,
    subAppid: row.subAppid,
    expiresAt: iso(row.expiresAt),
    proof: proofOf(row),
    endedMode: row.endedMode,
    endedNote: row.endedNote,
    confirmed:
      row.confirmedAt === null || row.confirmedProof === null
        ? null
        : { at: row.confirmedAt.toISOString(), notificationId: row.confirmedProof },
    notFoundRequest: row.notFoundProof,
    isHeld: isHeld !== false && isHeld > 0,
  };
}
