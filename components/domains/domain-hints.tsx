'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useFieldValue } from '@/components/form/use-field';
import type { IconName } from '@/components/ui/icon';
import { Icon } from '@/components/ui/icon';
import { hostOfAddress, normaliseDomain } from '@/lib/domains/normalise';
import { domainWarningsQuery } from '@/lib/domains/query-options';
import { formatTimestamp } from '@/lib/i18n/format';
import { paths } from '@/lib/paths';
import { useDomains } from './domain-context';

function Hint({ icon, tone, children }: { icon: IconName; tone?: 'rejected' | 'approved'; children: ReactNode }) {
  return (
    <li data-tone={tone}>
      <Icon name={icon} />
      <span>{children}</span>
    </li>
  );
}

/** What we know about the list and the site: host among the domains, domains shared or refused before, look-alikes. */
export function DomainHints() {
  const t = useTranslations('edit.domains');
  const { list, website: site, connection, subMchid, zone } = useDomains();
  const website = useFieldValue<string>(site);
  const domains = useFieldValue<string[]>(list).filter((domain) => {
    const one = normaliseDomain(domain);
    return one.ok && one.domain === domain;
  });
  const { data } = useQuery({
    ...domainWarningsQuery(connection, subMchid, domains),
    placeholderData: keepPreviousData,
  });
  const shared = data?.shared.filter(({ domain }) => domains.includes(domain)) ?? [];
  const refused = data?.refused.filter(({ domain }) => domains.includes(domain)) ?? [];
  const host = hostOfAddress(website);
  const lookAlikes = domains.filter((domain) => domain.split('.').some((label) => label.startsWith('xn--')));
  return (
    <ul className="domain-hints" aria-live="polite">
      {host !== null && domains.length > 0 && (
        <Hint icon={domains.includes(host) ? 'approved' : 'warning'}>
          {domains.includes(host) ? t('hostAmong') : t('hostMissing', { host })}
        </Hint>
      )}
      {refused.map(({ domain, refusedAt, message, requestId }) => (
        <Hint key={`refused ${domain}`} icon="stop" tone="rejected">
          {t('refusedBefore', { domain, time: formatTimestamp(new Date(refusedAt), zone) })}{' '}
          <q translate="no">{message}</q>{' '}
          {requestId !== null && (
            <Link className="link" href={paths.request(connection, requestId)} prefetch={false}>
              {t('refusedRequest')}
            </Link>
          )}
        </Hint>
      ))}
      {shared.map(({ domain, subMchid: other, name }) => (
        <Hint key={`shared ${domain} ${other}`} icon="warning">
          {t('shared', { domain })}{' '}
          <Link className="link" href={paths.subMerchant(connection, other)} prefetch={false}>
            {name}
          </Link>
        </Hint>
      ))}
      {lookAlikes.map((domain) => (
        <Hint key={`idn ${domain}`} icon="eye">
          {t('lookAlike', { domain })}
        </Hint>
      ))}
      <Hint icon="info">{t('reviewUnstated')}</Hint>
    </ul>
  );
}
