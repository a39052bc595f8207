import { actorOf } from '@/lib/auth/staff';
import { defineView, jsonAnswer } from '@/lib/boundary';
import { openEvidence } from '@/lib/evidence/evidence';

/** One file, to be saved: it came from outside, and nothing in it may run under our address. */
export const GET = defineView<{ connection: string; id: string }>({
  name: 'evidence.open',
  permission: 'approval:read',
  run: async ({ context, staff, account }, _request, { id }) => {
    const file = await openEvidence(context, account.connection.id, actorOf(staff), id);
    if (!file) return jsonAnswer({ kind: 'not-found' }, 404);
    return new Response(new Uint8Array(file.bytes), {
      headers: {
        'Content-Type': 'application/octet-stream',
        'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.fileName)}`,
        'Cache-Control': 'no-store',
      },
    });
  },
});
