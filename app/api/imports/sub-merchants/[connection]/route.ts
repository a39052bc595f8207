import { actorOf } from '@/lib/auth/staff';
import { defineView, jsonAnswer } from '@/lib/boundary';
import { fileStart, writeLine } from '@/lib/csv/cell';
import { fileBytesMax, sizeIssue } from '@/lib/csv/rules';
import { fileNameOf, readBody } from '@/lib/read-body';
import { csvColumns } from '@/lib/sub-merchants/csv';
import { checkImport } from '@/lib/sub-merchants/import';

/** Dry run of a CSV (raw body): a route, because server actions would queue behind one another. */
export const POST = defineView<{ connection: string }>({
  name: 'imports.sub-merchants',
  permission: 'sub-merchant:edit',
  run: async ({ context, staff, account }, request) => {
    const bytes = await readBody(request, fileBytesMax);
    if (!bytes) {
      // Without a length of its own the file was cut off at the first byte too many.
      const claimed = Number(request.headers.get('content-length') ?? 0);
      return jsonAnswer({ kind: 'invalid', issues: [sizeIssue(Math.max(claimed, fileBytesMax + 1))] }, 413);
    }
    const checked = await checkImport(context, {
      connection: account.connection,
      staff: actorOf(staff),
      fileName: fileNameOf(request, 'import.csv'),
      bytes,
    });
    return checked.ok ? jsonAnswer({ id: checked.value.id }, 201) : jsonAnswer(checked.refusal, 422);
  },
});

/** An empty file with every column, to be filled in. */
export const GET = defineView<{ connection: string }>({
  name: 'imports.sub-merchants.template',
  permission: 'sub-merchant:edit',
  run: async () =>
    new Response(`${fileStart}${writeLine(csvColumns)}`, {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': 'attachment; filename="sub-merchants-template.csv"',
        'Cache-Control': 'no-store',
      },
    }),
});
