import 'server-only';
import { z } from 'zod';
import type { AuditView } from '@/lib/audit/view';
import { reaches } from '@/lib/auth/permissions';
import { loadRoles, ownRoles } from '@/lib/auth/roles';
import type { Db } from '@/lib/db/client';
import type { Approval } from '@/lib/db/generated/client';
import { isUuid } from '@/lib/db/uuid';
import { emergencyWay } from '@/lib/emergencies/emergencies';
import { activeStaff } from '@/lib/policies/policies';
import type { Person } from '@/lib/policies/rules';
import { isApprover, staffUnder, whoCould } from '@/lib/policies/rules';
import { change, outcome } from '@/lib/requests/view';
import { approversIn, approversSelect } from './approvers';
import type { ApprovalContext } from './deed';
import { sealedPolicy } from './sealed-policy';
import type { ApprovalBehind, ApprovalDetail, ApprovalStanding, Hindrance } from './view';
import { approvalRow, approvalStanding, keptCallBack } from './view';
import { ceasedOf, giverSelect } from './words';
import { callBackAbout, examine, makerOf } from './write';

/** A maker reminds the others no oftener than this. */
export const REMIND_PAUSE_MS = 60 * 60 * 1000;

const named = z.object({ reference: z.string().optional(), email: z.string().optional() }).catch({});

/** What a person calls an object by whose own id says nothing; as the lists read it. */
function shownIdOf({
  objectKind,
  objectId,
  maskedContent,
}: Pick<Approval, 'objectKind' | 'objectId' | 'maskedContent'>) {
  const { reference, email } = named.parse(maskedContent);
  return (objectKind === 'request' ? reference : objectKind === 'staff' ? email : undefined) ?? objectId;
}

/** The request whose outcome two people settle: they say what became of this, and must see it. */
async function requestAbout(db: Db, connectionId: string, id: string): Promise<ApprovalDetail['about']> {
  if (!isUuid(id)) return null;
  const request = await db.platformRequest.findFirst({
    where: { id, connectionId },
    select: { reference: true, objectKind: true, objectId: true, objectName: true, changes: true, maskedBody: true },
  });
  return request && { ...request, changes: z.array(change).parse(request.changes) };
}

