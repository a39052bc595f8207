import { defineView, jsonAnswer } from '@/lib/boundary';
import { getRequestStatus } from '@/lib/requests/queries';

/** Where one request stands; polled by the outcome line until it is settled. */
export const GET = defineView<{ connection: string; id: string }>({
  name: 'views.request',
  permission: 'request:read',
  run: async ({ context, account }, _request, { id }) => {
    const status = await getRequestStatus(context.db, account.connection.id, id);
    return status ? jsonAnswer(status, 200) : jsonAnswer({ kind: 'not-found' }, 404);
  },
});
