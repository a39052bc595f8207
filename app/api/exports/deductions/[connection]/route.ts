import { actorOf } from '@/lib/auth/staff';
import { defineView } from '@/lib/boundary';
import { exportDeductions } from '@/lib/deductions/export';
import { deductionFilters } from '@/lib/deductions/filters';
import { momentIn } from '@/lib/i18n/format';

/** The list under the filters of its address, as CSV, written while it is read. */
export const GET = defineView<{ connection: string }>({
  name: 'exports.deductions',
  permission: 'deduction:read',
  run: async ({ context, staff, account }, request) => {
    const { connection } = account;
    const { cursor: _, ...filters } = deductionFilters.parse(Object.fromEntries(new URL(request.url).searchParams));
    const pieces = exportDeductions(context, {
      connection,
      staff: actorOf(staff),
      filters: { ...filters, cursor: undefined },
    });
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      async pull(stream) {
        const { done, value } = await pieces.next();
        if (done) stream.close();
        else stream.enqueue(encoder.encode(value));
      },
      async cancel() {
        await pieces.return(undefined);
      },
    });
    const { day } = momentIn(context.now(), staff.timeZone);
    return new Response(body, {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="deductions-${connection.slug}-${day}.csv"`,
        'Cache-Control': 'no-store',
      },
    });
  },
});
