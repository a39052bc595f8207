import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ApplicationView } from '@/lib/applications/view';
import { paths } from '@/lib/paths';
import { Id } from '../data/id';
import { Timestamp } from '../data/timestamp';
import { Details } from '../ui/details';
import { Facts } from '../ui/facts';
import { Section } from '../ui/section';
import { StateBadge } from '../ui/state-badge';
import { ApplicationKind } from './application-kind';
import { LimitType } from './limit';

/** Those that are shown at once; the rest is folded away. */
const SHOWN = 3;

type ApplicationListProps = {
  slug: string;
  applications: ApplicationView[];
  zone: string;
  mayOpenNotifications: boolean;
};

/** The applications of one sub-merchant that we were told of, newest first: number, state, as of when, what told us. */
export function ApplicationList({ applications, ...reader }: ApplicationListProps) {
  const t = useTranslations('applications');
  if (applications.length === 0) return null;
  const earlier = applications.slice(SHOWN);
  return (
    <Section title={t('title')} note={t('count', { count: applications.length })}>
      <ul className="mt-2 grid gap-2">
        {applications.slice(0, SHOWN).map((application) => (
          <ApplicationCard key={application.id} application={application} {...reader} />
        ))}
      </ul>
      {earlier.length > 0 && (
        <div className="mt-2">
          <Details summary={t('earlier', { count: earlier.length })}>
            <ul className="mt-2 grid gap-2">
              {earlier.map((application) => (
                <ApplicationCard key={application.id} application={application} {...reader} />
              ))}
            </ul>
          </Details>
        </div>
      )}
    </Section>
  );
}

type CardProps = Omit<ApplicationListProps, 'applications'> & { application: ApplicationView };

function ApplicationCard({ slug, application, zone, mayOpenNotifications }: CardProps) {
  const t = useTranslations('applications');
  return (
    <li className="rounded-3 border-line border p-4" data-application={application.applymentId}>
      <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="sr-only">{t('number')}</span>
        <Link className="hover:underline" href={paths.application(slug, application.applymentId)} prefetch={false}>
          <Id value={application.applymentId} />
        </Link>
        <StateBadge state={application.state} />
      </div>
      <Facts
        facts={[
          { term: t('type'), value: <ApplicationKind {...application} /> },
          application.limitType === null
            ? null
            : { term: t('limit'), value: <LimitType limitType={application.limitType} /> },
          {
            term: t('domains'),
            value: (
              <span className="mono break-words" translate="no">
                {application.domains.join(' ')}
              </span>
            ),
          },
          { term: t('since'), value: <Timestamp at={application.stateSince} zone={zone} /> },
          {
            term: t('asOf'),
            value: (
              <>
                <Timestamp at={application.stateAsOf} zone={zone} />
                {' · '}
                <How slug={slug} application={application} isLink={mayOpenNotifications} />
              </>
            ),
          },
          application.rejectDetail === null
            ? null
            : {
                term: t('reject'),
                value: (
                  <blockquote className="verbatim" translate="no">
                    {application.rejectDetail}
                  </blockquote>
                ),
              },
        ]}
      />
    </li>
  );
}

function How({ slug, application, isLink }: { slug: string; application: ApplicationView; isLink: boolean }) {
  const t = useTranslations('record');
  const how = t(`how.${application.stateHow}`);
  if (application.notificationId === null || !isLink) return how;
  return (
    <Link className="link" href={paths.notification(slug, application.notificationId)} prefetch={false}>
      {how}
    </Link>
  );
}
