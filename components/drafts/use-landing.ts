'use client';

import { useCallback, useEffect, useRef } from 'react';

/**
 * Where the cursor goes once a sending was confirmed: to what became of it (`banner`), unless a field that was found at
 * fault keeps it. `land` is called as the dialog closes; the cursor moves when the dialog has given it back, which is the
 * commit that also shows the banner.
 */
export function useLanding(isDialogOpen: boolean) {
  const banner = useRef<HTMLDivElement>(null);
  const isAwaited = useRef(false);
  useEffect(() => {
    if (isDialogOpen || !isAwaited.current) return;
    isAwaited.current = false;
    if (document.activeElement?.getAttribute('aria-invalid') !== 'true') banner.current?.focus();
  }, [isDialogOpen]);
  const land = useCallback(() => {
    isAwaited.current = true;
  }, []);
  return { banner, land };
}
