import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { FieldPath } from '@/lib/sub-merchants/schema';
import type { SubMerchantView } from '@/lib/sub-merchants/view';
import { Timestamp } from '../data/timestamp';
import type { Looking } from '../personal/masked-value';
import { Facts } from '../ui/facts';
import { Section } from '../ui/section';
import { ConsumerPreview } from './consumer-preview';
import { CoverageCard } from './coverage-card';
import { identityPaths } from './edit/edit-sections';
import { H5Card } from './h5-card';
import type { CountryNames } from './held-values';
import { HeldValues } from './held-values';

const groups = {
  identity: identityPaths,
  contact: ['contact.name', 'contact.phone', 'contact.email'],
  business: [
    'business.business_type',
    'business_category',
    'business.mcc',
    'business.website',
    'business.app_download',
    'business.office_account',
    'business.mini_program',
    'business.store_address',
    'business.store_photos',
    'channel_id',
  ],
  people: ['director.name', 'director.number', 'principal.name', 'principal.number'],
  settlement: ['settlement_bank_number'],
} as const satisfies Record<string, readonly FieldPath[]>;

type RecordOverviewProps = {
  slug: string;
  record: SubMerchantView;
  zone: string;
  now: string;
  mayEdit: boolean;
  countries: CountryNames;
  looking: Looking;
  /** What we were told of its applications, below the authorisation. */
  applications: ReactNode;
};

/** Everything we hold of one sub-merchant, masked where it is personal, and what is missing. */
export function RecordOverview({
  slug,
  record,
  zone,
  now,
  mayEdit,
  countries,
  looking,
  applications,
}: RecordOverviewProps) {
  const t = useTranslations('record');
  return (
    <div className="with-aside border-t-0">
      <div className="gutter pb-8">
        <H5Card slug={slug} record={record} zone={zone} now={now} mayEdit={mayEdit} />
        {applications}
        <HeldValues record={record} countries={countries} title={t('group.identity')} paths={groups.identity} />
        <HeldValues
          record={record}
          countries={countries}
          title={t('group.contact')}
          note={t('group.masked')}
          paths={groups.contact}
          looking={looking}
        />
        <HeldValues record={record} countries={countries} title={t('group.business')} paths={groups.business} />
        <HeldValues
          record={record}
          countries={countries}
          title={t('group.people')}
          note={t('group.masked')}
          paths={groups.people}
          looking={looking}
        />
        <HeldValues
          record={record}
          countries={countries}
          title={t('group.settlement')}
          note={t('group.masked')}
          paths={groups.settlement}
          looking={looking}
        />
      </div>
      <aside>
        <ConsumerPreview record={record} />
        <CoverageCard slug={slug} record={record} mayEdit={mayEdit} />
        <Section title={t('copy.title')}>
          <div className="mt-2">
            <Facts
              facts={[
                { term: t('copy.source'), value: t(`how.${record.source === 'by-hand' ? 'staff' : record.source}`) },
                { term: t('copy.asOf'), value: <Timestamp at={record.recordAsOf} zone={zone} /> },
                {
                  term: t('copy.accepted'),
                  value:
                    record.lastAcceptedAt === null ? (
                      t('copy.never')
                    ) : (
                      <Timestamp at={record.lastAcceptedAt} zone={zone} />
                    ),
                },
                { term: t('copy.version'), value: String(record.version) },
                record.platformStatus === null
                  ? null
                  : { term: t('copy.status'), value: <span className="mono">{record.platformStatus}</span> },
              ]}
            />
          </div>
        </Section>
      </aside>
    </div>
  );
}
