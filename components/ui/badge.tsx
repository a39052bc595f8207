import type { ReactNode } from 'react';
import type { IconName } from './icon';
import { Icon } from './icon';

/** Grounds that mean something; `unknown` is the only hatched one. */
export type Tone = 'approved' | 'review' | 'none' | 'rejected' | 'punished' | 'failed' | 'unknown';

type BadgeProps = { tone?: Tone; icon?: IconName; title?: string; children: ReactNode };

/** Icon, word and tint: never tint alone. */
export function Badge({ tone = 'none', icon, title, children }: BadgeProps) {
  return (
    <span className="badge" data-tone={tone} title={title}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  );
}
