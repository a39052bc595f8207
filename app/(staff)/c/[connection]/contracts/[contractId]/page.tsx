import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { cache, Suspense } from 'react';
import { z } from 'zod';
import { LateOutcome } from '@/app/late-outcome';
import { ChangeWaits } from '@/components/approvals/change-waits';
import { ContractFacts, ContractStanding } from '@/components/contracts/contract-facts';
import { ContractState, standingWords } from '@/components/contracts/contract-state';
import { contractWords } from '@/components/contracts/contract-words';
import { RecordContract, TerminateContract } from '@/components/contracts/late-dialog';
import { Id } from '@/components/data/id';
import { Timestamp } from '@/components/data/timestamp';
import { ContractCharges } from '@/components/deductions/contract-charges';
import { BodySkeleton } from '@/components/layout/body-skeleton';
import { PageHeader } from '@/components/layout/page-header';
import { wordsFor } from '@/components/layout/words-for';
import { LiveRefresh } from '@/components/live/live-refresh';
import { liveOutcomeSpaces } from '@/components/requests/outcome-spaces';
import { ReadButton } from '@/components/sub-merchants/read-button';
import { ButtonLink } from '@/components/ui/button-link';
import { Notice } from '@/components/ui/notice';
import { Section } from '@/components/ui/section';
import { Tabs } from '@/components/ui/tabs';
import { listPending } from '@/lib/approvals/list';
import { mayDo } from '@/lib/auth/permissions';
import type { Guarded } from '@/lib/boundary';
import { requirePage } from '@/lib/boundary';
import { readContractAction } from '@/lib/contracts/actions';
import { getContract } from '@/lib/contracts/queries';
import { tailOf } from '@/lib/contracts/rules';
import type { ContractDetail } from '@/lib/contracts/view';
import { chargeOperation } from '@/lib/deductions/operation';
import { chargesOf } from '@/lib/deductions/queries';
import { localMinute } from '@/lib/i18n/day';
import { paths } from '@/lib/paths';
import { approvalsNeeded } from '@/lib/policies/queries';
import { getRequestNews } from '@/lib/requests/queries';
import { segmentText } from '@/lib/segment';
import { HoldControl } from '../../hold-control';
import { ObjectNotices, ObjectRequests, ObjectTimeline } from '../../object-tabs';

const tabs = ['overview', 'timeline', 'requests', 'notices'] as const;
type PageTab = (typeof tabs)[number];
const address = z.object({ tab: z.enum(tabs).catch('overview') });

