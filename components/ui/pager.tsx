import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { IconName } from './icon';
import { Icon } from './icon';

type PagerProps = {
  /** What is shown: "1–25 of 212". */
  children: ReactNode;
  /** Keyset pages know their neighbours, not their number; null switches a direction off. */
  first?: string | null;
  previous: string | null;
  next: string | null;
  sizes?: { size: number; href: string; current: boolean }[];
};

function Step({ href, icon, label }: { href: string | null; icon: IconName; label: string }) {
  if (href === null) {
    return (
      <button type="button" className="quiet-button" disabled aria-label={label}>
        <Icon name={icon} />
      </button>
    );
  }
  return (
    <Link className="quiet-button" href={href} prefetch={false} aria-label={label} title={label}>
      <Icon name={icon} />
    </Link>
  );
}

/** The foot of a list: how much is shown, how many at once, back and forth. */
export function Pager({ children, first = null, previous, next, sizes = [] }: PagerProps) {
  const t = useTranslations('common.pager');
  return (
    <nav className="pager" aria-label={t('label')}>
      <span>{children}</span>
      {sizes.length > 0 && (
        <span className="flex items-center gap-1 max-md:hidden">
          {t('rows')}
          {sizes.map(({ size, href, current }) => (
            <Link
              key={size}
              href={href}
              prefetch={false}
              aria-current={current ? 'true' : undefined}
              className={`grid min-h-6 min-w-6 place-items-center ${current ? 'text-ink font-semibold' : 'link'}`}
            >
              {size}
            </Link>
          ))}
        </span>
      )}
      <span className="ml-auto flex items-center">
        {first !== null && <Step href={first} icon="first" label={t('first')} />}
        <Step href={previous} icon="left" label={t('previous')} />
        <Step href={next} icon="right" label={t('next')} />
      </span>
    </nav>
  );
}
