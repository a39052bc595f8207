import 'server-only';
import type { Db } from '@/lib/db/client';
import type { DraftFate, DraftPlace } from '@/lib/drafts/drafts';
import { draftFates } from '@/lib/drafts/drafts';
import type { Result, Sent } from '@/lib/result';
import { refuse } from '@/lib/result';
import type { OpenInput } from './open';
import type { Operation, SendingContext } from './operation';
import { sendRequest } from './send';

/** The draft that a form was kept in: its id and version are the deed's identity, so that a second click meets the same one. */
export type FromDraft = { draft: { id: string; version: number } };

export const draftIntent = (objectKind: string, { id, version }: FromDraft['draft']) =>
  `${objectKind} draft ${id} ${version}`;

/** What became of a person's draft since the version that is to be sent or asked for. */
export const fateOf = async (db: Db, place: DraftPlace, draft: FromDraft['draft']): Promise<DraftFate | null> =>
  (await draftFates(db, [draft], place))(draft);

/** Refused where another tab has saved the draft since. */
export const movedDraft = { kind: 'conflict', rule: 'draft-moved' } as const;

/**
 * Sends what a draft holds. Answers within two seconds with where it stands; what comes later is read from the request. A
 * draft that another tab has saved since is not sent; it is let go once the platform accepted it.
 */
export async function sendDraft<Input extends FromDraft, State>(
  context: SendingContext,
  operation: Operation<Input, State>,
  place: DraftPlace,
  wanted: Pick<OpenInput<Input>, 'account' | 'actor' | 'objectId' | 'input'> & { objectKind: string },
): Promise<Result<Sent>> {
  const { objectKind, ...rest } = wanted;
  const { draft } = wanted.input;
  // One that is gone was perhaps sent already: whoever comes with it again meets that request.
  if ((await fateOf(context.db, place, draft)) === 'edited') return refuse(movedDraft);
  return sendRequest(context, operation, { ...rest, intent: draftIntent(objectKind, draft) });
}
