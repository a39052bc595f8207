import type { z } from 'zod';
import type { DraftContent, DraftRead, DraftSaved } from '@/lib/drafts/view';
import { draftRead, draftSaved } from '@/lib/drafts/view';

/** What became of a call about the draft. `failed` may heal by itself: no network, a restart. */
export type DraftAnswer<Value> =
  | { kind: 'done'; value: Value }
  | { kind: 'signed-out' | 'moved' | 'forbidden' | 'failed' };

/**
 * Whose draft of which form, and what it holds. The server keeps none under the name of somebody who signed in meanwhile.
 */
export type DraftOf<Values, Base extends { version: number }> = {
  /** Route of the draft. */
  url: string;
  staffId: string;
  /** Values as the form holds them, and the record that they were typed over. */
  content: z.ZodType<DraftContent<Values, Base>>;
};

type Place = Pick<DraftOf<unknown, { version: number }>, 'url' | 'staffId'>;

async function call<Value>(
  place: Place,
  init: RequestInit,
  read: (answer: Response) => Promise<Value>,
  search = '',
): Promise<DraftAnswer<Value>> {
  try {
    const answer = await fetch(`${place.url}${search}`, {
      cache: 'no-store',
      ...init,
      headers: { ...init.headers, 'X-Opened-By': place.staffId },
    });
    if (answer.ok) return { kind: 'done', value: await read(answer) };
    if (answer.status === 401) return { kind: 'signed-out' };
    if (answer.status === 403) return { kind: 'forbidden' };
    return { kind: answer.status === 409 ? 'moved' : 'failed' };
  } catch {
    // No network, or the page is going away; what was typed is still in the form and is tried again.
    return { kind: 'failed' };
  }
}

/** The person's own draft of this edit, or null. One that can no longer be read counts as none. */
export const fetchDraft = <Values, Base extends { version: number }>(place: DraftOf<Values, Base>) =>
  call<DraftRead<Values, Base> | null>(place, {}, async (answer) =>
    draftRead(place.content)
      .nullable()
      .catch(null)
      .parse(await answer.json()),
  );

/** Saves what was typed. `isLeaving` keeps the call alive while the page goes away. */
export const putDraft = <Values, Base extends { version: number }>(
  place: Place,
  body: { version: number | null; baseVersion: number; content: DraftContent<Values, Base> },
  isLeaving: boolean,
) =>
  call<DraftSaved>(
    place,
    {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      keepalive: isLeaving,
    },
    async (answer) => draftSaved.parse(await answer.json()),
  );

/** Throws the draft away; with a version only if it is still that one. */
export const deleteDraft = (place: Place, version: number | null) =>
  call<null>(
    place,
    { method: 'DELETE', keepalive: true },
    async () => null,
    version === null ? '' : `?version=${version}`,
  );
