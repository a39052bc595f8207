'use client';

import { useRouter } from 'next/navigation';
import { lazy, Suspense, useState, useTransition } from 'react';
import type { Words } from '../layout/words-for';
import { Button } from '../ui/button';
import type { ReadAnswer } from './read-news';

const ReadNews = lazy(() => import('./read-news').then((late) => ({ default: late.ReadNews })));

type ReadButtonProps = {
  /** The reading, bound to what is read. */
  read: () => Promise<ReadAnswer>;
  disabled?: boolean;
  labels: { read: string; pending: string; close: string; locked: string };
  /** For what the reading found: the space `recordRead`. */
  words: Words;
  /** For one of many in a list: its name there. It is small, and goes on to the record that came of it. */
  inList?: { name: string; goesTo: string };
};

/** Reads something from the platform now and says what that changed. Reading changes nothing on the platform. */
export function ReadButton({ read: ask, disabled = false, labels, words, inList }: ReadButtonProps) {
  const router = useRouter();
  const [isPending, start] = useTransition();
  const [answer, setAnswer] = useState<ReadAnswer | null>(null);
  const isInList = inList !== undefined;

  const read = () =>
    start(async () => {
      const found = await ask();
      if (found.ok && inList) {
        router.push(inList.goesTo);
        return;
      }
      setAnswer(found);
      if (found.ok) router.refresh();
    });

  return (
    <span className="relative" id={isInList ? undefined : 'read'}>
      <Button
        icon={isInList ? 'download' : 'refresh'}
        size={isInList ? 'small' : 'regular'}
        aria-label={inList?.name}
        data-action="read"
        pending={isPending}
        disabled={disabled || isPending}
        title={disabled ? labels.locked : undefined}
        onClick={read}
      >
        {isPending ? labels.pending : labels.read}
      </Button>
      <span
        role="status"
        className={
          answer === null
            ? 'sr-only'
            : isInList
              ? // Under the button: over it, it would cover the rows below.
                'text-small mt-1 block max-w-80 whitespace-normal'
              : 'rounded-2 bg-raised text-table shadow-float absolute top-full right-0 z-20 mt-1 w-72 px-3 py-2 max-md:right-auto max-md:left-0'
        }
      >
        {answer !== null && (
          <>
            <Suspense>
              <ReadNews answer={answer} words={words} />
            </Suspense>
            <button type="button" className="mini-button float-right" onClick={() => setAnswer(null)}>
              {labels.close}
            </button>
          </>
        )}
      </span>
    </span>
  );
}
