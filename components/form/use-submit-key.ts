'use client';

import { useEffect } from 'react';

/** Ctrl or Command with Enter submits the form from wherever one is, unless a dialog is open over it. */
export function useSubmitKey(submit: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      submit();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [submit]);
}
