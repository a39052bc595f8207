import 'server-only';
import { openContacts } from '@/lib/applications/penalty';
import { recordAudit } from '@/lib/audit/record';
import { mayDo } from '@/lib/auth/permissions';
import type { StaffActor } from '@/lib/auth/staff';
import type { Db, Tx } from '@/lib/db/client';
import { holdNames } from '@/lib/db/hold';
import { isUuid } from '@/lib/db/uuid';
import type { Vault } from '@/lib/db/vault';
import { DEDUCTION } from '@/lib/deductions/keep';
import { loadPolicy } from '@/lib/policies/policies';
import { isProven } from '@/lib/policies/rules';
import type { Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import { SUB_MERCHANT } from '@/lib/sub-merchants/operation';
import { openRecord } from '@/lib/sub-merchants/record';
import { isPersonalPath } from '@/lib/sub-merchants/schema';
import { openAsked, openPayer } from './held';
import type { LookKind } from './rules';
import { readingOf, SHOWN_SECONDS, saysValue, takesProof } from './rules';
import type { LookInput } from './schema';

type Surroundings = { db: Db; vault: Vault; now: () => Date };
type Asked = Pick<LookInput, 'objectId' | 'path'> & { connectionId: string };
/** A value, and the object that the trail says it is of. */
type Opened = { value: string; object: { kind: string; id: string; name: string } };

const openers: Record<LookKind, (held: Surroundings, asked: Asked) => Promise<Opened | null>> = {
  async 'sub-merchant'({ db, vault }, { connectionId, objectId: subMchid, path }) {
    const row = await db.subMerchant.findUnique({ where: { connectionId_subMchid: { connectionId, subMchid } } });
    const value = row && isPersonalPath(path) ? openRecord(row, vault).personal[path] : undefined;
    return row && value !== undefined ? { value, object: { kind: SUB_MERCHANT, id: subMchid, name: row.name } } : null;
  },
  async approval({ db, vault }, { connectionId, objectId, path }) {
    if (!isUuid(objectId)) return null;
    const row = await db.approval.findFirst({ where: { id: objectId, connectionId, objectKind: SUB_MERCHANT } });
    const value = row && isPersonalPath(path) ? openAsked(vault, row)?.[path] : undefined;
    return !row || value === undefined
      ? null
      : { value, object: { kind: row.objectKind, id: row.objectId, name: row.objectName } };
  },
  async deduction({ db, vault }, { connectionId, objectId: outTradeNo, path }) {
    const row = await db.deduction.findUnique({ where: { connectionId_outTradeNo: { connectionId, outTradeNo } } });
    const payer = row && /^payer\.\w+$/.test(path) ? openPayer(vault, row) : {};
    const value = Object.hasOwn(payer, path) ? payer[path] : undefined;
    return value === undefined ? null : { value, object: { kind: DEDUCTION, id: outTradeNo, name: '' } };
  },
  async penalty({ db, vault }, { connectionId, objectId, path }) {
    const held = path === 'contacts' ? await openContacts({ db, vault }, connectionId, objectId) : null;
    return held && { value: held.contacts, object: { kind: SUB_MERCHANT, id: held.subMchid, name: held.name } };
  },
};

const DAY_MS = 24 * 60 * 60 * 1000;

const looksSince = (tx: Pick<Tx, 'auditEntry'>, actorId: string, since: Date) =>
  tx.auditEntry.count({ where: { action: 'personal.shown', actorId, at: { gt: since } } });

/**
 * Opens one personal value for one look: who looked at which field of what and why is in the trail, the value is not.
 * Refusals: `forbidden` without the right to see its mask; `not-found`; `invalid` about `words` with `says-value`; all
 * others `conflict`: `step-up-needed`, `daily-cap-reached` with the policy's cap. What is refused for good is in the trail.
 */
export async function showValue(
  held: Surroundings,
  connectionId: string,
  actor: StaffActor,
  { kind, objectId, path, reason, words }: LookInput,
): Promise<Result<{ value: string; seconds: number }>> {
  const { db, now } = held;
  const at = now();
  const isAllowed = mayDo(actor.permissions, readingOf[kind]);
  const opened = isAllowed ? await openers[kind](held, { connectionId, objectId, path }) : null;
  if (isAllowed && !opened) return refuse({ kind: 'not-found' });
  if (opened && saysValue(words, opened.value))
    return refuse({ kind: 'invalid', issues: [{ path: 'words', rule: 'says-value' }] });
  return db.$transaction(async (tx): Promise<Result<{ value: string; seconds: number }>> => {
    const entry = {
      actor,
      at,
      connectionId,
      object: opened?.object ?? { kind, id: objectId },
      reason: words === '' ? reason : `${reason}: ${words}`,
    };
    const record = (event: Parameters<typeof recordAudit>[1]['event']) => recordAudit(tx, { ...entry, event });
    const about = { kind, path };
    if (!opened) {
      await record({ action: 'personal.look-refused', ...about, cause: 'forbidden', looks: null });
      return refuse({ kind: 'forbidden', permission: readingOf[kind] });
    }
    const { 'personal.show': policy } = await loadPolicy(tx);
    // Whoever looks in two tabs at once waits here, so that each look counts the one before.
    await holdNames(tx, 'daily cap', [`${actor.id} personal.show`]);
    const looks = await looksSince(tx, actor.id, new Date(at.getTime() - DAY_MS));
    if (policy.dailyCap !== null && looks >= policy.dailyCap) {
      await record({ action: 'personal.look-refused', ...about, cause: 'daily-cap-reached', looks });
      return refuse({ kind: 'conflict', rule: 'daily-cap-reached', params: { cap: policy.dailyCap } });
    }
    if (takesProof(policy, looks) && !isProven(actor.confirmedAt, at))
      return refuse({ kind: 'conflict', rule: 'step-up-needed' });
    await record({ action: 'personal.shown', ...about, seconds: SHOWN_SECONDS, looks: looks + 1 });
    return ok({ value: opened.value, seconds: SHOWN_SECONDS });
  });
}
