import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { Tone } from './badge';
import { Details } from './details';
import type { IconName } from './icon';
import { Icon } from './icon';

export type TimelineEntry = {
  id: string;
  /** A `Timestamp`. */
  at: ReactNode;
  icon: IconName;
  tone?: Tone;
  sentence: ReactNode;
  /** Source and person, in small print. */
  note?: ReactNode;
  /** The record as it came, folded. */
  raw?: ReactNode;
};

/** One column, newest first: time, source, sentence. */
export function Timeline({ entries }: { entries: TimelineEntry[] }) {
  const t = useTranslations('common');
  return (
    <ol className="timeline">
      {entries.map((entry) => (
        <li key={entry.id} data-tone={entry.tone}>
          {entry.at}
          <Icon name={entry.icon} />
          <div data-part="entry">
            {entry.sentence}
            {entry.note && <div data-part="note">{entry.note}</div>}
            {entry.raw && <Details summary={t('raw')}>{entry.raw}</Details>}
          </div>
        </li>
      ))}
    </ol>
  );
}
