'use client';

import type { ReactNode } from 'react';
import { useEffect, useId, useRef } from 'react';

type DialogProps = {
  open: boolean;
  onClose: () => void;
  /** What will happen, in one sentence. */
  title: string;
  size?: 'regular' | 'wide' | 'full';
  /** Covers the page, and cannot be waved away: only what it asks for ends it. */
  isLasting?: boolean;
  children: ReactNode;
  /** Buttons: the safe one first (`data-action="cancel"`), then the one that does it (`data-action="confirm"`). */
  footer: ReactNode;
};

const firstFocus = [
  '[data-first-focus]',
  '[data-part="body"] :is(input, select, textarea):enabled',
  '[data-action="cancel"]',
];

/**
 * A modal dialog; a sheet on a phone. Focus starts on what is to be typed, else on the safe button, never on the
 * dangerous one, and returns to where it came from.
 */
export function Dialog({ open, onClose, title, size = 'regular', isLasting = false, children, footer }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    if (!open) {
      dialog.close();
      return;
    }
    const opener = document.activeElement;
    if (!dialog.open) dialog.showModal();
    const target = firstFocus.map((selector) => dialog.querySelector<HTMLElement>(selector)).find(Boolean);
    target?.focus();
    // A dialog that leaves the page is not closed, and the browser then gives the focus to nobody.
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, [open]);

  return (
    <dialog
      ref={element}
      className="dialog"
      data-size={size}
      data-lasting={isLasting || undefined}
      aria-labelledby={titleId}
      onCancel={(event) => isLasting && event.preventDefault()}
      // A browser closes it all the same when Escape is pressed twice.
      onClose={() => (isLasting && open ? element.current?.showModal() : onClose())}
    >
      {open && (
        <>
          <header>
            <h2 id={titleId}>{title}</h2>
          </header>
          <div data-part="body">{children}</div>
          <footer>{footer}</footer>
        </>
      )}
    </dialog>
  );
}
