import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { QueryProvider } from '@/app/providers';
import { Id } from '@/components/data/id';
import { ChargeForm } from '@/components/deductions/make/charge-form';
import { ContractPicker } from '@/components/deductions/make/contract-picker';
import { OtherDraft } from '@/components/deductions/make/other-draft';
import { ClientWords } from '@/components/layout/client-words';
import { PageHeader } from '@/components/layout/page-header';
import { liveOutcomeSpaces } from '@/components/requests/outcome-spaces';
import { ButtonLink } from '@/components/ui/button-link';
import { Notice } from '@/components/ui/notice';
import type { Guarded } from '@/lib/boundary';
import { requirePage } from '@/lib/boundary';
import { listContracts } from '@/lib/contracts/list';
import { tailOf } from '@/lib/contracts/rules';
import type { ChargePage } from '@/lib/deductions/prepare';
import { prepareCharge } from '@/lib/deductions/prepare';
import { endpointUrl } from '@/lib/endpoint/address';
import { resolveLocale } from '@/lib/i18n/locale';
import { currencyOptions } from '@/lib/i18n/reference/currencies';
import { paths } from '@/lib/paths';
import { given } from '@/lib/sub-merchants/filters';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('charge');
  return { title: t('pageTitle') };
}

type NewDeductionPageProps = {
  params: Promise<{ connection: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

const address = z.object({
  contract: given(z.string().min(1).max(64)),
  order: given(z.string().min(1).max(32)),
  as: given(z.literal('new')),
  q: given(z.string().trim().min(1).max(64)),
});

/** Makes a charge (screens 15): the contract first, then the form. */
export default async function NewDeductionPage({ params, searchParams }: NewDeductionPageProps) {
  const { connection: slug } = await params;
  const { contract, order, as, q } = address.parse(await searchParams);
  const guarded = await requirePage(
    'deduction:charge',
    slug,
    paths.newDeduction(slug, { ...(contract && { contract }), ...(order && { order }), ...(as && { as }) }),
  );
  if (contract === undefined && order === undefined) return <Pick {...guarded} q={q ?? ''} />;
  const asked = order === undefined ? { contract: contract ?? '' } : { order, isNew: as === 'new' };
  const { context, account, staff } = guarded;
  const notifyUrl = endpointUrl(context.environment.notifyUrl, slug);
  const page = await prepareCharge(context, account, staff.id, { ...asked, notifyUrl });
  if (!page) notFound();
  if (page.kind === 'elsewhere') redirect(paths.newDeduction(slug, { contract: page.contractId }));
  return <Charge {...guarded} page={page} />;
}

async function Pick({ context, account, q }: Guarded & { q: string }) {
  const { id, slug } = account.connection;
  const filters = q === '' ? { standing: 'signed' as const } : { q };
  const [t, { rows }] = await Promise.all([
    getTranslations('charge'),
    listContracts(context.db, id, { ...filters, size: 25 }, context.now()),
  ]);
  return (
    <>
      <PageHeader title={t('pickTitle')} context={t('pickLead')} />
      <ContractPicker slug={slug} q={q} rows={rows} />
    </>
  );
}

async function Charge({ staff, account, page }: Guarded & { page: Exclude<ChargePage, { kind: 'elsewhere' }> }) {
  const { slug, name: connectionName, environment } = account.connection;
  const [t, refusals, locale] = await Promise.all([
    getTranslations('charge'),
    getTranslations('refusals.conflict'),
    getLocale(),
  ]);
  const { contract } = page;
  const { contractId } = contract;
  const tail = tailOf(contractId);
  const origin = page.kind === 'form' ? page.base.origin : null;
  const header = (
    <PageHeader
      breadcrumbs={[{ href: paths.contract(slug, contractId), label: t('contractOf', { tail }) }]}
      title={t(`title.${origin?.kind ?? 'new'}`, { tail })}
      context={
        <>
          <Id value={contractId} copy />
          {contract.subMchid !== '' && <span>{contract.name || contract.subMchid}</span>}
          {origin && origin.kind !== 'new' && (
            <span>
              {t(`follows.${origin.kind}`)} <span className="mono">{origin.outTradeNo}</span>
            </span>
          )}
        </>
      }
    />
  );
  if (page.kind === 'form') {
    return (
      <QueryProvider>
        <ClientWords spaces={[...liveOutcomeSpaces, 'charge', 'draftNotice', 'form', 'edit', 'asking', 'stepUp']}>
          <ChargeForm
            key={JSON.stringify(page.base.origin)}
            about={{
              connection: slug,
              contractId,
              ids: page.ids,
              alikes: page.alikes,
              isNumberFixed: page.isNumberFixed,
              recordMcc: page.recordMcc,
              currencies: currencyOptions(resolveLocale(locale, null)),
              zone: staff.timeZone,
            }}
            base={page.base}
            tail={tail}
            name={contract.subMchid === '' ? '' : contract.name || contract.subMchid}
            object={{ connectionName, environment: environment === 'practice' ? 'practice' : 'live' }}
            staff={{ id: staff.id, name: staff.name, roles: staff.roles, permissions: staff.permissions }}
            policy={page.policy}
            limits={page.limits}
            charged={page.charged}
            ownPending={page.ownPending}
            header={header}
          />
        </ClientWords>
      </QueryProvider>
    );
  }
  return (
    <>
      {header}
      <div className="gutter grid gap-3 pb-8" data-part={page.kind}>
        {page.kind === 'blocked' ? (
          <Notice
            icon="warning"
            tone="rejected"
            actions={
              <ButtonLink
                size="small"
                href={page.order === null ? paths.contract(slug, contractId) : paths.deduction(slug, page.order)}
              >
                {t(page.order === null ? 'openContract' : 'openOrder')}
              </ButtonLink>
            }
          >
            {refusals(page.rule, { order: page.order ?? '' })}
          </Notice>
        ) : (
          <ClientWords spaces={['charge']}>
            <OtherDraft
              connection={slug}
              contractId={contractId}
              staffId={staff.id}
              outTradeNo={page.outTradeNo}
              origin={page.origin}
              isOver={page.isOver}
            />
          </ClientWords>
        )}
      </div>
    </>
  );
}
