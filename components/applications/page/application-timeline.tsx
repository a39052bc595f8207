import type { ComponentProps } from 'react';
import type { ApplicationDetail } from '@/lib/applications/view';
import { RecordTimeline } from '../../sub-merchants/record-timeline';
import { useAttemptEntries } from './attempt-entries';

type ApplicationTimelineProps = Omit<ComponentProps<typeof RecordTimeline>, 'more'> & {
  application: ApplicationDetail;
};

/** Everything known of one application in one order: the trail, each try, notifications, attempts and verdicts. */
export function ApplicationTimeline({ application, ...reader }: ApplicationTimelineProps) {
  const more = useAttemptEntries(application, reader.zone);
  return <RecordTimeline {...reader} more={more} />;
}
