import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { Timestamp } from '@/components/data/timestamp';
import { PageHeader } from '@/components/layout/page-header';
import { wordsFor } from '@/components/layout/words-for';
import { LiveRefresh } from '@/components/live/live-refresh';
import { listAddress } from '@/components/sub-merchants/list-address';
import { clearing, ListFilterRow } from '@/components/sub-merchants/list-filters';
import { ListRegion } from '@/components/sub-merchants/list-region';
import { SubMerchantListSkeleton } from '@/components/sub-merchants/list-skeleton';
import { ListTable } from '@/components/sub-merchants/list-table';
import { ListTabs } from '@/components/sub-merchants/list-tabs';
import { UnclaimedTable } from '@/components/sub-merchants/unclaimed-table';
import { WaysIn } from '@/components/sub-merchants/ways-in';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { Icon } from '@/components/ui/icon';
import { Pager } from '@/components/ui/pager';
import { pageSizes } from '@/lib/address-values';
import { listPending } from '@/lib/approvals/list';
import { mayDo } from '@/lib/auth/permissions';
import type { Guarded } from '@/lib/boundary';
import { requirePage } from '@/lib/boundary';
import { formatCapped } from '@/lib/i18n/format';
import { isLocale } from '@/lib/i18n/locale';
import { countryOptions } from '@/lib/i18n/reference/countries';
import type { UnclaimedAddress } from '@/lib/notifications/filters';
import { unclaimedAddress } from '@/lib/notifications/filters';
import { countUnclaimed, isUnclaimedHere, listUnclaimed } from '@/lib/notifications/unclaimed';
import { forReader } from '@/lib/ownership/filters';
import { listOwners, ownershipsOf } from '@/lib/ownership/queries';
import { paths } from '@/lib/paths';
import { heldCountries } from '@/lib/sub-merchants/filter-values';
import type { ListFilters } from '@/lib/sub-merchants/filters';
import { listFilters, narrowing, orderOf } from '@/lib/sub-merchants/filters';
import { countTabs, listSubMerchants } from '@/lib/sub-merchants/list';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('subMerchants');
  return { title: t('title') };
}

