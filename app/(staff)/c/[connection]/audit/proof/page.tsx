import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { ChainCard } from '@/components/audit/chain-card';
import { HeadTable } from '@/components/audit/head-table';
import { PackForms } from '@/components/audit/pack-forms';
import { PageHeader } from '@/components/layout/page-header';
import { ButtonLink } from '@/components/ui/button-link';
import { Section } from '@/components/ui/section';
import { addressText } from '@/lib/address-values';
import { packKinds } from '@/lib/audit/filters';
import { lookAtChain } from '@/lib/audit/look';
import { dayHeads, newestSeal } from '@/lib/audit/seals';
import { actorOf } from '@/lib/auth/staff';
import { requirePage } from '@/lib/boundary';
import { paths } from '@/lib/paths';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('audit.proof');
  return { title: t('title') };
}

type ProofPageProps = {
  params: Promise<{ connection: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** What the address may say: look at the chain now, and what a pack was asked for and could not be made. */
const asked = z.object({
  verify: z.literal('now').optional().catch(undefined),
  fault: z.enum(['incomplete', 'nothing', 'too-large']).optional().catch(undefined),
  about: z.enum(['record', 'batch', 'period']).optional().catch(undefined),
  kind: z.enum(packKinds).optional().catch(undefined),
  id: addressText(128),
  from: z.iso.date().optional().catch(undefined),
  until: z.iso.date().optional().catch(undefined),
});

export default async function ProofPage({ params, searchParams }: ProofPageProps) {
  const { connection: slug } = await params;
  const ask = asked.parse(await searchParams);
  const { context, staff, account } = await requirePage('audit:read', slug, paths.proof(slug));
  const report =
    ask.verify === undefined
      ? null
      : await lookAtChain(context, { connectionId: account.connection.id, actor: actorOf(staff) });
  const [t, tAudit, head, heads] = await Promise.all([
    getTranslations('audit.proof'),
    getTranslations('audit'),
    newestSeal(context.db),
    dayHeads(context.db, 31),
  ]);
  const zone = staff.timeZone;
  return (
    <>
      <PageHeader
        breadcrumbs={[{ href: paths.audit(slug), label: tAudit('title') }]}
        title={t('title')}
        context={<span>{t('context')}</span>}
        actions={
          <ButtonLink icon="check" href={paths.proof(slug, { verify: 'now' })} data-action="verify-chain">
            {t('verify')}
          </ButtonLink>
        }
      />
      <div className="gutter grid grid-cols-1 gap-2 pb-10">
        <ChainCard head={head} report={report} zone={zone} />
        <PackForms slug={slug} asked={ask} zone={zone} isInstitutional={account.connection.mode === 'institutional'} />
        <Section
          title={t('heads')}
          note={t('headsNote')}
          actions={
            <a
              className="button"
              data-variant="secondary"
              data-size="regular"
              href={paths.api.auditHeads(slug)}
              data-action="export-heads"
              download
            >
              {t('exportHeads')}
            </a>
          }
        >
          <HeadTable heads={heads} zone={zone} />
        </Section>
      </div>
    </>
  );
}
