import { actorOf } from '@/lib/auth/staff';
import { defineView } from '@/lib/boundary';
import { fileAnswer } from '@/lib/file-answer';
import { momentIn } from '@/lib/i18n/format';
import { forReader } from '@/lib/ownership/filters';
import { exportSubMerchants } from '@/lib/sub-merchants/export';
import { listFilters } from '@/lib/sub-merchants/filters';

/** The list under the filters of its address, as CSV, written while it is read. */
export const GET = defineView<{ connection: string }>({
  name: 'exports.sub-merchants',
  permission: 'sub-merchant:read',
  run: async ({ context, staff, account }, request) => {
    const { connection } = account;
    const { cursor: _, ...filters } = listFilters.parse(Object.fromEntries(new URL(request.url).searchParams));
    const pieces = exportSubMerchants(context, {
      connection,
      staff: actorOf(staff),
      filters: { ...forReader(filters, staff.id), cursor: undefined },
    });
    const { day } = momentIn(context.now(), staff.timeZone);
    return fileAnswer(pieces, {
      contentType: 'text/csv; charset=utf-8',
      fileName: `sub-merchants-${connection.slug}-${day}.csv`,
    });
  },
});
