import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { cache } from 'react';
import { z } from 'zod';
import { QueryProvider } from '@/app/providers';
import { ApprovedBy } from '@/components/approvals/approved-by';
import { ChangeWaits } from '@/components/approvals/change-waits';
import { Id } from '@/components/data/id';
import { Timestamp } from '@/components/data/timestamp';
import { ClientWords } from '@/components/layout/client-words';
import { PageHeader } from '@/components/layout/page-header';
import { OwnerControl } from '@/components/ownership/owner-control';
import { LateRequest } from '@/components/requests/late-request';
import { LiveOutcome } from '@/components/requests/live-outcome';
import { liveOutcomeSpaces } from '@/components/requests/outcome-spaces';
import { RequestInspector } from '@/components/requests/request-inspector';
import { SettleByHand } from '@/components/requests/settle-by-hand';
import { ButtonLink } from '@/components/ui/button-link';
import { listPending } from '@/lib/approvals/list';
import { mayDo } from '@/lib/auth/permissions';
import { batchOfRequest } from '@/lib/batches/queries';
import { requirePage } from '@/lib/boundary';
import { findOwnership, listCandidates } from '@/lib/ownership/queries';
import { mayOwn } from '@/lib/ownership/rules';
import { paths } from '@/lib/paths';
import { getRequestDetail } from '@/lib/requests/queries';
import { waitsForPerson } from '@/lib/requests/rules';
import { requestStatus } from '@/lib/requests/view';

type RequestPageProps = { params: Promise<{ connection: string; id: string }> };

const uuid = z.uuid();

/** Guarded and read once, for the title and the page. */
const read = cache(async (slug: string, id: string) => {
  const guarded = await requirePage('request:read', slug, paths.request(slug, id));
  const request = uuid.safeParse(id).success ? await getRequestDetail(guarded.context, guarded.account, id) : null;
  return { ...guarded, request };
});

export async function generateMetadata({ params }: RequestPageProps): Promise<Metadata> {
  const { connection, id } = await params;
  const [t, { request }] = await Promise.all([getTranslations('requests'), read(connection, id)]);
  return { title: request ? t('pageTitle', { reference: request.reference }) : t('title') };
}

export default async function RequestPage({ params }: RequestPageProps) {
  const { connection: slug, id } = await params;
  const { context, staff, account, request } = await read(slug, id);
  if (!request) notFound();
  const { id: connectionId } = account.connection;
  const [t, tBatches, held, candidates, waiting, batch] = await Promise.all([
    getTranslations('requests'),
    getTranslations('batches'),
    findOwnership(context.db, connectionId, 'request', request.id),
    mayOwn(staff.permissions, 'request') ? listCandidates(context.db, connectionId, 'request') : [],
    mayDo(staff.permissions, 'approval:read') ? listPending(context, connectionId, 'request', [request.id]) : [],
    batchOfRequest(context.db, request.id),
  ]);
  const { baseUrl, mchid } = account.connection;
  const { headerPrefix, scheme } = account.dialect;
  const name = request.objectName || request.objectId;
  const recordHref = paths.object(slug, request.objectKind, request.objectId);
  const operation = t.has(`operation.${request.operation}`) ? t(`operation.${request.operation}`) : request.operation;
  return (
    <>
      <PageHeader
        breadcrumbs={[{ href: paths.requests(slug), label: t('title') }]}
        title={t('pageHeading', { operation, name })}
        context={
          <>
            <Id value={request.objectId} />
            <span>
              {t('inspector.reference')} <span className="mono">{request.reference}</span>
            </span>
            <Timestamp at={request.openedAt} zone={staff.timeZone} />
            <span>
              {request.openedBy}
              {request.approved && (
                <>
                  , <ApprovedBy slug={slug} approvers={request.approved} />
                </>
              )}
            </span>
            {batch && (
              <Link className="link" href={paths.batch(slug, batch.id)} prefetch={false}>
                {tBatches('ofBatch', { name: batch.name })}
              </Link>
            )}
            <OwnerControl
              slug={slug}
              object={{ kind: 'request', id: request.id, name }}
              held={held}
              reader={staff}
              candidates={candidates}
              now={context.now()}
            />
          </>
        }
        actions={
          recordHref !== null && (
            <ButtonLink icon="shop" href={recordHref}>
              {t('inspector.openRecord')}
            </ButtonLink>
          )
        }
      />
      <div className="gutter grid gap-2 pb-4">
        <ChangeWaits slug={slug} zone={staff.timeZone} waiting={waiting} object={{ kind: 'request', name }} />
        <ClientWords spaces={[...liveOutcomeSpaces, 'form', 'asking', 'stepUp', 'settleByHand', 'lateRequest']}>
          <QueryProvider>
            <LiveOutcome
              connection={slug}
              initial={requestStatus.parse(request)}
              zone={staff.timeZone}
              now={context.now().toISOString()}
              mayEdit={mayDo(staff.permissions, 'request:settle')}
              isInspected
            />
            {waitsForPerson(request) && mayDo(staff.permissions, 'request:settle') && (
              <LateRequest connection={slug} status={requestStatus.parse(request)} zone={staff.timeZone} />
            )}
            {mayDo(staff.permissions, 'request:settle') && (
              <div className="flex flex-wrap items-center gap-2 empty:hidden">
                <SettleByHand
                  connection={slug}
                  status={requestStatus.parse(request)}
                  isOffered={request.outcome === 'unknown' && waiting.length === 0}
                />
              </div>
            )}
          </QueryProvider>
        </ClientWords>
      </div>
      <RequestInspector
        slug={slug}
        request={request}
        to={{ baseUrl, mchid, headerPrefix, scheme }}
        zone={staff.timeZone}
        mayAudit={mayDo(staff.permissions, 'audit:read')}
      />
    </>
  );
}
