'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLive } from '@/components/live/use-live';
import { approvalStandingQuery } from '@/lib/approvals/query-options';
import type { ApprovalStanding } from '@/lib/approvals/view';
import type { Sent } from '@/lib/result';

/**
 * Follows the approval that this form's edit waits for. Once it is given, `onSent` gets the request that left, as if the
 * form had sent it; answers where it stands.
 */
export function useAsked(
  connection: string,
  approvalId: string | null,
  onSent: (sent: Sent) => void,
): ApprovalStanding | null {
  const { data, refetch } = useQuery({
    ...approvalStandingQuery(connection, approvalId ?? ''),
    enabled: approvalId !== null,
  });
  useLive(connection, approvalId === null ? [] : ['approvals'], (event) => {
    if (event.kind === 'resync' || event.ids.length === 0 || event.ids.includes(approvalId ?? '')) void refetch();
  });
  const told = useRef<string | null>(null);
  const sent = data?.request ?? null;
  useEffect(() => {
    if (!sent || told.current === sent.requestId) return;
    told.current = sent.requestId;
    onSent(sent);
  }, [sent, onSent]);
  return approvalId === null ? null : (data ?? null);
}
