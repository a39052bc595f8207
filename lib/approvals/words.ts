import 'server-only';
import { recordAudit } from '@/lib/audit/record';
import type { RoleTable } from '@/lib/auth/permissions';
import { reaches } from '@/lib/auth/permissions';
import { loadRoles, rightsOf, rightsSelect } from '@/lib/auth/roles';
import { hasWayIn } from '@/lib/auth/rules';
import type { Tx } from '@/lib/db/client';
import type { Approval, ApprovalDecision, Staff } from '@/lib/db/generated/client';
import { Prisma } from '@/lib/db/generated/client';
import { isApprover } from '@/lib/policies/rules';
import { sealedPolicy } from './sealed-policy';
import type { Ceasing } from './view';
import { ceasings } from './view';
import { subjectOf } from './write';

type Giver = Pick<Staff, 'name' | keyof typeof rightsSelect | 'disabledAt' | 'passwordHash' | 'oidcSubject'>;

/** What of a giver says whether their approvals count. */
export const giverSelect = {
  name: true,
  ...rightsSelect,
  disabledAt: true,
  passwordHash: true,
  oidcSubject: true,
} as const;

/** Why a person's word on this approval would not count now, by these roles, or null. */
export function ceasingOf(
  row: Pick<Approval, 'policy' | 'connectionId'>,
  giver: Omit<Giver, 'name'>,
  table: RoleTable,
): Ceasing | null {
  if (giver.disabledAt !== null || !hasWayIn(giver)) return 'suspended';
  const rights = rightsOf(giver, table);
  return isApprover(sealedPolicy(row), rights) && reaches(rights, row.connectionId) ? null : 'not-an-approver';
}

/** Whether the maker `s` of an approval `a` works under its connection no more, in the database's words. */
export const isMakerLimitedSql = Prisma.sql`(s."isLimited" AND NOT COALESCE(a."connectionId" = ANY(s."limitedTo"), false))`;

/** Whether a giver `g` may still approve `a`, in the database's words; what a role gives is not looked at. */
export const isApproverSql = Prisma.sql`(a."policy"->'approvers' ?| g."roles"
  AND (NOT g."isLimited" OR COALESCE(a."connectionId" = ANY(g."limitedTo"), false)))`;

/**
 * Why an approval that was given is not counted, or null. While the approval is open its giver is looked at as they are
 * now; what is over keeps what was counted then.
 */
export function ceasedOf(
  row: Pick<Approval, 'policy' | 'connectionId' | 'state'>,
  word: Pick<ApprovalDecision, 'verdict' | 'ceased'> & { staff: Omit<Giver, 'name'> },
  table: RoleTable,
): Ceasing | null {
  if (word.verdict !== 'approve') return null;
  const kept = ceasings.find((known) => known === word.ceased);
  if (kept) return kept;
  return row.state === 'pending' || row.state === 'approved' ? ceasingOf(row, word.staff, table) : null;
}

export type Words = {
  /** The approvals that count now. */
  counted: ApprovalDecision[];
  /** True when one has stopped to count just now. */
  hasCeased: boolean;
};

/**
 * The approvals of an open approval that count: those whose giver is active and still may approve. Any other one is marked
 * and counts no more, whatever its giver becomes: they may say it again. The caller holds who may do what (`holdStanding`),
 * so that nobody is suspended between the count and what it leads to.
 */
export async function countWords(tx: Tx, row: Approval, at: Date): Promise<Words> {
  const table = await loadRoles(tx);
  const words = await tx.approvalDecision.findMany({
    where: { approvalId: row.id, verdict: 'approve', ceased: null },
    include: { staff: { select: giverSelect } },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
  });
  const judged = words.map(({ staff, ...word }) => ({ word, by: staff.name, cause: ceasingOf(row, staff, table) }));
  const counted = judged.filter(({ cause }) => cause === null).map(({ word }) => word);
  for (const { word, by, cause } of judged) {
    if (cause === null) continue;
    await tx.approvalDecision.update({ where: { id: word.id }, data: { ceased: cause } });
    await recordAudit(tx, {
      actor: { kind: 'system', name: 'subdesk' },
      at,
      ...subjectOf(row),
      event: {
        action: 'approval.word-ceased',
        approvalId: row.id,
        deed: row.deed,
        seal: row.seal,
        by,
        cause,
        given: counted.length,
        needed: sealedPolicy(row).needed,
      },
    });
  }
  return { counted, hasCeased: counted.length < words.length };
}

/** Where a complete approval lacks a word again, it waits for another one: its cool-off begins anew with that. */
export async function fallBack(tx: Tx, row: Approval): Promise<void> {
  await tx.approval.update({ where: { id: row.id }, data: { state: 'pending', decidedAt: null, notBefore: null } });
}
