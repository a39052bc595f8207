import { queryOptions } from '@tanstack/react-query';
import { paths } from '@/lib/paths';
import type { NotificationStatus } from './view';
import { notificationStatus } from './view';

/** The ladder's first steps are fifteen seconds apart. */
const EVERY_MS = 5_000;

/** Where a notification stands, asked again until the platform heard success: the page never needs a reload. */
export const notificationStatusQuery = (connection: string, initial: NotificationStatus) =>
  queryOptions({
    queryKey: ['notifications', connection, initial.id],
    queryFn: async (): Promise<NotificationStatus> => {
      const answer = await fetch(paths.api.notificationView(connection, initial.id), {
        headers: { Accept: 'application/json' },
      });
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      return notificationStatus.parse(await answer.json());
    },
    initialData: initial,
    refetchInterval: ({ state }) => (state.data?.lastAnswer === 200 ? false : EVERY_MS),
    refetchOnWindowFocus: true,
  });
