import type { ReactNode } from 'react';
import { StaffFrame } from '@/app/(staff)/staff-frame';
import { currentStaff } from '@/lib/boundary';
import { context } from '@/lib/context';

type ConnectionLayoutProps = { params: Promise<{ connection: string }>; children: ReactNode };

/** The frame of one connection. Who may see a page is the page's own matter: it redirects, or answers 403 or 404. */
export default async function ConnectionLayout({ params, children }: ConnectionLayoutProps) {
  const [staff, held, { connection }] = await Promise.all([currentStaff(), context(), params]);
  if (!staff) return children;
  return (
    <StaffFrame context={held} staff={staff} account={held.accountBySlug(connection)}>
      {children}
    </StaffFrame>
  );
}
