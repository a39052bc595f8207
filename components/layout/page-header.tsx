import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';

type PageHeaderProps = {
  title: ReactNode;
  /** One line under the title: id, state, how sure, as of. */
  context?: ReactNode;
  /** The primary action, at the right; at most two others before it. */
  actions?: ReactNode;
  /** Only below the second level. */
  breadcrumbs?: { href: string; label: string }[];
};

/** Where one is, in one line of context, and the one thing to do here. */
export function PageHeader({ title, context, actions, breadcrumbs = [] }: PageHeaderProps) {
  const t = useTranslations('frame');
  return (
    <div className="page-header">
      <div>
        {breadcrumbs.length > 0 && (
          <nav className="breadcrumbs" aria-label={t('breadcrumbs')}>
            <ol>
              {breadcrumbs.map((crumb) => (
                <li key={crumb.href}>
                  <Link href={crumb.href} prefetch={false}>
                    {crumb.label}
                  </Link>
                </li>
              ))}
            </ol>
          </nav>
        )}
        <h1>{title}</h1>
        {context && <div data-part="context">{context}</div>}
      </div>
      {actions && <div data-part="actions">{actions}</div>}
    </div>
  );
}
