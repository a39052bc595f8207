import { useTranslations } from 'next-intl';
import { Unheld } from '../../data/unheld';

type WaitingCellProps = { state: string; since: string; now: string };

const DAY_MS = 86_400_000;

/** States that somebody waits in: for the platform, or for us. */
const waits: readonly string[] = ['UNDER_REVIEW', 'REJECTED', 'UNDER_PUNISHMENT', 'APPLICATION_FAILED'];

/** Whether somebody waits while it lasts. */
export const isWaitedIn = (state: string): boolean => waits.includes(state);

/** For how many whole days it has been in a state that does not last. */
export function WaitingCell({ state, since, now }: WaitingCellProps) {
  const t = useTranslations('board');
  if (!isWaitedIn(state)) return <Unheld reason={t('notWaiting')} />;
  const days = Math.max(0, Math.floor((Date.parse(now) - Date.parse(since)) / DAY_MS));
  return <span className="tabular-nums">{t('days', { days })}</span>;
}
