import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { cache, Suspense } from 'react';
import { z } from 'zod';
import { LateOutcome } from '@/app/late-outcome';
import { ApplicationFacts } from '@/components/applications/page/application-facts';
import { ApplicationState } from '@/components/applications/page/application-state';
import { ApplicationTimeline } from '@/components/applications/page/application-timeline';
import { AttemptList } from '@/components/applications/page/attempt-list';
import { CallbackCard } from '@/components/applications/page/callback-card';
import { CompareAttempts } from '@/components/applications/page/compare-attempts';
import { ExplainSilence } from '@/components/applications/page/explain-silence';
import { LimitCard } from '@/components/applications/page/limit-card';
import { RecordApplication } from '@/components/applications/record-application';
import { recordWords } from '@/components/applications/record-words';
import { ChangeWaits } from '@/components/approvals/change-waits';
import { Id } from '@/components/data/id';
import { BodySkeleton } from '@/components/layout/body-skeleton';
import { PageHeader } from '@/components/layout/page-header';
import { wordsFor } from '@/components/layout/words-for';
import { LiveRefresh } from '@/components/live/live-refresh';
import { OwnerControl } from '@/components/ownership/owner-control';
import { liveOutcomeSpaces } from '@/components/requests/outcome-spaces';
import { ReadButton } from '@/components/sub-merchants/read-button';
import { ButtonLink } from '@/components/ui/button-link';
import { Notice } from '@/components/ui/notice';
import { StateBadge } from '@/components/ui/state-badge';
import { Tabs } from '@/components/ui/tabs';
import { readApplicationAction } from '@/lib/applications/actions';
import { explainSilence } from '@/lib/applications/explain';
import { getApplication } from '@/lib/applications/page';
import type { ApplicationDetail } from '@/lib/applications/view';
import { listPending } from '@/lib/approvals/list';
import { mayDo } from '@/lib/auth/permissions';
import type { Guarded } from '@/lib/boundary';
import { requirePage } from '@/lib/boundary';
import { endpointUrl } from '@/lib/endpoint/address';
import { gatherSilence } from '@/lib/endpoint/silence';
import { localMinute } from '@/lib/i18n/day';
import { findOwnership, listCandidates } from '@/lib/ownership/queries';
import { mayOwn } from '@/lib/ownership/rules';
import { paths } from '@/lib/paths';
import { getRequestNews } from '@/lib/requests/queries';
import { readClock } from '@/lib/review-clock/clock';
import { HoldControl } from '../../hold-control';
import { ObjectNotices, ObjectRequests, readTimeline } from '../../object-tabs';

const tabs = ['overview', 'timeline', 'requests', 'notices', 'silence'] as const;
type PageTab = (typeof tabs)[number];

const attempt = z.coerce.number().pipe(z.int().positive()).optional().catch(undefined);
const address = z.object({ tab: z.enum(tabs).catch('overview'), from: attempt, to: attempt });

