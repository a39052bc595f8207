'use client';

import { lazy, Suspense, useState } from 'react';
import { useAskedHere } from '../approvals/use-asked-here';
import type { Words } from '../layout/words-for';
import { Button } from '../ui/button';
import type { RecordedApplication } from './record-application-dialog';

/** The form comes with the first look at it: most who read a page never need it. */
const RecordApplicationDialog = lazy(() =>
  import('./record-application-dialog').then((late) => ({ default: late.RecordApplicationDialog })),
);
const Asked = lazy(() => import('./record-application-dialog').then((late) => ({ default: late.Asked })));

type RecordApplicationProps = RecordedApplication & {
  label: string;
  /** In a list and beside text it is small. */
  size?: 'regular' | 'small';
  /** For one of many in a list: its name there. */
  named?: string;
  /** For the dialog: `recordWords`. */
  words: Words;
  /** Approvals that wait on its object, where the page shows them. */
  waiting?: readonly string[];
};

/** An application that staff saw at the platform, outside this console: recorded with a file and a second person. */
export function RecordApplication({
  label,
  size = 'small',
  named,
  words,
  waiting = [],
  ...about
}: RecordApplicationProps) {
  const [isOpen, setOpen] = useState(false);
  const [approvalId, setApprovalId] = useAskedHere(waiting);
  return (
    <>
      <Button size={size} data-action="record-application" aria-label={named} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Suspense>
        {approvalId !== null && <Asked connection={about.connection} approvalId={approvalId} words={words} />}
        {isOpen && (
          <RecordApplicationDialog {...about} words={words} close={() => setOpen(false)} asked={setApprovalId} />
        )}
      </Suspense>
    </>
  );
}
