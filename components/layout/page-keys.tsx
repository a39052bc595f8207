'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, dialog') !== null);

/** Keys of one page that go somewhere: `e` to edit, `[` and `]` to the neighbours. */
export function PageKeys({ keys }: { keys: Record<string, string | null> }) {
  const router = useRouter();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const href = keys[event.key];
      if (!href) return;
      event.preventDefault();
      router.push(href);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [keys, router]);
  return null;
}
