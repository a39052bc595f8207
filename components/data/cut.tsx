import type { ReactNode } from 'react';

/** Words in a row that may be long: cut in what is seen, whole on hover, so that they make no list wider. Whole on a phone. */
export const Cut = ({ whole, children }: { whole: string; children: ReactNode }) => (
  <span className="block max-w-28 truncate max-md:inline max-md:max-w-none" title={whole}>
    {children}
  </span>
);
