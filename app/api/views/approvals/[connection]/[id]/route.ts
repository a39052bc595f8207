import { getApprovalStanding } from '@/lib/approvals/queries';
import { defineView, jsonAnswer } from '@/lib/boundary';

/** Where one approval stands; asked by the form whose edit it holds, until it is over. */
export const GET = defineView<{ connection: string; id: string }>({
  name: 'views.approval',
  permission: 'approval:read',
  run: async ({ context, staff, account }, _request, { id }) => {
    const standing = await getApprovalStanding(context.db, account.connection.id, id, staff);
    return standing ? jsonAnswer(standing, 200) : jsonAnswer({ kind: 'not-found' }, 404);
  },
});
