import { useTranslations } from 'next-intl';
import { formatCount } from '@/lib/i18n/format';
import type { RefusedCause, RefusedSummary } from '@/lib/notifications/view';
import { refusedCauses } from '@/lib/notifications/view';
import { Section } from '../ui/section';

/** Why messages were not believed, how often, what that means and what to do. Probes stand apart: they are no alarm. */
export function RefusedCauses({ day, week }: Pick<RefusedSummary, 'day' | 'week'>) {
  const t = useTranslations('notifications.refused');
  const real = refusedCauses.filter((cause) => cause !== 'probe');
  return (
    <>
      <Section title={t('causes')}>
        <CauseList causes={real} day={day} week={week} />
      </Section>
      <Section title={t('probes')}>
        <CauseList causes={['probe']} day={day} week={week} />
      </Section>
    </>
  );
}

type CauseListProps = { causes: RefusedCause[] } & Pick<RefusedSummary, 'day' | 'week'>;

function CauseList({ causes, day, week }: CauseListProps) {
  const t = useTranslations('notifications.refused');
  return (
    <ul className="refused-causes mt-2">
      <li aria-hidden="true">
        <span>{t('cause')}</span>
        <span data-part="count">{t('day')}</span>
        <span data-part="count">{t('week')}</span>
        <span data-part="wide">{t('means')}</span>
        <span data-part="wide">{t('todo')}</span>
      </li>
      {causes.map((cause) => (
        <li key={cause} data-cause={cause} data-empty={week[cause] === undefined || undefined}>
          <b>{t(`by.${cause}.label`)}</b>
          <span data-part="count" title={t('day')}>
            {formatCount(day[cause] ?? 0)}
          </span>
          <span data-part="count" title={t('week')}>
            {formatCount(week[cause] ?? 0)}
          </span>
          <p>{t(`by.${cause}.means`)}</p>
          <p>
            <span data-part="term">{t('todo')}:</span> {t(`by.${cause}.todo`)}
          </p>
        </li>
      ))}
    </ul>
  );
}
