import { AsyncResource } from 'node:async_hooks';
import { reaches } from '@/lib/auth/permissions';
import { currentStaff, defineView } from '@/lib/boundary';
import { topicPermission, topicsFor } from '@/lib/events/rules';
import { eventStream } from '@/lib/events/stream';

/** What changes under a connection while somebody looks: topics and ids, as server-sent events. */
export const GET = defineView<{ connection: string }>({
  name: 'events',
  permission: Object.values(topicPermission),
  run: async ({ context, staff, account }) => {
    const body = eventStream({
      topics: topicsFor(staff.permissions),
      // Asked long after this has answered, about the cookie that came with the request.
      topicsNow: AsyncResource.bind(async () => {
        const now = await currentStaff();
        return now && reaches(now, account.connection.id) ? topicsFor(now.permissions) : [];
      }),
      subscribe: (hear, end) => context.events.listener.subscribe(account.connection.id, hear, end),
    });
    return new Response(body, {
      headers: {
        'Content-Type': 'text/event-stream; charset=utf-8',
        // Transformed means compressed, and compressed means kept back until there is enough to send.
        'Cache-Control': 'no-store, no-transform',
        'X-Accel-Buffering': 'no',
        // A stream that ends at shutdown would leave its connection idle, and the server waiting for it.
        Connection: 'close',
      },
    });
  },
});
