import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { ApprovalsQueue } from '@/components/approvals/approvals-queue';
import { BatchesQueue } from '@/components/batches/batches-queue';
import { ContractQueue } from '@/components/contracts/contract-queue';
import { Timestamp } from '@/components/data/timestamp';
import { DiscrepancyQueue } from '@/components/discrepancies/discrepancy-queue';
import { ConnectionAlerts } from '@/components/home/connection-alerts';
import { HomeSkeleton } from '@/components/home/home-skeleton';
import { LateCalls } from '@/components/home/late-calls';
import { AttentionQueues, QuarantineQueue, SettledQueues } from '@/components/home/queues';
import { UnknownOutcomes } from '@/components/home/unknown-outcomes';
import { PageHeader } from '@/components/layout/page-header';
import { LiveRefresh } from '@/components/live/live-refresh';
import { Mine } from '@/components/ownership/mine';
import { UnclaimedQueue } from '@/components/sub-merchants/unclaimed-queue';
import { WaysIn } from '@/components/sub-merchants/ways-in';
import { ButtonLink } from '@/components/ui/button-link';
import { Facts } from '@/components/ui/facts';
import { Section } from '@/components/ui/section';
import { countOverdue } from '@/lib/applications/board';
import { countForMe } from '@/lib/approvals/list';
import { mayDo } from '@/lib/auth/permissions';
import { batchesAtWork } from '@/lib/batches/queries';
import type { Guarded } from '@/lib/boundary';
import { requirePage } from '@/lib/boundary';
import { getConnectionHealth } from '@/lib/connections/queries';
import { countNotFound } from '@/lib/contracts/list';
import { countOpenDiscrepancies } from '@/lib/discrepancies/list';
import { formatCapped, momentIn } from '@/lib/i18n/format';
import { countQuarantine } from '@/lib/notifications/list';
import { countUnclaimed } from '@/lib/notifications/unclaimed';
import { listOwn } from '@/lib/ownership/queries';
import { mayOwn } from '@/lib/ownership/rules';
import { paths } from '@/lib/paths';
import { countLate, listUnknownRequests } from '@/lib/requests/attention';
import { readClock } from '@/lib/review-clock/clock';
import { countByState, homeCounts } from '@/lib/sub-merchants/list';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('home');
  return { title: t('title') };
}

type HomeProps = { params: Promise<{ connection: string }> };

const notVisible = ['rejections', 'penalties', 'edits', 'domains', 'contracts'] as const;
const notVisibleInCommon = ['contracts'] as const;

const UNKNOWNS_SHOWN = 5;
const OWN_SHOWN = 5;
const BATCHES_SHOWN = 5;

export default async function HomePage({ params }: HomeProps) {
  const { connection: slug } = await params;
  const guarded = await requirePage('request:read', slug, paths.home(slug));
  const [t, locale] = await Promise.all([getTranslations('home'), getLocale()]);
  const { timeZone: zone } = guarded.staff;
  const now = guarded.context.now();
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: zone }).format(now);
  return (
    <>
      <PageHeader
        title={t('title')}
        context={
          <>
            <span>{t('day', { weekday, day: momentIn(now, zone).day })}</span>
            <span className="text-ink-3">
              {t.rich('checked', { time: () => <Timestamp at={now} zone={zone} show="time" /> })}
            </span>
          </>
        }
        actions={
          <ButtonLink href={paths.home(slug)} icon="refresh">
            {t('refresh')}
          </ButtonLink>
        }
      />
      <Suspense fallback={<HomeSkeleton />}>
        <HomeContent {...guarded} now={now} />
      </Suspense>
    </>
  );
}

