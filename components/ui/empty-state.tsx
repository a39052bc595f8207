import type { ReactNode } from 'react';
import type { IconName } from './icon';
import { Icon } from './icon';

type EmptyStateProps = {
  /** Three causes, told apart: filters that match nothing, nothing here yet, and what cannot work. */
  kind: 'no-match' | 'nothing-yet' | 'cannot-work';
  icon?: IconName;
  title: string;
  /** How things get here, or what is missing. */
  children: ReactNode;
  /** Buttons: clear the filters, the ways in, where to set it. */
  actions?: ReactNode;
};

const icons = { 'no-match': 'filter', 'nothing-yet': 'plus', 'cannot-work': 'warning' } as const;

/** Why an area is empty and what to do about it. */
export function EmptyState({ kind, icon = icons[kind], title, children, actions }: EmptyStateProps) {
  return (
    <section className="empty" data-empty={kind}>
      <Icon name={icon} />
      <h2>{title}</h2>
      <div>{children}</div>
      {actions && <div className="mt-2 flex flex-wrap gap-2">{actions}</div>}
    </section>
  );
}
