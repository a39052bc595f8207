'use client';

import type { FormEvent } from 'react';
import { useEffect, useId, useState, useTransition } from 'react';
import { openContactsAction } from '@/lib/applications/actions';
import { Button } from '../../ui/button';

/** How long what is personal stays on the screen (screens 0). */
const SHOWN_MS = 60_000;

type ShowContactsProps = {
  connection: string;
  caseId: string;
  labels: { reason: string; show: string; failed: string; hides: string };
};

/** Shows the contacts of a case for a minute, with a reason, which the trail keeps. */
export function ShowContacts({ connection, caseId, labels }: ShowContactsProps) {
  const id = useId();
  const [isPending, start] = useTransition();
  const [reason, setReason] = useState('');
  const [shown, setShown] = useState<string | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (shown === null) return;
    const timer = setTimeout(() => setShown(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  const show = (event: FormEvent) => {
    event.preventDefault();
    start(async () => {
      const opened = await openContactsAction({ connection, caseId, reason }).catch(() => null);
      setFailed(!opened?.ok);
      setShown(opened?.ok ? opened.value.contacts : null);
      if (opened?.ok) setReason('');
    });
  };
  return (
    <div className="grid gap-2">
      {shown === null ? (
        <form className="flex flex-wrap items-end gap-2" onSubmit={show}>
          <span className="grid gap-1">
            <label className="text-small" htmlFor={id}>
              {labels.reason}
            </label>
            <input
              id={id}
              className="control w-64 max-w-full"
              name="reveal_reason"
              maxLength={500}
              autoComplete="off"
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </span>
          <Button
            type="submit"
            icon="eye"
            data-action="show-contacts"
            pending={isPending}
            disabled={isPending || reason.trim() === ''}
          >
            {labels.show}
          </Button>
        </form>
      ) : (
        <p className="whitespace-pre-line" translate="no" data-contacts="">
          {shown}
        </p>
      )}
      <span role="status" className="text-small text-ink-3">
        {shown !== null && labels.hides}
        {hasFailed && labels.failed}
      </span>
    </div>
  );
}
