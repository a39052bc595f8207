import 'server-only';
import type { DraftPlace } from '@/lib/drafts/drafts';
import type { FromDraft } from '@/lib/requests/send-draft';
import { draftIntent } from '@/lib/requests/send-draft';
import type { Result } from '@/lib/result';
import { refuse } from '@/lib/result';
import type { ApprovalContext, Wanted } from './deed';
import { askApproval } from './perform';

/**
 * Asks for the approval of what a draft holds (features row 74): the exact bytes are built now and leave once they are
 * approved. The draft stays; any newer version of it voids what was asked for, and so does letting it go. Refused where it
 * is not this person's draft of this object, or not kept in this version (`draft-moved`).
 */
export async function askDraft<Input extends FromDraft>(
  context: ApprovalContext,
  name: string,
  place: DraftPlace,
  wanted: Omit<Wanted, 'intent' | 'input' | 'draft'> & { input: Input; objectKind: string },
): Promise<Result<{ approvalId: string }>> {
  const { objectKind, ...rest } = wanted;
  const { draft } = wanted.input;
  const deed = context.deed(name);
  return deed
    ? askApproval(context, deed, {
        ...rest,
        intent: draftIntent(objectKind, draft),
        draft: { place, ...draft },
      })
    : refuse({ kind: 'not-found' });
}
