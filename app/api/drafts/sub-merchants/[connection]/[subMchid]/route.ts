import { z } from 'zod';
import { defineView, jsonAnswer } from '@/lib/boundary';
import { dropDraft, loadDraft, saveDraft } from '@/lib/drafts/drafts';
import { readBody } from '@/lib/read-body';
import { draftPlace } from '@/lib/sub-merchants/operation';
import { editValues } from '@/lib/sub-merchants/schema';

const DRAFT_BYTES_MAX = 256 * 1024;

const saved = z.object({
  version: z.number().int().positive().nullable(),
  baseVersion: z.number().int().positive(),
  content: z.object({ values: editValues, base: z.looseObject({ version: z.number() }) }),
});

type Place = { connection: string; subMchid: string };

/** A guarded handler for the person who opened the form: after somebody else signed in, theirs is not this draft. */
const defineDraftView = (run: Parameters<typeof defineView<Place>>[0]['run']) =>
  defineView<Place>({
    name: 'drafts.sub-merchant',
    permission: 'sub-merchant:edit',
    run: async (guarded, request, params) =>
      request.headers.get('x-opened-by') === guarded.staff.id
        ? run(guarded, request, params)
        : jsonAnswer({ kind: 'signed-out' }, 401),
  });

/**
 * What this person typed and has not sent, or null. It is asked for by the open form and not put into the page: what was
 * typed may be personal, and a page's source is kept by browsers and proxies.
 */
export const GET = defineDraftView(async ({ context, staff, account }, _request, { subMchid }) => {
  const draft = await loadDraft(context, draftPlace(account.connection.id, subMchid, staff.id));
  return jsonAnswer(draft && { ...draft, savedAt: draft.savedAt.toISOString() }, 200);
});

/** Keeps what was typed in the edit form (screens 0): a route, because server actions would queue behind one another. */
export const PUT = defineDraftView(async ({ context, staff, account }, request, { subMchid }) => {
  const bytes = await readBody(request, DRAFT_BYTES_MAX);
  if (!bytes) return jsonAnswer({ kind: 'too-large' }, 413);
  const body = saved.safeParse(parsed(new TextDecoder().decode(bytes)));
  if (!body.success) return jsonAnswer({ kind: 'invalid' }, 400);
  const result = await saveDraft(context, draftPlace(account.connection.id, subMchid, staff.id), body.data);
  if (!result.ok) return jsonAnswer(result.refusal, 409);
  return jsonAnswer({ ...result.value, savedAt: result.value.savedAt.toISOString() }, 200);
});

const whichVersion = z.coerce.number().int().positive().optional().catch(undefined);

/** Throws the draft away, when a person says so; with `?version=` only that one, once it was sent and accepted. */
export const DELETE = defineDraftView(async ({ context, staff, account }, request, { subMchid }) => {
  const version = whichVersion.parse(new URL(request.url).searchParams.get('version') ?? undefined);
  await dropDraft(context.db, draftPlace(account.connection.id, subMchid, staff.id), version);
  return new Response(null, { status: 204 });
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
