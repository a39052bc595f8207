'use client';

import { useEffect } from 'react';
import type { SessionState } from '@/lib/auth/view';
import { sessionChannel } from './page-session';

/** Stands on the page for signing in: the other tabs of this browser ask how their session stands, and cover themselves. */
export function TellTabs() {
  useEffect(() => {
    const channel = sessionChannel();
    channel?.postMessage({ standing: 'ended', cause: null } satisfies SessionState);
    return () => channel?.close();
  }, []);
  return null;
}
