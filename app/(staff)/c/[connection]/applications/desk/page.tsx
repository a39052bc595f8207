import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { QueryProvider } from '@/app/providers';
import { boardAddress } from '@/components/applications/board/board-address';
import { DeskForm } from '@/components/applications/desk/desk-form';
import { DeskQueue } from '@/components/applications/desk/desk-queue';
import { ReasonPane } from '@/components/applications/desk/reason-pane';
import { CallbackLine } from '@/components/applications/page/callback-card';
import { Id } from '@/components/data/id';
import { Timestamp } from '@/components/data/timestamp';
import { ClientWords } from '@/components/layout/client-words';
import { PageHeader } from '@/components/layout/page-header';
import { PageKeys } from '@/components/layout/page-keys';
import { LiveRefresh } from '@/components/live/live-refresh';
import { OwnerControl } from '@/components/ownership/owner-control';
import { liveOutcomeSpaces } from '@/components/requests/outcome-spaces';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { StateBadge } from '@/components/ui/state-badge';
import { countOverdue } from '@/lib/applications/board';
import { getDeskCase, listDesk, listWorked } from '@/lib/applications/desk';
import { overdueBoard } from '@/lib/applications/filters';
import { mediaIdsOf } from '@/lib/applications/schema';
import { listPending } from '@/lib/approvals/list';
import { mayDo } from '@/lib/auth/permissions';
import type { Guarded } from '@/lib/boundary';
import { requirePage } from '@/lib/boundary';
import { endpointUrl } from '@/lib/endpoint/address';
import { locales } from '@/lib/i18n/locale';
import { messagesIn } from '@/lib/i18n/request';
import { findPictures } from '@/lib/media/queries';
import { findOwnership, listCandidates } from '@/lib/ownership/queries';
import { paths } from '@/lib/paths';
import { loadPolicy } from '@/lib/policies/policies';
import { getRequestNews } from '@/lib/requests/queries';
import { isOpen } from '@/lib/requests/view';
import type { CappedCount } from '@/lib/result';
import { readClock } from '@/lib/review-clock/clock';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('desk');
  return { title: t('title') };
}

