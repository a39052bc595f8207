import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import type { SettingsSearch } from '@/app/(staff)/settings/settings-frame';
import { requireSettings, SettingsFrame } from '@/app/(staff)/settings/settings-frame';
import { ClientWords } from '@/components/layout/client-words';
import { ExpectationTable } from '@/components/review-clock/expectation-table';
import { SayRegion } from '@/components/ui/say-region';
import { mayDo } from '@/lib/auth/permissions';
import { calendarOf, knownUntil } from '@/lib/review-clock/calendars';
import { loadExpectations } from '@/lib/review-clock/expectations';
import { waitingOf } from '@/lib/review-clock/rules';
import { waitingStates } from '@/lib/review-clock/view';

export async function generateMetadata(): Promise<Metadata> {
  const tSettings = await getTranslations('settings');
  return { title: tSettings('waiting') };
}

export default async function WaitingPage({ searchParams }: { searchParams: SettingsSearch }) {
  const guarded = await requireSettings(searchParams, 'waiting');
  const { context, staff, account } = guarded;
  const now = context.now();
  const [t, expectations, knownYear] = await Promise.all([
    getTranslations('reviewClock'),
    loadExpectations(context.db, account.connection.id),
    knownUntil('CN'),
  ]);
  const rows = await Promise.all(
    waitingStates.map(async (state) => {
      const expectation = expectations[state];
      const calendar = await calendarOf(expectation.calendar);
      return { state, expectation, waiting: waitingOf(now, now, expectation, calendar) };
    }),
  );
  return (
    <SettingsFrame guarded={guarded} page="waiting" note={<span className="text-ink-3">{t('context')}</span>}>
      <ClientWords spaces={['common', 'form', 'reviewClockChange', 'reviewClock']}>
        <SayRegion>
          <section aria-labelledby="waiting">
            <div className="section-head">
              <h2 id="waiting">{t('title')}</h2>
              <p>{t('explain')}</p>
            </div>
            <ExpectationTable
              slug={account.connection.slug}
              rows={rows}
              mayChange={mayDo(staff.permissions, 'policy:manage')}
            />
            {knownYear !== null && (
              <p className="gutter text-ink-3 text-small pt-3 pb-10">{t('known', { year: String(knownYear) })}</p>
            )}
          </section>
        </SayRegion>
      </ClientWords>
    </SettingsFrame>
  );
}
