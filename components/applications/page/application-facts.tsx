import { useTranslations } from 'next-intl';
import type { ApplicationDetail } from '@/lib/applications/view';
import { Unheld } from '../../data/unheld';
import { Facts } from '../../ui/facts';
import { Section } from '../../ui/section';
import { ApplicationKind } from '../application-kind';
import { LimitType } from '../limit';

/** One value on each line, as the platform writes it. */
function Lines({ values }: { values: readonly string[] }) {
  return (
    <ul>
      {values.map((value) => (
        <li key={value} className="mono break-all" translate="no">
          {value}
        </li>
      ))}
    </ul>
  );
}

/** What the platform told of one application (2.2), field by field; what it left out says so. */
export function ApplicationFacts({ application }: { application: ApplicationDetail }) {
  const t = useTranslations('application.facts');
  const { values, outApplymentId } = application;
  const absent = <Unheld reason={t('notTold')} />;
  const text = (value: string) => (value === '' ? absent : <span translate="no">{value}</span>);
  const list = (items: readonly string[]) => (items.length === 0 ? absent : <Lines values={items} />);
  const isChange = application.kind === 'domain-change';
  return (
    <Section title={t('title')} note={t('note')}>
      <div className="rounded-3 border-line mt-2 border p-4">
        <Facts
          facts={[
            { term: t('type'), value: <ApplicationKind {...application} /> },
            isChange
              ? null
              : {
                  term: t('limit'),
                  value: application.limitType === null ? absent : <LimitType limitType={application.limitType} />,
                },
            { term: t('domains'), value: list(application.domains) },
            { term: t('website'), value: text(values.website_url) },
            {
              term: t('websiteState'),
              value: values.website_state === '' ? absent : <SiteState state={values.website_state} />,
            },
            isChange ? null : { term: t('description'), value: text(values.business_description) },
            isChange
              ? null
              : {
                  term: t('certificate'),
                  value: list(values.company_register_cert === '' ? [] : [values.company_register_cert]),
                },
            { term: t('homepage'), value: list(values.website_homepage_pics) },
            { term: t('business'), value: list(values.website_business_page_pics) },
            outApplymentId === null
              ? null
              : { term: t('outNumber'), value: <span className="mono">{outApplymentId}</span> },
          ]}
        />
      </div>
    </Section>
  );
}

function SiteState({ state }: { state: string }) {
  const t = useTranslations('application.siteStates');
  return (
    <>
      {t.has(state) && `${t(state)} `}
      <span className="mono text-ink-3">{state}</span>
    </>
  );
}
