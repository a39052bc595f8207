import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { cache, Suspense } from 'react';
import { z } from 'zod';
import { QueryProvider } from '@/app/providers';
import { Id } from '@/components/data/id';
import { Timestamp } from '@/components/data/timestamp';
import { Money } from '@/components/deductions/money';
import { OrderState } from '@/components/deductions/order-state';
import { OrderAmounts } from '@/components/deductions/page/amounts';
import { OrderChain } from '@/components/deductions/page/chain';
import { AskedFacts, ToldFacts } from '@/components/deductions/page/facts';
import { OrderGoods, OrderPromotions } from '@/components/deductions/page/promotions';
import { OrderRecordAsTold } from '@/components/deductions/page/record';
import { OrderStanding } from '@/components/deductions/page/standing';
import { BodySkeleton } from '@/components/layout/body-skeleton';
import { PageHeader } from '@/components/layout/page-header';
import { LiveRefresh } from '@/components/live/live-refresh';
import { lookingFor } from '@/components/personal/looking-for';
import { Tabs } from '@/components/ui/tabs';
import { mayDo } from '@/lib/auth/permissions';
import type { Guarded } from '@/lib/boundary';
import { requirePage } from '@/lib/boundary';
import { getDeduction } from '@/lib/deductions/queries';
import type { DeductionDetail } from '@/lib/deductions/view';
import { paths } from '@/lib/paths';
import { segmentText } from '@/lib/segment';
import { HoldControl } from '../../hold-control';
import { ObjectNotices, ObjectRequests, ObjectTimeline } from '../../object-tabs';
import { OrderOutcome } from './order-outcome';

const tabs = ['overview', 'timeline', 'requests', 'notices'] as const;
type PageTab = (typeof tabs)[number];
const address = z.object({ tab: z.enum(tabs).catch('overview') });

type OrderPageProps = {
  params: Promise<{ connection: string; outTradeNo: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** Guarded and read once, for the title and the page; the number stands in the address percent-encoded. */
const read = cache(async (slug: string, segment: string) => {
  const outTradeNo = segmentText(segment);
  const guarded = await requirePage('deduction:read', slug, paths.deduction(slug, outTradeNo));
  const order = await getDeduction(guarded.context, guarded.account.connection.id, outTradeNo);
  return { ...guarded, order };
});

const tailOf = (outTradeNo: string) => outTradeNo.slice(-6);

export async function generateMetadata({ params }: OrderPageProps): Promise<Metadata> {
  const { connection, outTradeNo } = await params;
  const [t, { order }] = await Promise.all([getTranslations('deduction'), read(connection, outTradeNo)]);
  return { title: t('heading', { tail: tailOf(order?.outTradeNo ?? outTradeNo) }) };
}

export default async function OrderPage({ params, searchParams }: OrderPageProps) {
  const { connection: slug, outTradeNo: segment } = await params;
  const { order, ...guarded } = await read(slug, segment);
  if (!order) notFound();
  const { tab } = address.parse(await searchParams);
  const { context, staff } = guarded;
  const zone = staff.timeZone;
  const { outTradeNo, contractId, subMchid, name } = order;
  const t = await getTranslations('deduction');
  return (
    <>
      <PageHeader
        breadcrumbs={[{ href: paths.deductions(slug), label: t('list') }]}
        title={t('heading', { tail: tailOf(outTradeNo) })}
        context={
          <>
            <OrderState order={order} />
            <b>
              <Money minor={order.total} currency={order.currency} />
            </b>
            <Id value={outTradeNo} copy />
            <span>
              {t('contract')}{' '}
              <Link className="link" href={paths.contract(slug, contractId)} prefetch={false}>
                <Id value={contractId} show="tail" />
              </Link>
            </span>
            {subMchid !== '' &&
              (name === '' ? (
                <Id value={subMchid} copy />
              ) : (
                <Link className="link" href={paths.subMerchant(slug, subMchid)} prefetch={false}>
                  {name}
                </Link>
              ))}
            <Timestamp at={order.createdAt} zone={zone} />
            <HoldControl guarded={guarded} kind="deduction" id={outTradeNo} />
          </>
        }
      />
      <div className="gutter pb-4">
        <QueryProvider>
          <OrderOutcome {...guarded} order={order} />
        </QueryProvider>
      </div>
      <Tabs
        label={t('tabs')}
        tabs={tabs.map((one) => ({
          href: paths.deduction(slug, outTradeNo, one === 'overview' ? {} : { tab: one }),
          label: t(`tab.${one}`),
          current: tab === one,
        }))}
      />
      <Suspense key={tab} fallback={<BodySkeleton />}>
        <TabBody {...guarded} order={order} tab={tab} now={context.now().toISOString()} />
      </Suspense>
      <LiveRefresh connection={slug} topics={['deductions', 'requests', 'approvals', 'notifications']} />
    </>
  );
}

type TabBodyProps = Guarded & { order: DeductionDetail; tab: PageTab; now: string };

async function TabBody({ context, staff, account, order, tab, now }: TabBodyProps) {
  const { slug } = account.connection;
  const zone = staff.timeZone;
  const about = { context, staff, account, object: { kind: 'deduction', id: order.outTradeNo } };
  const may = {
    request: mayDo(staff.permissions, 'request:read'),
    notification: mayDo(staff.permissions, 'notification:read'),
    approval: mayDo(staff.permissions, 'approval:read'),
  };
  switch (tab) {
    case 'overview':
      return (
        <div className="with-aside border-t-0">
          <div className="gutter min-w-0 pb-8">
            <OrderStanding slug={slug} order={order} zone={zone} now={now} may={may} />
            <OrderAmounts order={order} />
            <OrderPromotions order={order} />
            <OrderGoods order={order} />
            <OrderChain slug={slug} order={order} zone={zone} mayOpenRequests={may.request} />
            {may.request && <OrderRecordAsTold slug={slug} order={order} may={may} />}
          </div>
          <aside>
            <AskedFacts order={order} zone={zone} />
            <ToldFacts order={order} zone={zone} looking={await lookingFor(slug, staff)} />
          </aside>
        </div>
      );
    case 'timeline':
      return <ObjectTimeline {...about} />;
    case 'requests':
      return <ObjectRequests {...about} space="deduction" />;
    case 'notices':
      return <ObjectNotices {...about} space="deduction" />;
  }
}
