import { defineView, jsonAnswer } from '@/lib/boundary';
import { getStop } from '@/lib/connections/stop';

/** Whether all sending of a connection is stopped now, for pages that are open: since when, or ''. */
export const GET = defineView<{ connection: string }>({
  name: 'views.sending',
  permission: 'request:read',
  run: async ({ context, account }) => {
    const stop = await getStop(context.db, account.connection.id);
    return jsonAnswer({ stoppedAt: stop?.at ?? '' }, 200);
  },
});
