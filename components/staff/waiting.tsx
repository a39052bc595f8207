import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { paths } from '@/lib/paths';
import type { WaitingChange } from '@/lib/staff/view';

/** A change that waits, with the way to its approval. */
export function Waiting({ slug, change: { approvalId, deed, askedBy } }: { slug: string; change: WaitingChange }) {
  const t = useTranslations('staff.waiting');
  const key = deed.replaceAll('.', '-');
  return (
    <small className="block w-full whitespace-normal" data-waiting={deed}>
      <Link className="link" href={paths.approval(slug, approvalId)} prefetch={false}>
        {t.has(key) ? t(key) : t('other')}
      </Link>{' '}
      {t('askedBy', { name: askedBy })}
    </small>
  );
}
