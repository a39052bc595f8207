'use client';

import { useRouter } from 'next/navigation';
import { paths } from '@/lib/paths';
import { useLive } from './use-live';

type FollowStopProps = {
  /** Slug of the connection. */
  connection: string;
  /** When it was stopped as the page was drawn; '' while it went on. */
  shown: string;
  /** The emergency that the page tells of, as its view marks it; '' without one. */
  emergency: string;
};

/**
 * Draws the page anew when all sending is stopped or goes on, and when an emergency begins, is used or ends, while it is open.
 * What was typed in it stays.
 */
export function FollowStop({ connection, shown, emergency }: FollowStopProps) {
  const router = useRouter();
  useLive(connection, ['connections'], () => {
    // Something may have been missed, or another thing of the connection moved: only what this page says wrongly is drawn anew.
    fetch(paths.api.sendingView(connection), { cache: 'no-store' })
      .then(async (answer) => {
        if (!answer.ok) return;
        const now = (await answer.json()) as { stoppedAt: string; emergency: string };
        if (now.stoppedAt !== shown || now.emergency !== emergency) router.refresh();
      })
      .catch(() => {});
  });
  return null;
}
