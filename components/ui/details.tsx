import type { ReactNode } from 'react';
import { Icon } from './icon';

type DetailsProps = { summary: ReactNode; open?: boolean; children: ReactNode };

/** A fold: the raw record, the platform's own words. */
export function Details({ summary, open, children }: DetailsProps) {
  return (
    <details className="details" open={open}>
      <summary>
        <Icon name="right" size="small" />
        {summary}
      </summary>
      {children}
    </details>
  );
}