async function HomeContent({ context, staff, account, now }: Guarded & { now: Date }) {
  const { db } = context;
  const { id: connectionId, slug } = account.connection;
  const mayReadNotifications = mayDo(staff.permissions, 'notification:read');
  const { timeZone: zone } = staff;
  const { day: today } = momentIn(now, zone);
  const isCommon = account.connection.mode === 'common';
  const [
    t,
    counts,
    states,
    overdue,
    unknowns,
    late,
    health,
    own,
    quarantine,
    differing,
    unclaimed,
    forMe,
    notFound,
    batches,
  ] = await Promise.all([
    getTranslations('home'),
    homeCounts(db, connectionId, now),
    countByState(db, connectionId),
    readClock(db, connectionId, now).then((clock) => countOverdue(db, connectionId, clock)),
    listUnknownRequests(db, connectionId, UNKNOWNS_SHOWN),
    countLate(db, connectionId),
    getConnectionHealth(db, account, now),
    mayOwn(staff.permissions, 'request') ? listOwn(db, connectionId, staff.id, today, OWN_SHOWN) : null,
    mayReadNotifications ? countQuarantine(db, connectionId) : null,
    mayReadNotifications ? countOpenDiscrepancies(db, connectionId, now) : null,
    mayReadNotifications && !isCommon ? countUnclaimed(db, connectionId) : null,
    mayDo(staff.permissions, 'approval:decide') ? countForMe(context, connectionId, staff) : null,
    mayDo(staff.permissions, 'contract:read') ? countNotFound(db, connectionId) : null,
    mayDo(staff.permissions, 'batch:read') ? batchesAtWork(db, connectionId, BATCHES_SHOWN) : [],
  ]);
  const keysHref = mayDo(staff.permissions, 'keys:manage') ? paths.certificates(slug) : null;
  const reader = { slug, now: now.toISOString() };
  const { unknownOutcomes } = counts;
  const held = formatCapped(counts.all);
  const isQuiet =
    (isCommon || counts.all.count > 0) &&
    health.expiring.length === 0 &&
    batches.length === 0 &&
    late.count === 0 &&
    [
      unknownOutcomes,
      counts.rejected,
      counts.applicationFailed,
      counts.underPunishment,
      overdue,
      counts.registrationEnding,
      counts.incomplete,
      quarantine,
      differing,
      unclaimed,
      forMe,
      notFound,
    ].every((tally) => tally === null || tally.count === 0);
  return (
    <>
      <ConnectionAlerts health={health} zone={zone} keysHref={keysHref} />
      <div className="with-aside">
        <div>
          {isQuiet && <p className="border-line text-ink-2 text-table border-b px-6 py-3 max-md:px-4">{t('quiet')}</p>}
          <UnknownOutcomes
            {...reader}
            zone={zone}
            requests={unknowns}
            count={unknownOutcomes.count}
            hasMore={unknownOutcomes.more}
            oldestSince={unknownOutcomes.oldestSince}
          />
          <LateCalls {...reader} count={late.count} oldestSince={late.oldestSince} />
          {forMe && <ApprovalsQueue {...reader} tally={forMe} />}
          {counts.all.count === 0 && quarantine !== null && quarantine.count > 0 && (
            <QuarantineQueue {...reader} quarantine={quarantine} />
          )}
          {notFound && <ContractQueue slug={slug} tally={notFound} />}
          <BatchesQueue {...reader} batches={batches} />
          {differing && <DiscrepancyQueue {...reader} tally={differing} />}
          {unclaimed && unclaimed.count > 0 && <UnclaimedQueue slug={slug} tally={unclaimed} />}
          {isCommon ? null : counts.all.count === 0 ? (
            <div className="gutter py-6">
              <WaysIn slug={slug} mayEdit={mayDo(staff.permissions, 'sub-merchant:edit')} />
            </div>
          ) : (
            <>
              <AttentionQueues
                {...reader}
                states={states}
                overdue={overdue}
                ending={{ ...counts.registrationEnding, oldestSince: null }}
                incomplete={{ ...counts.incomplete, oldestSince: null }}
                quarantine={quarantine}
              />
              <SettledQueues {...reader} states={states} />
            </>
          )}
        </div>
        <aside>
          {own && <Mine slug={slug} own={own} today={today} />}
          <Section title={t('notVisible.title')} className={own ? 'mt-2' : ''}>
            <p className="text-ink-2 text-table mt-1">{t('notVisible.lead')}</p>
            <ul className="text-ink-2 text-table mt-2 flex list-disc flex-col gap-1 pl-4">
              {(isCommon ? notVisibleInCommon : notVisible).map((line) => (
                <li key={line}>{t(`notVisible.${line}`)}</li>
              ))}
            </ul>
          </Section>
          <Section title={t('connection.title')} className="mt-2">
            <div className="mt-2">
              <Facts
                facts={[
                  isCommon
                    ? null
                    : { key: 'held', term: t('connection.held'), value: t('connection.heldCount', { count: held }) },
                  {
                    key: 'reads',
                    term: t('connection.reads'),
                    value: health.readsEnabled ? t('connection.readsOn') : t('connection.readsOff'),
                  },
                  health.certificatesCheckedAt === null
                    ? null
                    : {
                        key: 'checked',
                        term: t('connection.certificates'),
                        value: <Timestamp at={health.certificatesCheckedAt} zone={zone} />,
                      },
                  health.sealsUntil === null
                    ? null
                    : {
                        key: 'seals',
                        term: t('connection.sealsUntil'),
                        value: <Timestamp at={health.sealsUntil} zone={zone} show="day" />,
                      },
                ]}
              />
            </div>
          </Section>
        </aside>
      </div>
      <LiveRefresh
        connection={slug}
        topics={['requests', 'sub-merchants', 'contracts', 'notifications', 'discrepancies', 'approvals', 'batches']}
      />
    </>
  );
}
