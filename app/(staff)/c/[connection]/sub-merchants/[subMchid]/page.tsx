import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import { cache, Suspense } from 'react';
import { z } from 'zod';
import { LateOutcome } from '@/app/late-outcome';
import { ApplicationList } from '@/components/applications/application-list';
import { NumberTask } from '@/components/applications/number-task';
import { PenaltyTab } from '@/components/applications/penalty/penalty-tab';
import { recordWords } from '@/components/applications/record-words';
import { ContractTable } from '@/components/contracts/contract-table';
import { contractWords } from '@/components/contracts/contract-words';
import { AddContract } from '@/components/contracts/late-dialog';
import { BodySkeleton } from '@/components/layout/body-skeleton';
import { ClientWords } from '@/components/layout/client-words';
import { PageHeader } from '@/components/layout/page-header';
import { PageKeys } from '@/components/layout/page-keys';
import { wordsFor } from '@/components/layout/words-for';
import { OwnerControl } from '@/components/ownership/owner-control';
import { lookingFor } from '@/components/personal/looking-for';
import { liveOutcomeSpaces } from '@/components/requests/outcome-spaces';
import { RequestTable } from '@/components/requests/request-table';
import { ReadButton } from '@/components/sub-merchants/read-button';
import { RecordBanners } from '@/components/sub-merchants/record-banners';
import { RecordContext } from '@/components/sub-merchants/record-header';
import { RecordHistory } from '@/components/sub-merchants/record-history';
import { RecordOverview } from '@/components/sub-merchants/record-overview';
import { RecordState } from '@/components/sub-merchants/record-state';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { Tabs } from '@/components/ui/tabs';
import { hasPenalties, listPenalties } from '@/lib/applications/penalty';
import { listApplicationsOf } from '@/lib/applications/queries';
import { lacksNumber } from '@/lib/applications/rules';
import { listPending } from '@/lib/approvals/list';
import { mayDo } from '@/lib/auth/permissions';
import type { Guarded } from '@/lib/boundary';
import { requirePage } from '@/lib/boundary';
import { listContracts } from '@/lib/contracts/list';
import { countOpenDiscrepancies } from '@/lib/discrepancies/list';
import { localMinute } from '@/lib/i18n/day';
import { formatCapped } from '@/lib/i18n/format';
import { isLocale } from '@/lib/i18n/locale';
import { countryOptions } from '@/lib/i18n/reference/countries';
import { findOwnership, listCandidates } from '@/lib/ownership/queries';
import { mayOwn } from '@/lib/ownership/rules';
import { paths } from '@/lib/paths';
import { listRequests } from '@/lib/requests/list';
import { findRequestAhead, getRequestNews } from '@/lib/requests/queries';
import { readSubMerchantAction } from '@/lib/sub-merchants/actions';
import { getFieldHistory, getSubMerchant } from '@/lib/sub-merchants/queries';
import type { SubMerchantView } from '@/lib/sub-merchants/view';
import { HoldControl } from '../../hold-control';
import { ObjectTimeline } from '../../object-tabs';

const tabs = ['overview', 'penalty', 'contracts', 'timeline', 'requests', 'history'] as const;
type RecordTab = (typeof tabs)[number];
const tabOf = z.object({ tab: z.enum(tabs).catch('overview') });

