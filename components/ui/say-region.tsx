'use client';

import type { ReactNode } from 'react';
import { createContext, useContext, useEffect, useRef, useState } from 'react';
import type { Tone } from './badge';
import type { IconName } from './icon';
import { Notice } from './notice';

/** What became of a deed: it is done, it waits for somebody, or it could not be because the page was behind. */
type Came = 'done' | 'waits' | 'behind';

/** `next` is what may follow. */
type Said = { text: string; came: Came; next?: ReactNode };

const looks: Record<Came, { icon: IconName; tone: Exclude<Tone, 'unknown'> }> = {
  done: { icon: 'approved', tone: 'approved' },
  waits: { icon: 'review', tone: 'review' },
  behind: { icon: 'warning', tone: 'punished' },
};

const Saying = createContext<(said: Said) => void>(() => {});

/** Says above the list what became of a row, also of one that leaves it. */
export const useSay = (): ((said: Said) => void) => useContext(Saying);

type SayRegionProps = {
  /** What stands above that place, and may speak too. */
  head?: ReactNode;
  children: ReactNode;
};

/** A list with the place where it says what became of the last deed; the focus goes there, its row may be gone. */
export function SayRegion({ head, children }: SayRegionProps) {
  const [said, setSaid] = useState<Said | null>(null);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (said !== null) place.current?.focus();
  }, [said]);
  return (
    <Saying value={setSaid}>
      {head}
      <div ref={place} role="status" tabIndex={-1} className={said ? 'gutter pb-3 outline-none' : undefined}>
        {said && (
          <Notice icon={looks[said.came].icon} tone={looks[said.came].tone} actions={said.next}>
            {said.text}
          </Notice>
        )}
      </div>
      {children}
    </Saying>
  );
}
