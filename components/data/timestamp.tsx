import { useTranslations } from 'next-intl';
import { ageOf, formatTimestamp, momentIn } from '@/lib/i18n/format';

type TimestampProps = {
  /** A moment: a Date on the server, ISO text in a view. */
  at: Date | string;
  /** The reader's zone (IANA name), from the staff member's settings. */
  zone: string;
  /** `time` leaves out the day, `day` the time; both keep the full text on hover. */
  show?: 'full' | 'time' | 'day';
  /** The platform's own spelling, shown on hover beside UTC. */
  platform?: string | null;
};

/** `2024-03-07 14:02:11 +08:00`; on hover UTC and what the platform wrote. */
export function Timestamp({ at, zone, show = 'full', platform = null }: TimestampProps) {
  const t = useTranslations('common.time');
  const moment = new Date(at);
  const full = formatTimestamp(moment, zone);
  const { day, time, offset } = momentIn(moment, zone);
  const clock = `${time} ${offset}`;
  const utc = t('utc', { time: formatTimestamp(moment, 'UTC') });
  const title = [show === 'full' ? null : full, utc, platform && t('platform', { text: platform })].filter(Boolean);
  return (
    <time className="timestamp" dateTime={moment.toISOString()} title={title.join('\n')}>
      {show !== 'time' && <span>{day}</span>}
      {show === 'full' && ' '}
      {show !== 'day' && <span>{clock}</span>}
    </time>
  );
}

type AgeProps = {
  at: Date | string;
  /** The moment of the reading, from the request's clock. */
  now: Date | string;
  /** `short` is for columns ("2 d"), `long` for sentences ("2 days ago"). */
  form?: 'short' | 'long';
};

/** How long ago, as an extra to a timestamp; never the only thing that tells a time. */
export function RelativeAge({ at, now, form = 'short' }: AgeProps) {
  const t = useTranslations('common.age');
  const moment = new Date(at);
  const { unit, count, isFuture } = ageOf(moment, new Date(now));
  const key = form === 'short' ? `short.${unit}` : `${isFuture ? 'until' : 'since'}.${unit}`;
  return (
    <time
      className="whitespace-nowrap tabular-nums"
      dateTime={moment.toISOString()}
      title={formatTimestamp(moment, 'UTC')}
    >
      {t(key, { count })}
    </time>
  );
}
