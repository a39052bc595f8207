'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useEffectEvent, useRef, useState, useTransition } from 'react';
import type { Topic } from '@/lib/events/view';
import { useLive } from './use-live';

/** Refreshes follow each other at this distance at least. */
const REFRESH_EVERY_MS = 1000;
const LOOK_EVERY_MS = 250;

/** Where somebody points, reads or chooses: rows do not move under them. */
const held = [
  'main tbody:hover',
  'main tbody :focus',
  'main [data-rows]:hover',
  'main [data-rows] :focus',
  'main .queue-open:hover',
  'main [data-row-link]:focus',
  '.live-pill:hover',
  '.live-pill:focus',
  ':popover-open',
  'dialog[open]',
].join();

/** What changed since the page was drawn: as many objects as were named, or `null` when nobody knows how many. */
type News = ReadonlySet<string> | null;

type RefreshPillProps = {
  connection: string;
  topics: readonly Topic[];
  /** `many` has {count} in it; `some` is said when nobody knows how many. */
  words: { many: string; some: string };
};

export function RefreshPill({ connection, topics, words }: RefreshPillProps) {
  const router = useRouter();
  const [isRefreshing, start] = useTransition();
  const [news, setNews] = useState<News | undefined>(undefined);
  const [isHeld, setIsHeld] = useState(false);
  const refreshedAt = useRef(0);
  const pill = useRef<HTMLButtonElement>(null);

  useLive(connection, topics, (event) =>
    setNews((before) => {
      if (before === null || event.kind === 'resync' || event.ids.length === 0) return null;
      return new Set([...(before ?? []), ...event.ids.map((id) => `${event.topic} ${id}`)]);
    }),
  );

  const refresh = () => {
    // The button goes away with the focus on it; the next Tab starts from the page again.
    if (document.activeElement === pill.current) document.getElementById('content')?.focus({ preventScroll: true });
    refreshedAt.current = Date.now();
    setNews(undefined);
    setIsHeld(false);
    start(() => router.refresh());
  };

  const look = useEffectEvent(() => {
    const isSomebodyThere = document.hidden || document.querySelector(held) !== null;
    setIsHeld(isSomebodyThere);
    if (!isSomebodyThere && Date.now() - refreshedAt.current >= REFRESH_EVERY_MS) refresh();
  });
  useEffect(() => {
    if (news === undefined || isRefreshing) return;
    look();
    const looking = setInterval(look, LOOK_EVERY_MS);
    return () => clearInterval(looking);
  }, [news, isRefreshing]);

  return (
    <div role="status" className="live-place">
      {news !== undefined && isHeld && (
        <button ref={pill} type="button" className="button live-pill" onClick={refresh}>
          {news === null ? words.some : words.many.replace('{count}', String(news.size))}
        </button>
      )}
    </div>
  );
}
