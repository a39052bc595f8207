import Link from 'next/link';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { frameConnection, StaffFrame } from '@/app/(staff)/staff-frame';
import { PageHeader } from '@/components/layout/page-header';
import { Badge } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import { accountsOf, requireStaff } from '@/lib/boundary';
import { paths } from '@/lib/paths';

/** Chooses the connection; with one there is nothing to choose. */
export default async function RootPage() {
  const { context, staff } = await requireStaff(paths.root());
  const connections = accountsOf(context, staff).map(frameConnection);
  const [only] = connections;
  if (only && connections.length === 1) redirect(only.href);
  const [t, tFrame] = await Promise.all([getTranslations('home.connections'), getTranslations('frame')]);
  return (
    <StaffFrame context={context} staff={staff} account={null}>
      <PageHeader title={t('title')} />
      {only ? (
        <ul className="gutter">
          {connections.map((connection) => (
            <li key={connection.href} className="border-line flex min-h-12 items-center gap-3 border-b">
              <Link href={connection.href} prefetch={false} className="font-medium hover:underline" data-row-link="">
                {connection.name}
              </Link>
              <Badge>{tFrame(`environment.${connection.environment}.word`)}</Badge>
              <span className="text-ink-3">{tFrame(`mode.${connection.mode}`)}</span>
              <span className="id">
                {'…'}
                <b>{connection.idTail}</b>
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState kind="cannot-work" title={t('none.title')}>
          <p>{t('none.how')}</p>
        </EmptyState>
      )}
    </StaffFrame>
  );
}
