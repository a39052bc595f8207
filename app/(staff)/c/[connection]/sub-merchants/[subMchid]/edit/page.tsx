import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import { QueryProvider } from '@/app/providers';
import { ClientWords } from '@/components/layout/client-words';
import { lookingFor } from '@/components/personal/looking-for';
import { liveOutcomeSpaces } from '@/components/requests/outcome-spaces';
import { EditForm } from '@/components/sub-merchants/edit/edit-form';
import { EditHeader, InForce } from '@/components/sub-merchants/edit/edit-header';
import { requirePage } from '@/lib/boundary';
import { momentIn } from '@/lib/i18n/format';
import { resolveLocale } from '@/lib/i18n/locale';
import { countryOptions } from '@/lib/i18n/reference/countries';
import { paths } from '@/lib/paths';
import { getSubMerchantForEdit } from '@/lib/sub-merchants/queries';

type EditPageProps = { params: Promise<{ connection: string; subMchid: string }> };

const DAY_MS = 86_400_000;

export async function generateMetadata({ params }: EditPageProps): Promise<Metadata> {
  const t = await getTranslations('edit');
  return { title: t('pageTitle', { tail: (await params).subMchid.slice(-4) }) };
}

/** The edit of one sub-merchant (4.1). What a person typed before is asked for by the form, never put into the page. */
export default async function EditSubMerchantPage({ params }: EditPageProps) {
  const { connection: slug, subMchid } = await params;
  const { context, staff, account } = await requirePage(
    'sub-merchant:edit',
    slug,
    paths.editSubMerchant(slug, subMchid),
  );
  const edit = await getSubMerchantForEdit(context, account, staff.id, subMchid);
  if (!edit) notFound();
  const now = context.now();
  const locale = resolveLocale(await getLocale(), null);
  const { view, base, sending } = edit;
  const place = { connection: slug, view, zone: staff.timeZone };
  return (
    <QueryProvider>
      <ClientWords spaces={[...liveOutcomeSpaces, 'form', 'edit', 'asking', 'stepUp', 'pictureTools']}>
        <EditForm
          connection={slug}
          base={base}
          openRequest={view.openRequest}
          object={{
            name: view.name,
            shortname: view.shortname,
            subMchid,
            connectionName: account.connection.name,
            environment: account.connection.environment === 'practice' ? 'practice' : 'live',
          }}
          sending={sending}
          countries={countryOptions(locale)}
          staff={{ id: staff.id, name: staff.name, roles: staff.roles, permissions: staff.permissions }}
          policy={edit.policy}
          pending={edit.pending}
          looking={await lookingFor(slug, staff)}
          locale={locale}
          zone={staff.timeZone}
          now={now.toISOString()}
          today={momentIn(now, staff.timeZone).day}
          ageDays={Math.max(0, Math.floor((now.getTime() - Date.parse(view.recordAsOf)) / DAY_MS))}
          header={<EditHeader {...place} now={now} />}
          inForce={<InForce {...place} />}
        />
      </ClientWords>
    </QueryProvider>
  );
}