/** One approval whole, as this reader sees it, or null if the connection knows none of this id. */
export async function getApproval(
  context: ApprovalContext,
  connectionId: string,
  id: string,
  reader: Person,
): Promise<ApprovalDetail | null> {
  if (!isUuid(id)) return null;
  const { db, vault } = context;
  const now = context.now();
  const row = await db.approval.findFirst({
    where: { id, OR: [{ connectionId }, { connectionId: null }] },
    include: {
      staff: { select: { name: true } },
      evidence: { select: { id: true, fileName: true, sizeBytes: true, sha256: true }, orderBy: { id: 'asc' } },
      decisions: { include: { staff: { select: giverSelect } }, orderBy: [{ at: 'asc' }, { id: 'asc' }] },
      request: { select: { id: true, reference: true, outcome: true } },
    },
  });
  if (!row || !reaches(reader, row.connectionId)) return null;
  const [staff, table, { names }, makers, replacedBy, about] = await Promise.all([
    activeStaff(db),
    loadRoles(db),
    ownRoles(db),
    db.staff.findMany({ where: { id: { in: row.makers } }, select: { name: true }, orderBy: { name: 'asc' } }),
    db.approval.findFirst({ where: { replacesId: id }, select: { id: true }, orderBy: { askedAt: 'desc' } }),
    row.objectKind === 'request' ? requestAbout(db, connectionId, row.objectId) : null,
  ]);
  const policy = sealedPolicy(row);
  const isOpen = row.state === 'pending' || row.state === 'approved';
  // Looked at, not written: reading a page ends nothing.
  const stale = isOpen
    ? await db.$transaction(async (tx) => (await examine(tx, context, row, await makerOf(tx, row), now)).cause)
    : null;
  const given = row.decisions.filter((word) => word.verdict === 'approve' && ceasedOf(row, word, table) === null);
  const isMaker = row.makers.includes(reader.id);
  const emergency = await emergencyWay(db, row, reader, now);
  const hindrance = (): Hindrance | null => {
    if (row.state !== 'pending') return 'over';
    if (stale) return 'stale';
    if (isMaker) return emergency === 'stands' ? null : 'own';
    if (!isApprover(policy, reader)) return 'not-an-approver';
    return given.some(({ staffId }) => staffId === reader.id) ? 'approved-already' : null;
  };
  const iso = (date: Date | null) => date?.toISOString() ?? null;
  const approvedBy = given.map(({ staffId }) => staffId);
  return {
    id: row.id,
    connectionId: row.connectionId,
    deed: row.deed,
    objectKind: row.objectKind,
    objectId: row.objectId,
    objectName: row.objectName,
    shownId: shownIdOf(row),
    policyKeys: row.policyKeys,
    askedBy: row.staff.name,
    askedAt: row.askedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    remindedAt: iso(row.remindedAt),
    decidedAt: iso(row.decidedAt),
    notBefore: iso(row.notBefore),
    state: approvalRow.shape.state.parse(row.state),
    cause: row.cause,
    stale,
    given: given.length,
    needed: policy.needed,
    changes: z.array(change).parse(row.changes),
    changeCount: z.array(change).parse(row.changes).length,
    maskedContent: row.maskedContent,
    reason: row.reason,
    callBack: row.callBack && keptCallBack.parse(vault.openJson(row.callBack, callBackAbout(id))),
    evidence: row.evidence,
    seal: row.seal,
    contentSha256: row.contentSha256,
    recordVersion: row.recordVersion,
    policy: {
      // Those of the institution by what they are called: no built-in one is called so.
      approvers: policy.approvers.map((role) => names.get(role) ?? role),
      people: policy.people,
      stepUp: policy.stepUp,
      coolOffHours: policy.coolOffHours,
    },
    makers: makers.map(({ name }) => name),
    history: row.decisions.map((word) => ({
      by: word.staff.name,
      onBehalfOf: word.onBehalfOf,
      verdict: word.verdict,
      remark: word.remark,
      at: word.at.toISOString(),
      ceased: ceasedOf(row, word, table),
    })),
    about,
    request: row.request && { ...row.request, outcome: outcome.parse(row.request.outcome) },
    replaces: row.replacesId,
    replacedBy: replacedBy?.id ?? null,
    couldApprove: whoCould(policy, staffUnder(staff, row.connectionId), [...row.makers, ...approvedBy]).map(
      ({ name }) => name,
    ),
    hindrance: hindrance(),
    emergency,
    mayWithdraw: isOpen && (isMaker || (row.state === 'approved' && isApprover(policy, reader))),
    mayRemind:
      row.state === 'pending' &&
      isMaker &&
      stale === null &&
      now.getTime() - (row.remindedAt ?? row.askedAt).getTime() >= REMIND_PAUSE_MS,
  };
}

/** Where one approval stands, and what it let leave; null if the connection knows none of this id. */
export async function getApprovalStanding(
  db: Db,
  connectionId: string,
  id: string,
  reader: Pick<Person, 'connectionLimit'>,
): Promise<ApprovalStanding | null> {
  if (!isUuid(id)) return null;
  const row = await db.approval.findFirst({
    where: { id, OR: [{ connectionId }, { connectionId: null }] },
    select: {
      connectionId: true,
      state: true,
      cause: true,
      request: { select: { id: true, reference: true, outcome: true } },
    },
  });
  if (!row || !reaches(reader, row.connectionId)) return null;
  const { state, cause, request } = row;
  return approvalStanding.parse({
    state,
    cause,
    request: request && { requestId: request.id, reference: request.reference, outcome: request.outcome },
  });
}

/**
 * The approval that an entry names, or by which the request left that it opened: those from before entries named theirs
 * say the request alone. Null where there is none that this connection knows.
 */
export async function getApprovalBehind(
  db: Db,
  connectionId: string,
  { approvalId, requestId, event }: Pick<AuditView, 'approvalId' | 'requestId' | 'event'>,
): Promise<ApprovalBehind | null> {
  const isOpening = requestId !== null && event.action.endsWith('-requested');
  const which = approvalId !== null ? { id: approvalId } : isOpening ? { request: { id: requestId } } : null;
  if (which === null || (approvalId !== null && !isUuid(approvalId))) return null;
  const row = await db.approval.findFirst({
    where: { ...which, OR: [{ connectionId }, { connectionId: null }] },
    select: { ...approversSelect, reason: true },
  });
  return row && { ...approversIn(row), reason: row.reason };
}
