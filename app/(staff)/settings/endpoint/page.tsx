import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import type { SettingsSearch } from '@/app/(staff)/settings/settings-frame';
import { requireSettings, SettingsFrame } from '@/app/(staff)/settings/settings-frame';
import { CopyButton } from '@/components/data/copy-button';
import { Timestamp } from '@/components/data/timestamp';
import { LadderTable, TimesTable } from '@/components/endpoint/answers';
import { RunSelfTest } from '@/components/endpoint/run-self-test';
import { EarlierTests, TestResult } from '@/components/endpoint/test-result';
import { OutageTable, UptimeSpan } from '@/components/endpoint/uptime';
import { ClientWords } from '@/components/layout/client-words';
import { EmptyState } from '@/components/ui/empty-state';
import { Facts } from '@/components/ui/facts';
import { Notice } from '@/components/ui/notice';
import { Section } from '@/components/ui/section';
import { SideScroll } from '@/components/ui/table';
import type { Context } from '@/lib/context';
import { getEndpoint } from '@/lib/endpoint/queries';

export async function generateMetadata(): Promise<Metadata> {
  const tSettings = await getTranslations('settings');
  return { title: tSettings('endpoint') };
}

export default async function EndpointPage({ searchParams }: { searchParams: SettingsSearch }) {
  const guarded = await requireSettings(searchParams, 'endpoint');
  const { context, staff, account } = guarded;
  const [t, view] = await Promise.all([getTranslations('endpoint'), getEndpoint(context, account)]);
  const { timeZone: zone } = staff;
  const now = context.now();
  return (
    <SettingsFrame
      guarded={guarded}
      page="endpoint"
      note={<span className="text-ink-3">{t('context')}</span>}
      actions={
        <ClientWords spaces={['endpointRun']}>
          <RunSelfTest connection={account.connection.slug} />
        </ClientWords>
      }
    >
      <div className="with-aside">
        <div className="gutter grid grid-cols-1 content-start gap-2 pb-10">
          <Section title={t('address.title')}>
            <p className="text-table mt-1 flex flex-wrap items-center gap-2">
              <span className="mono break-all" translate="no">
                {view.url}
              </span>
              <CopyButton value={view.url} label={t('address.copy')} done={t('address.copied')} />
            </p>
            {!view.isSetUp && (
              <div className="mt-2">
                <Notice tone="punished" icon="warning">
                  <b>{t('address.notSetUp')}</b> {t('address.notSetUpHow')}
                </Notice>
              </div>
            )}
          </Section>
          <Section title={t('test.title')} note={t('test.every')}>
            <div className="mt-2">
              {view.last ? (
                <TestResult test={view.last} zone={zone} now={now} />
              ) : (
                <EmptyState kind={view.isSetUp ? 'nothing-yet' : 'cannot-work'} title={t('test.none.title')}>
                  <p>{t(view.isSetUp ? 'test.none.soon' : 'test.none.setUp')}</p>
                </EmptyState>
              )}
            </div>
          </Section>
          {view.earlier.length > 0 && (
            <Section title={t('test.earlier.title')}>
              <div className="mt-2">
                <SideScroll>
                  <EarlierTests tests={view.earlier} zone={zone} />
                </SideScroll>
              </div>
            </Section>
          )}
          <Section title={t('uptime.title')}>
            <div className="mt-2 grid gap-4">
              <UptimeSpan label={t('uptime.day')} strip={view.day} zone={zone} />
              <UptimeSpan label={t('uptime.week')} strip={view.week} zone={zone} />
            </div>
          </Section>
          <Section title={t('outages.title')} note={t('outages.note')}>
            <div className="mt-2">
              <SideScroll>
                <OutageTable outages={view.outages} zone={zone} />
              </SideScroll>
            </div>
          </Section>
          <Section title={t('times.title')} note={t('times.note')}>
            <div className="mt-2">
              <SideScroll>
                <TimesTable times={view.times} />
              </SideScroll>
            </div>
          </Section>
          <Section
            title={t('ladder.title')}
            note={t.rich('ladder.since', { time: () => <Timestamp at={view.stepsSince} zone={zone} /> })}
          >
            <div className="mt-2">
              <SideScroll>
                <LadderTable steps={view.steps} />
              </SideScroll>
            </div>
          </Section>
        </div>
        <aside>
          <HowToReach environment={context.environment} />
        </aside>
      </div>
    </SettingsFrame>
  );
}

/** What makes the address reachable: settings and a second door, not this page. */
async function HowToReach({ environment }: { environment: Context['environment'] }) {
  const t = await getTranslations('endpoint.reach');
  const { notifyUrl, publicUrl, receiver } = environment;
  const code = (chunks: React.ReactNode) => <code className="mono">{chunks}</code>;
  return (
    <>
      <Section title={t('title')}>
        <p className="text-ink-2 text-table mt-1">{t.rich('https', { code })}</p>
        <p className="text-ink-2 text-table mt-2">{t.rich('receiver', { code })}</p>
      </Section>
      <Section title={t('settings')} className="mt-2">
        <div className="mt-2">
          <Facts
            facts={[
              { key: 'notify', term: <code className="mono">NOTIFY_URL</code>, value: notifyUrl },
              { key: 'public', term: <code className="mono">PUBLIC_URL</code>, value: publicUrl },
              {
                key: 'receiver',
                term: <code className="mono">npm run receiver</code>,
                value: `${receiver.host}:${receiver.port}`,
              },
            ]}
          />
        </div>
      </Section>
    </>
  );
}
