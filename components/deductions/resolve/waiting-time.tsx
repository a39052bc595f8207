'use client';

import { useTranslations } from 'next-intl';
import { useClock } from '@/components/requests/use-clock';
import { countdown } from '@/lib/i18n/duration';

type WaitingTimeProps = {
  /** Since when it is waited for, ISO. */
  since: string;
  /** When it is asked for again by itself, ISO; null where it is not. */
  nextAt: string | null;
  /** The server's reading of the clock, ISO. */
  now: string;
};

/** How long it is waited for, and when it is asked for again. */
export function WaitingTime({ since, nextAt, now }: WaitingTimeProps) {
  const t = useTranslations('resolve.clock');
  const clock = useClock(now, true);
  const next = nextAt === null ? null : Date.parse(nextAt);
  return (
    <span role="timer" aria-live="off" className="tabular-nums">
      {t('since', { age: countdown(clock, Date.parse(since)) })}
      {next !== null && ` · ${next <= clock ? t('now') : t('next', { left: countdown(next, clock) })}`}
    </span>
  );
}
