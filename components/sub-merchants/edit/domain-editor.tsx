'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { readableDomain } from '@/lib/domains/punycode';
import { h5DomainsMax } from '@/lib/platform/wire/sub-merchant';
import { DomainRows } from './domain-rows';
import { useEdit } from './edit-context';
import { useDomainList } from './use-domain-list';

/** Left what is believed in force, right what will be sent: kept, added, removed, each removal with its own tick (day F12). */
export function DomainEditor({ inForce }: { inForce: ReactNode }) {
  const t = useTranslations('edit.domains');
  const { base } = useEdit();
  const list = useDomainList();
  const count = list.domains.filter((domain) => domain !== '').length;
  return (
    <section className="domain-panel" aria-labelledby="domains-title">
      <div>
        <h3>{t('inForce')}</h3>
        <p data-part="as-of">{inForce}</p>
        {base.domainsInForce.length === 0 && <p className="text-ink-2">{t('noneHeld')}</p>}
        <ul>
          {base.domainsInForce.map((domain) => (
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
          <span data-part="counter" data-over={count > h5DomainsMax || undefined}>{`${count}/${h5DomainsMax}`}</span>
        </div>
        <p data-part="as-of">{t('replaces')}</p>
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
