import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { Suspense } from 'react';
import { z } from 'zod';
import { QueryProvider } from '@/app/providers';
import { ClientWords } from '@/components/layout/client-words';
import { FormSkeleton } from '@/components/layout/form-skeleton';
import { PageHeader } from '@/components/layout/page-header';
import { NewForm } from '@/components/sub-merchants/new/new-form';
import { addressText } from '@/lib/address-values';
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

type NewPageProps = {
  params: Promise<{ connection: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** The id that a link knows already: of a sub-merchant that a notification names. */
const newAddress = z.object({ sub_mchid: addressText(32) });

export default async function NewSubMerchantPage({ params, searchParams }: NewPageProps) {
  const { connection: slug } = await params;
  const { sub_mchid: subMchid } = newAddress.parse(await searchParams);
  const guarded = await requirePage(
    'sub-merchant:edit',
    slug,
    paths.newSubMerchant(slug, subMchid === undefined ? {} : { sub_mchid: subMchid }),
  );
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
      <Content {...guarded} header={header} subMchid={subMchid ?? ''} />
    </Suspense>
  );
}

async function Content({
  context,
  staff,
  account,
  header,
  subMchid,
}: Guarded & { header: ReactNode; subMchid: string }) {
  const { id: connectionId, slug, readsEnabled } = account.connection;
  const [shown, budgetBytes] = await Promise.all([getLocale(), sealBudgetNow(context, connectionId)]);
  const locale = isLocale(shown) ? shown : 'en';
  return (
    <QueryProvider>
      <ClientWords spaces={['common', 'form', 'rules', 'refusals', 'fields', 'edit', 'subMerchantNew', 'pictureTools']}>
        <NewForm
          connection={slug}
          subMchid={subMchid}
          locale={locale}
          zone={staff.timeZone}
          today={momentIn(context.now(), staff.timeZone).day}
          countries={countryOptions(locale)}
          budgetBytes={budgetBytes}
          mayRead={readsEnabled}
          header={header}
        />
      </ClientWords>
    </QueryProvider>
  );
}
