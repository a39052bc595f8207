import { useTranslations } from 'next-intl';
import { countdown } from '@/lib/i18n/duration';
import { formatTimestamp } from '@/lib/i18n/format';
import type { LadderTry, RetryLadder } from '@/lib/notifications/ladder';
import { Timestamp } from '../data/timestamp';
import { Icon } from '../ui/icon';
import { Section } from '../ui/section';
import { PlainTable } from '../ui/table';

type RetryClockProps = {
  ladder: RetryLadder;
  /** True when it was taken in here and the platform does not know yet. */
  isApplied: boolean;
  zone: string;
};

const clock = (seconds: number) => countdown(seconds * 1000, 0);

/** When the platform comes again while it has not heard success (6.4.2): every try, which came, which is next. */
export function RetryClock({ ladder, isApplied, zone }: RetryClockProps) {
  const t = useTranslations('notifications.clock');
  const { tries, next, endsAt, endsSeconds, isOver, extra } = ladder;
  const at = (moment: Date) => formatTimestamp(moment, zone);
  return (
    <Section title={t('title')} note={t('note', { tries: tries.length, clock: clock(endsSeconds) })}>
      <div className="text-table mt-2 grid gap-1" data-retry={isOver ? 'over' : 'running'}>
        <p className="font-medium">
          {isOver && t(isApplied ? 'overAcknowledged' : 'over', { time: at(endsAt) })}
          {!isOver && isApplied && t('acknowledges')}
          {!isOver &&
            !isApplied &&
            next !== null &&
            t(next.state === 'due' ? 'due' : 'heals', { time: at(next.dueAt) })}
        </p>
        {!isOver && <p className="text-ink-2">{t('last', { time: at(endsAt) })}</p>}
      </div>
      <div className="retry-clock mt-2">
        <PlainTable caption={t('caption')}>
          <thead>
            <tr>
              <th scope="col">{t('number')}</th>
              <th scope="col" data-align="end">
                {t('after')}
              </th>
              <th scope="col">{t('at')}</th>
              <th scope="col">{t('state')}</th>
            </tr>
          </thead>
          <tbody>
            {tries.map((one) => (
              <tr key={one.number} data-try={one.state}>
                <td>{one.number}</td>
                <td data-align="end">{`+${clock(one.dueSeconds)}`}</td>
                <td>
                  <Timestamp at={one.dueAt} zone={zone} show="time" />
                </td>
                <td>
                  <TryWord one={one} />
                </td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      </div>
      <p className="text-ink-3 text-small mt-2">
        {t('assumed')} {extra > 0 && t('extra', { count: extra })}
      </p>
    </Section>
  );
}

function TryWord({ one }: { one: LadderTry }) {
  const t = useTranslations('notifications.clock');
  if (one.seen === null) return t(`states.${one.state}`);
  return (
    <>
      <Icon name="cross" size="small" />
      {t('seenAs', { number: one.seen.number })}
    </>
  );
}