type ContractPageProps = {
  params: Promise<{ connection: string; contractId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** Guarded and read once, for the title and the page; the number stands in the address percent-encoded. */
const read = cache(async (slug: string, segment: string) => {
  const contractId = segmentText(segment);
  const guarded = await requirePage('contract:read', slug, paths.contract(slug, contractId));
  const contract = await getContract(guarded.context.db, guarded.account.connection.id, contractId);
  return { ...guarded, contract };
});

export async function generateMetadata({ params }: ContractPageProps): Promise<Metadata> {
  const { connection, contractId } = await params;
  const [t, { contract }] = await Promise.all([getTranslations('contract'), read(connection, contractId)]);
  return { title: t('heading', { tail: tailOf(contract?.contractId ?? contractId) }) };
}

export default async function ContractPage({ params, searchParams }: ContractPageProps) {
  const { connection: slug, contractId: segment } = await params;
  const { contract, ...guarded } = await read(slug, segment);
  if (!contract) notFound();
  const { tab } = address.parse(await searchParams);
  const { context, staff, account } = guarded;
  const { id: connectionId } = account.connection;
  const now = context.now();
  const zone = staff.timeZone;
  const { contractId } = contract;
  const object = { kind: 'contract', id: contractId };
  const [t, news, waiting] = await Promise.all([
    getTranslations('contract'),
    getRequestNews(context.db, connectionId, object, now),
    mayDo(staff.permissions, 'approval:read') ? listPending(context, connectionId, object.kind, [contractId]) : [],
  ]);
  const name = contract.name || contract.subMchid;
  return (
    <>
      <PageHeader
        breadcrumbs={[{ href: paths.contracts(slug), label: t('register') }]}
        title={t('heading', { tail: tailOf(contractId) })}
        context={
          <>
            <ContractState contract={contract} />
            <Id value={contractId} copy />
            {contract.isHeld ? (
              <Link className="link" href={paths.subMerchant(slug, contract.subMchid)} prefetch={false}>
                {contract.shortname || name}
              </Link>
            ) : (
              contract.subMchid !== '' && <Id value={contract.subMchid} copy />
            )}
            <HoldControl guarded={guarded} kind="contract" id={contractId} />
          </>
        }
        actions={<Deeds {...guarded} contract={contract} waiting={waiting.map(({ id }) => id)} now={now} />}
      />
      <div className="gutter grid gap-2 pb-3 empty:hidden">
        <ChangeWaits
          slug={slug}
          zone={zone}
          waiting={waiting}
          object={{ kind: object.kind, name: name || contractId }}
        />
        {news && (
          <LateOutcome
            key={news.id}
            words={await wordsFor(liveOutcomeSpaces)}
            connection={slug}
            initial={news}
            zone={zone}
            now={now.toISOString()}
            mayEdit={mayDo(staff.permissions, 'request:settle')}
          />
        )}
        {contract.notFoundAt !== null && contract.state === 'SIGNED' && (
          <Notice tone="punished" icon="warning">
            <div data-not-found={contract.notFoundHow ?? ''}>
              <b>{t('notFound.title')}</b>{' '}
              {t.rich('notFound.explain', { time: () => <Timestamp at={contract.notFoundAt ?? ''} zone={zone} /> })}
              <ul className="mt-1 list-disc pl-4">
                <li>{t('notFound.ended')}</li>
                <li>{t('notFound.wrong')}</li>
              </ul>
            </div>
          </Notice>
        )}
        {contract.stateHow === 'staff' && contract.state === 'SIGNED' && (
          <Notice icon="person">{t('onlyStaff')}</Notice>
        )}
        {contract.subMchid !== '' && !contract.isHeld && <Notice icon="bell">{t('notHeld')}</Notice>}
      </div>
      <Tabs
        label={t('tabs')}
        tabs={tabs.map((one) => ({
          href: paths.contract(slug, contractId, one === 'overview' ? {} : { tab: one }),
          label: t(`tab.${one}`),
          current: tab === one,
        }))}
      />
      <Suspense key={tab} fallback={<BodySkeleton />}>
        <TabBody {...guarded} contract={contract} tab={tab} now={now.toISOString()} />
      </Suspense>
      <LiveRefresh connection={slug} topics={['contracts', 'deductions', 'requests', 'approvals', 'notifications']} />
    </>
  );
}

/** Read it, record what was seen, end it; what cannot be done now says why. */
async function Deeds({
  context,
  staff,
  account,
  contract,
  waiting,
  now,
}: Guarded & { contract: ContractDetail; waiting: string[]; now: Date }) {
  const { slug, name: connectionName, environment, mode, appid, readsEnabled } = account.connection;
  const { contractId, subMchid } = contract;
  const may = {
    edit: mayDo(staff.permissions, 'contract:edit'),
    terminate: mayDo(staff.permissions, 'contract:terminate'),
  };
  const [t, tRead, words, readWords, needed] = await Promise.all([
    getTranslations('contract.deeds'),
    getTranslations('recordRead'),
    wordsFor(may.terminate ? contractWords : []),
    wordsFor(may.edit ? ['recordRead'] : []),
    may.terminate ? approvalsNeeded(context, ['contract.terminate'], staff) : 0,
  ]);
  const isSigned = contract.state === 'SIGNED';
  const name = contract.shortname || contract.name || subMchid;
  const blocked = !isSigned
    ? t('blocked.ended')
    : contract.pending !== null
      ? t(
          contract.pending.operation === chargeOperation.name
            ? 'blocked.charge'
            : contract.pending.outcome === 'unknown'
              ? 'blocked.unknown'
              : 'blocked.open',
        )
      : waiting.length > 0
        ? t('blocked.waiting')
        : null;
  const ids =
    mode === 'common'
      ? ({ mode: 'common', appid: contract.appid ?? appid } as const)
      : ({ mode: 'institutional', sub_mchid: subMchid, sp_appid: contract.appid ?? appid } as const);
  return (
    <>
      {may.edit && readsEnabled && mode !== 'common' && (
        <ReadButton
          read={readContractAction.bind(null, { connection: slug, contractId })}
          labels={{
            read: tRead('label'),
            pending: tRead('pending'),
            close: tRead('close'),
            locked: tRead('locked'),
          }}
          words={readWords}
        />
      )}
      {mayDo(staff.permissions, 'deduction:charge') && isSigned && contract.pending === null && (
        <ButtonLink data-action="charge" href={paths.newDeduction(slug, { contract: contractId })}>
          {t('charge')}
        </ButtonLink>
      )}
      {may.terminate && isSigned && (
        <RecordContract
          label={t('record')}
          words={words}
          waiting={waiting}
          about={{
            connection: slug,
            contractId,
            name,
            zone: staff.timeZone,
            nowLocal: localMinute(now, staff.timeZone),
          }}
        />
      )}
      {may.terminate && (
        <TerminateContract
          label={t('terminate')}
          words={words}
          blocked={blocked}
          waiting={waiting}
          about={{
            connection: slug,
            contractId,
            version: contract.version,
            name: mode === 'common' ? '' : name,
            ids,
            subAppid: contract.subAppid ?? '',
            connectionName,
            environment: environment === 'practice' ? 'practice' : 'live',
            needed,
          }}
        />
      )}
    </>
  );
}

type TabBodyProps = Guarded & { contract: ContractDetail; tab: PageTab; now: string };

async function TabBody({ context, staff, account, contract, tab, now }: TabBodyProps) {
  const { id: connectionId, slug, appid } = account.connection;
  const { contractId } = contract;
  const zone = staff.timeZone;
  const about = { context, staff, account, object: { kind: 'contract', id: contractId } };
  const may = {
    request: mayDo(staff.permissions, 'request:read'),
    notification: mayDo(staff.permissions, 'notification:read'),
    approval: mayDo(staff.permissions, 'approval:read'),
  };
  switch (tab) {
    case 'overview': {
      const [t, tStanding] = await Promise.all([
        getTranslations('contract.effect'),
        getTranslations('contracts.standing'),
      ]);
      const words = standingWords(contract);
      const effect =
        contract.state === 'TERMINATED'
          ? t('terminated')
          : words === 'signed'
            ? t('signed')
            : tStanding(`${words}.meaning`);
      return (
        <div className="with-aside border-t-0">
          <div className="gutter min-w-0 pb-8">
            <ContractFacts slug={slug} contract={contract} zone={zone} appid={appid} />
            {mayDo(staff.permissions, 'deduction:read') && (
              <ContractCharges
                slug={slug}
                contractId={contractId}
                charges={await chargesOf(context, connectionId, contractId, 5)}
                zone={zone}
              />
            )}
          </div>
          <aside>
            <ContractStanding slug={slug} contract={contract} zone={zone} now={now} may={may} />
            <Section title={t('title')} className="mt-2">
              <p className="text-ink-2 text-table mt-1" data-part="effect">
                {effect}
              </p>
            </Section>
          </aside>
        </div>
      );
    }
    case 'timeline':
      return <ObjectTimeline {...about} />;
    case 'requests':
      return <ObjectRequests {...about} space="contract" />;
    case 'notices':
      return <ObjectNotices {...about} space="contract" />;
  }
}
