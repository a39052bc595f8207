import { z } from 'zod';
import { announceApprovalsOf } from '@/lib/approvals/announce';
import type { Permission } from '@/lib/auth/permissions';
import { defineView, jsonAnswer } from '@/lib/boundary';
import type { DraftPlace } from '@/lib/drafts/drafts';
import { dropDraft, loadDraft, saveDraft } from '@/lib/drafts/drafts';
import { readBody } from '@/lib/read-body';

const DRAFT_BYTES_MAX = 256 * 1024;

const whichVersion = z.coerce.number().int().positive().optional().catch(undefined);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

type DraftRoute<Params> = {
  name: string;
  permission: Permission;
  /** What the form keeps beside the version that it began from. */
  content: z.ZodType;
  placeOf: (connectionId: string, params: Params, staffId: string) => DraftPlace;
};

/**
 * The handlers of one kind of draft, for the person who opened the form: after somebody else signed in, theirs is not this
 * draft. A draft is asked for by the open form and not put into the page: what was typed may be personal, and a page's
 * source is kept by browsers and proxies. Routes, because server actions would queue behind one another.
 */
export function defineDraftRoute<Params extends { connection: string }>(route: DraftRoute<Params>) {
  const { name, permission, content, placeOf } = route;
  const saved = z.object({
    version: z.number().int().positive().nullable(),
    baseVersion: z.number().int().positive(),
    content,
  });
  const define = (run: Parameters<typeof defineView<Params>>[0]['run']) =>
    defineView<Params>({
      name,
      permission,
      run: async (guarded, request, params) =>
        request.headers.get('x-opened-by') === guarded.staff.id
          ? run(guarded, request, params)
          : jsonAnswer({ kind: 'signed-out' }, 401),
    });
  return {
    /** What this person typed and has not sent, or null. */
    GET: define(async ({ context, staff, account }, _request, params) => {
      const draft = await loadDraft(context, placeOf(account.connection.id, params, staff.id));
      return jsonAnswer(draft && { ...draft, savedAt: draft.savedAt.toISOString() }, 200);
    }),
    /** Keeps what was typed (screens 0). */
    PUT: define(async ({ context, staff, account }, request, params) => {
      const bytes = await readBody(request, DRAFT_BYTES_MAX);
      if (!bytes) return jsonAnswer({ kind: 'too-large' }, 413);
      const body = saved.safeParse(parsed(new TextDecoder().decode(bytes)));
      if (!body.success) return jsonAnswer({ kind: 'invalid' }, 400);
      const result = await saveDraft(context, placeOf(account.connection.id, params, staff.id), body.data);
      if (!result.ok) return jsonAnswer(result.refusal, 409);
      await announceApprovalsOf(context, result.value.id);
      return jsonAnswer({ ...result.value, savedAt: result.value.savedAt.toISOString() }, 200);
    }),
    /** Throws the draft away, when a person says so; with `?version=` only that one, once it was sent and accepted. */
    DELETE: define(async ({ context, staff, account }, request, params) => {
      const version = whichVersion.parse(new URL(request.url).searchParams.get('version') ?? undefined);
      const place = placeOf(account.connection.id, params, staff.id);
      const held = await loadDraft(context, place);
      await dropDraft(context.db, place, version);
      if (held) await announceApprovalsOf(context, held.id);
      return new Response(null, { status: 204 });
    }),
  };
}
