import { actorOf } from '@/lib/auth/staff';
import { defineView, jsonAnswer } from '@/lib/boundary';
import { checkContractImport } from '@/lib/contracts/import';
import { contractColumnsIn } from '@/lib/contracts/values';
import { fileStart, writeLine } from '@/lib/csv/cell';
import { fileBytesMax, sizeIssue } from '@/lib/csv/rules';
import { fileNameOf, readBody } from '@/lib/read-body';

/** Dry run of a CSV of contracts (raw body): a route, because server actions would queue behind one another. */
export const POST = defineView<{ connection: string }>({
  name: 'imports.contracts',
  permission: 'contract:edit',
  run: async ({ context, staff, account }, request) => {
    const bytes = await readBody(request, fileBytesMax);
    if (!bytes) {
      const claimed = Number(request.headers.get('content-length') ?? 0);
      return jsonAnswer({ kind: 'invalid', issues: [sizeIssue(Math.max(claimed, fileBytesMax + 1))] }, 413);
    }
    const checked = await checkContractImport(context, {
      connection: account.connection,
      staff: actorOf(staff),
      fileName: fileNameOf(request, 'contracts.csv'),
      bytes,
    });
    return checked.ok ? jsonAnswer({ id: checked.value.id }, 201) : jsonAnswer(checked.refusal, 422);
  },
});

/** An empty file with every column of the mode, to be filled in. */
export const GET = defineView<{ connection: string }>({
  name: 'imports.contracts.template',
  permission: 'contract:edit',
  run: async ({ account }) =>
    new Response(`${fileStart}${writeLine(contractColumnsIn(account.connection))}`, {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': 'attachment; filename="contracts-template.csv"',
        'Cache-Control': 'no-store',
      },
    }),
});
