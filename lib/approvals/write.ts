import 'server-only';
import { canonicalJson, recordAudit } from '@/lib/audit/record';
import { reaches } from '@/lib/auth/permissions';
import { rightsNow } from '@/lib/auth/roles';
import type { Tx } from '@/lib/db/client';
import type { Approval, Evidence, Prisma } from '@/lib/db/generated/client';
import { draftFates } from '@/lib/drafts/drafts';
import { sha256 } from '@/lib/platform/crypto/sha256';
import type { RuleInForce } from '@/lib/policies/policies';
import { ruleInForce } from '@/lib/policies/policies';
import type { PolicyKey } from '@/lib/policies/rules';
import { policyKeys } from '@/lib/policies/rules';
import type { Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import type { About, ApprovalContext, Approved, Deed, Prepared, Wanted } from './deed';
import { sealOf } from './seal';
import type { CallBack, VoidCause } from './view';
import { callBack, callTimeFault } from './view';

const HOUR_MS = 60 * 60 * 1000;

export const contentAbout = (id: string) => `approval ${id} content`;
export const payloadAbout = (id: string) => `approval ${id} payload`;
export const callBackAbout = (id: string) => `approval ${id} call-back`;

/** The object of an approval's entries in the trail. */
export const subjectOf = (row: Pick<Approval, 'connectionId' | 'objectKind' | 'objectId' | 'objectName'>) => ({
  connectionId: row.connectionId,
  object: { kind: row.objectKind, id: row.objectId, name: row.objectName },
});

/** What of the policy an approval is sealed with. */
export const policySealed = ({ rule, needed }: RuleInForce) => ({
  approvers: rule.approvers,
  people: rule.people,
  needed,
  stepUp: rule.stepUp,
  expiryHours: rule.expiryHours,
  coolOffHours: rule.coolOffHours,
  dailyCap: rule.dailyCap,
});

/** Whether an approval was sealed with this rule. What the policy needs nobody else for may be asked for, and then needs one. */
export const isSealedWith = ({ policy }: Pick<Approval, 'policy'>, inForce: RuleInForce): boolean =>
  canonicalJson(policySealed({ ...inForce, needed: Math.max(1, inForce.needed) })) === canonicalJson(policy);

/**
 * What this person asked for before of the same deed and object with this intent, and that still stands or was done: whoever
 * comes twice meets it. The intent comes from a browser: alone it says nothing of whose it is.
 */
export async function meetAsked(
  tx: Pick<Tx, 'approval'>,
  { actor, account }: Pick<About, 'actor' | 'account'>,
  { name: deed }: Pick<Deed, 'name'>,
  { intent, objectId }: Pick<Wanted, 'intent' | 'objectId'>,
): Promise<Approval | null> {
  return tx.approval.findFirst({
    where: {
      intent: { startsWith: `${intent} #` },
      state: { in: ['pending', 'approved', 'carried-out'] },
      connectionId: account?.connection.id ?? null,
      deed,
      objectId,
      staffId: actor.id,
    },
  });
}

/**
 * Writes an approval down, sealed over exactly what was prepared. What the same maker still had pending on the same object
 * is void with it; what was sent back or void before is replaced, and its makers stay makers.
 */
export async function writeApproval(
  tx: Tx,
  about: About,
  deed: Deed,
  prepared: Prepared,
  wanted: Wanted,
  inForce: RuleInForce,
): Promise<Result<Approval>> {
  const { context, account, actor, at } = about;
  const reason = wanted.reason.trim();
  if (reason === '') return refuse({ kind: 'invalid', issues: [{ path: 'reason', rule: 'required' }] });
  const { rule } = inForce;
  const files = await evidenceOf(tx, about, wanted.evidence ?? []);
  if (rule.evidence && files.length === 0)
    return refuse({ kind: 'invalid', issues: [{ path: 'evidence', rule: 'evidence-missing' }] });
  const called = callBack.safeParse(wanted.callBack);
  if (rule.callBack && !called.success) {
    const missing = called.error.issues.map(({ path }) => ({ path: `callBack.${path.join('.')}`, rule: 'required' }));
    return refuse({ kind: 'invalid', issues: missing });
  }
  // What is sent anew was asked for when the call was fresh.
  const calledAt = rule.callBack && called.success && !wanted.replaces ? new Date(called.data.at) : null;
  const callFault = calledAt && callTimeFault(calledAt, at);
  if (callFault) return refuse({ kind: 'invalid', issues: [{ path: 'callBack.at', rule: callFault }] });
  const connectionId = account?.connection.id ?? null;
  const { object, changes, maskedContent, recordVersion, content, payload } = prepared;
  // What is sent anew is the content of that request, whatever became of the draft that once held it.
  const draft = wanted.replaces ? null : prepared.draft;
  const keys = [...prepared.policyKeys];
  const same = { connectionId, deed: deed.name, objectKind: object.kind, objectId: object.id };
  await voidAll(tx, about, { ...same, staffId: actor.id, state: 'pending' }, 'superseded');
  const former = await tx.approval.findFirst({
    where: { ...same, state: { in: ['sent-back', 'void'] } },
    orderBy: [{ askedAt: 'desc' }, { id: 'desc' }],
  });
  const isReplaced = former !== null && (await tx.approval.count({ where: { replacesId: former.id } })) > 0;
  const replaced = isReplaced ? null : former;
  const makers = [...new Set([actor.id, ...(wanted.makers ?? []), ...(replaced?.makers ?? [])])].sort();
  const id = crypto.randomUUID();
  const expiresAt = new Date(at.getTime() + rule.expiryHours * HOUR_MS);
  const policy = policySealed(inForce);
  const spoken: CallBack | null = rule.callBack && called.success ? called.data : null;
  const sealed = {
    deed: deed.name,
    connectionId,
    object: { kind: object.kind, id: object.id },
    contentSha256: sha256(content),
    changes,
    maskedContent,
    recordVersion,
    draft,
    policyKeys: keys,
    policy,
    makers,
    reason,
    callBack: spoken,
    evidence: files.map(({ sha256 }) => sha256),
    expiresAt: expiresAt.toISOString(),
  };
  const seal = sealOf(sealed);
  const before = await tx.approval.count({ where: { intent: { startsWith: `${wanted.intent} #` } } });
  const row = await tx.approval.create({
    data: {
      id,
      ...same,
      objectName: object.name,
      policyKeys: keys,
      changes: changes as Prisma.InputJsonValue,
      maskedContent: maskedContent as Prisma.InputJsonValue,
      content: context.vault.seal(content, contentAbout(id)),
      contentSha256: sealed.contentSha256,
      payload: context.vault.sealJson(payload, payloadAbout(id)),
      recordVersion,
      draftId: draft?.id ?? null,
      draftVersion: draft?.version ?? null,
      reason,
      callBack: spoken && context.vault.sealJson(spoken, callBackAbout(id)),
      policy,
      seal,
      makers,
      state: 'pending',
      intent: `${wanted.intent} #${before + 1}`,
      askedAt: at,
      expiresAt,
      staffId: actor.id,
      replacesId: replaced?.id ?? null,
      replacesRequestId: wanted.replaces?.id ?? null,
    },
  });
  await tx.evidence.updateMany({ where: { id: { in: files.map((file) => file.id) } }, data: { approvalId: id } });
  await recordAudit(tx, {
    actor,
    at,
    ...subjectOf(row),
    event: {
      action: 'approval.asked',
      approvalId: id,
      deed: deed.name,
      seal,
      policyKeys: keys,
      needed: inForce.needed,
      evidence: sealed.evidence,
      changes,
    },
    reason,
  });
  return ok(row);
}

/** The files that a maker uploaded and no approval names yet, in the order that they were named. */
async function evidenceOf(tx: Tx, { actor, account }: About, ids: readonly string[]): Promise<Evidence[]> {
  if (ids.length === 0 || !account) return [];
  const rows = await tx.evidence.findMany({
    where: { id: { in: [...ids] }, staffId: actor.id, connectionId: account.connection.id, approvalId: null },
    orderBy: { id: 'asc' },
  });
  return rows;
}

async function voidAll(
  tx: Tx,
  { actor, at }: Pick<About, 'actor' | 'at'>,
  where: Prisma.ApprovalWhereInput,
  cause: VoidCause,
) {
  const rows = await tx.approval.findMany({ where });
  for (const row of rows) await voidApproval(tx, row, cause, actor, at);
}

/** Ends an approval that nothing can be done with any more. */
export async function voidApproval(
  tx: Tx,
  row: Approval,
  cause: VoidCause,
  actor: About['actor'] | { kind: 'system'; name: string },
  at: Date,
): Promise<void> {
  await tx.approval.update({ where: { id: row.id }, data: { state: 'void', cause, decidedAt: at } });
  await recordAudit(tx, {
    actor,
    at,
    ...subjectOf(row),
    event: { action: 'approval.void', approvalId: row.id, deed: row.deed, seal: row.seal, cause },
  });
}

/** Holds an approval's row until the transaction ends. */
export async function lockApproval(tx: Tx, id: string): Promise<Approval | null> {
  await tx.$queryRaw`SELECT 1 FROM "Approval" WHERE "id" = ${id}::uuid FOR UPDATE`;
  return tx.approval.findUnique({ where: { id } });
}

/** What carrying out needs, opened; null once it is purged. */
async function openApproved(
  tx: Tx,
  { vault }: Pick<ApprovalContext, 'vault'>,
  row: Approval,
): Promise<Approved | null> {
  if (!row.content || !row.payload) return null;
  const replaces = row.replacesRequestId
    ? await tx.platformRequest.findUnique({
        where: { id: row.replacesRequestId },
        select: { id: true, reference: true },
      })
    : null;
  return {
    object: { kind: row.objectKind, id: row.objectId, name: row.objectName },
    content: vault.open(row.content, contentAbout(row.id)),
    payload: vault.openJson(row.payload, payloadAbout(row.id)),
    recordVersion: row.recordVersion,
    changes: row.changes as Approved['changes'],
    maskedContent: row.maskedContent,
    policyKeys: row.policyKeys,
    intent: row.intent.replace(/ #\d+$/, ''),
    approvalId: row.id,
    reason: row.reason,
    replaces,
  };
}

/** The draft that an approval was asked for from, in the version of then; null for one without. */
export const draftOf = ({ draftId, draftVersion }: { draftId: string | null; draftVersion: number | null }) =>
  draftId !== null && draftVersion !== null ? { id: draftId, version: draftVersion } : null;

/** Why an approval can no longer be decided or carried out, or what stands: the deed, and what it is carried out with. */
export type Standing = { cause: VoidCause } | { cause: null; deed: Deed; approved: Approved };

/** Looks at an approval that was not decided, or not carried out yet: seal, expiry, maker and where they work, policy, record version, draft. */
export async function examine(
  tx: Tx,
  context: ApprovalContext,
  row: Approval,
  maker: About['actor'],
  at: Date,
): Promise<Standing> {
  if (row.state === 'pending' && row.expiresAt <= at) return { cause: 'expired' };
  const approved = await openApproved(tx, context, row);
  const deed = context.deed(row.deed);
  if (!approved || !deed) return { cause: 'not-possible' };
  const files = await tx.evidence.findMany({
    where: { approvalId: row.id },
    orderBy: { id: 'asc' },
    select: { sha256: true },
  });
  const seal = sealOf({
    deed: row.deed,
    connectionId: row.connectionId,
    object: { kind: row.objectKind, id: row.objectId },
    contentSha256: sha256(approved.content),
    changes: row.changes,
    maskedContent: row.maskedContent,
    recordVersion: row.recordVersion,
    draft: draftOf(row),
    policyKeys: row.policyKeys,
    policy: row.policy,
    makers: row.makers,
    reason: row.reason,
    callBack: row.callBack && context.vault.openJson(row.callBack, callBackAbout(row.id)),
    evidence: files.map(({ sha256: file }) => file),
    expiresAt: row.expiresAt.toISOString(),
  });
  if (seal !== row.seal) return { cause: 'seal-broken' };
  // Nobody answers for what a suspended person asked: whoever still wants it asks in their own name.
  const isSuspended = await tx.staff.count({ where: { id: row.staffId, disabledAt: { not: null } } });
  if (isSuspended > 0) return { cause: 'maker-suspended' };
  // Nor for what somebody asked under a connection that they work under no more.
  if (!reaches(maker, row.connectionId)) return { cause: 'maker-limited' };
  const inForce = await ruleInForce(tx, keysOf(row), maker, at);
  if (!isSealedWith(row, inForce)) return { cause: 'policy-changed' };
  const versions = await deed.versions(tx, row.connectionId, [row.objectId]);
  if ((versions.get(row.objectId) ?? 'absent') !== row.recordVersion) return { cause: 'record-moved' };
  // Looked at after the record: a draft that was let go because it was sent and accepted has moved that one.
  const draft = draftOf(row);
  const fate = draft && (await draftFates(tx, [draft]))(draft);
  if (fate) return { cause: fate };
  return { cause: null, deed, approved };
}

/** The policy keys of a row; a key that we know no more leaves the strictest rule that there is. */
export const keysOf = ({ policyKeys: held }: Pick<Approval, 'policyKeys'>): PolicyKey[] =>
  held.map((key) => policyKeys.find((known) => known === key) ?? 'policy');

/** Whose deed it is, with the roles of today: policy counts those. */
export async function makerOf(tx: Tx, row: Approval): Promise<About['actor']> {
  const { id, name, ...held } = await tx.staff.findUniqueOrThrow({ where: { id: row.staffId } });
  return { kind: 'staff', id, name, ...(await rightsNow(tx, held)), ip: null };
}
