import { useTranslations } from 'next-intl';
import type { ApplicationDetail } from '@/lib/applications/view';
import { Timestamp } from '../../data/timestamp';
import type { DatedEntry } from '../../sub-merchants/record-timeline';

/** Attempts and verdicts as entries of a timeline: those that no entry of the trail tells by itself. */
export function useAttemptEntries({ attempts }: ApplicationDetail, zone: string): DatedEntry[] {
  const t = useTranslations('application.timeline');
  const tHow = useTranslations('application.attempts.how');
  return attempts.flatMap((attempt): DatedEntry[] => {
    const { number, how, submittedAt, by, decidedAt, verdict, rejectDetail } = attempt;
    const note = by ?? tHow(how);
    const sent: DatedEntry = {
      id: `attempt ${number}`,
      moment: submittedAt,
      at: <Timestamp at={submittedAt} zone={zone} />,
      icon: 'document',
      sentence: t(how === 'request' ? 'sent' : 'known', { number }),
      note,
    };
    if (verdict === null || decidedAt === null) return [sent];
    // The newest first, also within one moment.
    return [
      {
        id: `verdict ${number}`,
        moment: decidedAt,
        at: <Timestamp at={decidedAt} zone={zone} />,
        icon: verdict === 'rejected' ? 'rejected' : 'approved',
        tone: verdict,
        sentence: t(verdict, { number }),
        raw:
          rejectDetail === null ? undefined : (
            <blockquote className="verbatim" translate="no">
              {rejectDetail}
            </blockquote>
          ),
      },
      sent,
    ];
  });
}
