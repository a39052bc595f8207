'use client';

import type { ComponentProps } from 'react';
import { WithWords } from '@/components/layout/with-words';
import type { Words } from '@/components/layout/words-for';
import { LiveOutcome } from '@/components/requests/live-outcome';
import { QueryProvider } from './providers';

/** The live outcome with all that it needs around it: what `LateOutcome` loads. */
export function OutcomeWithWords({ words, ...outcome }: ComponentProps<typeof LiveOutcome> & { words: Words }) {
  return (
    <WithWords words={words}>
      <QueryProvider>
        <LiveOutcome {...outcome} />
      </QueryProvider>
    </WithWords>
  );
}
