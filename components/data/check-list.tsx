import type { ReactNode } from 'react';
import type { Tone } from '../ui/badge';
import type { IconName } from '../ui/icon';
import { Icon } from '../ui/icon';

export type CheckVerdict = 'ok' | 'wrong' | 'note' | 'skipped';

const looks: Record<CheckVerdict, { icon: IconName; tone: Tone }> = {
  ok: { icon: 'check', tone: 'approved' },
  wrong: { icon: 'cross', tone: 'rejected' },
  note: { icon: 'info', tone: 'review' },
  skipped: { icon: 'minus', tone: 'none' },
};

type CheckListProps = {
  /** The word of each verdict, read out before its row. */
  words: Record<CheckVerdict, string>;
  items: { key: string; verdict: CheckVerdict; title: ReactNode; sentence: ReactNode }[];
};

/** What was judged, one by one in its order: verdict, what, and what was found. */
export function CheckList({ words, items }: CheckListProps) {
  return (
    <ol className="check-list">
      {items.map(({ key, verdict, title, sentence }) => (
        <li key={key} data-check={key} data-verdict={verdict} data-tone={looks[verdict].tone}>
          <Icon name={looks[verdict].icon} />
          <span className="sr-only">{words[verdict]}</span>
          <b>{title}</b>
          <span>{sentence}</span>
        </li>
      ))}
    </ol>
  );
}
