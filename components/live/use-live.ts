'use client';

import { useEffect, useEffectEvent } from 'react';
import type { LiveEvent, Topic } from '@/lib/events/view';
import { hearLive } from './browser-stream';

/**
 * Calls `onEvent` when something of these topics changed under a connection (its slug), and for every `resync`: then
 * something may have been missed, and what is shown is read anew. Without topics nothing is listened for.
 */
export function useLive(connection: string, topics: readonly Topic[], onEvent: (event: LiveEvent) => void): void {
  const hear = useEffectEvent((event: LiveEvent) => {
    if (event.kind === 'resync' || topics.includes(event.topic)) onEvent(event);
  });
  const isIdle = topics.length === 0;
  useEffect(() => {
    if (!isIdle) return hearLive(connection, (event) => hear(event));
  }, [connection, isIdle]);
}
