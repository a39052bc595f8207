'use client';

import type { ComponentType } from 'react';
import { lazy, Suspense, useState } from 'react';
import { useAskedHere } from '../approvals/use-asked-here';
import type { Words } from '../layout/words-for';
import { Button } from '../ui/button';
import type { IconName } from '../ui/icon';
import type { AddedContract } from './add-contract-dialog';
import type { DialogProps } from './dialog-props';
import type { SeenContract } from './record-contract-dialog';
import type { EndedContract } from './terminate-dialog';

const Asked = lazy(() => import('./asked').then((late) => ({ default: late.Asked })));

// Each form comes with the first look at it: most who read a page never need it.
const AddDialog = lazy(() => import('./add-contract-dialog').then((late) => ({ default: late.AddContractDialog })));
const TerminateDialog = lazy(() => import('./terminate-dialog').then((late) => ({ default: late.TerminateDialog })));
const RecordDialog = lazy(() =>
  import('./record-contract-dialog').then((late) => ({ default: late.RecordContractDialog })),
);

type OpenerProps = {
  label: string;
  words: Words;
  action: string;
  variant?: 'primary' | 'danger';
  icon?: IconName;
  size?: 'small';
  /** Why it cannot be done now; the button then says so and does nothing. */
  blocked?: string | null;
  /** Approvals that wait on this contract, as the page shows them. */
  waiting?: readonly string[];
};

/** A button that opens a dialog, and beside it the word that what it asked for waits. */
function Opener<About extends { connection: string }>({
  label,
  words,
  action,
  variant,
  icon,
  size,
  blocked = null,
  waiting = [],
  about,
  Form,
}: OpenerProps & { about: About; Form: ComponentType<DialogProps<About>> }) {
  const [isOpen, setOpen] = useState(false);
  const [approvalId, setApprovalId] = useAskedHere(waiting);
  return (
    <>
      <Button
        data-action={action}
        aria-disabled={blocked !== null || undefined}
        {...(blocked !== null && { title: blocked })}
        {...(variant && { variant })}
        {...(icon && { icon })}
        {...(size && { size })}
        onClick={() => blocked === null && setOpen(true)}
      >
        {label}
      </Button>
      <Suspense>
        {approvalId !== null && <Asked connection={about.connection} approvalId={approvalId} words={words} />}
        {isOpen && <Form {...about} words={words} close={() => setOpen(false)} asked={setApprovalId} />}
      </Suspense>
    </>
  );
}

/** Adds a contract by hand. */
export const AddContract = ({ about, ...opener }: Omit<OpenerProps, 'action'> & { about: AddedContract }) => (
  <Opener {...opener} action="add-contract" icon="plus" variant="primary" about={about} Form={AddDialog} />
);

/** Ends a contract. */
export const TerminateContract = ({ about, ...opener }: Omit<OpenerProps, 'action'> & { about: EndedContract }) => (
  <Opener {...opener} action="terminate" variant="danger" about={about} Form={TerminateDialog} />
);

/** Records what staff saw of a contract. */
export const RecordContract = ({ about, ...opener }: Omit<OpenerProps, 'action'> & { about: SeenContract }) => (
  <Opener {...opener} action="record-contract" about={about} Form={RecordDialog} />
);
