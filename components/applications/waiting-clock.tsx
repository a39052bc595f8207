import { useTranslations } from 'next-intl';
import type { Waiting } from '@/lib/review-clock/view';
import { Icon } from '../ui/icon';

type WaitingClockProps = {
  /** `waitingOf(since, now, expectation, calendar)`, made on the server: the calendars stay there. */
  waiting: Waiting;
  /** `line` says the last day beside it, as a record has room for; `cell` on hover, for columns. */
  form?: 'line' | 'cell';
};

/** How long an application has waited for the platform against what is expected, in working days, with the last day in time. */
export function WaitingClock({ waiting, form = 'line' }: WaitingClockProps) {
  const t = useTranslations('waitingClock');
  const { waited, expected, overdueBy, dueOn, calendar } = waiting;
  const isOverdue = overdueBy > 0;
  const due = isOverdue ? t('was', { day: dueOn }) : t('due', { day: dueOn });
  return (
    <span
      className="inline-flex flex-wrap items-center gap-x-2 whitespace-nowrap tabular-nums"
      data-waiting={isOverdue ? 'overdue' : 'in-time'}
      title={form === 'cell' ? `${due}\n${t(`calendar.${calendar}`)}` : t(`calendar.${calendar}`)}
    >
      <span className={isOverdue ? 'late inline-flex items-center gap-1' : 'inline-flex items-center gap-1'}>
        {isOverdue && <Icon name="clock" size="small" />}
        {isOverdue
          ? t(form === 'cell' ? 'cellOverdue' : 'overdue', { days: overdueBy })
          : t(form === 'cell' ? 'cell' : 'waits', { waited, expected })}
      </span>
      <span className={form === 'cell' ? 'sr-only' : 'text-ink-3'}>{due}</span>
    </span>
  );
}
