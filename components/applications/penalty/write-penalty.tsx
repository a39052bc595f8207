'use client';

import { lazy, Suspense, useState } from 'react';
import type { Words } from '../../layout/words-for';
import { Button } from '../../ui/button';
import type { WrittenPenalty } from './penalty-dialog';

const PenaltyDialog = lazy(() => import('./penalty-dialog').then((late) => ({ default: late.PenaltyDialog })));

/** Opens the form of a penalty case, which comes with the first look at it. */
export function WritePenalty({ label, words, ...about }: WrittenPenalty & { label: string; words: Words }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" icon="note" data-action="write-penalty" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Suspense>{isOpen && <PenaltyDialog {...about} words={words} close={() => setOpen(false)} />}</Suspense>
    </>
  );
}
