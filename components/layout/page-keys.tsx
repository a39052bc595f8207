'use client';

import { useRouter } from 'next/navigation';
import { useKey } from './use-key';

/** Keys of one page that go somewhere: `e` to edit, `[` and `]` to the neighbours. */
export function PageKeys({ keys }: { keys: Record<string, string | null> }) {
  const router = useRouter();
  useKey(({ key }) => {
    const href = keys[key];
    if (!href) return false;
    router.push(href);
    return true;
  });
  return null;
}
