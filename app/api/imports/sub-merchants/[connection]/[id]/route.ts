import { actorOf } from '@/lib/auth/staff';
import { defineView, jsonAnswer } from '@/lib/boundary';
import { importResult } from '@/lib/sub-merchants/import';

/** The uploaded file with what became of each row; only for who uploaded it. */
export const GET = defineView<{ connection: string; id: string }>({
  name: 'imports.sub-merchants.result',
  permission: 'sub-merchant:edit',
  run: async ({ context, staff, account }, _request, { id }) => {
    const result = await importResult(context, { connection: account.connection, staff: actorOf(staff) }, id);
    if (!result.ok) return jsonAnswer(result.refusal, result.refusal.kind === 'not-found' ? 404 : 403);
    const { fileName, csv } = result.value;
    return new Response(csv, {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="import-result.csv"; filename*=UTF-8''${encodeURIComponent(fileName)}`,
        'Cache-Control': 'no-store',
      },
    });
  },
});
