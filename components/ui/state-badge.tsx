import { useTranslations } from 'next-intl';
import type { Tone } from './badge';
import type { IconName } from './icon';
import { Icon } from './icon';

type Look = { icon: IconName; tone: Tone };

const looks: Record<string, Look> = {
  APPROVED: { icon: 'approved', tone: 'approved' },
  UNAUTHORIZED: { icon: 'none', tone: 'none' },
  UNDER_REVIEW: { icon: 'review', tone: 'review' },
  REJECTED: { icon: 'rejected', tone: 'rejected' },
  UNDER_PUNISHMENT: { icon: 'punished', tone: 'punished' },
  APPLICATION_FAILED: { icon: 'failed', tone: 'failed' },
  PENDING: { icon: 'clock', tone: 'none' },
};

const unheld: Look = { icon: 'circle', tone: 'none' };

/** Icon and tone of a state, for tabs and queues. A constant that the interface does not list looks like none. */
export const stateLook = (state: string | null): Look => (state === null ? unheld : (looks[state] ?? unheld));

/**
 * State of an H5 authorization (3.2) or of an application (3.1): icon, word and tint; the constant and its meaning show on
 * hover. `null`, and our own `UNKNOWN`, is a state that we were never told; a constant that is in neither is printed as the
 * platform sent it.
 */
export function StateBadge({ state: told }: { state: string | null }) {
  const t = useTranslations('states');
  const state = told === 'UNKNOWN' ? null : told;
  const isListed = state !== null && state in looks;
  const { icon, tone } = stateLook(state);
  const meaning = isListed ? t(`${state}.meaning`) : t('unheld.meaning');
  return (
    <span
      className="badge"
      data-state={state ?? 'NONE'}
      data-tone={tone}
      title={state ? `${state}: ${meaning}` : meaning}
    >
      <Icon name={icon} />
      {isListed ? t(`${state}.label`) : (state ?? t('unheld.label'))}
    </span>
  );
}
