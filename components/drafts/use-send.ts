'use client';

import { useQuery } from '@tanstack/react-query';
import { unstable_isUnrecognizedActionError as isUnrecognizedActionError } from 'next/navigation';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useStepUp } from '@/components/auth/use-step-up';
import type { CallBackTyped } from '@/lib/approvals/view';
import { requestStatusQuery } from '@/lib/requests/query-options';
import type { RequestStatus } from '@/lib/requests/view';
import { isOpen } from '@/lib/requests/view';
import type { Refusal, Result, Sent } from '@/lib/result';

/** Why nothing was sent, or why that is not known. */
export type SendProblem = Refusal | { kind: 'draft-not-saved' } | { kind: 'old-page' } | { kind: 'no-answer' };

/** What goes with a deed that a second person looks at. */
export type Asking = { reason: string; callBack?: CallBackTyped | undefined };

type Draft = { id: string; version: number };

/** How the values of a form, as this draft holds them, leave, or are asked for where a second person looks first. */
export type FormDeed<Values> = {
  send: (draft: Draft, baseVersion: number, values: Values) => Promise<Result<Sent>>;
  ask: (draft: Draft, baseVersion: number, values: Values, asking: Asking) => Promise<Result<{ approvalId: string }>>;
};

type Options<Values> = {
  connection: string;
  deed: FormDeed<Values>;
  /** The request that was open on this record when the page was read. */
  openRequest: RequestStatus | null;
  /** Saves the draft; with `force` under a new version. */
  flush: (options: { force?: boolean }) => Promise<Draft | null>;
  onProblem: (problem: SendProblem) => void;
  onAsked: (approvalId: string) => void;
  /** The request is settled; `isOurs` when it was sent from this form. */
  onSettled: (status: RequestStatus, isOurs: boolean) => void;
};

/**
 * Sends the form and follows what becomes of it. The deed's identity is the draft's id and version: pressing again after
 * a lost answer meets the same request. Once a request from a version is settled, the next sending needs a new version.
 */
export function useSend<Values>({ connection, deed, openRequest, flush, ...told }: Options<Values>) {
  const { onProblem, onAsked, onSettled } = told;
  const { run, dialog } = useStepUp();
  const [followed, setFollowed] = useState<RequestStatus | Sent | null>(openRequest);
  const [isSending, setIsSending] = useState(false);
  const running = useRef(false);
  const sentFrom = useRef<string | null>(null);
  const ours = useRef<string | null>(null);
  const handled = useRef<string | null>(null);

  const id = followed === null ? null : 'id' in followed ? followed.id : followed.requestId;
  const initial = followed !== null && 'id' in followed ? followed : undefined;
  const { data } = useQuery({ ...requestStatusQuery(connection, id ?? '', initial), enabled: id !== null });
  const status = id === null ? null : (data ?? null);
  const outcome = status?.outcome ?? followed?.outcome ?? null;

  useEffect(() => {
    if (!status || isOpen(status.outcome) || handled.current === status.id) return;
    handled.current = status.id;
    onSettled(status, ours.current === status.id);
  }, [status, onSettled]);

  /** A draft from an earlier visit may have been sent already: the next sending gives it a new version first. */
  const mayBeSpent = useCallback((draft: Draft) => {
    sentFrom.current = `${draft.id} ${draft.version}`;
  }, []);
  /** The open request is what this form holds: sent on an earlier visit, or from this page before a reload. */
  const claim = useCallback((requestId: string) => {
    ours.current = requestId;
  }, []);
  const follow = useCallback((request: RequestStatus | Sent) => setFollowed(request), []);

  const send = useCallback(
    async (baseVersion: number, valuesOfForm: () => Values, asking: Asking | null): Promise<void> => {
      // State lags one render behind a double click; the ref does not.
      if (running.current) return;
      running.current = true;
      setIsSending(true);
      try {
        const draft = await flush({});
        const isSpent = draft !== null && sentFrom.current === `${draft.id} ${draft.version}`;
        const fresh = isSpent ? await flush({ force: true }) : draft;
        if (!fresh) return onProblem({ kind: 'draft-not-saved' });
        if (asking) {
          // The same draft asked for twice is one approval: its version is not spent by it.
          const asked = await run(() => deed.ask(fresh, baseVersion, valuesOfForm(), asking));
          return asked.ok ? onAsked(asked.value.approvalId) : onProblem(asked.refusal);
        }
        const answer = await run(() => deed.send(fresh, baseVersion, valuesOfForm()));
        if (!answer.ok) {
          const isUsedUp =
            answer.refusal.kind === 'conflict' && answer.refusal.rule === 'already-sent-with-other-content';
          if (isUsedUp) sentFrom.current = `${fresh.id} ${fresh.version}`;
          return onProblem(answer.refusal);
        }
        sentFrom.current = `${fresh.id} ${fresh.version}`;
        ours.current = answer.value.requestId;
        setFollowed(answer.value);
      } catch (error) {
        onProblem({ kind: isUnrecognizedActionError(error) ? 'old-page' : 'no-answer' });
      } finally {
        running.current = false;
        setIsSending(false);
      }
    },
    [deed, flush, onProblem, onAsked, run],
  );

  return {
    send,
    /** Step-up, to stand anywhere in the page. */
    stepUp: dialog,
    follow,
    mayBeSpent,
    claim,
    isOurs: id !== null && ours.current === id,
    /** The request shown in the page, open or just settled. */
    followed,
    status,
    isSending,
    isOpen: outcome !== null && isOpen(outcome),
  };
}
