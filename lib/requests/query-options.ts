import { queryOptions } from '@tanstack/react-query';
import { paths } from '@/lib/paths';
import type { RequestStatus } from './view';
import { isOpen, requestStatus } from './view';

/** Soon after sending an answer is likely; later the ladder's steps are minutes apart. */
const FAST_MS = 1000;
const SLOW_MS = 5000;

const wait = (status: RequestStatus | undefined) => {
  if (!status) return FAST_MS;
  if (!isOpen(status.outcome)) return false;
  return status.outcome === 'sending' ? FAST_MS : SLOW_MS;
};

/** Where a request stands, asked again until it is settled; the screen never needs a reload. */
export const requestStatusQuery = (connection: string, id: string, initial?: RequestStatus) =>
  queryOptions({
    queryKey: ['requests', connection, id],
    queryFn: async (): Promise<RequestStatus> => {
      const answer = await fetch(paths.api.requestView(connection, id), { headers: { Accept: 'application/json' } });
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      return requestStatus.parse(await answer.json());
    },
    ...(initial && { initialData: initial }),
    refetchInterval: ({ state }) => wait(state.data),
    refetchOnWindowFocus: true,
  });
