'use client';

import type { ReactNode } from 'react';
import { Button } from './button';
import { Dialog } from './dialog';

type DeedDialogProps = {
  open?: boolean;
  close: () => void;
  /** What will happen, in one sentence. */
  title: string;
  size?: 'regular' | 'wide';
  /** The safe answer; the verb with its object. */
  cancel: string;
  confirm: string;
  isDangerous?: boolean;
  isPending: boolean;
  /** What does it: a call, or the id of the form inside that the button sends. */
  does: (() => void) | string;
  children: ReactNode;
};

/** A dialog that restates a deed and does it: the safe button first, then the one that does it. */
export function DeedDialog(props: DeedDialogProps) {
  const { open = true, close, title, size = 'regular', isDangerous = false, isPending, does } = props;
  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      size={size}
      footer={
        <>
          <Button data-action="cancel" onClick={close}>
            {props.cancel}
          </Button>
          <Button
            data-action="confirm"
            variant={isDangerous ? 'danger' : 'primary'}
            pending={isPending}
            disabled={isPending}
            {...(typeof does === 'string' ? { type: 'submit', form: does } : { onClick: does })}
          >
            {props.confirm}
          </Button>
        </>
      }
    >
      {props.children}
    </Dialog>
  );
}