type ApplicationPageProps = {
  params: Promise<{ connection: string; applymentId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** Guarded and read once, for the title and the page. */
const read = cache(async (slug: string, applymentId: string) => {
  const guarded = await requirePage('application:read', slug, paths.application(slug, applymentId));
  const application = await getApplication(guarded.context.db, guarded.account.connection.id, applymentId);
  return { ...guarded, application };
});

export async function generateMetadata({ params }: ApplicationPageProps): Promise<Metadata> {
  const { connection, applymentId } = await params;
  const [t] = await Promise.all([getTranslations('application'), read(connection, applymentId)]);
  return { title: t('heading', { tail: applymentId.slice(-8) }) };
}

export default async function ApplicationPage({ params, searchParams }: ApplicationPageProps) {
  const { connection: slug, applymentId } = await params;
  const { application, ...guarded } = await read(slug, applymentId);
  if (!application) notFound();
  const { tab, from, to } = address.parse(await searchParams);
  const { context, staff, account } = guarded;
  const { id: connectionId } = account.connection;
  const now = context.now();
  const zone = staff.timeZone;
  const object = { kind: 'application', id: applymentId };
  const mayModify = mayDo(staff.permissions, 'application:modify');
  const isAuthorization = application.kind === 'authorization';
  const [t, held, candidates, news, waiting] = await Promise.all([
    getTranslations('application'),
    findOwnership(context.db, connectionId, 'application', applymentId),
    mayOwn(staff.permissions, 'application') ? listCandidates(context.db, connectionId, 'application') : [],
    getRequestNews(context.db, connectionId, object, now),
    mayDo(staff.permissions, 'approval:read') ? listPending(context, connectionId, object.kind, [applymentId]) : [],
  ]);
  const isKnown = application.state !== 'UNKNOWN';
  const name = application.name || application.subMchid;
  return (
    <>
      <PageHeader
        breadcrumbs={[{ href: paths.applications(slug), label: t('board') }]}
        title={t('heading', { tail: applymentId.slice(-8) })}
        context={
          <>
            <StateBadge state={isKnown ? application.state : null} />
            <Id value={applymentId} copy />
            {application.isHeld ? (
              <Link className="link" href={paths.subMerchant(slug, application.subMchid)} prefetch={false}>
                {name}
              </Link>
            ) : (
              <Id value={application.subMchid} copy />
            )}
            <span className="text-ink-3">{t('attemptCount', { count: application.attempts.length })}</span>
            {isAuthorization && (
              <OwnerControl
                slug={slug}
                object={{ kind: 'application', id: applymentId, name }}
                held={held}
                reader={staff}
                candidates={candidates}
                now={now}
              />
            )}
            <HoldControl guarded={guarded} kind="application" id={applymentId} />
          </>
        }
        actions={
          mayModify &&
          isAuthorization && (
            <>
              {account.connection.readsEnabled && <ReadApplication slug={slug} application={application} />}
              {application.isHeld && (
                <RecordSeen
                  slug={slug}
                  application={application}
                  waiting={waiting.map(({ id }) => id)}
                  zone={zone}
                  now={now}
                />
              )}
              {application.state === 'REJECTED' && (
                <ButtonLink variant="primary" icon="pencil" href={paths.desk(slug, { applyment_id: applymentId })}>
                  {t('fix')}
                </ButtonLink>
              )}
            </>
          )
        }
      />
      <div className="gutter grid gap-2 pb-3 empty:hidden">
        <ChangeWaits slug={slug} zone={zone} waiting={waiting} object={{ kind: object.kind, name }} />
        {news && (
          <LateOutcome
            key={news.id}
            words={await wordsFor(liveOutcomeSpaces)}
            connection={slug}
            initial={news}
            zone={zone}
            now={now.toISOString()}
            mayEdit={mayModify}
          />
        )}
        {application.rejectDetail !== null && application.state === 'REJECTED' && (
          <Notice tone="rejected" icon="rejected">
            <b>{t('rejectedWith')}</b>
            <blockquote className="verbatim" translate="no">
              {application.rejectDetail}
            </blockquote>
          </Notice>
        )}
        {application.h5State === 'UNDER_PUNISHMENT' && (
          <Notice tone="punished" icon="punished">
            {t('punished')}
          </Notice>
        )}
        {!application.isHeld && <Notice icon="bell">{t('notHeld')}</Notice>}
        {application.hasNamesake && <Notice icon="info">{t('namesake')}</Notice>}
      </div>
      <Tabs
        label={t('tabs')}
        tabs={tabs.map((one) => ({
          href: paths.application(slug, applymentId, one === 'overview' ? {} : { tab: one }),
          label: t(`tab.${one}`),
          current: tab === one,
        }))}
      />
      <Suspense key={tab} fallback={<BodySkeleton />}>
        <TabBody {...guarded} application={application} tab={tab} from={from} to={to} now={now.toISOString()} />
      </Suspense>
      <LiveRefresh connection={slug} topics={['applications', 'approvals', 'notifications']} />
    </>
  );
}

async function ReadApplication({ slug, application }: { slug: string; application: ApplicationDetail }) {
  const [t, words] = await Promise.all([getTranslations('recordRead'), wordsFor(['recordRead'])]);
  const { applymentId, subMchid } = application;
  return (
    <ReadButton
      read={readApplicationAction.bind(null, { connection: slug, applymentId, subMchid })}
      labels={{ read: t('label'), pending: t('pending'), close: t('close'), locked: t('locked') }}
      words={words}
    />
  );
}

type RecordSeenProps = { slug: string; application: ApplicationDetail; waiting: string[]; zone: string; now: Date };

async function RecordSeen({ slug, application, waiting, zone, now }: RecordSeenProps) {
  const [t, words] = await Promise.all([getTranslations('recordApplication'), wordsFor(recordWords)]);
  return (
    <RecordApplication
      label={t('label')}
      size="regular"
      words={words}
      waiting={waiting}
      connection={slug}
      subMchid={application.subMchid}
      name={application.name || application.subMchid}
      applymentId={application.applymentId}
      zone={zone}
      nowLocal={localMinute(now, zone)}
    />
  );
}

type TabBodyProps = Guarded & {
  application: ApplicationDetail;
  tab: PageTab;
  from: number | undefined;
  to: number | undefined;
  now: string;
};

async function TabBody({ context, staff, account, application, tab, from, to, now }: TabBodyProps) {
  const { db } = context;
  const { id: connectionId, slug } = account.connection;
  const { applymentId, subMchid, attempts } = application;
  const zone = staff.timeZone;
  const about = { context, staff, account, object: { kind: 'application', id: applymentId } };
  const may = {
    request: mayDo(staff.permissions, 'request:read'),
    notification: mayDo(staff.permissions, 'notification:read'),
    approval: mayDo(staff.permissions, 'approval:read'),
  };
  switch (tab) {
    case 'overview': {
      const clock = await readClock(db, connectionId, new Date(now));
      return (
        <div className="with-aside border-t-0">
          <div className="gutter min-w-0 pb-8">
            <ApplicationFacts application={application} />
            <AttemptList slug={slug} attempts={attempts} zone={zone} mayOpenRequests={may.request} />
            {attempts.length > 1 && (
              <CompareAttempts
                slug={slug}
                applymentId={applymentId}
                attempts={attempts}
                from={from}
                to={to}
                zone={zone}
              />
            )}
          </div>
          <aside>
            <ApplicationState
              slug={slug}
              application={application}
              zone={zone}
              now={now}
              waiting={clock.waiting(application.state, new Date(application.stateSince))}
              may={may}
            />
            <CallbackCard
              slug={slug}
              application={application}
              ours={endpointUrl(context.environment.notifyUrl, slug)}
            />
            {application.kind === 'authorization' && <LimitCard application={application} />}
          </aside>
        </div>
      );
    }
    case 'timeline': {
      const naming = { kind: 'sub-merchant', id: subMchid, value: 'applymentId' };
      return <ApplicationTimeline application={application} {...(await readTimeline(about, naming))} />;
    }
    case 'requests':
      return <ObjectRequests {...about} space="application" />;
    case 'notices':
      return <ObjectNotices {...about} space="application" />;
    case 'silence': {
      const facts = await gatherSilence(context, account, application);
      return <ExplainSilence silence={explainSilence(facts)} zone={zone} />;
    }
  }
}
