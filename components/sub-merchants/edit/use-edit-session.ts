'use client';

import { useRouter } from 'next/navigation';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useIssueSentence } from '@/components/form/action-form';
import type { RequestStatus } from '@/lib/requests/view';
import type { Sent } from '@/lib/result';
import type { EditBase } from '@/lib/sub-merchants/rules';
import { isDirty, valuesOf } from '@/lib/sub-merchants/rules';
import type { EditValues } from '@/lib/sub-merchants/schema';
import { summariseSending } from './sent-summary';
import { useAsked } from './use-asked';
import type { DraftState } from './use-draft';
import { useDraft } from './use-draft';
import type { EditFormState } from './use-edit-form';
import { focusPath, showIssues, useEditForm } from './use-edit-form';
import type { SendProblem } from './use-send';
import { useSend } from './use-send';

type SessionInput = {
  connection: string;
  subMchid: string;
  /** The record as the server holds it now; newer than what the form began from once it moved. */
  base: EditBase;
  openRequest: RequestStatus | null;
  staff: { id: string; name: string };
  /** The approval that the person's edit of this record waits for. */
  ownPending: string | null;
};

const unsafe: DraftState['status'][] = ['pending', 'saving', 'failed', 'signed-out', 'moved'];

/** One person's edit of one record: the form, its draft, its sending, and what happens when the record moves under it. */
export function useEditSession({ connection, subMchid, base, openRequest, staff, ownPending }: SessionInput) {
  const router = useRouter();
  const say = useIssueSentence();
  const [began, setBegan] = useState(base);
  const [isReady, setReady] = useState(false);
  const [loadFailed, setLoadFailed] = useState(false);
  const [restoredAt, setRestoredAt] = useState<string | null>(null);
  const [problem, setProblem] = useState<SendProblem | null>(null);
  /** The approval that was asked for from this page. */
  const [askedFor, setAskedFor] = useState<string | null>(null);
  const [focus, setFocus] = useState<string | null>(null);
  /** What was sent is accepted: the form follows the record as soon as it has been read again. */
  const [isAdopting, setAdopting] = useState(false);
  const form = useEditForm(began);
  const { getValues, reset, watch } = form;
  const place = useMemo(() => ({ connection, subMchid, staffId: staff.id }), [connection, subMchid, staff.id]);
  const draft = useDraft(place, () => ({ values: getValues(), base: began }));

  const begin = useCallback(
    (from: EditBase, values: EditValues | null) => {
      setBegan(from);
      reset(valuesOf(from));
      if (values) reset(values, { keepDefaultValues: true });
    },
    [reset],
  );

  const onProblem = useCallback(
    (found: SendProblem) => {
      setProblem(found);
      if (found.kind === 'invalid') setFocus(showIssues(form, found.issues, say));
      if (found.kind === 'conflict' && found.rule === 'draft-moved') draft.lose();
      if (found.kind === 'conflict' && ['record-moved', 'another-request-is-open'].includes(found.rule))
        router.refresh();
    },
    [draft.lose, form, router, say],
  );

  const onSettled = useCallback(
    (status: RequestStatus, isOurs: boolean) => {
      if (status.outcome === 'accepted') {
        setAdopting(isOurs);
        setRestoredAt(null);
        if (isOurs) void draft.discard({ isSent: true });
      } else if (status.error?.path) {
        setFocus(
          showIssues(form, [{ path: status.error.path, rule: 'platform-refused', said: status.error.message }], say),
        );
      }
      router.refresh();
    },
    [draft.discard, form, router, say],
  );

  const onAsked = useCallback(
    (approvalId: string) => {
      setProblem(null);
      setAskedFor(approvalId);
      router.refresh();
    },
    [router],
  );

  const send = useSend({ ...place, openRequest, flush: draft.flush, onProblem, onAsked, onSettled });
  const { claim, follow } = send;
  const onApproved = useCallback(
    (sent: Sent) => {
      setAskedFor(null);
      claim(sent.requestId);
      follow(sent);
    },
    [claim, follow],
  );
  const asked = askedFor ?? ownPending;
  const standing = useAsked(connection, asked, onApproved);
  const isLocked = !isReady || isAdopting || send.isOpen || send.isSending;

  const load = useCallback(async () => {
    const found = await draft.load();
    setLoadFailed(found.kind !== 'done');
    setReady(true);
    if (found.kind !== 'done') return;
    const stored = found.value;
    draft.take(stored);
    if (!stored) return;
    send.mayBeSpent(stored);
    const { values, base: from } = stored.content;
    if (!isDirty(values, from)) return;
    const isCurrent = from.version === base.version;
    begin(isCurrent ? base : from, values);
    setRestoredAt(stored.savedAt);
    if (from.version > base.version) router.refresh();
    const isWhatWasSent = openRequest?.openedBy === staff.name && stored.savedAt <= openRequest.openedAt;
    if (openRequest && isWhatWasSent) send.claim(openRequest.id);
  }, [draft.load, draft.take, send.mayBeSpent, send.claim, begin, base, openRequest, staff.name, router]);

  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    void load();
  }, [load]);

  // A newer record arrived: what nobody touched follows it, what a person typed waits for the merge.
  useEffect(() => {
    if (base.version <= began.version) return;
    if (!isAdopting && isDirty(getValues(), began)) return;
    setAdopting(false);
    begin(base, null);
  }, [base, began, begin, getValues, isAdopting]);

  // The page was read again and names an open request that this form does not know.
  useEffect(() => {
    if (openRequest) send.follow(openRequest);
  }, [openRequest, send.follow]);

  useEffect(() => {
    const subscription = watch((_values, { name }) => {
      if (name === undefined) return;
      setProblem(null);
      setAskedFor(null);
      draft.touch();
    });
    return () => subscription.unsubscribe();
  }, [watch, draft.touch]);

  // Only an unlocked control can take the cursor.
  useEffect(() => {
    if (focus === null || isLocked) return;
    focusPath(focus);
    setFocus(null);
  }, [focus, isLocked]);

  const values = useWatch({ control: form.control }) as EditValues;
  const isChanged = isDirty(values, began);
  useEffect(() => {
    if (!isChanged || send.isOpen || !unsafe.includes(draft.state.status)) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isChanged, send.isOpen, draft.state.status]);

  return {
    form: form satisfies EditFormState,
    values,
    began,
    draft,
    send,
    load,
    isReady,
    isLocked,
    isChanged,
    isMoved: isReady && !isAdopting && !send.isOpen && base.version > began.version,
    loadFailed,
    restoredAt,
    problem,
    /** The approval that this edit waits for, and what became of it. */
    asked: asked !== null && standing?.request == null ? { id: asked, standing } : null,
    summary: useMemo(() => summariseSending(values, began), [values, began]),
    setProblem,
    discard: () => {
      setRestoredAt(null);
      setProblem(null);
      begin(base, null);
      void draft.discard();
    },
    /** Goes on with merged values over the record as it is now. */
    continueWith: async (merged: EditValues) => {
      begin(base, merged);
      setProblem(null);
      await Promise.resolve();
      await draft.flush({ force: true });
    },
  };
}

export type EditSession = ReturnType<typeof useEditSession>;