type ListPageProps = {
  params: Promise<{ connection: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function SubMerchantsPage({ params, searchParams }: ListPageProps) {
  const { connection: slug } = await params;
  const asked = await searchParams;
  const unclaimed = unclaimedAddress.parse(asked);
  if (unclaimed.view !== undefined) {
    const guarded = await requirePage('notification:read', slug, paths.subMerchants(slug, { view: 'unclaimed' }));
    // In common mode there are no sub-merchants whom a message could name.
    if (guarded.account.connection.mode === 'common') notFound();
    return (
      <Suspense fallback={<SubMerchantListSkeleton />}>
        <Unclaimed {...guarded} {...unclaimed} />
      </Suspense>
    );
  }
  const filters = listFilters.parse(asked);
  const guarded = await requirePage('sub-merchant:read', slug, listAddress(slug, filters));
  return (
    <Suspense fallback={<SubMerchantListSkeleton />}>
      <List {...guarded} filters={filters} />
    </Suspense>
  );
}

const pageSizeUsual = 25;

async function List({ context, staff, account, filters }: Guarded & { filters: ListFilters }) {
  const { db } = context;
  const { id: connectionId, slug } = account.connection;
  const now = context.now();
  const size = filters.size ?? pageSizeUsual;
  const mayReadNotifications = mayDo(staff.permissions, 'notification:read');
  const asked = forReader(filters, staff.id);
  const [t, locale, list, counts, countries, owners, unclaimed] = await Promise.all([
    getTranslations('subMerchants'),
    getLocale(),
    listSubMerchants(db, connectionId, { ...asked, size }, now),
    countTabs(db, connectionId, asked, now),
    heldCountries(db, connectionId),
    listOwners(db, connectionId, 'sub-merchant'),
    mayReadNotifications ? countUnclaimed(db, connectionId) : null,
  ]);
  const mayEdit = mayDo(staff.permissions, 'sub-merchant:edit');
  const named = isLocale(locale) ? countryOptions(locale) : [];
  const options = countries.map((value) => named.find((country) => country.value === value) ?? { value, label: value });
  const total = formatCapped(list.total);
  const isNarrowed = Object.keys(narrowing(filters)).length > 0;
  const isNamed =
    list.rows.length === 0 &&
    filters.q !== undefined &&
    mayReadNotifications &&
    (await isUnclaimedHere(db, connectionId, filters.q));
  const ids = list.rows.map(({ subMchid }) => subMchid);
  const [waiting, held] = await Promise.all([
    mayDo(staff.permissions, 'approval:read') ? listPending(context, connectionId, 'sub-merchant', ids) : [],
    ownershipsOf(db, connectionId, 'sub-merchant', ids),
  ]);
  const isFirst = list.previousCursor === null;
  const page = (cursor: string | null) => cursor && listAddress(slug, filters, { cursor });
  return (
    <ListRegion>
      <PageHeader
        title={t('title')}
        context={<span>{t('context', { count: formatCapped(counts.held) })}</span>}
        actions={
          <>
            <span className="contents max-md:hidden">
              {mayEdit && (
                <ButtonLink icon="upload" href={paths.importSubMerchants(slug)}>
                  {t('import')}
                </ButtonLink>
              )}
              {list.rows.length > 0 && (
                <a className="button" href={paths.api.subMerchantExport(slug, narrowing(filters))} download="">
                  <Icon name="download" />
                  {t('export')}
                </a>
              )}
            </span>
            {mayEdit && (
              <ButtonLink variant="primary" icon="plus" href={paths.newSubMerchant(slug)}>
                {t('add')}
              </ButtonLink>
            )}
          </>
        }
      />
      {(counts.held.count > 0 || (unclaimed?.count ?? 0) > 0) && (
        <ListTabs
          slug={slug}
          filters={filters}
          counts={counts}
          unclaimed={unclaimed && { count: unclaimed, isShown: false }}
        />
      )}
      {counts.held.count === 0 ? (
        <div className="gutter pt-2 pb-8">
          <WaysIn slug={slug} mayEdit={mayEdit} />
        </div>
      ) : (
        <>
          <ListFilterRow slug={slug} filters={filters} countries={options} owners={owners} readerId={staff.id}>
            {t.rich('asOf', { time: () => <Timestamp at={list.asOf} zone={staff.timeZone} show="time" /> })}
          </ListFilterRow>
          {list.rows.length === 0 ? (
            <div className="gutter pb-8">
              <EmptyState
                kind="no-match"
                title={t('noMatch.title')}
                actions={
                  isNarrowed && (
                    <>
                      <ButtonLink href={listAddress(slug, {}, {})}>{t('noMatch.all')}</ButtonLink>
                      {filters.state !== undefined && Object.keys(narrowing(filters)).length > 1 && (
                        <ButtonLink href={listAddress(slug, { ...filters, q: undefined }, clearing)}>
                          {t('noMatch.clear')}
                        </ButtonLink>
                      )}
                    </>
                  )
                }
              >
                <p>{t('noMatch.how')}</p>
                {isNamed && (
                  <p>
                    {t.rich('unclaimed.named', {
                      link: (chunks) => (
                        <Link className="link" href={paths.subMerchants(slug, { view: 'unclaimed' })} prefetch={false}>
                          {chunks}
                        </Link>
                      ),
                    })}
                  </p>
                )}
              </EmptyState>
            </div>
          ) : (
            <>
              <ListTable
                rows={list.rows}
                filters={filters}
                order={orderOf(filters.sort)}
                slug={slug}
                zone={staff.timeZone}
                now={list.asOf}
                mayOpenRequests={mayDo(staff.permissions, 'request:read')}
                waiting={waiting}
                held={held}
                readerId={staff.id}
              />
              <div className="table-foot">
                <Pager
                  first={isFirst ? null : listAddress(slug, filters)}
                  previous={page(list.previousCursor)}
                  next={page(list.nextCursor)}
                  sizes={pageSizes.map((choice) => ({
                    size: choice,
                    href: listAddress(slug, filters, { size: choice }),
                    current: choice === size,
                  }))}
                >
                  {isFirst
                    ? t.rich('range', { from: 1, to: list.rows.length, total, b: (chunks) => <b>{chunks}</b> })
                    : t.rich('shown', { count: list.rows.length, total, b: (chunks) => <b>{chunks}</b> })}
                </Pager>
              </div>
            </>
          )}
        </>
      )}
    </ListRegion>
  );
}

/** The tab of those that nobody holds: named by verified notifications, each with the ways in (decisions 6). */
async function Unclaimed({
  context,
  staff,
  account,
  cursor,
  size = pageSizeUsual,
}: Guarded & Pick<UnclaimedAddress, 'cursor' | 'size'>) {
  const { db } = context;
  const { id: connectionId, slug, readsEnabled } = account.connection;
  const now = context.now();
  const [t, words, list, counts, count] = await Promise.all([
    getTranslations('subMerchants'),
    wordsFor(['recordRead']),
    listUnclaimed(db, connectionId, { cursor, size }),
    countTabs(db, connectionId, {}, now),
    countUnclaimed(db, connectionId),
  ]);
  const mayEdit = mayDo(staff.permissions, 'sub-merchant:edit');
  const address = (params: Record<string, string | undefined>) =>
    paths.subMerchants(slug, { view: 'unclaimed', size: size === pageSizeUsual ? undefined : String(size), ...params });
  const page = (key: string | null) => key && address({ cursor: key });
  return (
    <ListRegion>
      <PageHeader title={t('title')} context={<span>{t('unclaimed.context')}</span>} />
      <ListTabs slug={slug} filters={{}} counts={counts} unclaimed={{ count, isShown: true }} />
      <div className="tool-row">
        <span className="text-ink-3 text-small ml-auto">
          {t.rich('asOf', { time: () => <Timestamp at={now} zone={staff.timeZone} show="time" /> })}
        </span>
      </div>
      {list.rows.length === 0 ? (
        <div className="gutter pb-8">
          <EmptyState kind="nothing-yet" icon="check" title={t('unclaimed.empty.title')}>
            <p>{t('unclaimed.empty.how')}</p>
          </EmptyState>
        </div>
      ) : (
        <>
          <UnclaimedTable
            slug={slug}
            rows={list.rows}
            zone={staff.timeZone}
            mayEdit={mayEdit}
            mayRead={mayEdit && readsEnabled}
            words={words}
          />
          <div className="table-foot">
            <Pager
              first={list.previousCursor === null ? null : address({})}
              previous={page(list.previousCursor)}
              next={page(list.nextCursor)}
              sizes={pageSizes.map((choice) => ({
                size: choice,
                href: address({ size: String(choice) }),
                current: choice === size,
              }))}
            >
              {t.rich('shown', {
                count: list.rows.length,
                total: formatCapped(count),
                b: (chunks) => <b>{chunks}</b>,
              })}
            </Pager>
          </div>
        </>
      )}
      <LiveRefresh connection={slug} topics={['approvals', 'notifications', 'sub-merchants']} />
    </ListRegion>
  );
}
