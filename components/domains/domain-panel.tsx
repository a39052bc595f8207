'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { readableDomain } from '@/lib/domains/punycode';
import { useDomains } from './domain-context';
import { DomainRows } from './domain-rows';
import { useDomainList } from './use-domain-list';
import './domains.css';

/** Left what there was before, right what will be sent: kept, added, removed, each removal with its own tick where it needs one. */
export function DomainPanel({ title, asOf, note }: { title: string; asOf: ReactNode; note: string }) {
  const t = useTranslations('edit.domains');
  const { before, max } = useDomains();
  const list = useDomainList();
  const count = list.domains.filter((domain) => domain !== '').length;
  return (
    <section className="domain-panel" aria-labelledby="domains-title">
      <div>
        <h3>{title}</h3>
        <p data-part="as-of">{asOf}</p>
        {before.length === 0 && <p className="text-ink-2">{t('noneHeld')}</p>}
        <ul>
          {before.map((domain) => (
            <li key={domain}>
              <ReadableDomain domain={domain} />
            </li>
          ))}
        </ul>
      </div>
      <div>
        <div className="flex items-baseline gap-2">
          <h3 id="domains-title">{t('toSend')}</h3>
          <code className="api-name">domains</code>
          <span data-part="counter" data-over={count > max || undefined}>{`${count}/${max}`}</span>
        </div>
        <p data-part="as-of">{note}</p>
        <DomainRows list={list} />
      </div>
    </section>
  );
}

/** The domain as it is sent, with the letters that it stands for beside it. */
function ReadableDomain({ domain }: { domain: string }) {
  const readable = readableDomain(domain);
  return (
    <>
      <span className="break-all">{domain}</span>
      {readable !== domain && <small className="text-ink-3 block">{readable}</small>}
    </>
  );
}
