import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { Sent } from '@/lib/result';
import type { Tone } from './badge';
import type { IconName } from './icon';
import { Icon } from './icon';

/** Where an outgoing call stands (decisions 1). */
export type Outcome = Sent['outcome'];

const icons: Record<Outcome, IconName> = {
  'not-sent': 'document',
  waiting: 'clock',
  sending: 'arrow',
  accepted: 'approved',
  refused: 'rejected',
  unknown: 'unknown',
};

/** The icon of an outcome, for lists and timelines. */
export const outcomeIcon = (outcome: Outcome): IconName => icons[outcome];

type OutcomeLineProps = {
  outcome: Outcome;
  requestId: string | null;
  /** True once an unknown was settled: the words say "Settled" instead of "Accepted" or "Refused". */
  settled?: boolean;
  /** The bold words; by default those of the outcome. */
  lead?: ReactNode;
  /** The sentence after them; by default what the outcome means. */
  children?: ReactNode;
  clock?: ReactNode;
  /** One next step: a button or a link. */
  next?: ReactNode;
  /** A look other than the outcome's, for a second line that tells a state. */
  look?: { icon: IconName; tone: Tone };
};

/** Where a request stands, what that means and what comes next. The same in a page, a dialog and a side panel. */
export function OutcomeLine(props: OutcomeLineProps) {
  const { outcome, requestId, settled = false, lead, children, clock, next, look } = props;
  const t = useTranslations('outcomes');
  const words = settled && (outcome === 'accepted' || outcome === 'refused') ? `settled-${outcome}` : outcome;
  return (
    <div
      className="outcome"
      data-outcome={outcome}
      data-request-id={requestId ?? undefined}
      data-tone={look?.tone}
      role="status"
    >
      <Icon name={look?.icon ?? icons[outcome]} />
      <div data-part="sentence">
        <b>{lead ?? t(`${words}.lead`)}</b> <span>{children ?? t(`${words}.sentence`)}</span>
      </div>
      {clock && <span data-part="clock">{clock}</span>}
      {next && <span data-part="next">{next}</span>}
    </div>
  );
}

/** Puts the lines of one request (record, H5) into one band with one next step. */
export function OutcomeBand({ children }: { children: ReactNode }) {
  return <div className="outcome-band">{children}</div>;
}

type OutcomeWordProps = { outcome: Outcome; requestId: string | null; settled?: boolean; children?: ReactNode };

/** The outcome in a table row or a card: icon and word. `children` adds quiet words after it. */
export function OutcomeWord({ outcome, requestId, settled = false, children }: OutcomeWordProps) {
  const t = useTranslations('outcomes');
  const words = settled && (outcome === 'accepted' || outcome === 'refused') ? `settled-${outcome}` : outcome;
  return (
    <span className="outcome-word" data-outcome={outcome} data-request-id={requestId ?? undefined}>
      <Icon name={icons[outcome]} />
      <b>{t(`${words}.word`)}</b>
      {children}
    </span>
  );
}
