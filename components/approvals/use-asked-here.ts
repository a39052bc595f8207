import { useState } from 'react';

/**
 * Where a deed of this page waits, from the moment it is asked for until the page itself says so: `waiting` holds the ids of
 * the approvals that wait on its object. From then on the page follows it, through approval and to the end.
 */
export function useAskedHere(waiting: readonly string[]) {
  const [approvalId, setApprovalId] = useState<string | null>(null);
  if (approvalId !== null && waiting.includes(approvalId)) setApprovalId(null);
  return [approvalId, setApprovalId] as const;
}
