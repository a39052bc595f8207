import 'server-only';
import type { Prisma } from '@/lib/db/generated/client';
import type { Approvers } from '@/lib/requests/view';

/** What of an approval says who asked and whose approvals counted. */
export const approversSelect = {
  id: true,
  staff: { select: { name: true } },
  decisions: {
    where: { verdict: 'approve', ceased: null },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
    select: { staff: { select: { name: true } } },
  },
} satisfies Prisma.ApprovalSelect;

type Selected = { id: string; staff: { name: string }; decisions: { staff: { name: string } }[] };

/** The people of an approval, by name. */
export const approversIn = ({ id, staff, decisions }: Selected): Approvers => ({
  approvalId: id,
  askedBy: staff.name,
  names: decisions.map((decision) => decision.staff.name),
});
