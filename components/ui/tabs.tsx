import Link from 'next/link';
import type { ReactNode } from 'react';
import type { Tone } from './badge';
import type { IconName } from './icon';
import { Icon } from './icon';

export type Tab = {
  href: string;
  label: string;
  current: boolean;
  count?: ReactNode;
  icon?: IconName;
  tone?: Tone;
};

/** A strip of links; each tab is an address. */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          href={tab.href}
          prefetch={false}
          scroll={false}
          data-tone={tab.tone}
          aria-current={tab.current ? 'page' : undefined}
        >
          {tab.icon && <Icon name={tab.icon} />}
          {tab.label}
          {tab.count !== undefined && <span data-part="count">{tab.count}</span>}
        </Link>
      ))}
    </nav>
  );
}
