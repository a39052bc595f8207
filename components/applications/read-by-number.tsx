'use client';

import { useRouter } from 'next/navigation';
import type { FormEvent } from 'react';
import { lazy, Suspense, useId, useState, useTransition } from 'react';
import { readApplicationAction } from '@/lib/applications/actions';
import type { Words } from '../layout/words-for';
import type { ReadAnswer } from '../sub-merchants/read-news';
import { Button } from '../ui/button';

const ReadNews = lazy(() => import('../sub-merchants/read-news').then((late) => ({ default: late.ReadNews })));

type ReadByNumberProps = {
  connection: string;
  /** Whose the application must be. */
  subMchid: string;
  labels: { number: string; read: string; pending: string };
  /** For what the reading found: the space `recordRead`. */
  words: Words;
};

/** Reads an application by a number that somebody knows, and takes it in if it belongs to this sub-merchant. */
export function ReadByNumber({ connection, subMchid, labels, words }: ReadByNumberProps) {
  const router = useRouter();
  const id = useId();
  const [isPending, start] = useTransition();
  const [applymentId, setApplymentId] = useState('');
  const [answer, setAnswer] = useState<ReadAnswer | null>(null);
  const read = (event: FormEvent) => {
    event.preventDefault();
    start(async () => {
      const found = await readApplicationAction({ connection, subMchid, applymentId: applymentId.trim() }).catch(
        (): ReadAnswer => ({ ok: false, refusal: { kind: 'conflict', rule: 'no-answer' } }),
      );
      setAnswer(found);
      if (found.ok) router.refresh();
    });
  };
  return (
    <form className="mt-2 flex flex-wrap items-end gap-2" onSubmit={read}>
      <span className="grid gap-1">
        <label className="text-small" htmlFor={id}>
          {labels.number}
        </label>
        <input
          id={id}
          className="control mono w-64 max-w-full"
          name="read_applyment_id"
          inputMode="numeric"
          autoComplete="off"
          spellCheck={false}
          maxLength={32}
          value={applymentId}
          onChange={(event) => setApplymentId(event.target.value)}
        />
      </span>
      <Button
        type="submit"
        icon="download"
        data-action="read-number"
        pending={isPending}
        disabled={isPending || applymentId.trim() === ''}
      >
        {isPending ? labels.pending : labels.read}
      </Button>
      <span role="status" className="basis-full">
        {answer !== null && (
          <Suspense>
            <ReadNews answer={answer} words={words} />
          </Suspense>
        )}
      </span>
    </form>
  );
}
