import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ApplicationDetail } from '@/lib/applications/view';
import { paths } from '@/lib/paths';
import type { Waiting } from '@/lib/review-clock/view';
import { Confidence } from '../../data/confidence';
import { Timestamp } from '../../data/timestamp';
import { Facts } from '../../ui/facts';
import { Section } from '../../ui/section';
import { StateBadge } from '../../ui/state-badge';
import { WaitingCell } from '../board/waiting-cell';

type ApplicationStateProps = {
  slug: string;
  application: ApplicationDetail;
  zone: string;
  now: string;
  /** Against what is expected, where the platform has it. */
  waiting: Waiting | null;
  /** Which pages of what told it this person may open. */
  may: Record<'request' | 'notification' | 'approval', boolean>;
};

/** Where an application stands (3.1): what that means, since when, how we know, and what the reviewer said. */
export function ApplicationState({ slug, application, zone, now, waiting, may }: ApplicationStateProps) {
  const t = useTranslations('application.state');
  const tStates = useTranslations('states');
  const { state } = application;
  const isKnown = state !== 'UNKNOWN';
  const words = tStates.has(`${state}.meaning`) ? state : 'unheld';
  return (
    <Section title={t('title')}>
      <div className="mt-2">
        <Facts
          facts={[
            {
              term: t('state'),
              value: (
                <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <StateBadge state={state} />
                  <Confidence asOf={isKnown ? application.stateAsOf : null} now={now} words />
                </span>
              ),
            },
            { term: t('meaning'), value: isKnown ? tStates(`${words}.meaning`) : t('unknownMeaning') },
            { term: t('next'), value: tStates(`${words}.next`) },
            { term: t('since'), value: <Timestamp at={application.stateSince} zone={zone} /> },
            {
              term: t('waiting'),
              value: <WaitingCell row={{ h5State: state, h5StateSince: application.stateSince, waiting }} now={now} />,
            },
            { term: t('asOf'), value: <Timestamp at={application.stateAsOf} zone={zone} /> },
            { term: t('how'), value: <How slug={slug} application={application} may={may} /> },
          ]}
        />
      </div>
    </Section>
  );
}

/** How we know the state, with a link to what told us. */
function How({
  slug,
  application: { stateHow, proof },
  may,
}: Pick<ApplicationStateProps, 'slug' | 'application' | 'may'>) {
  const t = useTranslations('record.how');
  const words = t(stateHow);
  if (proof === null || !may[proof.kind]) return words;
  const href = {
    request: () => paths.request(slug, proof.id),
    notification: () => paths.notification(slug, proof.id),
    approval: () => paths.approval(slug, proof.id),
  }[proof.kind]();
  return (
    <Link className="link" href={href} prefetch={false}>
      {words}
    </Link>
  );
}
