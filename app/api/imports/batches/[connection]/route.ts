import { z } from 'zod';
import { mayDo } from '@/lib/auth/permissions';
import { actorOf } from '@/lib/auth/staff';
import { createBatch } from '@/lib/batches/draft';
import { hasBatch, idsStanding } from '@/lib/batches/queries';
import { batchName } from '@/lib/batches/schema';
import { readFile, readPasted, rowsOf } from '@/lib/batches/source';
import { batchSources, rowStandings } from '@/lib/batches/view';
import type { Guarded } from '@/lib/boundary';
import { defineView, jsonAnswer } from '@/lib/boundary';
import { fileStart, writeLine } from '@/lib/csv/cell';
import { fileBytesMax, fileRowsMax, sizeIssue } from '@/lib/csv/rules';
import { fileNameOf, readBody } from '@/lib/read-body';

const asked = z.object({ kind: z.string().max(64), source: z.enum(batchSources), name: batchName });

/** The body of a choice: ids from a list, or rows of an earlier batch that stand so. */
const chosen = z.object({ ids: z.array(z.string().max(256)).max(fileRowsMax) });
const taken = z.object({ batchId: z.uuid(), standings: z.array(z.enum(rowStandings)).min(1) });

const readJson = <Shape extends z.ZodType>(shape: Shape, bytes: Buffer): z.output<Shape> | null => {
  try {
    return shape.safeParse(JSON.parse(bytes.toString('utf8'))).data ?? null;
  } catch {
    return null;
  }
};

type Source = z.infer<typeof asked>['source'];
type Kind = NonNullable<ReturnType<Guarded['context']['batchKind']>>;

/** The rows of what was posted; null where it is not what its source says. */
async function read({ context, account }: Guarded, kind: Kind, source: Source, bytes: Buffer) {
  if (source === 'csv') return readFile(bytes, kind);
  if (source === 'paste') return readPasted(bytes.toString('utf8'), kind);
  if (source === 'selection') {
    const choice = readJson(chosen, bytes);
    return choice && rowsOf(choice.ids, kind);
  }
  const from = readJson(taken, bytes);
  if (!from || !(await hasBatch(context, account.connection.id, from.batchId))) return null;
  return rowsOf(await idsStanding(context.db, from.batchId, from.standings), kind);
}

/** Dry run of a list (raw body): a route, because server actions would queue behind one another. */
export const POST = defineView<{ connection: string }>({
  name: 'imports.batches',
  permission: 'batch:run',
  run: async (guarded, request) => {
    const { context, staff, account } = guarded;
    const params = Object.fromEntries(new URL(request.url).searchParams);
    const wanted = asked.safeParse(params);
    const kind = wanted.success ? context.batchKind(wanted.data.kind) : null;
    if (!wanted.success || !kind) return jsonAnswer({ kind: 'not-found' }, 404);
    if (!mayDo(staff.permissions, kind.permission))
      return jsonAnswer({ kind: 'forbidden', permission: kind.permission }, 403);
    const bytes = await readBody(request, fileBytesMax);
    if (!bytes) return jsonAnswer({ kind: 'invalid', issues: [sizeIssue(fileBytesMax + 1)] }, 413);
    const { source, name } = wanted.data;
    const rows = await read(guarded, kind, source, bytes);
    if (!rows) return jsonAnswer({ kind: 'not-found' }, 404);
    if (!rows.ok) return jsonAnswer({ kind: 'invalid', issues: [rows.issue] }, 422);
    const [, ...beside] = kind.columns;
    const expected = Object.fromEntries(
      beside.flatMap((column) => {
        const value = params[column]?.trim() ?? '';
        return value === '' ? [] : [[column, value] as const];
      }),
    );
    const created = await createBatch(context, {
      account,
      actor: actorOf(staff),
      kind,
      name,
      source,
      sourceName: source === 'csv' ? fileNameOf(request, 'list.csv') : '',
      rows: rows.rows,
      expected,
      zone: staff.timeZone,
    });
    return created.ok ? jsonAnswer({ id: created.value.batchId }, 201) : jsonAnswer(created.refusal, 422);
  },
});

/** An empty file with every column that a list may have. */
export const GET = defineView<{ connection: string }>({
  name: 'imports.batches.template',
  permission: 'batch:run',
  run: async ({ context, account }, request) => {
    const kind = context.batchKind(new URL(request.url).searchParams.get('kind') ?? '');
    if (!kind) return jsonAnswer({ kind: 'not-found' }, 404);
    return new Response(`${fileStart}${writeLine(kind.columnsIn(account.connection))}`, {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${kind.objectKind}s-list.csv"`,
        'Cache-Control': 'no-store',
      },
    });
  },
});
