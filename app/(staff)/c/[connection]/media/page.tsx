import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { QueryProvider } from '@/app/providers';
import { Timestamp } from '@/components/data/timestamp';
import { ClientWords } from '@/components/layout/client-words';
import { PageHeader } from '@/components/layout/page-header';
import { LiveRefresh } from '@/components/live/live-refresh';
import { AddPicture } from '@/components/media/add-picture';
import { pictureAddress } from '@/components/media/picture-address';
import { PictureFilterRow } from '@/components/media/picture-filters';
import { PictureGrid } from '@/components/media/picture-grid';
import { PictureShelfSkeleton } from '@/components/media/picture-shelf-skeleton';
import { PictureTable } from '@/components/media/picture-table';
import { ListRegion } from '@/components/sub-merchants/list-region';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { Pager } from '@/components/ui/pager';
import { SayRegion } from '@/components/ui/say-region';
import { pageSizes } from '@/lib/address-values';
import { mayDo } from '@/lib/auth/permissions';
import type { Guarded } from '@/lib/boundary';
import { requirePage } from '@/lib/boundary';
import { formatCapped } from '@/lib/i18n/format';
import type { PictureFilters } from '@/lib/media/filters';
import { pictureFilters } from '@/lib/media/filters';
import { listPictures } from '@/lib/media/queries';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('pictures');
  return { title: t('title') };
}

type MediaPageProps = {
  params: Promise<{ connection: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** The media shelf (screens 11): our copies of pictures, their media IDs, and what uses them. */
export default async function MediaPage({ params, searchParams }: MediaPageProps) {
  const { connection: slug } = await params;
  const filters = pictureFilters.parse(await searchParams);
  const guarded = await requirePage('media:read', slug, pictureAddress(slug, filters));
  return (
    <Suspense fallback={<PictureShelfSkeleton isList={filters.view === 'list'} />}>
      <Shelf {...guarded} filters={filters} />
    </Suspense>
  );
}

async function Shelf({ context, staff, account, filters }: Guarded & { filters: PictureFilters }) {
  const { id: connectionId, slug } = account.connection;
  const now = context.now();
  const size = filters.size ?? 25;
  const [t, list] = await Promise.all([
    getTranslations('pictures'),
    listPictures(context.db, connectionId, { ...filters, size }, now),
  ]);
  const { kind, state, show, sub_mchid: subMchid, q, view } = filters;
  const isNarrowed = [kind, state, show, subMchid, q].some((value) => value !== undefined);
  const mayEdit = mayDo(staff.permissions, 'media:edit');
  const shown = { slug, rows: list.rows, zone: staff.timeZone, now: list.asOf, mayEdit };
  return (
    <QueryProvider>
      <ClientWords spaces={['common', 'form', 'rules', 'pictures', 'pictureTools']}>
        <ListRegion>
          <PageHeader
            title={t('title')}
            context={<span>{t('context')}</span>}
            actions={mayEdit ? <AddPicture slug={slug} /> : undefined}
          />
          <SayRegion>
            {list.rows.length === 0 && !isNarrowed ? (
              <div className="gutter pt-2 pb-8">
                <EmptyState kind="nothing-yet" icon="picture" title={t('empty.title')}>
                  <p>{mayEdit ? t('empty.how') : t('empty.readOnly')}</p>
                </EmptyState>
              </div>
            ) : (
              <>
                <PictureFilterRow slug={slug} filters={filters}>
                  {t.rich('asOf', { time: () => <Timestamp at={list.asOf} zone={staff.timeZone} show="time" /> })}
                </PictureFilterRow>
                {list.rows.length === 0 ? (
                  <div className="gutter pb-8">
                    <EmptyState
                      kind="no-match"
                      title={t('noMatch.title')}
                      actions={<ButtonLink href={pictureAddress(slug, { view })}>{t('noMatch.all')}</ButtonLink>}
                    >
                      <p>{t('noMatch.how')}</p>
                    </EmptyState>
                  </div>
                ) : (
                  <>
                    {view === 'list' ? <PictureTable {...shown} /> : <PictureGrid {...shown} />}
                    <div className="table-foot">
                      <Pager
                        first={list.previousCursor === null ? null : pictureAddress(slug, filters)}
                        previous={list.previousCursor && pictureAddress(slug, filters, { cursor: list.previousCursor })}
                        next={list.nextCursor && pictureAddress(slug, filters, { cursor: list.nextCursor })}
                        sizes={pageSizes.map((choice) => ({
                          size: choice,
                          href: pictureAddress(slug, filters, { size: choice }),
                          current: choice === size,
                        }))}
                      >
                        {t.rich('shown', {
                          count: list.rows.length,
                          total: formatCapped(list.total),
                          b: (chunks) => <b>{chunks}</b>,
                        })}
                      </Pager>
                    </div>
                  </>
                )}
              </>
            )}
          </SayRegion>
          <LiveRefresh connection={slug} topics={['media']} />
        </ListRegion>
      </ClientWords>
    </QueryProvider>
  );
}
