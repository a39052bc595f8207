import { useTranslations } from 'next-intl';
import type { BoardRow } from '@/lib/applications/view';
import { Unheld } from '../../data/unheld';
import { WaitingClock } from '../waiting-clock';

type WaitingCellProps = { row: Pick<BoardRow, 'h5State' | 'h5StateSince' | 'waiting'>; now: string };

const DAY_MS = 86_400_000;

/** States that wait for us. */
const waits: readonly string[] = ['UNDER_REVIEW', 'REJECTED', 'UNDER_PUNISHMENT', 'APPLICATION_FAILED'];

/** Whether somebody waits while it lasts. */
export const isWaitedIn = ({ h5State, waiting }: WaitingCellProps['row']): boolean =>
  waiting !== null || waits.includes(h5State);

/** How long the platform has had it against what is expected, or for how many whole days it has waited for us. */
export function WaitingCell({ row, now }: WaitingCellProps) {
  const t = useTranslations('board');
  if (row.waiting !== null) return <WaitingClock waiting={row.waiting} form="cell" />;
  if (!isWaitedIn(row)) return <Unheld reason={t('notWaiting')} />;
  const days = Math.max(0, Math.floor((Date.parse(now) - Date.parse(row.h5StateSince)) / DAY_MS));
  return <span className="tabular-nums">{t('days', { days })}</span>;
}