type RecordPageProps = {
  params: Promise<{ connection: string; subMchid: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** Guarded and read once, for the title and the page. */
const read = cache(async (slug: string, subMchid: string) => {
  const guarded = await requirePage('sub-merchant:read', slug, paths.subMerchant(slug, subMchid));
  const record = await getSubMerchant(guarded.context, guarded.account.connection.id, subMchid);
  return { ...guarded, record };
});

export async function generateMetadata({ params }: RecordPageProps): Promise<Metadata> {
  const { connection, subMchid } = await params;
  const { record } = await read(connection, subMchid);
  return { title: record?.name || subMchid };
}

export default async function RecordPage({ params, searchParams }: RecordPageProps) {
  const { connection: slug, subMchid } = await params;
  const { record, ...guarded } = await read(slug, subMchid);
  if (!record) notFound();
  const { tab } = tabOf.parse(await searchParams);
  const { context, staff, account } = guarded;
  const now = context.now().toISOString();
  const zone = staff.timeZone;
  const mayEdit = mayDo(staff.permissions, 'sub-merchant:edit');
  const object = { kind: 'sub-merchant', id: record.subMchid };
  const [t, newest, ahead, differing, held, candidates, waiting, hadPenalty] = await Promise.all([
    getTranslations('record'),
    record.openRequest ?? getRequestNews(context.db, account.connection.id, object, context.now()),
    findRequestAhead(context.db, account.connection.id, object, record.recordAsOf),
    mayDo(staff.permissions, 'notification:read')
      ? countOpenDiscrepancies(context.db, account.connection.id, context.now(), record.subMchid)
      : null,
    findOwnership(context.db, account.connection.id, 'sub-merchant', record.subMchid),
    mayOwn(staff.permissions, 'sub-merchant') ? listCandidates(context.db, account.connection.id, 'sub-merchant') : [],
    mayDo(staff.permissions, 'approval:read')
      ? listPending(context, account.connection.id, object.kind, [object.id])
      : [],
    hasPenalties(context.db, account.connection.id, record.subMchid),
  ]);
  const hasPenalty = hadPenalty || record.h5.state === 'UNDER_PUNISHMENT' || tab === 'penalty';
  const edit = paths.editSubMerchant(slug, record.subMchid);
  return (
    <>
      <PageHeader
        breadcrumbs={[{ href: paths.subMerchants(slug), label: t('subMerchants') }]}
        title={record.name === '' ? t('unnamed') : record.name}
        context={
          <>
            <RecordContext record={record} zone={zone} now={now} />
            <OwnerControl
              slug={slug}
              object={{ kind: 'sub-merchant', id: record.subMchid, name: record.name || record.subMchid }}
              held={held}
              reader={staff}
              candidates={candidates}
              now={new Date(now)}
            />
            <HoldControl guarded={guarded} kind="sub-merchant" id={record.subMchid} />
          </>
        }
        actions={
          mayEdit && (
            <>
              {account.connection.readsEnabled && <ReadRecord slug={slug} record={record} />}
              <ButtonLink variant="primary" icon="pencil" href={edit} aria-keyshortcuts="e" title={t('editKey')}>
                {t('edit')}
              </ButtonLink>
            </>
          )
        }
      />
      {mayEdit && <PageKeys keys={{ e: edit }} />}
      <RecordBanners
        slug={slug}
        record={record}
        zone={zone}
        now={now}
        mayEdit={mayEdit}
        ahead={ahead}
        differing={differing}
        waiting={waiting}
      >
        {newest && (
          <LateOutcome
            key={newest.id}
            words={await wordsFor(liveOutcomeSpaces)}
            connection={slug}
            initial={newest}
            zone={zone}
            now={now}
            mayEdit={mayEdit}
          />
        )}
      </RecordBanners>
      <Tabs
        label={t('tabs')}
        tabs={tabs
          .filter((name) => name !== 'penalty' || hasPenalty)
          .filter((name) => name !== 'contracts' || mayDo(staff.permissions, 'contract:read'))
          .map((name) => ({
            href: paths.subMerchant(slug, record.subMchid, name === 'overview' ? {} : { tab: name }),
            label: t(`tab.${name}`),
            current: tab === name,
          }))}
      />
      <Suspense key={tab} fallback={<BodySkeleton />}>
        <TabBody {...guarded} record={record} tab={tab} now={now} />
      </Suspense>
    </>
  );
}

async function ReadRecord({ slug, record }: { slug: string; record: SubMerchantView }) {
  const [t, words] = await Promise.all([getTranslations('recordRead'), wordsFor(['recordRead'])]);
  return (
    <ReadButton
      read={readSubMerchantAction.bind(null, { connection: slug, subMchid: record.subMchid })}
      disabled={record.openRequest !== null}
      labels={{ read: t('label'), pending: t('pending'), close: t('close'), locked: t('locked') }}
      words={words}
    />
  );
}

type TabBodyProps = Guarded & { record: SubMerchantView; tab: RecordTab; now: string };

async function TabBody({ context, staff, account, record, tab, now }: TabBodyProps) {
  const { db } = context;
  const { id: connectionId, slug } = account.connection;
  const object = { kind: 'sub-merchant', id: record.subMchid };
  const zone = staff.timeZone;
  const mayAudit = mayDo(staff.permissions, 'audit:read');
  switch (tab) {
    case 'overview': {
      const [locale, looking, applications] = await Promise.all([
        getLocale(),
        lookingFor(slug, staff),
        listApplicationsOf(db, connectionId, record.subMchid),
      ]);
      const options = isLocale(locale) ? countryOptions(locale) : [];
      const held = record.held.merchant_country_code;
      const countries = Object.fromEntries(
        options.filter(({ value }) => value === held).map(({ value, label }) => [value, label]),
      );
      return (
        <RecordOverview
          slug={slug}
          record={record}
          zone={zone}
          now={now}
          mayEdit={mayDo(staff.permissions, 'sub-merchant:edit')}
          countries={countries}
          looking={looking}
          applications={
            <>
              {lacksNumber(record, applications) && (
                <NumberTask
                  slug={slug}
                  record={record}
                  zone={zone}
                  nowLocal={localMinute(context.now(), zone)}
                  mayRecord={mayDo(staff.permissions, 'application:modify')}
                  isReadingOn={account.connection.readsEnabled}
                  words={{ record: await wordsFor(recordWords), read: await wordsFor(['recordRead']) }}
                />
              )}
              <ApplicationList
                slug={slug}
                applications={applications}
                zone={zone}
                mayOpenNotifications={mayDo(staff.permissions, 'notification:read')}
              />
            </>
          }
        />
      );
    }
    case 'penalty': {
      const mayEdit = mayDo(staff.permissions, 'sub-merchant:edit');
      const [looking, cases, words] = await Promise.all([
        lookingFor(slug, staff),
        listPenalties(db, connectionId, record.subMchid),
        wordsFor(['penaltyForm', 'form']),
      ]);
      return (
        <PenaltyTab
          slug={slug}
          record={record}
          cases={cases}
          looking={looking}
          zone={zone}
          may={{ write: mayDo(staff.permissions, 'application:modify'), edit: mayEdit }}
          words={words}
          lift={
            mayEdit && (
              <ClientWords spaces={['form', 'asking', 'stepUp', 'recordState', 'states']}>
                <RecordState
                  connection={slug}
                  subMchid={record.subMchid}
                  name={record.name || record.subMchid}
                  zone={zone}
                  nowLocal={localMinute(context.now(), zone)}
                />
              </ClientWords>
            )
          }
        />
      );
    }
    case 'contracts':
      return <Contracts context={context} staff={staff} account={account} record={record} now={now} />;
    case 'timeline':
      return <ObjectTimeline context={context} staff={staff} account={account} object={object} />;
    case 'requests': {
      const { rows } = await listRequests(db, connectionId, { q: record.subMchid, size: 100 }, new Date(now));
      if (rows.length === 0) return <NoRequests />;
      return <RequestTable slug={slug} rows={rows} zone={zone} now={now} isOfOneObject />;
    }
    case 'history': {
      const entries = await getFieldHistory(context, connectionId, record.subMchid);
      return <RecordHistory slug={slug} entries={entries} zone={zone} mayAudit={mayAudit} />;
    }
  }
}

/** The contracts that its payers signed; more of them than one look holds are in the register. */
async function Contracts({ context, staff, account, record, now }: Omit<TabBodyProps, 'tab'>) {
  const { id: connectionId, slug } = account.connection;
  const { subMchid } = record;
  if (!mayDo(staff.permissions, 'contract:read')) return notFound();
  const mayEdit = mayDo(staff.permissions, 'contract:edit');
  const [t, words, { rows, total }] = await Promise.all([
    getTranslations('record.contracts'),
    wordsFor(mayEdit ? contractWords : []),
    listContracts(context.db, connectionId, { sub_mchid: subMchid, size: 100 }, new Date(now)),
  ]);
  const add = mayEdit && (
    <AddContract label={t('add')} words={words} about={{ connection: slug, isCommon: false, subMchid }} />
  );
  if (rows.length === 0)
    return (
      <div className="gutter py-4">
        <EmptyState kind="nothing-yet" icon="document" title={t('title')} actions={add}>
          <p>{t('how')}</p>
        </EmptyState>
      </div>
    );
  const waiting = mayDo(staff.permissions, 'approval:read')
    ? await listPending(
        context,
        connectionId,
        'contract',
        rows.map(({ contractId }) => contractId),
      )
    : [];
  return (
    <>
      <div className="gutter flex flex-wrap items-center gap-3 py-2">
        <Link className="link" href={paths.contracts(slug, { sub_mchid: subMchid })} prefetch={false}>
          {t('all', { count: formatCapped(total) })}
        </Link>
        {add}
      </div>
      <ContractTable slug={slug} rows={rows} zone={staff.timeZone} now={now} isCommon={false} waiting={waiting} />
    </>
  );
}

async function NoRequests() {
  const t = await getTranslations('record.requests');
  return (
    <div className="gutter py-4">
      <EmptyState kind="nothing-yet" icon="requests" title={t('title')}>
        <p>{t('how')}</p>
      </EmptyState>
    </div>
  );
}
