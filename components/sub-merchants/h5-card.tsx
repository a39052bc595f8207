import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { localMinute } from '@/lib/i18n/day';
import { paths } from '@/lib/paths';
import type { SubMerchantView } from '@/lib/sub-merchants/view';
import { Ceiling, LimitType } from '../applications/limit';
import { ApprovedBy } from '../approvals/approved-by';
import { Confidence } from '../data/confidence';
import { Timestamp } from '../data/timestamp';
import { Unheld } from '../data/unheld';
import { ClientWords } from '../layout/client-words';
import { ButtonLink } from '../ui/button-link';
import { Facts } from '../ui/facts';
import { Section } from '../ui/section';
import { StateBadge } from '../ui/state-badge';
import { RecordState } from './record-state';

type H5CardProps = { slug: string; record: SubMerchantView; zone: string; now: string; mayEdit: boolean };
type H5 = SubMerchantView['h5'];

/** What the form can ask for in each state; where it would not pass, nothing is offered. */
const choices: Record<string, 'apply' | 'change'> = {
  APPROVED: 'change',
  UNAUTHORIZED: 'apply',
  APPLICATION_FAILED: 'apply',
  UNKNOWN: 'apply',
};

/** What we know of the H5 authorisation: state, meaning, since when, how known, domains; and what nobody told us. */
export function H5Card({ slug, record, zone, now, mayEdit }: H5CardProps) {
  const t = useTranslations('record');
  const tStates = useTranslations('states');
  const { h5 } = record;
  const isTold = h5.state !== 'UNKNOWN';
  const words = tStates.has(`${h5.state}.meaning`) ? h5.state : 'unheld';
  const choice = choices[h5.state];
  return (
    <Section
      title={t('h5.title')}
      actions={
        mayEdit && (
          <>
            {record.openRequest === null && choice && (
              <ButtonLink size="small" href={`${paths.editSubMerchant(slug, record.subMchid)}?h5=${choice}`}>
                {t(`h5.${choice}`)}
              </ButtonLink>
            )}
            <ClientWords spaces={['form', 'asking', 'stepUp', 'recordState', 'states']}>
              <RecordState
                connection={slug}
                subMchid={record.subMchid}
                name={record.name || record.subMchid}
                zone={zone}
                nowLocal={localMinute(new Date(now), zone)}
              />
            </ClientWords>
          </>
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
              value: <How slug={slug} how={h5.how} proof={h5.proof} approved={h5.approved} />,
            },
            isTold ? { term: t('h5.asOf'), value: <Timestamp at={h5.asOf} zone={zone} /> } : null,
            h5.askedAt === null
              ? null
              : { term: t('h5.number'), value: <NumberUnknown askedAt={h5.askedAt} zone={zone} /> },
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
                  value: <HowAndWhen how={h5.domainsHow} asOf={h5.domainsAsOf} zone={zone} />,
                },
            {
              term: t('h5.website'),
              value:
                h5.websiteUrl === null ? <Unheld reason={t('unheld')} /> : <span translate="no">{h5.websiteUrl}</span>,
            },
            {
              term: t('h5.grade'),
              value:
                h5.limitGrade === null ? (
                  <span className="text-ink-2">{t('h5.gradeUntold')}</span>
                ) : (
                  <LimitType limitType={h5.limitGrade} />
                ),
            },
            h5.limitGrade === null
              ? null
              : {
                  term: t('h5.gradeKnown'),
                  value: <HowAndWhen how={h5.limitGradeHow} asOf={h5.limitGradeAsOf} zone={zone} />,
                },
            { term: t('h5.ceiling'), value: <Ceiling limitType={h5.limitGrade} /> },
          ]}
        />
        <p className="text-ink-3 text-small mt-3">{t('h5.reviewNote')}</p>
      </div>
    </Section>
  );
}

/** An application of an edit has no number until somebody tells it (day F8). */
function NumberUnknown({ askedAt, zone }: { askedAt: string; zone: string }) {
  const t = useTranslations('record.h5');
  return (
    <>
      <b className="font-medium">{t('numberUnknown')}</b>{' '}
      <span className="text-ink-2">{t.rich('numberHow', { time: () => <Timestamp at={askedAt} zone={zone} /> })}</span>
    </>
  );
}

/** How we know the state: what told us, and who approved it where that took more than one person. */
function How({ slug, how, proof, approved }: { slug: string } & Pick<H5, 'how' | 'proof' | 'approved'>) {
  const t = useTranslations('record');
  const words = t(`how.${how}`);
  const href = { request: paths.request, notification: paths.notification };
  return (
    <>
      {words}
      {proof !== null && proof.kind !== 'approval' && (
        <>
          {' · '}
          <Link className="link" href={href[proof.kind](slug, proof.id)} prefetch={false}>
            {t(`h5.proof.${proof.kind}`)}
          </Link>
        </>
      )}
      {approved && (
        <>
          {' · '}
          {approved.askedBy}, <ApprovedBy slug={slug} approvers={approved} />
        </>
      )}
    </>
  );
}

/** How something is known, and as of when. */
function HowAndWhen({ how, asOf, zone }: { how: string; asOf: string | null; zone: string }) {
  const t = useTranslations('record.how');
  return (
    <>
      {t(how)}
      {asOf !== null && (
        <>
          {', '}
          <Timestamp at={asOf} zone={zone} />
        </>
      )}
    </>
  );
}
