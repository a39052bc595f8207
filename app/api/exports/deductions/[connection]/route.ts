import { actorOf } from '@/lib/auth/staff';
import { defineView } from '@/lib/boundary';
import { exportDeductions } from '@/lib/deductions/export';
import { deductionFilters } from '@/lib/deductions/filters';
import { fileAnswer } from '@/lib/file-answer';
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
    const { day } = momentIn(context.now(), staff.timeZone);
    return fileAnswer(pieces, {
      contentType: 'text/csv; charset=utf-8',
      fileName: `deductions-${connection.slug}-${day}.csv`,
    });
  },
});
