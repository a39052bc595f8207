'use client';

import { useEffect, useState } from 'react';

type CopyButtonProps = { value: string; label: string; done: string };

/** Puts a value on the clipboard and says so for two seconds. */
export function CopyButton({ value, label, done }: CopyButtonProps) {
  const [isDone, setIsDone] = useState(false);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => setIsDone(false), 2000);
    return () => clearTimeout(timer);
  }, [isDone]);
  const copy = () => {
    // Refused without a secure context; then the text is still there to be selected.
    navigator.clipboard?.writeText(value).then(
      () => setIsDone(true),
      () => setIsDone(false),
    );
  };
  return (
    <button type="button" className="mini-button" onClick={copy} aria-live="polite">
      {isDone ? done : label}
    </button>
  );
}
