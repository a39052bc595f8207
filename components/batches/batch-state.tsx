import { useTranslations } from 'next-intl';
import type { RowStanding, ShownState } from '@/lib/batches/view';
import type { Tone } from '../ui/badge';
import { Badge } from '../ui/badge';
import type { IconName } from '../ui/icon';
import { Icon } from '../ui/icon';

type Look = { icon: IconName; tone: Tone };

const looks: Record<ShownState, Look> = {
  draft: { icon: 'pencil', tone: 'none' },
  'awaiting-approval': { icon: 'review', tone: 'review' },
  canary: { icon: 'eye', tone: 'punished' },
  running: { icon: 'play', tone: 'review' },
  paused: { icon: 'pause', tone: 'punished' },
  stopped: { icon: 'stop', tone: 'rejected' },
  done: { icon: 'approved', tone: 'approved' },
};

/** Icon and tone of a state, for tabs. */
export const batchLook = (state: ShownState): Look => looks[state];

/** Where a batch stands: icon, word and tint; what that means shows on hover. */
export function BatchState({ state }: { state: ShownState }) {
  const t = useTranslations('batches.state');
  const { icon, tone } = looks[state];
  return (
    <span data-batch-state={state}>
      <Badge icon={icon} tone={tone} title={t(`${state}.meaning`)}>
        {t(`${state}.word`)}
      </Badge>
    </span>
  );
}

const standings: Record<RowStanding, Look> = {
  accepted: { icon: 'approved', tone: 'approved' },
  refused: { icon: 'rejected', tone: 'rejected' },
  unknown: { icon: 'unknown', tone: 'unknown' },
  open: { icon: 'arrow', tone: 'review' },
  'left-out': { icon: 'minus', tone: 'punished' },
  'not-sent': { icon: 'circle', tone: 'none' },
  excluded: { icon: 'cross', tone: 'failed' },
};

/** Icon and tone of where a row stands. */
export const standingLook = (standing: RowStanding): Look => standings[standing];

/** Where one row stands, in a word. */
export function RowState({ standing }: { standing: RowStanding }) {
  const t = useTranslations('batches.standing');
  const { icon, tone } = standings[standing];
  return (
    <span className="state-word" data-tone={tone} data-standing={standing}>
      <Icon name={icon} size="small" />
      <b>{t(standing)}</b>
    </span>
  );
}