type DeskPageProps = {
  params: Promise<{ connection: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

const asked = z.object({
  applyment_id: z
    .string()
    .regex(/^\d{1,32}$/)
    .optional()
    .catch(undefined),
});

/** The rejection desk (screens 9): the oldest rejection, or the one that was asked for. */
export default async function DeskPage({ params, searchParams }: DeskPageProps) {
  const { connection: slug } = await params;
  const { applyment_id } = asked.parse(await searchParams);
  const guarded = await requirePage('application:read', slug, paths.desk(slug, applyment_id ? { applyment_id } : {}));
  const { context, account } = guarded;
  const queue = await listDesk(context.db, account.connection.id);
  const current = applyment_id ?? queue.rows[0]?.applymentId;
  if (current === undefined) {
    const { id } = account.connection;
    const late = await countOverdue(context.db, id, await readClock(context.db, id, context.now()));
    return <EmptyDesk slug={slug} late={late} />;
  }
  return <Desk guarded={guarded} queue={queue} applymentId={current} />;
}

async function EmptyDesk({ slug, late }: { slug: string; late: CappedCount }) {
  const t = await getTranslations('desk');
  return (
    <>
      <PageHeader title={t('title')} context={t('lead')} />
      <div className="gutter py-4">
        <EmptyState
          kind="nothing-yet"
          icon="approved"
          title={t('empty.title')}
          actions={
            late.count > 0 ? (
              <ButtonLink href={boardAddress(slug, overdueBoard)}>{t('empty.late', { count: late.count })}</ButtonLink>
            ) : (
              <ButtonLink href={boardAddress(slug, { state: 'UNDER_REVIEW' })}>{t('empty.waiting')}</ButtonLink>
            )
          }
        >
          <p>{t('empty.how')}</p>
        </EmptyState>
      </div>
    </>
  );
}

type DeskProps = { guarded: Guarded; queue: Awaited<ReturnType<typeof listDesk>>; applymentId: string };

async function Desk({ guarded, queue, applymentId }: DeskProps) {
  const { context, staff, account } = guarded;
  const { db } = context;
  const { id: connectionId, slug, name: connectionName, environment } = account.connection;
  const found = await getDeskCase(db, account, applymentId);
  if (!found) notFound();
  const now = context.now();
  const object = { kind: 'application', id: applymentId };
  const pictureIds = [...new Set(found.attempts.flatMap(({ values }) => mediaIdsOf(values)))];
  const [t, worked, pictures, newest, pending, policy, held, candidates, letters] = await Promise.all([
    getTranslations('desk'),
    listWorked(db, connectionId, found.attempts[0]?.causes ?? [], applymentId),
    findPictures(db, connectionId, pictureIds, now),
    getRequestNews(db, connectionId, object, now),
    mayDo(staff.permissions, 'approval:read') ? listPending(context, connectionId, object.kind, [object.id]) : [],
    loadPolicy(db),
    findOwnership(db, connectionId, 'application', applymentId),
    listCandidates(db, connectionId, 'application'),
    Promise.all(locales.map(async (locale) => (await messagesIn(locale)).letter)),
  ]);
  const place = queue.rows.findIndex((row) => row.applymentId === applymentId);
  const at = (index: number) => queue.rows[index]?.applymentId;
  const link = (id: string | undefined) => (id === undefined ? undefined : paths.desk(slug, { applyment_id: id }));
  const keys = { '[': link(place > 0 ? at(place - 1) : undefined), ']': link(at(place + 1)) };
  const title = found.name || found.subMchid;
  return (
    <QueryProvider>
      <LiveRefresh connection={slug} topics={['applications']} />
      <PageKeys
        keys={Object.fromEntries(Object.entries(keys).filter(([, to]) => to !== undefined)) as Record<string, string>}
      />
      <PageHeader
        title={title}
        context={
          <>
            <StateBadge state={found.state} />
            <span>
              {t('application')} <Id value={applymentId} copy />
            </span>
            {found.applymentType !== null && t.has(`type.${found.applymentType}`) && (
              <span>{t(`type.${found.applymentType}`)}</span>
            )}
            <span>{t('attempt', { number: Math.max(found.attempts.length, 1) })}</span>
            <span>
              {t('asOf')} <Timestamp at={found.stateAsOf} zone={staff.timeZone} />
            </span>
            <OwnerControl
              slug={slug}
              object={{ kind: 'application', id: applymentId, name: title }}
              held={held}
              reader={staff}
              candidates={candidates}
              now={now}
            />
          </>
        }
        actions={
          <>
            <ButtonLink href={paths.subMerchant(slug, found.subMchid)}>{t('openRecord')}</ButtonLink>
            {keys[']'] !== undefined && (
              <ButtonLink href={keys[']']} aria-keyshortcuts="]" icon="right">
                {t('next')}
              </ButtonLink>
            )}
          </>
        }
      />
      <ClientWords
        spaces={[
          ...liveOutcomeSpaces,
          ...[
            'desk',
            'draftNotice',
            'form',
            'edit',
            'asking',
            'stepUp',
            'fields',
            'pictureTools',
            'ownerDialog',
            'states',
          ],
        ]}
      >
        <DeskForm
          key={applymentId}
          desk={{
            connection: slug,
            applymentId,
            applymentType: found.applymentType,
            subMchid: found.subMchid,
            zone: staff.timeZone,
            attempts: found.attempts,
            pictures,
          }}
          base={found.base}
          stateAsOf={found.stateAsOf}
          reason={found.rejectDetail}
          name={title}
          object={{ connectionName, environment: environment === 'practice' ? 'practice' : 'live' }}
          openRequest={newest && isOpen(newest.outcome) ? newest : null}
          staff={{ id: staff.id, name: staff.name, roles: staff.roles, permissions: staff.permissions }}
          policy={policy}
          ownPending={pending.find(({ makers }) => makers.includes(staff.id))?.id ?? null}
          letterWords={locales.map((locale, index) => ({ locale, words: letters[index] ?? {} }))}
          now={now.toISOString()}
          mayModify={mayDo(staff.permissions, 'application:modify')}
          queue={
            <DeskQueue
              slug={slug}
              rows={queue.rows}
              total={queue.total}
              current={applymentId}
              readerId={staff.id}
              now={now}
            />
          }
          callback={
            <CallbackLine
              notifyUrl={found.notifyUrl}
              stateHow={found.stateHow}
              ours={endpointUrl(context.environment.notifyUrl, slug)}
            />
          }
          reasonPane={
            <ReasonPane
              slug={slug}
              found={found}
              worked={worked}
              zone={staff.timeZone}
              mayTag={mayDo(staff.permissions, 'application:modify')}
              mayOpenNotifications={mayDo(staff.permissions, 'notification:read')}
            />
          }
        />
      </ClientWords>
    </QueryProvider>
  );
}
