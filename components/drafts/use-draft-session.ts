'use client';

import { useRouter } from 'next/navigation';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useWatch } from 'react-hook-form';
import { focusPath, showIssues, useIssueSentence } from '@/components/form/action-form';
import type { RequestStatus } from '@/lib/requests/view';
import type { Sent } from '@/lib/result';
import type { DraftOf } from './draft-client';
import { useAsked } from './use-asked';
import type { DraftState } from './use-draft';
import { useDraft } from './use-draft';
import type { FormDeed, SendProblem } from './use-send';
import { useSend } from './use-send';

/** What a form is that is kept as a draft and sent over a record. The same object each time. */
export type DraftedForm<Values extends FieldValues, Base extends { version: number }> = {
  /** State of the form over a record; a hook. */
  useForm: (base: Base) => UseFormReturn<Values, unknown, Values>;
  /** The values that a record begins with. */
  valuesOf: (base: Base) => Values;
  /** True only for a real difference. */
  isDirty: (values: Values, base: Base) => boolean;
};

type SessionInput<Values extends FieldValues, Base extends { version: number }> = {
  connection: string;
  kind: DraftedForm<Values, Base>;
  place: DraftOf<Values, Base>;
  deed: FormDeed<Values>;
  /** The record as the server holds it now; newer than what the form began from once it moved. */
  base: Base;
  openRequest: RequestStatus | null;
  staff: { id: string; name: string };
  /** The approval that what the person asked for waits for. */
  ownPending: string | null;
};

const unsafe: DraftState['status'][] = ['pending', 'saving', 'failed', 'signed-out', 'moved'];

/** One person's form over one record: its draft, its sending, and what happens when the record moves under it. */
export function useDraftSession<Values extends FieldValues, Base extends { version: number }>({
  connection,
  kind,
  place,
  deed,
  base,
  openRequest,
  staff,
  ownPending,
}: SessionInput<Values, Base>) {
  const { valuesOf, isDirty } = kind;
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
  const form = kind.useForm(began);
  const { getValues, reset, watch } = form;
  const draft = useDraft(place, () => ({ values: getValues(), base: began }));

  const begin = useCallback(
    (from: Base, values: Values | null) => {
      setBegan(from);
      reset(valuesOf(from));
      if (values) reset(values, { keepDefaultValues: true });
    },
    [reset, valuesOf],
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

  const send = useSend({ connection, deed, openRequest, flush: draft.flush, onProblem, onAsked, onSettled });
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
  }, [draft.load, draft.take, send.mayBeSpent, send.claim, begin, isDirty, base, openRequest, staff.name, router]);

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
  }, [base, began, begin, getValues, isDirty, isAdopting]);

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

  const values = useWatch({ control: form.control }) as Values;
  const isChanged = isDirty(values, began);
  useEffect(() => {
    if (!isChanged || send.isOpen || !unsafe.includes(draft.state.status)) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isChanged, send.isOpen, draft.state.status]);

  return {
    form,
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
    setProblem,
    discard: () => {
      setRestoredAt(null);
      setProblem(null);
      begin(base, null);
      void draft.discard();
    },
    /** Goes on with merged values over the record as it is now. */
    continueWith: async (merged: Values) => {
      begin(base, merged);
      setProblem(null);
      await Promise.resolve();
      await draft.flush({ force: true });
    },
  };
}

export type DraftSession<Values extends FieldValues, Base extends { version: number }> = ReturnType<
  typeof useDraftSession<Values, Base>
>;
