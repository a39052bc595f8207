import { useTranslations } from 'next-intl';
import type { ApprovalDetail } from '@/lib/approvals/view';
import { Timestamp } from '../data/timestamp';
import type { Tone } from '../ui/badge';
import type { IconName } from '../ui/icon';
import type { TimelineEntry } from '../ui/timeline';
import { Timeline } from '../ui/timeline';
import { useCauseWords } from './use-cause-words';

const looks: Record<string, { icon: IconName; tone?: Tone }> = {
  approve: { icon: 'approved', tone: 'approved' },
  decline: { icon: 'rejected', tone: 'rejected' },
  'send-back': { icon: 'undo', tone: 'punished' },
  withdraw: { icon: 'minus' },
};

/** What was said and done about an approval, newest first. */
export function ApprovalHistory({ approval, zone }: { approval: ApprovalDetail; zone: string }) {
  const t = useTranslations('approvals');
  const causeWords = useCauseWords();
  const { state, cause, decidedAt } = approval;
  const said: (Omit<TimelineEntry, 'at'> & { moment: string })[] = approval.history.map((word, place) => ({
    id: `word-${place}`,
    moment: word.at,
    ...(looks[word.verdict] ?? { icon: 'note' as const }),
    sentence: t.has(`page.event.${word.verdict}`) ? t(`page.event.${word.verdict}`, { by: word.by }) : word.verdict,
    note: (word.onBehalfOf !== null || word.remark !== null || word.ceased !== null) && (
      <>
        {word.ceased !== null && (
          <p data-ceased={word.ceased}>
            <b>{t(`page.ceased.${word.ceased}`)}</b>
          </p>
        )}
        {word.onBehalfOf !== null && <p>{t('page.event.behalf', { name: word.onBehalfOf })}</p>}
        {word.remark !== null && <p className="break-words whitespace-pre-line">{word.remark}</p>}
      </>
    ),
  }));
  const entries = [
    {
      id: 'asked',
      moment: approval.askedAt,
      icon: 'pencil' as const,
      sentence: t('page.event.asked', { by: approval.askedBy }),
    },
    ...(approval.remindedAt === null
      ? []
      : [{ id: 'reminded', moment: approval.remindedAt, icon: 'bell' as const, sentence: t('page.event.reminded') }]),
    ...said,
    ...(decidedAt !== null && (state === 'void' || state === 'carried-out')
      ? [
          {
            id: 'ended',
            moment: decidedAt,
            icon: state === 'void' ? ('cross' as const) : ('arrow' as const),
            sentence: t(`page.event.${state}`),
            note: cause !== null && causeWords(cause).means,
          },
        ]
      : []),
  ];
  // The same moment keeps the order in which things happened.
  const newestFirst = entries.toSorted((a, b) => a.moment.localeCompare(b.moment)).reverse();
  return (
    <div className="mt-2">
      <Timeline
        entries={newestFirst.map(({ moment, ...entry }) => ({ ...entry, at: <Timestamp at={moment} zone={zone} /> }))}
      />
    </div>
  );
}
