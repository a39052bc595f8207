import { useTranslations } from 'next-intl';
import { formatCount } from '@/lib/i18n/format';
import { paths } from '@/lib/paths';
import { Queue } from '../data/queue';
import { RelativeAge } from '../data/timestamp';
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
  /** Query of the list that holds exactly what was counted. */
  list: Record<string, string>;
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
          {...(tally.count > 0 && { all: { href: paths.subMerchants(slug, list), label: t('seeAll', { title }) } })}
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
  /** Under review for longer than three working days. */
  overdue: number;
  ending: HomeTally;
  incomplete: HomeTally;
}) {
  const t = useTranslations('home');
  const tStates = useTranslations('states');
  const ofState = (state: string): Line => ({
    key: state,
    ...look(state),
    title: tStates(`${state}.label`),
    tally: states[state] ?? { count: 0, more: false, oldestSince: null },
    list: { state, sort: 'since' },
  });
  const lines: Line[] = [
    ofState('REJECTED'),
    ofState('APPLICATION_FAILED'),
    ofState('UNDER_PUNISHMENT'),
    {
      ...ofState('UNDER_REVIEW'),
      title: overdue > 0 ? t('underReview', { overdue: formatCount(overdue) }) : tStates('UNDER_REVIEW.label'),
    },
    {
      key: 'ending',
      icon: 'calendar',
      tone: undefined,
      title: t('ending'),
      tally: ending,
      list: { endsWithin: '30', sort: 'registration' },
    },
    {
      key: 'incomplete',
      icon: 'document',
      tone: undefined,
      title: t('incomplete'),
      tally: incomplete,
      list: { missing: 'any' },
    },
  ];
  return <Lines slug={slug} now={now} label={t('attention')} lines={lines} />;
}

/** The other states, so that the counts together are all that we hold. */
export function SettledQueues({ slug, now, states }: { slug: string; now: string; states: Counted }) {
  const t = useTranslations('home');
  const tStates = useTranslations('states');
  const lines = (['APPROVED', 'UNAUTHORIZED', 'UNKNOWN'] as const).map((state): Line => {
    const isKnown = state !== 'UNKNOWN';
    return {
      key: state,
      ...look(state),
      title: isKnown ? tStates(`${state}.label`) : tStates('unheld.label'),
      tally: states[state] ?? { count: 0, more: false, oldestSince: null },
      list: { state, sort: 'since' },
    };
  });
  return <Lines slug={slug} now={now} label={t('others')} lines={lines} />;
}
