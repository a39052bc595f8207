import 'server-only';
import type { Actor } from '@/lib/audit/record';
import { recordAudit } from '@/lib/audit/record';
import type { PlatformAccount } from '@/lib/connections/account';
import { readingUnknown, readPlatform } from '@/lib/connections/reading';
import type { Db } from '@/lib/db/client';
import { holdNames } from '@/lib/db/hold';
import { isStorable } from '@/lib/db/storable';
import type { Vault } from '@/lib/db/vault';
import type { Publish } from '@/lib/events/publish';
import { operations } from '@/lib/platform/operations';
import { contractRecord, contractState } from '@/lib/platform/wire/contract';
import type { Change } from '@/lib/requests/view';
import type { Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import { contractFacts, contractName } from './keep';
import type { ToldContract } from './news';
import { judgeContract } from './news';
import { CONTRACT } from './operation';
import { momentOf } from './told';

type Surroundings = { db: Db; vault: Vault; now: () => Date; publish: Publish };

/** What a reading tells of the contract, without who pays; null where it does not read as one. */
function toldBy(json: unknown, at: Date, proof: string): ToldContract | null {
  const read = contractRecord.safeParse(json);
  const state = contractState.safeParse(read.data?.state);
  if (!read.success || !state.success) return null;
  const { contract_id, sub_mchid, sp_appid, appid, sub_appid, plan_id, out_contract_code, ...rest } = read.data;
  const texts = [contract_id, sub_mchid, sp_appid, appid, sub_appid, out_contract_code, rest.termination_mode];
  if (!texts.every((text) => text === null || isStorable(text))) return null;
  const isEnded = state.data === 'TERMINATED';
  return {
    contractId: contract_id,
    subMchid: sub_mchid ?? '',
    appid: sp_appid ?? appid,
    subAppid: sub_appid,
    planId: plan_id,
    outContractCode: out_contract_code,
    state: state.data,
    mode: isEnded ? rest.termination_mode : null,
    operatedAt: momentOf(isEnded ? rest.terminated_time : rest.signed_time) ?? at,
    expiresAt: null,
    asOf: at,
    proof,
  };
}

/**
 * Reads one contract from the platform, where reading is on, and takes over what it tells (notes 11.2). An unknown
 * termination may be settled by it: the drain looks at once.
 *
 * Refusals, all `conflict`: those of `readPlatform`, `institutional-only`, `contract-of-another` {sub_mchid},
 * `locked-by-open-request` {reference}.
 */
export async function readContract(
  context: Surroundings,
  account: PlatformAccount,
  actor: Actor,
  contractId: string,
): Promise<Result<{ changes: Change[] }>> {
  const { db, now, publish } = context;
  const { id: connectionId, mode, appid } = account.connection;
  if (mode !== 'institutional') return refuse({ kind: 'conflict', rule: 'institutional-only' });
  const place = { connectionId_contractId: { connectionId, contractId } };
  const before = await db.contract.findUnique({ where: place });
  if (!before) return refuse({ kind: 'not-found' });
  const reading = await readPlatform(context, account, operations['contract.read'], {
    contract_id: contractId,
    sp_appid: before.appid ?? appid,
    sub_mchid: before.subMchid,
  });
  if ('refusal' in reading) return refuse(reading.refusal);
  const at = now();
  const told = toldBy(reading.json, at, reading.proof);
  if (told === null) return refuse(readingUnknown('not-readable'));
  if (told.contractId !== contractId) return refuse(readingUnknown('not-ours'));
  const result = await db.$transaction(async (tx): Promise<Result<{ changes: Change[] }>> => {
    await holdNames(tx, connectionId, [contractName(contractId)]);
    await tx.$queryRaw`
      SELECT 1 FROM "Contract" WHERE "connectionId" = ${connectionId}::uuid AND "contractId" = ${contractId} FOR UPDATE`;
    const held = await tx.contract.findUniqueOrThrow({ where: place });
    const lock = await tx.objectLock.findUnique({
      where: { connectionId_objectKind_objectId: { connectionId, objectKind: CONTRACT, objectId: contractId } },
      select: { request: { select: { id: true, reference: true, operation: true, outcome: true } } },
    });
    // While a termination is on its way the answer may be of before it or of after it.
    if (lock && lock.request.outcome !== 'unknown')
      return refuse({
        kind: 'conflict',
        rule: 'locked-by-open-request',
        params: { reference: lock.request.reference },
      });
    const isOurs = lock?.request.operation === 'contract.terminate';
    const verdict = judgeContract(told, { ...held, isOurs }, 'reading');
    if (verdict.kind === 'discrepancy')
      return refuse({ kind: 'conflict', rule: 'contract-of-another', params: { sub_mchid: told.subMchid } });
    const changes = 'facts' in verdict ? verdict.changes : [];
    if ('facts' in verdict) {
      // What only refreshes the moment of a state is no change that somebody who works on it must be told of.
      const isMoved = changes.length > 0 || held.stateHow !== verdict.facts.stateHow || held.notFoundAt !== null;
      const data = {
        ...contractFacts.parse(verdict.facts),
        ...(isMoved && { version: { increment: 1 }, updatedAt: at }),
      };
      await tx.contract.update({ where: place, data });
    }
    if (lock) await tx.platformRequest.update({ where: { id: lock.request.id }, data: { nextTryAt: at } });
    await recordAudit(tx, {
      actor,
      at,
      connectionId,
      object: { kind: CONTRACT, id: contractId, name: held.subMchid },
      event: { action: 'contract.read', changes },
    });
    return ok({ changes });
  });
  if (result.ok) publish(connectionId, 'contracts', [contractId]);
  return result;
}
