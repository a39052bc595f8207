import 'server-only';
import type { Actor } from '@/lib/audit/record';
import { recordAudit } from '@/lib/audit/record';
import type { Db } from '@/lib/db/client';
import type { Connection } from '@/lib/db/generated/client';
import { holdNames } from '@/lib/db/hold';
import type { Publish } from '@/lib/events/publish';
import type { Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import { contractName } from './keep';
import { CONTRACT } from './operation';
import type { ContractColumn, ContractValues } from './values';
import { checkContract, contractColumns, layOver, modeOf } from './values';

type Creating = { db: Db; now: () => Date; publish: Publish };

/** What was typed, without blanks: what is left empty is not told. */
const toldOf = (typed: Partial<Record<ContractColumn, string>>): ContractValues =>
  Object.fromEntries(
    contractColumns.flatMap((column) => {
      const text = typed[column]?.trim() ?? '';
      return text === '' ? [] : [[column, text]];
    }),
  );

/**
 * Adds one contract that a person knows of (features row 35): as signed, known from staff alone, so that its absence at
 * the platform proves nothing later. Refusals: `invalid` by field, `conflict` with `contract-exists`.
 */
export async function createContract(
  { db, now, publish }: Creating,
  {
    connection,
    staff,
    typed,
  }: { connection: Connection; staff: Actor; typed: Partial<Record<ContractColumn, string>> },
): Promise<Result<{ contractId: string }>> {
  const at = now();
  const values = toldOf(typed);
  const issues = checkContract(values, modeOf(connection), at);
  if (issues.length > 0) return refuse({ kind: 'invalid', issues });
  const contractId = values.contract_id ?? '';
  const laid = layOver(values, null, { how: 'staff', proof: null, at });
  if (laid.kind !== 'create') throw new Error('A contract that nobody holds was not created');
  const result = await db.$transaction(async (tx): Promise<Result<{ contractId: string }>> => {
    await holdNames(tx, connection.id, [contractName(contractId)]);
    const place = { connectionId: connection.id, contractId };
    if ((await tx.contract.count({ where: place })) > 0) return refuse({ kind: 'conflict', rule: 'contract-exists' });
    await tx.contract.create({ data: { ...laid.facts, ...place, source: 'by-hand', createdAt: at, updatedAt: at } });
    await recordAudit(tx, {
      actor: staff,
      at,
      connectionId: connection.id,
      object: { kind: CONTRACT, id: contractId, name: laid.facts.subMchid },
      event: { action: 'contract.added', changes: laid.changes },
    });
    return ok({ contractId });
  });
  if (result.ok) publish(connection.id, 'contracts', [contractId]);
  return result;
}
