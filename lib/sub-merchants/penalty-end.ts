import 'server-only';
import type { Tx } from '@/lib/db/client';

/** Closes the penalty case of a sub-merchant whose H5 state leaves UNDER_PUNISHMENT, as of when it left. */
export async function endPenalty(
  tx: Tx,
  row: { connectionId: string; subMchid: string; h5State: string },
  state: string,
  at: Date,
): Promise<void> {
  if (row.h5State !== 'UNDER_PUNISHMENT' || state === 'UNDER_PUNISHMENT') return;
  const { connectionId, subMchid } = row;
  await tx.penaltyCase.updateMany({ where: { connectionId, subMchid, closedAt: null }, data: { closedAt: at } });
}
