'use client';

import { useRouter } from 'next/navigation';
import { paths } from '@/lib/paths';
import { useLive } from './use-live';

type FollowStopProps = {
  /** Slug of the connection. */
  connection: string;
  /** When it was stopped as the page was drawn; '' while it went on. */
  shown: string;
};

/** Draws the page anew when all sending is stopped, or goes on, while it is open. What was typed in it stays. */
export function FollowStop({ connection, shown }: FollowStopProps) {
  const router = useRouter();
  useLive(connection, ['connections'], () => {
    // Something may have been missed, or another thing of the connection moved: only what this page says wrongly is drawn anew.
    fetch(paths.api.sendingView(connection), { cache: 'no-store' })
      .then(async (answer) => (answer.ok ? ((await answer.json()) as { stoppedAt: string }).stoppedAt : shown))
      .then((now) => {
        if (now !== shown) router.refresh();
      })
      .catch(() => {});
  });
  return null;
}
