import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import { paths } from '@/lib/paths';
import type { Approvers } from '@/lib/requests/view';

type ApprovedByProps = { slug: string; approvers: Approvers };

/** The names of those who approved, with the way to the approval. */
export function ApproverNames({ slug, approvers }: ApprovedByProps) {
  const format = useFormatter();
  return (
    <Link className="link" href={paths.approval(slug, approvers.approvalId)} prefetch={false} data-part="approvers">
      {format.list(approvers.names, { type: 'conjunction' })}
    </Link>
  );
}

/** The same as a few words after the name of whoever made it. */
export function ApprovedBy({ slug, approvers }: ApprovedByProps) {
  const t = useTranslations('approvals');
  return t.rich('approvedBy', { names: () => <ApproverNames slug={slug} approvers={approvers} /> });
}
