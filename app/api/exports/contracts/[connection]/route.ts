import { actorOf } from '@/lib/auth/staff';
import { defineView } from '@/lib/boundary';
import { exportContracts } from '@/lib/contracts/export';
import { contractFilters } from '@/lib/contracts/filters';
import { momentIn } from '@/lib/i18n/format';

/** The list under the filters of its address, as CSV, written while it is read. */
export const GET = defineView<{ connection: string }>({
  name: 'exports.contracts',
  permission: 'contract:read',
  run: async ({ context, staff, account }, request) => {
    const { connection } = account;
    const { cursor: _, ...filters } = contractFilters.parse(Object.fromEntries(new URL(request.url).searchParams));
    const pieces = exportContracts(context, {
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
        'Content-Disposition': `attachment; filename="contracts-${connection.slug}-${day}.csv"`,
        'Cache-Control': 'no-store',
      },
    });
  },
});
