'use client';

import type { ReactNode } from 'react';
import { createContext, useContext, useEffect, useRef, useState } from 'react';
import { Notice } from '../ui/notice';

/** What became of a difference: it is settled, or it could not be because the page was behind; and what may follow. */
type Said = { text: string; isDone: boolean; next?: ReactNode };

const Saying = createContext<(said: Said) => void>(() => {});

/** Says above the list what became of a row that leaves it. */
export const useSay = (): ((said: Said) => void) => useContext(Saying);

/** The list with the place where it says what was settled last; the focus goes there, its row is gone. */
export function SettleRegion({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState<Said | null>(null);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (said !== null) place.current?.focus();
  }, [said]);
  return (
    <Saying value={setSaid}>
      <div ref={place} role="status" tabIndex={-1} className={said ? 'gutter pb-3 outline-none' : undefined}>
        {said && (
          <Notice
            icon={said.isDone ? 'approved' : 'warning'}
            tone={said.isDone ? 'approved' : 'punished'}
            actions={said.next}
          >
            {said.text}
          </Notice>
        )}
      </div>
      {children}
    </Saying>
  );
}
