'use client';

import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useState, useTransition } from 'react';
import { readSubMerchantAction } from '@/lib/sub-merchants/actions';
import type { Words } from '../layout/words-for';
import { Button } from '../ui/button';

const ReadNews = dynamic(() => import('./read-news').then((late) => late.ReadNews));

type ReadButtonProps = {
  connection: string;
  subMchid: string;
  disabled?: boolean;
  labels: { read: string; pending: string; close: string; locked: string };
  /** For what the reading found: the space `recordRead`. */
  words: Words;
};

/** Reads the record from the platform now and says what that changed. Reading changes nothing on the platform. */
export function ReadButton({ connection, subMchid, disabled = false, labels, words }: ReadButtonProps) {
  const router = useRouter();
  const [isPending, start] = useTransition();
  const [answer, setAnswer] = useState<Awaited<ReturnType<typeof readSubMerchantAction>> | null>(null);

  const read = () =>
    start(async () => {
      const found = await readSubMerchantAction({ connection, subMchid });
      setAnswer(found);
      if (found.ok) router.refresh();
    });

  return (
    <span className="relative" id="read">
      <Button
        icon="refresh"
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
            : 'rounded-2 bg-raised text-table shadow-float absolute top-full right-0 z-20 mt-1 w-72 px-3 py-2 max-md:right-auto max-md:left-0'
        }
      >
        {answer !== null && (
          <>
            <ReadNews answer={answer} words={words} />
            <button type="button" className="mini-button float-right" onClick={() => setAnswer(null)}>
              {labels.close}
            </button>
          </>
        )}
      </span>
    </span>
  );
}
