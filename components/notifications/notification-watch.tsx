'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { notificationStatusQuery } from '@/lib/notifications/query-options';
import type { NotificationStatus } from '@/lib/notifications/view';
import { useLive } from '../live/use-live';

/** What changes when something happened to a notification. */
const stageOf = ({ state, deliveries, lastAnswer, reprocessedAt, isParked, discrepanciesOpen }: NotificationStatus) =>
  [state, deliveries, lastAnswer, reprocessedAt, isParked, discrepanciesOpen].join(' ');

/**
 * Draws the page of one notification anew when something happens to it: at once when an event says so, else within
 * seconds while the platform has not heard success. Needs `QueryProvider` above it.
 */
export function NotificationWatch({ connection, initial }: { connection: string; initial: NotificationStatus }) {
  const router = useRouter();
  const { data: status, refetch } = useQuery(notificationStatusQuery(connection, initial));
  useLive(connection, ['notifications'], (event) => {
    if (event.kind === 'resync' || event.ids.length === 0 || event.ids.includes(initial.id)) void refetch();
  });
  const drawn = useRef(stageOf(initial));
  useEffect(() => {
    const stage = stageOf(status);
    if (stage === drawn.current) return;
    drawn.current = stage;
    router.refresh();
  }, [status, router]);
  return null;
}
