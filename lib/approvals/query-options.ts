import { queryOptions } from '@tanstack/react-query';
import { paths } from '@/lib/paths';
import type { ApprovalStanding } from './view';
import { approvalStanding } from './view';

/** Events tell at once; this is for a browser that hears none. */
const EVERY_MS = 5000;

/** Where an approval stands, asked again until it is over. */
export const approvalStandingQuery = (connection: string, id: string) =>
  queryOptions({
    queryKey: ['approvals', connection, id],
    queryFn: async (): Promise<ApprovalStanding> => {
      const answer = await fetch(paths.api.approvalView(connection, id), { headers: { Accept: 'application/json' } });
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      return approvalStanding.parse(await answer.json());
    },
    refetchInterval: ({ state }) => (!state.data || isWaiting(state.data) ? EVERY_MS : false),
  });

/** True while somebody, or a cool-off, still stands between the approval and its deed. */
export const isWaiting = ({ state }: ApprovalStanding): boolean => state === 'pending' || state === 'approved';
