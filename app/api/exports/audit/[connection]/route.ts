import { z } from 'zod';
import { exportTrail } from '@/lib/audit/export';
import { auditFilters, exportFormats, filtersFor } from '@/lib/audit/filters';
import { spanOf } from '@/lib/audit/span';
import { actorOf } from '@/lib/auth/staff';
import { defineView } from '@/lib/boundary';
import { fileAnswer } from '@/lib/file-answer';
import { momentIn } from '@/lib/i18n/format';

const types = { csv: 'text/csv; charset=utf-8', jsonl: 'application/jsonl; charset=utf-8' } as const;

/** The trail under the filters of its address, as CSV or lines of JSON, written while it is read. */
export const GET = defineView<{ connection: string }>({
  name: 'exports.audit',
  permission: 'audit:read',
  run: async ({ context, staff, account }, request) => {
    const { id: connectionId, slug } = account.connection;
    const query = Object.fromEntries(new URL(request.url).searchParams);
    const filters = filtersFor(auditFilters.parse(query), staff);
    const format = z.enum(exportFormats).catch('csv').parse(query.format);
    const pieces = exportTrail(
      context,
      { connectionId, actor: actorOf(staff) },
      { filters, span: spanOf(filters, staff.timeZone), format },
    );
    const { day } = momentIn(context.now(), staff.timeZone);
    return fileAnswer(pieces, { contentType: types[format], fileName: `audit-${slug}-${day}.${format}` });
  },
});
