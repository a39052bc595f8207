import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { cache } from 'react';
import { QueryProvider } from '@/app/providers';
import { ApprovalStateBadge, RiskMarks } from '@/components/approvals/approval-badges';
import { CallBackAnswers, EvidenceList } from '@/components/approvals/approval-evidence';
import { ApprovalFacts, NobodyCould } from '@/components/approvals/approval-facts';
import { ApprovalHistory } from '@/components/approvals/approval-history';
import { ApprovalNotices } from '@/components/approvals/approval-notices';
import { ApprovalTitle } from '@/components/approvals/approval-title';
import { ApprovalWatch } from '@/components/approvals/approval-watch';
import { ChangeTable } from '@/components/approvals/change-table';
import { Decision } from '@/components/approvals/decision';
import { SentBefore } from '@/components/approvals/sent-before';
import { Id } from '@/components/data/id';
import { Timestamp } from '@/components/data/timestamp';
import { BeginEmergency } from '@/components/emergencies/begin-emergency';
import { ClientWords } from '@/components/layout/client-words';
import { PageHeader } from '@/components/layout/page-header';
import { VerbatimJson } from '@/components/notifications/verbatim-json';
import { lookingFor } from '@/components/personal/looking-for';
import { LiveOutcome } from '@/components/requests/live-outcome';
import { liveOutcomeSpaces } from '@/components/requests/outcome-spaces';
import { Details } from '@/components/ui/details';
import { Section } from '@/components/ui/section';
import { getApproval } from '@/lib/approvals/queries';
import type { ApprovalDetail } from '@/lib/approvals/view';
import { mayDo } from '@/lib/auth/permissions';
import type { Guarded } from '@/lib/boundary';
import { requirePage } from '@/lib/boundary';
import { topicOfKind } from '@/lib/events/rules';
import { paths } from '@/lib/paths';
import { getRequestStatus } from '@/lib/requests/queries';
import { getSubMerchant } from '@/lib/sub-merchants/queries';

type ApprovalPageProps = { params: Promise<{ connection: string; id: string }> };

/** Guarded and read once, for the title and the page. */
const read = cache(async (slug: string, id: string) => {
  const guarded = await requirePage('approval:read', slug, paths.approval(slug, id));
  const approval = await getApproval(guarded.context, guarded.account.connection.id, id, guarded.staff);
  return { ...guarded, approval };
});

export async function generateMetadata({ params }: ApprovalPageProps): Promise<Metadata> {
  const { connection, id } = await params;
  const [t, { approval }] = await Promise.all([getTranslations('approvals'), read(connection, id)]);
  return { title: approval ? t('page.titleTail', { tail: approval.id.slice(-4) }) : t('title') };
}

export default async function ApprovalPage({ params }: ApprovalPageProps) {
  const { connection: slug, id } = await params;
  const { approval, ...guarded } = await read(slug, id);
  if (!approval) notFound();
  const { staff, account } = guarded;
  const zone = staff.timeZone;
  const [t, movedAt, looking] = await Promise.all([
    getTranslations('approvals'),
    changedSince(guarded, approval),
    lookingFor(slug, staff),
  ]);
  const mayEdit = mayDo(staff.permissions, 'sub-merchant:edit');
  return (
    <>
      <PageHeader
        breadcrumbs={[{ href: paths.approvals(slug), label: t('title') }]}
        title={<ApprovalTitle approval={approval} />}
        context={
          <>
            <ApprovalStateBadge state={approval.state} />
            {approval.state === 'pending' && (
              <span className="tabular-nums">
                {t('givenMeans', { given: approval.given, needed: approval.needed })}
              </span>
            )}
            <RiskMarks policyKeys={approval.policyKeys} />
            <Id value={approval.shownId} />
            <span>{approval.askedBy}</span>
            <Timestamp at={approval.askedAt} zone={zone} />
          </>
        }
      />
      <div className="approval-notices gutter">
        <Outcome {...guarded} approval={approval} />
        <ApprovalNotices slug={slug} approval={approval} zone={zone} movedAt={movedAt} mayEdit={mayEdit} />
        <NobodyCould approval={approval} />
        {(approval.emergency === 'may-begin' || approval.emergency === 'later') && (
          <ClientWords spaces={['emergency', 'asking', 'form', 'stepUp']}>
            <BeginEmergency
              connection={slug}
              name={account.connection.name}
              approvalId={approval.id}
              isEarly={approval.emergency === 'later'}
            />
          </ClientWords>
        )}
      </div>
      <ClientWords spaces={['common', 'form', 'approvalDeeds', 'approvalCauses', 'refusals', 'stepUp']}>
        <Decision slug={slug} approval={approval} zone={zone} movedAt={movedAt} connection={account.connection} />
      </ClientWords>
      <div className="with-aside">
        <div className="gutter min-w-0 pb-8">
          <Section title={t('page.reason')}>
            <p className="mt-2 break-words whitespace-pre-line">{approval.reason}</p>
          </Section>
          <Section title={t('page.changes')} note={t('page.masked')}>
            <ChangeTable approval={approval} zone={zone} looking={looking} />
          </Section>
          <SentBefore slug={slug} approval={approval} zone={zone} />
          <CallBackAnswers approval={approval} zone={zone} />
          <EvidenceList slug={slug} approval={approval} />
          <Section title={t('page.full')} note={t('page.fullNote')}>
            <Details summary={t('page.fullFold')}>
              <VerbatimJson json={approval.maskedContent} instead={t('page.noContent')} />
            </Details>
          </Section>
          <Section title={t('page.history')}>
            <ApprovalHistory approval={approval} zone={zone} />
          </Section>
        </div>
        <aside>
          <ApprovalFacts slug={slug} approval={approval} zone={zone} />
          {mayDo(staff.permissions, 'audit:read') && (
            <p className="text-table pt-4">
              <Link className="link" href={paths.audit(slug, { object: approval.objectId })} prefetch={false}>
                {t('page.audit')}
              </Link>
            </p>
          )}
        </aside>
      </div>
      <ApprovalWatch
        connection={slug}
        approvalId={approval.id}
        objectId={approval.objectId}
        topic={topicOfKind(approval.objectKind)}
      />
    </>
  );
}

/** When the record became another one than it was made over; null where it did not, or where nobody knows. */
async function changedSince({ context, account }: Guarded, approval: ApprovalDetail): Promise<string | null> {
  if (approval.stale !== 'record-moved' || approval.objectKind !== 'sub-merchant') return null;
  const record = await getSubMerchant(context, account.connection.id, approval.objectId);
  return record?.updatedAt ?? null;
}

/** What became of the request that it let leave, followed on this page. */
async function Outcome({ context, staff, account, approval }: Guarded & { approval: ApprovalDetail }) {
  if (approval.request === null) return null;
  const { id: connectionId, slug } = account.connection;
  const status = await getRequestStatus(context.db, connectionId, approval.request.id);
  if (!status) return null;
  return (
    <ClientWords spaces={liveOutcomeSpaces}>
      <QueryProvider>
        <LiveOutcome
          connection={slug}
          initial={status}
          zone={staff.timeZone}
          now={context.now().toISOString()}
          mayEdit={mayDo(staff.permissions, 'sub-merchant:edit')}
        />
      </QueryProvider>
    </ClientWords>
  );
}
