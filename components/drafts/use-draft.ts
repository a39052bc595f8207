'use client';

import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { DraftContent, DraftRead } from '@/lib/drafts/view';
import { onSignedInAgain } from '../sessions/signed-in-again';
import type { DraftOf } from './draft-client';
import { deleteDraft, fetchDraft, putDraft } from './draft-client';

const SAVE_AFTER_MS = 3000;
const AGAIN_AFTER_MS = 10_000;

export type DraftState = {
  status: 'none' | 'pending' | 'saving' | 'saved' | 'signed-out' | 'moved' | 'failed';
  /** ISO time of the last save that the server confirmed. */
  savedAt: string | null;
};

/** Something stands in the form that the server does not have. */
const isUnsaved = (status: DraftState['status']) => ['pending', 'signed-out', 'failed'].includes(status);

type Stored = { id: string; version: number };
/**
 * The draft of one form on the server: saved 3 s after a change, when a field is left and when the page is hidden; one
 * save at a time. What could not be saved stays in the form and is tried again. `where` is the same object each time.
 */
export function useDraft<Values, Base extends { version: number }>(
  where: DraftOf<Values, Base>,
  contentOf: () => DraftContent<Values, Base>,
) {
  const [state, setState] = useState<DraftState>({ status: 'none', savedAt: null });
  const status = useRef(state.status);
  const stored = useRef<Stored | null>(null);
  const savedText = useRef<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const content = useRef(contentOf);
  content.current = contentOf;

  const show = useCallback((next: DraftState['status'], savedAt?: string | null) => {
    status.current = next;
    setState((held) => ({ status: next, savedAt: savedAt === undefined ? held.savedAt : savedAt }));
  }, []);

  const save = useCallback(
    async ({ force = false, isLeaving = false }: { force?: boolean; isLeaving?: boolean }): Promise<Stored | null> => {
      const { values, base } = content.current();
      const text = JSON.stringify(values);
      if (stored.current && !force && text === savedText.current) {
        if (status.current === 'pending') show('saved');
        return stored.current;
      }
      show('saving');
      const body = { version: stored.current?.version ?? null, baseVersion: base.version, content: { values, base } };
      const answer = await putDraft(where, body, isLeaving);
      if (answer.kind === 'done') {
        stored.current = { id: answer.value.id, version: answer.value.version };
        savedText.current = text;
        // Typed on while this was on its way: the next save is already due.
        show(timer.current === null ? 'saved' : 'pending', answer.value.savedAt);
        return stored.current;
      }
      show(answer.kind === 'forbidden' ? 'failed' : answer.kind);
      return null;
    },
    [show, where],
  );

  /** Saves what is not saved yet; with `force` also what is, so that the draft gets a new version. Null if it could not. */
  const flush = useCallback(
    (options: { force?: boolean; isLeaving?: boolean } = {}): Promise<Stored | null> => {
      if (timer.current) clearTimeout(timer.current);
      timer.current = null;
      if (status.current === 'moved') return Promise.resolve(null);
      const turn = queue.current.then(() => save(options));
      queue.current = turn.catch(() => null);
      return turn;
    },
    [save],
  );

  /** Something was typed: it is saved in three seconds. */
  const touch = useCallback(() => {
    if (status.current === 'moved') return;
    if (status.current !== 'signed-out' && status.current !== 'failed') show('pending');
    if (timer.current) clearTimeout(timer.current);
    timer.current = setTimeout(() => void flush(), SAVE_AFTER_MS);
  }, [flush, show]);

  useEffect(() => {
    if (state.status !== 'failed') return;
    const again = setTimeout(() => void flush(), AGAIN_AFTER_MS);
    return () => clearTimeout(again);
  }, [state, flush]);
  useEffect(() => {
    const hide = () => {
      if (document.visibilityState === 'hidden' && isUnsaved(status.current)) void flush({ isLeaving: true });
    };
    // Coming back from the tab in which one signed in again, or having done so here.
    const focus = () => {
      if (isUnsaved(status.current)) void flush();
    };
    document.addEventListener('visibilitychange', hide);
    window.addEventListener('focus', focus);
    const unhear = onSignedInAgain(focus);
    return () => {
      unhear();
      document.removeEventListener('visibilitychange', hide);
      window.removeEventListener('focus', focus);
      if (isUnsaved(status.current)) void flush({ isLeaving: true });
    };
  }, [flush]);

  return useMemo(() => {
    const take = (draft: DraftRead<Values, Base> | null) => {
      if (timer.current) clearTimeout(timer.current);
      stored.current = draft && { id: draft.id, version: draft.version };
      savedText.current = draft && JSON.stringify(draft.content.values);
      show(draft ? 'saved' : 'none', draft?.savedAt ?? null);
    };
    return {
      state,
      flush,
      touch,
      /** Reads the stored draft; null when there is none. Whoever shows it then calls `take`. */
      load: () => fetchDraft(where),
      /** The form now shows this draft (or none): later saves go on from it. */
      take,
      /** Another tab was found to have saved since: nothing is saved over it before a person says so. */
      lose: () => show('moved'),
      /** Throws the stored draft away, or with `isSent` only what this form saved last; true when that is gone. */
      discard: ({ isSent = false } = {}): Promise<boolean> => {
        const turn = queue.current.then(async () => {
          const answer = await deleteDraft(where, isSent ? (stored.current?.version ?? null) : null);
          if (answer.kind !== 'done') {
            show(answer.kind === 'signed-out' ? 'signed-out' : 'failed');
            return false;
          }
          stored.current = null;
          savedText.current = null;
          // What was typed meanwhile is a new draft, and its save is already due.
          show(timer.current === null ? 'none' : 'pending', null);
          return true;
        });
        queue.current = turn.catch(() => false);
        return turn;
      },
      /** After another tab saved: this form's entry wins, over the version that the server holds now. */
      overwrite: async () => {
        const found = await fetchDraft(where);
        if (found.kind !== 'done') return show(found.kind === 'signed-out' ? 'signed-out' : 'failed');
        stored.current = found.value && { id: found.value.id, version: found.value.version };
        status.current = 'pending';
        await flush({ force: true });
      },
    };
  }, [state, flush, touch, where, show]);
}
