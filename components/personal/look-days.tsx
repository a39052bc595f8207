import { useTranslations } from 'next-intl';
import type { LookDay } from '@/lib/personal/view';
import { Section } from '../ui/section';

/** How many personal values each person looked at by day, for whoever audits. */
export function LookDays({ days, cap }: { days: readonly LookDay[]; cap: number | null }) {
  const t = useTranslations('look.days');
  return (
    <div className="gutter">
      <Section title={t('title')} note={cap === null ? t('noCap') : t('cap', { cap })}>
        {days.length === 0 ? (
          <p className="text-ink-2 text-table mt-2">{t('none')}</p>
        ) : (
          <ul className="text-table mt-2 grid gap-1" data-looks="">
            {days.map(({ day, person, looks, refused }) => (
              <li key={`${day} ${person}`} className="flex flex-wrap gap-x-3">
                <span className="tabular-nums">{day}</span>
                <b>{person}</b>
                <span>{t('looks', { looks })}</span>
                {refused > 0 && <span className="text-ink-2">{t('refused', { refused })}</span>}
              </li>
            ))}
          </ul>
        )}
      </Section>
    </div>
  );
}
