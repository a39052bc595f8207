import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { cache } from 'react';
import { AuditEntry } from '@/components/audit/audit-entry';
import { useActionName, useActorName } from '@/components/audit/audit-sentence';
import { Timestamp } from '@/components/data/timestamp';
import { PageHeader } from '@/components/layout/page-header';
import { PageKeys } from '@/components/layout/page-keys';
import { ButtonLink } from '@/components/ui/button-link';
import { getApprovalBehind } from '@/lib/approvals/queries';
import { getAuditEntry } from '@/lib/audit/queries';
import type { AuditView } from '@/lib/audit/view';
import { rolesNamedBy } from '@/lib/audit/view';
import { mayDo } from '@/lib/auth/permissions';
import { namesFor } from '@/lib/auth/roles';
import { requirePage } from '@/lib/boundary';
import { paths } from '@/lib/paths';

type AuditEntryPageProps = { params: Promise<{ connection: string; id: string }> };

/** Guarded and read once, for the title and the page. */
const read = cache(async (slug: string, id: string) => {
  const guarded = await requirePage('audit:read', slug, paths.auditEntry(slug, id));
  const found = await getAuditEntry(guarded.context.db, guarded.account.connection.id, id, guarded.staff);
  return { ...guarded, found };
});

export async function generateMetadata({ params }: AuditEntryPageProps): Promise<Metadata> {
  const { connection, id } = await params;
  const [t, { found }] = await Promise.all([getTranslations('audit'), read(connection, id)]);
  return { title: found ? t('entryTitle', { number: found.entry.id }) : t('title') };
}

export default async function AuditEntryPage({ params }: AuditEntryPageProps) {
  const { connection: slug, id } = await params;
  const { context, staff, account, found } = await read(slug, id);
  if (!found) notFound();
  const { entry, isIntact, newer, older, isSignIn } = found;
  const [t, ownRoles, approval] = await Promise.all([
    getTranslations('audit'),
    namesFor(context.db, rolesNamedBy(entry)),
    getApprovalBehind(context.db, account.connection.id, entry),
  ]);
  const link = (to: string | null) => (to === null ? null : paths.auditEntry(slug, to));
  return (
    <>
      <PageHeader
        breadcrumbs={[{ href: paths.audit(slug, isSignIn ? { scope: 'sign-in' } : {}), label: t('title') }]}
        title={<Title entry={entry} />}
        context={
          <>
            <span>{t('entryTitle', { number: entry.id })}</span>
            <Timestamp at={entry.at} zone={staff.timeZone} />
            <By entry={entry} />
          </>
        }
        actions={
          <>
            <Neighbour href={link(newer)} label={t('newer')} keyName="[" />
            <Neighbour href={link(older)} label={t('older')} keyName="]" />
          </>
        }
      />
      <PageKeys keys={{ '[': link(newer), ']': link(older) }} />
      <AuditEntry
        slug={slug}
        entry={entry}
        ownRoles={ownRoles}
        approval={approval}
        isIntact={isIntact}
        zone={staff.timeZone}
        mayOpenRequests={mayDo(staff.permissions, 'request:read')}
        mayOpenApprovals={mayDo(staff.permissions, 'approval:read')}
      />
    </>
  );
}

function Title({ entry }: { entry: AuditView }) {
  return useActionName()(entry.event.action);
}

function By({ entry }: { entry: AuditView }) {
  return <span>{useActorName()(entry)}</span>;
}

function Neighbour({ href, label, keyName }: { href: string | null; label: string; keyName: string }) {
  if (href === null) return null;
  return (
    <ButtonLink
      icon={keyName === '[' ? 'left' : 'right'}
      href={href}
      aria-keyshortcuts={keyName}
      title={`${label} (${keyName})`}
    >
      {label}
    </ButtonLink>
  );
}
