import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import type { SettingsSearch } from '@/app/(staff)/settings/settings-frame';
import { requireSettings, SettingsFrame } from '@/app/(staff)/settings/settings-frame';
import { ChangeWaits } from '@/components/approvals/change-waits';
import { ChangeLimit } from '@/components/deductions/limits/change-limit';
import { LimitTable } from '@/components/deductions/limits/limit-table';
import { ClientWords } from '@/components/layout/client-words';
import { LiveRefresh } from '@/components/live/live-refresh';
import { Lingering } from '@/components/policies/lingering';
import { PolicyTable } from '@/components/policies/policy-table';
import { Notice } from '@/components/ui/notice';
import { SayRegion } from '@/components/ui/say-region';
import { listPending } from '@/lib/approvals/list';
import { mayDo, reaches } from '@/lib/auth/permissions';
import { accountsOf } from '@/lib/boundary';
import { listLimits } from '@/lib/deductions/limits';
import { resolveLocale } from '@/lib/i18n/locale';
import { currencyOptions } from '@/lib/i18n/reference/currencies';
import { listPolicies } from '@/lib/policies/queries';
import { policyKeys } from '@/lib/policies/rules';

export async function generateMetadata(): Promise<Metadata> {
  const tSettings = await getTranslations('settings');
  return { title: tSettings('policies') };
}

export default async function PoliciesPage({ searchParams }: { searchParams: SettingsSearch }) {
  const guarded = await requireSettings(searchParams, 'policies');
  const { context, staff, account } = guarded;
  const locale = await getLocale();
  const currencies = currencyOptions(resolveLocale(locale, null));
  const [t, tLimits, limits, policies, waiting, limitsWaiting] = await Promise.all([
    getTranslations('policies'),
    getTranslations('chargeLimits'),
    listLimits(context.db),
    listPolicies(
      context,
      accountsOf(context, staff).map(({ connection }) => connection.id),
    ),
    // What belongs to no connection is there for nobody who is limited to some.
    reaches(staff, null) ? listPending(context, null, 'policy', policyKeys) : [],
    reaches(staff, null)
      ? listPending(
          context,
          null,
          'charge-limit',
          currencies.map(({ value }) => value),
        )
      : [],
  ]);
  const { slug } = account.connection;
  const mayManage = mayDo(staff.permissions, 'policy:manage');
  const others = currencies.filter(({ value }) => !limits.some(({ currency }) => currency === value));
  // No row of the table is of these: what waits on them stands above it.
  const adding = limitsWaiting.filter(({ objectId }) => others.some(({ value }) => value === objectId));
  const lingers = policies.administrators === 1 && policies.lingering.length > 0;
  const isRed = policies.rows.some(({ isSatisfiable }) => !isSatisfiable);
  return (
    <SettingsFrame guarded={guarded} page="policies" note={<span className="text-ink-3">{t('context')}</span>}>
      <ClientWords
        spaces={['common', 'form', 'rules', 'asking', 'policyChange', 'chargeLimits', 'changeWords', 'stepUp']}
      >
        <SayRegion>
          <section aria-labelledby="policies">
            <div className="section-head">
              <h2 id="policies">{t('title')}</h2>
              <p>{t('explain')}</p>
            </div>
            {(isRed || lingers || !policies.isTogetherSatisfiable) && (
              <div className="gutter grid gap-2 pb-3">
                {lingers && <Lingering people={policies.lingering} zone={staff.timeZone} />}
                {isRed && (
                  <Notice tone="rejected" icon="warning">
                    <b>{t('red.title')}</b> {policies.administrators === 1 && !lingers ? t('red.single') : t('red.way')}
                  </Notice>
                )}
                {!policies.isTogetherSatisfiable && !isRed && (
                  <Notice tone="rejected" icon="warning">
                    <b>{t('together.title')}</b> {t('together.way')}
                  </Notice>
                )}
              </div>
            )}
            <PolicyTable
              slug={slug}
              rows={policies.rows}
              waiting={waiting}
              mayManage={mayManage}
              ownRoles={policies.ownRoles}
            />
          </section>
          <section aria-labelledby="charge-limits">
            <div className="section-head">
              <h2 id="charge-limits">{tLimits('title')}</h2>
              <p>{tLimits('explain')}</p>
              {mayManage && others.length > 0 && (
                <div data-part="actions">
                  <ChangeLimit connection={slug} row={null} currencies={others} asked={adding.map(({ id }) => id)} />
                </div>
              )}
            </div>
            <div className="gutter grid gap-2 pb-3 empty:hidden">
              <ChangeWaits slug={slug} zone={staff.timeZone} waiting={adding} object={{ kind: 'charge-limit' }} />
            </div>
            <LimitTable slug={slug} zone={staff.timeZone} rows={limits} waiting={limitsWaiting} mayManage={mayManage} />
          </section>
        </SayRegion>
      </ClientWords>
      <LiveRefresh connection={slug} topics={['approvals']} />
    </SettingsFrame>
  );
}
