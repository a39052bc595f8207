import type { Context } from '@/lib/context';
import type { DraftPlace } from '@/lib/drafts/drafts';
import { loadDraft, saveDraft } from '@/lib/drafts/drafts';

/** Keeps a draft in its next version, with nothing in it. */
export async function keptDraft(
  context: Pick<Context, 'db' | 'vault' | 'now'>,
  place: DraftPlace,
): Promise<{ id: string; version: number }> {
  const held = await loadDraft(context, place);
  const saved = await saveDraft(context, place, { version: held?.version ?? null, baseVersion: 1, content: {} });
  if (!saved.ok) throw new Error(`draft not kept: ${JSON.stringify(saved.refusal)}`);
  return { id: saved.value.id, version: saved.value.version };
}
