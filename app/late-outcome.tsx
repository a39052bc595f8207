'use client';

import type { ComponentProps } from 'react';
import { lazy, Suspense } from 'react';

const Late = lazy(() => import('./outcome-with-words').then((late) => ({ default: late.OutcomeWithWords })));

/**
 * The live outcome on a page that mostly has none: its script is fetched only where there is an outcome to follow, and
 * the server writes it into the page all the same.
 *
 * Not by the framework's own `dynamic`: that names files to fetch early, and names some that were never made where a page
 * and its layout share a part.
 */
export function LateOutcome(props: ComponentProps<typeof Late>) {
  return (
    <Suspense>
      <Late {...props} />
    </Suspense>
  );
}
