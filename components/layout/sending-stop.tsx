'use client';

import type { ReactNode } from 'react';
import { createContext, useContext } from 'react';
import { Notice } from '../ui/notice';

const Stop = createContext<string | null>(null);

/** The sentence that says that what is sent now waits, because somebody stopped all sending; null while it goes on. */
export const useSendingStop = (): string | null => useContext(Stop);

/** Tells the forms of a page that all sending is stopped. */
export function SendingStop({ waits, children }: { waits: string | null; children: ReactNode }) {
  return <Stop value={waits}>{children}</Stop>;
}

/** In every dialog that sends: it waits instead. Nothing while sending goes on. */
export function WaitsInstead() {
  const waits = useSendingStop();
  if (waits === null) return null;
  return (
    <Notice tone="rejected" icon="stop" role="status">
      <span data-waits-instead="">{waits}</span>
    </Notice>
  );
}
