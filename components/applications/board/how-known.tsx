import { useTranslations } from 'next-intl';
import type { BoardRow } from '@/lib/applications/view';
import { Confidence } from '../../data/confidence';

type HowKnownProps = { row: Pick<BoardRow, 'h5State' | 'h5StateAsOf' | 'h5StateHow'>; now: string };

/** How old what we know of a state is, and from where we have it. */
export function HowKnown({ row, now }: HowKnownProps) {
  const t = useTranslations('board');
  const tRecord = useTranslations('record');
  return (
    <span className="text-small text-ink-3 flex max-w-40 items-center gap-1" data-part="how-known">
      <Confidence asOf={row.h5State === 'UNKNOWN' ? null : row.h5StateAsOf} now={now} />
      <span className="truncate" title={tRecord(`how.${row.h5StateHow}`)}>
        {t(`how.${row.h5StateHow}`)}
      </span>
    </span>
  );
}
