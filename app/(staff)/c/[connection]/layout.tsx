import type { ReactNode } from 'react';
import { StaffFrame } from '@/app/(staff)/staff-frame';
// The small client parts of lists and records come with the frame: going from one to the other then fetches no script.
import '@/app/late-outcome';
import '@/components/data/copy-button';
import '@/components/layout/page-keys';
import '@/components/ownership/owner-button';
import '@/components/sub-merchants/list-region';
import '@/components/sub-merchants/read-button';
import { accountOf, currentStaff } from '@/lib/boundary';
import { context } from '@/lib/context';

type ConnectionLayoutProps = { params: Promise<{ connection: string }>; children: ReactNode };

/** The frame of one connection. Who may see a page is the page's own matter: it redirects, or answers 403 or 404. */
export default async function ConnectionLayout({ params, children }: ConnectionLayoutProps) {
  const [staff, held, { connection }] = await Promise.all([currentStaff(), context(), params]);
  if (!staff) return children;
  return (
    <StaffFrame context={held} staff={staff} account={accountOf(held, staff, connection)}>
      {children}
    </StaffFrame>
  );
}
