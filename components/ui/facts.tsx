import type { ReactNode } from 'react';

/** `key` tells two facts with equal terms apart. */
export type Fact = { key?: string; term: ReactNode; value: ReactNode };

/** Terms and values, aligned. A fact that is null is left out. */
export function Facts({ facts }: { facts: (Fact | null)[] }) {
  return (
    <dl className="facts">
      {facts
        .filter((fact) => fact !== null)
        .map((fact) => (
          <div key={fact.key ?? String(fact.term)} className="contents">
            <dt>{fact.term}</dt>
            <dd>{fact.value}</dd>
          </div>
        ))}
    </dl>
  );
}
