import type { ReactNode } from 'react';
import type { IconName } from '../ui/icon';
import { Icon } from '../ui/icon';
import { NavLinks } from './nav-links';

/** One entry; only what the person may open is given. `key` is the second letter of `g …`. */
export type NavEntry = {
  href: string;
  label: string;
  icon: IconName;
  count?: number;
  /** True where deeper pages belong to other entries (Home). */
  isExact?: boolean;
  key?: string;
};

type NavProps = { entries: NavEntry[]; end?: NavEntry[]; children?: ReactNode };

const shown = (entries: NavEntry[]) =>
  entries.map(({ href, label, icon, count, isExact = false }) => ({
    href,
    label,
    icon: <Icon name={icon} />,
    count: count === 0 ? undefined : count,
    isExact,
  }));

/** The navigation's entries: work above, settings and help at the foot. */
export function Nav({ entries, end = [], children }: NavProps) {
  return (
    <>
      <NavLinks entries={shown(entries)} />
      {(end.length > 0 || children) && (
        <div className="nav-foot">
          <hr className="nav-rule" />
          <NavLinks entries={shown(end)} />
          {children}
        </div>
      )}
    </>
  );
}
