import { useTranslations } from 'next-intl';
import { Confidence } from '@/components/data/confidence';
import { Id } from '@/components/data/id';
import { Timestamp } from '@/components/data/timestamp';
import { PageHeader } from '@/components/layout/page-header';
import { StateBadge } from '@/components/ui/state-badge';
import { paths } from '@/lib/paths';
import type { SubMerchantView } from '@/lib/sub-merchants/view';

type HeaderProps = { connection: string; view: SubMerchantView; zone: string };

/** Which record this is, how it stands, and how fresh our copy is. */
export function EditHeader({ connection, view, zone, now }: HeaderProps & { now: Date }) {
  const t = useTranslations('edit');
  const list = useTranslations('subMerchants');
  return (
    <PageHeader
      breadcrumbs={[
        { href: paths.subMerchants(connection), label: list('title') },
        { href: paths.subMerchant(connection, view.subMchid), label: view.name },
      ]}
      title={t('title', { name: view.name })}
      context={
        <>
          <Id value={view.subMchid} />
          <StateBadge state={view.h5.state === 'UNKNOWN' ? null : view.h5.state} />
          <Confidence asOf={view.h5.asOf} now={now} words />
          <span className="text-ink-3 tabular-nums">
            {view.lastAcceptedAt === null
              ? t('version', { version: view.version })
              : t.rich('versionAccepted', {
                  version: view.version,
                  time: () => <Timestamp at={view.lastAcceptedAt ?? ''} zone={zone} />,
                })}
          </span>
          <span className="text-ink-3 tabular-nums" data-part="coverage">
            {t('coverage', { held: view.heldCount, required: view.requiredCount })}
          </span>
        </>
      }
    />
  );
}

/** Since when and from what we believe the domains in force. */
export function InForce({ view, zone }: HeaderProps) {
  const t = useTranslations('edit.domains');
  const { domainsAsOf, domainsHow } = view.h5;
  if (domainsAsOf === null) return t('neverTold');
  return t.rich('asOf', {
    how: t.has(`how.${domainsHow}`) ? t(`how.${domainsHow}`) : domainsHow,
    time: () => <Timestamp at={domainsAsOf} zone={zone} />,
  });
}
