import { exportHeads } from '@/lib/audit/export';
import { actorOf } from '@/lib/auth/staff';
import { defineView } from '@/lib/boundary';
import { momentIn } from '@/lib/i18n/format';

/** The newest seal of each day, to be kept where nobody of the console can reach it. */
export const GET = defineView<{ connection: string }>({
  name: 'exports.heads',
  permission: 'audit:read',
  run: async ({ context, staff, account }) => {
    const text = await exportHeads(context, { connectionId: account.connection.id, actor: actorOf(staff) });
    const { day } = momentIn(context.now(), 'UTC');
    return new Response(text, {
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Disposition': `attachment; filename="heads-${day}.json"`,
        'Cache-Control': 'no-store',
      },
    });
  },
});
