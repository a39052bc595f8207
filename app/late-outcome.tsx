'use client';

import dynamic from 'next/dynamic';

/**
 * The live outcome on a page that mostly has none: its script is fetched only where there is an outcome to follow, and
 * the server writes it into the page all the same.
 */
export const LateOutcome = dynamic(() =>
  import('./outcome-with-words').then(({ OutcomeWithWords }) => OutcomeWithWords),
);
