import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import type { SettingsSearch } from '@/app/(staff)/settings/settings-frame';
import { requireSettings, SettingsFrame } from '@/app/(staff)/settings/settings-frame';
import { ChangeWaits } from '@/components/approvals/change-waits';
import { ClientWords } from '@/components/layout/client-words';
import { LiveRefresh } from '@/components/live/live-refresh';
import { PlaceHold } from '@/components/retention/hold-deeds';
import { HoldTable } from '@/components/retention/hold-table';
import { RetentionTable } from '@/components/retention/retention-table';
import { EmptyState } from '@/components/ui/empty-state';
import { listPending } from '@/lib/approvals/list';
import { mayDo, reaches } from '@/lib/auth/permissions';
import type { Guarded } from '@/lib/boundary';
import { listAskedHolds, listHolds, listRetention } from '@/lib/retention/queries';
import { holdId, retentionKinds } from '@/lib/retention/rules';
import { holdInput } from '@/lib/retention/schema';

export async function generateMetadata(): Promise<Metadata> {
  const tSettings = await getTranslations('settings');
  return { title: tSettings('retention') };
}

/** What a hold is asked for at once, where a record's page leads here. */
const named = holdInput.nullable().catch(null);

export default async function RetentionPage({ searchParams }: { searchParams: SettingsSearch }) {
  const guarded = await requireSettings(searchParams, 'retention');
  const { context, account, staff } = guarded;
  const { id, slug } = account.connection;
  const [t, holds, asked, wanted] = await Promise.all([
    getTranslations('retention'),
    listHolds(context.db, id),
    listAskedHolds(context, id),
    searchParams.then((query) => named.parse(query)),
  ]);
  // What is held, or asked for, by now is not asked for again.
  const isThere = [
    ...holds.map((one) => holdId({ kind: one.objectKind, id: one.objectId })),
    ...asked.map((one) => one.objectId),
  ];
  const first = wanted !== null && !isThere.includes(holdId(wanted)) ? wanted : null;
  const zone = staff.timeZone;
  return (
    <SettingsFrame guarded={guarded} page="retention" note={<span className="text-ink-3">{t('context')}</span>}>
      <ClientWords spaces={['common', 'form', 'asking', 'stepUp', 'retentionDeeds']}>
        <section aria-labelledby="holds">
          <div className="section-head">
            <h2 id="holds">{t('holds.title')}</h2>
            <p>{t('holds.explain')}</p>
            <div data-part="actions">
              <PlaceHold connection={slug} first={first} asked={asked.map((one) => one.id)} />
            </div>
          </div>
          <div className="gutter grid gap-2 pb-3 empty:hidden">
            {asked.map((one) => (
              <ChangeWaits
                key={one.id}
                slug={slug}
                zone={zone}
                waiting={[one]}
                object={{ kind: 'legal-hold', name: one.objectId.replace(/^\S+ /, '') }}
              />
            ))}
          </div>
          {holds.length === 0 ? (
            <div className="gutter">
              <EmptyState kind="nothing-yet" icon="lock" title={t('holds.none.title')}>
                {t('holds.none.explain')}
              </EmptyState>
            </div>
          ) : (
            <HoldTable slug={slug} zone={zone} rows={holds} waiting={asked} />
          )}
        </section>
        <Days {...guarded} />
      </ClientWords>
      <LiveRefresh connection={slug} topics={['approvals']} />
    </SettingsFrame>
  );
}

/** Days are one for all connections: whoever is limited to some sees what holds, and neither counts nor deeds. */
async function Days({ context, staff, account }: Guarded) {
  const t = await getTranslations('retention');
  const { slug } = account.connection;
  const isForAll = reaches(staff, null);
  const [rows, waiting] = isForAll
    ? await Promise.all([listRetention(context.db), listPending(context, null, 'retention', retentionKinds)])
    : [[], []];
  return (
    <section aria-labelledby="days">
      <div className="section-head">
        <h2 id="days">{t('days.title')}</h2>
        <p>{t('days.explain')}</p>
      </div>
      {isForAll ? (
        <RetentionTable
          slug={slug}
          zone={staff.timeZone}
          rows={rows}
          waiting={waiting}
          mayManage={mayDo(staff.permissions, 'policy:manage')}
        />
      ) : (
        <p className="gutter pb-4">{t('days.limited')}</p>
      )}
    </section>
  );
}
