import 'server-only';
import type { Actor } from '@/lib/audit/record';
import { recordAudits } from '@/lib/audit/record';
import type { Db } from '@/lib/db/client';
import type { Vault } from '@/lib/db/vault';
import type { Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import { holdJoining, joinRows } from './join';
import { auditOf, keep } from './keep';
import type { FieldValues } from './schema';
import { checkSubMchid, checkTold, tidy } from './values';

/**
 * Adds one sub-merchant by hand: its `sub_mchid`, and whatever is known of it. What is missing keeps it from being sent,
 * not from being held; what notifications told of it before is taken over. A `sub_mchid` that we hold already is a
 * `conflict` (`sub-merchant-exists`), also for whoever comes second at the same moment.
 */
export async function createSubMerchant(
  { db, vault, now }: { db: Db; vault: Vault; now: () => Date },
  wanted: { connection: { id: string }; staff: Actor; subMchid: string; values: FieldValues },
): Promise<Result<{ subMchid: string }>> {
  const subMchid = wanted.subMchid.trim();
  const values = tidy(wanted.values);
  const issues = [...checkSubMchid(subMchid), ...checkTold({ values })];
  if (issues.length > 0) return refuse({ kind: 'invalid', issues });
  const at = now();
  const place = { connectionId: wanted.connection.id, subMchid };
  const kept = keep(place, { values }, null, { source: 'by-hand', how: 'staff', proof: null, at }, vault);
  const isWritten = await db.$transaction(async (tx) => {
    await holdJoining(tx, place.connectionId, [subMchid]);
    const joined = await joinRows(tx, { connectionId: place.connectionId, actor: wanted.staff, at }, [kept.row]);
    if (!joined.created.has(subMchid)) return false;
    const event = {
      action: 'sub-merchant.created',
      source: 'by-hand',
      changes: 'changes' in kept ? kept.changes : [],
    } as const;
    await recordAudits(tx, [auditOf(place, kept.row.name, wanted.staff, at, event), ...joined.audits]);
    return true;
  });
  return isWritten ? ok({ subMchid }) : refuse({ kind: 'conflict', rule: 'sub-merchant-exists', params: { subMchid } });
}
