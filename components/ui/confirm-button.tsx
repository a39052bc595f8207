'use client';

import type { ReactNode } from 'react';
import { useState, useTransition } from 'react';
import { Button } from './button';
import { DeedDialog } from './deed-dialog';
import type { IconName } from './icon';

type ConfirmButtonProps = {
  label: string;
  /** Its `data-action`, by which it is told from others on the page. */
  name?: string;
  /** Why it is disabled, on hover. */
  hint?: string;
  icon?: IconName;
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger';
  size?: 'regular' | 'small';
  disabled?: boolean;
  title: string;
  /** The object restated: facts, what cannot be undone. */
  children: ReactNode;
  /** The verb with its object; the safe answer. */
  confirmLabel: string;
  cancelLabel: string;
  danger?: boolean;
  /** A server action. The dialog closes when it has answered. */
  action: () => Promise<unknown>;
};

/** A button that asks before it acts. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const [open, setOpen] = useState(false);
  const [pending, start] = useTransition();
  const confirm = () =>
    start(async () => {
      await props.action();
      setOpen(false);
    });
  return (
    <>
      <Button
        variant={props.variant}
        size={props.size}
        icon={props.icon}
        disabled={props.disabled}
        title={props.hint}
        data-action={props.name}
        onClick={() => setOpen(true)}
      >
        {props.label}
      </Button>
      <DeedDialog
        open={open}
        close={() => setOpen(false)}
        title={props.title}
        cancel={props.cancelLabel}
        confirm={props.confirmLabel}
        isDangerous={props.danger ?? false}
        isPending={pending}
        does={confirm}
      >
        {props.children}
      </DeedDialog>
    </>
  );
}
