import { useTranslations } from 'next-intl';
import { daysLate } from '@/lib/ownership/rules';

type NextDateProps = {
  nextDate: string;
  /** The reader's day, YYYY-MM-DD. */
  today: string;
  /** Said on hover. */
  note?: string;
};

/** A next date as a column has room for: the day, today, or how late it is. */
export function NextDate({ nextDate, today, note = '' }: NextDateProps) {
  const t = useTranslations('ownership');
  const late = daysLate(nextDate, today);
  const title = [late > 0 ? t('lateNamed', { days: late, day: nextDate }) : nextDate, note].filter(Boolean).join('\n');
  return (
    <span className={late >= 0 ? 'late whitespace-nowrap' : 'whitespace-nowrap tabular-nums'} title={title}>
      {late < 0 && nextDate}
      {late === 0 && t('today')}
      {late > 0 && t('late', { days: late })}
    </span>
  );
}
