import { z } from 'zod';
import { actorOf } from '@/lib/auth/staff';
import { reportFormats, reportOf } from '@/lib/batches/report';
import { defineView, jsonAnswer } from '@/lib/boundary';
import { fileAnswer } from '@/lib/file-answer';
import { momentIn } from '@/lib/i18n/format';

const types = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' } as const;

/** What became of each row of a batch, as CSV or JSON, written while it is read. */
export const GET = defineView<{ connection: string; id: string }>({
  name: 'exports.batches',
  permission: 'batch:read',
  run: async ({ context, staff, account }, request, { id }) => {
    const { id: connectionId, slug } = account.connection;
    const format = z.enum(reportFormats).catch('csv').parse(new URL(request.url).searchParams.get('format'));
    const pieces = await reportOf(context, { connectionId, actor: actorOf(staff) }, id, format);
    if (!pieces) return jsonAnswer({ kind: 'not-found' }, 404);
    const { day } = momentIn(context.now(), staff.timeZone);
    return fileAnswer(pieces, {
      contentType: types[format],
      fileName: `batch-${slug}-${id.slice(-8)}-${day}.${format}`,
    });
  },
});
