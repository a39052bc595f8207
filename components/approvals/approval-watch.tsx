'use client';

import { useRouter } from 'next/navigation';
import type { Topic } from '@/lib/events/view';
import { useLive } from '../live/use-live';

type ApprovalWatchProps = {
  /** Slug of the connection. */
  connection: string;
  approvalId: string;
  /** Id of what it is about, and the topic that tells of it: when that moves, the approval may be stale. */
  objectId: string;
  topic: Topic | null;
};

/** Draws the page of one approval anew as soon as something happens to it or to its object; what is typed stays. */
export function ApprovalWatch({ connection, approvalId, objectId, topic }: ApprovalWatchProps) {
  const router = useRouter();
  useLive(connection, topic === null ? ['approvals'] : ['approvals', topic], (event) => {
    const isAboutIt =
      event.kind === 'resync' || event.ids.length === 0 || [approvalId, objectId].some((id) => event.ids.includes(id));
    if (isAboutIt) router.refresh();
  });
  return null;
}
