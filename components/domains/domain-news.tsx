'use client';

import { useTranslations } from 'next-intl';
import { Icon } from '@/components/ui/icon';
import { readableDomain } from '@/lib/domains/punycode';
import { useDomains } from './domain-context';
import type { DomainNews } from './use-domain-list';

type DomainNewsLinesProps = { news: DomainNews; onTake: (typed: string, domain: string) => void };

/** What was done to the last entry. A domain hidden in an address is offered, never taken in silence. */
export function DomainNewsLines({ news, onTake }: DomainNewsLinesProps) {
  const t = useTranslations('edit.domains');
  const rules = useTranslations('rules');
  const { isLocked } = useDomains();
  return (
    <ul className="domain-news" aria-live="polite">
      {news.rewritten.map(({ typed, domain }) => (
        <li key={typed}>
          <Icon name="info" size="small" />
          {readableDomain(domain) === domain ? t('rewritten', { typed, domain }) : t('punycode', { typed, domain })}
        </li>
      ))}
      {news.duplicates.map(({ typed, domain }) => (
        <li key={`${typed} ${domain}`}>
          <Icon name="info" size="small" />
          {t('merged', { typed, domain })}
        </li>
      ))}
      {news.refused.map(({ typed, problem, host }) => (
        <li key={typed}>
          <Icon name="warning" size="small" />
          <span>
            {t('refused', { typed, why: rules(problem) })}{' '}
            {host !== null && !isLocked && (
              <button type="button" className="mini-button" onClick={() => onTake(typed, host)}>
                {t('take', { domain: host })}
              </button>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
