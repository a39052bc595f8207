import { defineView, jsonAnswer } from '@/lib/boundary';
import { getNotificationStatus } from '@/lib/notifications/queries';

/** Where one notification stands; polled by its page until the platform heard success. */
export const GET = defineView<{ connection: string; id: string }>({
  name: 'views.notification',
  permission: 'notification:read',
  run: async ({ context, account }, _request, { id }) => {
    const status = await getNotificationStatus(context.db, account.connection.id, id, context.now());
    return status ? jsonAnswer(status, 200) : jsonAnswer({ kind: 'not-found' }, 404);
  },
});
