import { useTranslations } from 'next-intl';
import { formatCount } from '@/lib/i18n/format';
import type { ListFilters, StateTab } from '@/lib/sub-merchants/filters';
import { homeLists } from '@/lib/sub-merchants/filters';
import { Queue } from '../data/queue';
import { RelativeAge } from '../data/timestamp';
import { listAddress } from '../sub-merchants/list-address';
import type { Tone } from '../ui/badge';
import type { IconName } from '../ui/icon';
import { stateLook } from '../ui/state-badge';

/** A count that says when it is more, and since when the oldest waits; `since` is null where age means nothing. */
export type HomeTally = { count: number; more: boolean; oldestSince: string | null };

type Line = {
  key: string;
  icon: IconName;
  tone: Tone | undefined;
  title: string;
  tally: HomeTally;
  /** The list that holds exactly what was counted. */
  list: ListFilters;
};

type QueuesProps = { slug: string; now: string; label: string; lines: Line[] };

function Lines({ slug, now, label, lines }: QueuesProps) {
  const t = useTranslations('home');
  return (
    <section aria-label={label}>
      {lines.map(({ key, icon, tone, title, tally, list }) => (
        <Queue
          key={key}
          icon={icon}
          tone={tone}
          title={title}
          count={`${formatCount(tally.count)}${tally.more ? '+' : ''}`}
          isEmpty={tally.count === 0}
          age={tally.oldestSince !== null && tally.count > 0 && <RelativeAge at={tally.oldestSince} now={now} />}
          {...(tally.count > 0 && { all: { href: listAddress(slug, list), label: t('seeAll', { title }) } })}
        />
      ))}
    </section>
  );
}

type Counted = Record<string, HomeTally>;

const look = (state: string) => {
  const { icon, tone } = stateLook(state);
  return { icon, tone };
};

/** The line of all that are in one state. */
function useStateLine(states: Counted) {
  const t = useTranslations('states');
  return (state: StateTab): Line => ({
    key: state,
    ...look(state),
    title: t(`${state === 'UNKNOWN' ? 'unheld' : state}.label`),
    tally: states[state] ?? { count: 0, more: false, oldestSince: null },
    list: { state, sort: 'since' },
  });
}

/** What wants a person: states that do not mend themselves, and records that will hinder the next edit. */
export function AttentionQueues({
  slug,
  now,
  states,
  overdue,
  ending,
  incomplete,
}: {
  slug: string;
  now: string;
  states: Counted;
  overdue: HomeTally;
  ending: HomeTally;
  incomplete: HomeTally;
}) {
  const t = useTranslations('home');
  const ofState = useStateLine(states);
  const lines: Line[] = [
    ofState('REJECTED'),
    ofState('APPLICATION_FAILED'),
    ofState('UNDER_PUNISHMENT'),
    {
      key: 'overdue',
      ...look('UNDER_REVIEW'),
      title: t('underReviewTooLong', { days: homeLists.overdue.waitsOver }),
      tally: overdue,
      list: { ...homeLists.overdue, sort: 'since' },
    },
    {
      key: 'ending',
      icon: 'calendar',
      tone: undefined,
      title: t('ending', { days: homeLists.ending.endsWithin }),
      tally: ending,
      list: { ...homeLists.ending, sort: 'registration' },
    },
    {
      key: 'incomplete',
      icon: 'document',
      tone: undefined,
      title: t('incomplete'),
      tally: incomplete,
      list: homeLists.incomplete,
    },
  ];
  return <Lines slug={slug} now={now} label={t('attention')} lines={lines} />;
}

/** The other states, those under review in time among them. */
export function SettledQueues({ slug, now, states }: { slug: string; now: string; states: Counted }) {
  const t = useTranslations('home');
  const ofState = useStateLine(states);
  const lines = (['UNDER_REVIEW', 'APPROVED', 'UNAUTHORIZED', 'UNKNOWN'] as const).map(ofState);
  return <Lines slug={slug} now={now} label={t('others')} lines={lines} />;
}
