import { useTranslations } from 'next-intl';
import { overdueBoard } from '@/lib/applications/filters';
import { formatCapped } from '@/lib/i18n/format';
import type { StateTab } from '@/lib/sub-merchants/filters';
import { homeLists } from '@/lib/sub-merchants/filters';
import { boardAddress } from '../applications/board/board-address';
import { Queue } from '../data/queue';
import { RelativeAge } from '../data/timestamp';
import { notificationAddress } from '../notifications/notification-address';
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
  /** Address of the list that holds exactly what was counted. */
  href: string;
};

type QueuesProps = { now: string; label: string; lines: Line[] };

function Lines({ now, label, lines }: QueuesProps) {
  const t = useTranslations('home');
  return (
    <section aria-label={label}>
      {lines.map(({ key, icon, tone, title, tally, href }) => (
        <Queue
          key={key}
          icon={icon}
          tone={tone}
          title={title}
          count={formatCapped(tally)}
          isEmpty={tally.count === 0}
          age={tally.oldestSince !== null && tally.count > 0 && <RelativeAge at={tally.oldestSince} now={now} />}
          all={{ href, label: t('seeAll', { title }) }}
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
function useStateLine(slug: string, states: Counted) {
  const t = useTranslations('states');
  return (state: StateTab): Line => ({
    key: state,
    ...look(state),
    title: t(`${state === 'UNKNOWN' ? 'unheld' : state}.label`),
    tally: states[state] ?? { count: 0, more: false, oldestSince: null },
    href: listAddress(slug, { state, sort: 'since' }),
  });
}

const quarantineLine = (slug: string, title: string, tally: HomeTally): Line => ({
  key: 'quarantine',
  icon: 'bell',
  tone: undefined,
  title,
  tally,
  href: notificationAddress(slug, { state: 'quarantine', parked: 'no' }),
});

/** Notifications in quarantine alone, where no sub-merchant is held yet: they may be about the first. */
export function QuarantineQueue({ slug, now, quarantine }: { slug: string; now: string; quarantine: HomeTally }) {
  const t = useTranslations('home');
  return <Lines now={now} label={t('attention')} lines={[quarantineLine(slug, t('quarantine'), quarantine)]} />;
}

/** What wants a person: states that do not mend themselves, and records that will hinder the next edit. */
export function AttentionQueues({
  slug,
  now,
  states,
  overdue,
  ending,
  incomplete,
  quarantine,
}: {
  slug: string;
  now: string;
  states: Counted;
  overdue: HomeTally;
  ending: HomeTally;
  incomplete: HomeTally;
  /** Notifications that could not be used and that nobody set aside; null for who may not see them. */
  quarantine: HomeTally | null;
}) {
  const t = useTranslations('home');
  const ofState = useStateLine(slug, states);
  const lines: Line[] = [
    ofState('REJECTED'),
    ofState('APPLICATION_FAILED'),
    ofState('UNDER_PUNISHMENT'),
    {
      key: 'overdue',
      ...look('UNDER_REVIEW'),
      title: t('overdue'),
      tally: overdue,
      href: boardAddress(slug, overdueBoard),
    },
    ...(quarantine === null ? [] : [quarantineLine(slug, t('quarantine'), quarantine)]),
    {
      key: 'ending',
      icon: 'calendar',
      tone: undefined,
      title: t('ending', { days: homeLists.ending.endsWithin }),
      tally: ending,
      href: listAddress(slug, { ...homeLists.ending, sort: 'registration' }),
    },
    {
      key: 'incomplete',
      icon: 'document',
      tone: undefined,
      title: t('incomplete'),
      tally: incomplete,
      href: listAddress(slug, homeLists.incomplete),
    },
  ];
  return <Lines now={now} label={t('attention')} lines={lines} />;
}

/** The other states, those under review in time among them. */
export function SettledQueues({ slug, now, states }: { slug: string; now: string; states: Counted }) {
  const t = useTranslations('home');
  const ofState = useStateLine(slug, states);
  const lines = (['UNDER_REVIEW', 'APPROVED', 'UNAUTHORIZED', 'UNKNOWN'] as const).map(ofState);
  return <Lines now={now} label={t('others')} lines={lines} />;
}
