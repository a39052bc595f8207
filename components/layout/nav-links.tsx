'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { keepChoice, navigationCookie } from './preferences';

type NavLinksProps = {
  entries: { href: string; label: string; icon: ReactNode; count?: ReactNode; isExact: boolean }[];
};

/** The entries of the navigation; the one that holds the page is marked. */
export function NavLinks({ entries }: NavLinksProps) {
  const pathname = usePathname();
  const isCurrent = (href: string, isExact: boolean) => {
    const [path] = href.split('?');
    return pathname === path || (!isExact && pathname.startsWith(`${path}/`));
  };
  return entries.map((entry) => (
    <Link
      key={entry.href}
      className="nav-link"
      href={entry.href}
      prefetch={false}
      title={entry.label}
      aria-current={isCurrent(entry.href, entry.isExact) ? 'page' : undefined}
      onClick={(event) => event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()}
    >
      {entry.icon}
      <span data-part="label">{entry.label}</span>
      {entry.count !== undefined && <span data-part="count">{entry.count}</span>}
    </Link>
  ));
}

/** Folds the navigation to the rail and back; remembered in this browser. */
export function NavCollapse({ label, icon }: { label: string; icon: ReactNode }) {
  const toggle = (button: HTMLElement) => {
    const frame = button.closest<HTMLElement>('[data-nav]');
    if (!frame) return;
    frame.dataset.nav = frame.dataset.nav === 'rail' ? 'full' : 'rail';
    keepChoice(navigationCookie, frame.dataset.nav);
  };
  return (
    <button
      type="button"
      className="nav-link nav-collapse"
      title={label}
      onClick={(event) => toggle(event.currentTarget)}
    >
      {icon}
      <span data-part="label">{label}</span>
    </button>
  );
}
