import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { paths } from '@/lib/paths';
import type { SubMerchantView } from '@/lib/sub-merchants/view';
import { Confidence } from '../data/confidence';
import { Timestamp } from '../data/timestamp';
import { Unheld } from '../data/unheld';
import { ButtonLink } from '../ui/button';
import { Facts } from '../ui/facts';
import { Section } from '../ui/section';
import { StateBadge } from '../ui/state-badge';

type H5CardProps = { slug: string; record: SubMerchantView; zone: string; now: string; mayEdit: boolean };

/** What the form can ask for in each state; where it would not pass, nothing is offered. */
const choices: Record<string, 'apply' | 'change'> = {
  APPROVED: 'change',
  UNAUTHORIZED: 'apply',
  APPLICATION_FAILED: 'apply',
  UNKNOWN: 'apply',
};

const uuid = /^[0-9a-f-]{36}$/;

/** What we know of the H5 authorisation: state, meaning, since when, how known, domains; and what nobody told us. */
export function H5Card({ slug, record, zone, now, mayEdit }: H5CardProps) {
  const t = useTranslations('record');
  const tStates = useTranslations('states');
  const { h5 } = record;
  const isTold = h5.state !== 'UNKNOWN';
  const words = tStates.has(`${h5.state}.meaning`) ? h5.state : 'unheld';
  const choice = choices[h5.state];
  const how = t(`how.${h5.how}`);
  return (
    <Section
      title={t('h5.title')}
      actions={
        mayEdit &&
        record.openRequest === null &&
        choice && (
          <ButtonLink size="small" href={`${paths.editSubMerchant(slug, record.subMchid)}?h5=${choice}`}>
            {t(`h5.${choice}`)}
          </ButtonLink>
        )
      }
    >
      <div className="rounded-3 border-line mt-2 border p-4">
        <Facts
          facts={[
            {
              term: t('h5.state'),
              value: (
                <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <StateBadge state={isTold ? h5.state : null} />
                  {isTold && <Confidence asOf={h5.asOf} now={now} words />}
                </span>
              ),
            },
            { term: t('h5.meaning'), value: tStates(`${words}.meaning`) },
            { term: t('h5.effect'), value: tStates(`${words}.effect`) },
            { term: t('h5.next'), value: tStates(`${words}.next`) },
            {
              term: t('h5.since'),
              value: isTold ? <Timestamp at={h5.since} zone={zone} /> : <Unheld reason={tStates('unheld.meaning')} />,
            },
            {
              term: t('h5.how'),
              value:
                h5.proof !== null && uuid.test(h5.proof) && h5.how === 'answer' ? (
                  <Link className="link" href={paths.request(slug, h5.proof)} prefetch={false}>
                    {how}
                  </Link>
                ) : (
                  how
                ),
            },
            isTold ? { term: t('h5.asOf'), value: <Timestamp at={h5.asOf} zone={zone} /> } : null,
            h5.rejectDetail === null
              ? null
              : {
                  term: t('h5.reject'),
                  value: (
                    <blockquote className="verbatim" translate="no">
                      {h5.rejectDetail}
                    </blockquote>
                  ),
                },
          ]}
        />
        <hr className="border-line my-3" />
        <Facts
          facts={[
            {
              term: t('h5.domains'),
              value:
                h5.domains.length === 0 ? (
                  <span className="text-ink-2">
                    {t(h5.domainsHow === 'none' ? 'h5.domainsUntold' : 'h5.domainsNone')}
                  </span>
                ) : (
                  <ul>
                    {h5.domains.map((domain) => (
                      <li key={domain} className="mono" translate="no">
                        {domain}
                      </li>
                    ))}
                  </ul>
                ),
            },
            h5.domainsHow === 'none'
              ? null
              : {
                  term: t('h5.domainsKnown'),
                  value: (
                    <>
                      {t(`how.${h5.domainsHow}`)}
                      {h5.domainsAsOf !== null && (
                        <>
                          {', '}
                          <Timestamp at={h5.domainsAsOf} zone={zone} />
                        </>
                      )}
                    </>
                  ),
                },
            {
              term: t('h5.website'),
              value:
                h5.websiteUrl === null ? <Unheld reason={t('unheld')} /> : <span translate="no">{h5.websiteUrl}</span>,
            },
            { term: t('h5.ceiling'), value: <span className="text-ink-2">{t('h5.ceilingUnknown')}</span> },
          ]}
        />
        <p className="text-ink-3 text-small mt-3">{t('h5.reviewNote')}</p>
      </div>
    </Section>
  );
}
