import 'server-only';
import type { DraftPlace } from '@/lib/drafts/drafts';
import type { Result, Sent } from '@/lib/result';
import type { OpenInput } from './open';
import type { Operation, SendingContext } from './operation';
import { sendRequest } from './send';

/** The draft that a form was kept in: its id and version are the deed's identity, so that a second click meets the same one. */
export type FromDraft = { draft: { id: string; version: number } };

export const draftIntent = (objectKind: string, { id, version }: FromDraft['draft']) =>
  `${objectKind} draft ${id} ${version}`;

/**
 * Sends what a draft holds. Answers within two seconds with where it stands; what comes later is read from the request.
 * Only a draft of this object and person is sent, in the version that is kept (`draft-moved`); it is let go once the
 * platform accepted it, and whoever comes with it again meets that request.
 */
export function sendDraft<Input extends FromDraft, State>(
  context: SendingContext,
  operation: Operation<Input, State>,
  place: DraftPlace,
  wanted: Pick<OpenInput<Input>, 'account' | 'actor' | 'objectId' | 'input'> & { objectKind: string },
): Promise<Result<Sent>> {
  const { objectKind, ...rest } = wanted;
  const { draft } = wanted.input;
  return sendRequest(context, operation, {
    ...rest,
    intent: draftIntent(objectKind, draft),
    draft: { place, ...draft },
  });
}
