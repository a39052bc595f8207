import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { Suspense } from 'react';
import { ClientWords } from '@/components/layout/client-words';
import { FormSkeleton } from '@/components/layout/form-skeleton';
import { PageHeader } from '@/components/layout/page-header';
import { NewForm } from '@/components/sub-merchants/new/new-form';
import type { Guarded } from '@/lib/boundary';
import { requirePage } from '@/lib/boundary';
import { momentIn } from '@/lib/i18n/format';
import { isLocale } from '@/lib/i18n/locale';
import { countryOptions } from '@/lib/i18n/reference/countries';
import { paths } from '@/lib/paths';
import { sealBudgetNow } from '@/lib/sub-merchants/queries';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('subMerchantNew');
  return { title: t('title') };
}

type NewPageProps = { params: Promise<{ connection: string }> };

export default async function NewSubMerchantPage({ params }: NewPageProps) {
  const { connection: slug } = await params;
  const guarded = await requirePage('sub-merchant:edit', slug, paths.newSubMerchant(slug));
  const [t, tList] = await Promise.all([getTranslations('subMerchantNew'), getTranslations('subMerchants')]);
  const header = (
    <PageHeader
      title={t('title')}
      context={<span>{t('context')}</span>}
      breadcrumbs={[{ href: paths.subMerchants(slug), label: tList('title') }]}
    />
  );
  return (
    <Suspense fallback={<FormSkeleton header={header} groups={4} />}>
      <Content {...guarded} header={header} />
    </Suspense>
  );
}

async function Content({ context, staff, account, header }: Guarded & { header: ReactNode }) {
  const { id: connectionId, slug, readsEnabled } = account.connection;
  const [shown, budgetBytes] = await Promise.all([getLocale(), sealBudgetNow(context, connectionId)]);
  const locale = isLocale(shown) ? shown : 'en';
  return (
    <ClientWords spaces={['common', 'form', 'rules', 'refusals', 'fields', 'edit', 'subMerchantNew']}>
      <NewForm
        connection={slug}
        locale={locale}
        zone={staff.timeZone}
        today={momentIn(context.now(), staff.timeZone).day}
        countries={countryOptions(locale)}
        budgetBytes={budgetBytes}
        mayRead={readsEnabled}
        header={header}
      />
    </ClientWords>
  );
}
