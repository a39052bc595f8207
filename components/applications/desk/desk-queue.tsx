import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { DeskRow } from '@/lib/applications/view';
import { ageOf, formatCapped } from '@/lib/i18n/format';
import { paths } from '@/lib/paths';
import type { CappedCount } from '@/lib/result';

type DeskQueueProps = {
  slug: string;
  rows: DeskRow[];
  total: CappedCount;
  current: string | null;
  readerId: string;
  now: Date;
};

/** Known rejections, oldest first, with how often each was tried and whose it is. */
export function DeskQueue({ slug, rows, total, current, readerId, now }: DeskQueueProps) {
  const t = useTranslations('desk.queue');
  const ages = useTranslations('common.age.short');
  return (
    <nav className="desk-pane desk-queue" aria-label={t('title')}>
      <h2>
        {t('title')} <span data-part="push">{t('count', { count: formatCapped(total) })}</span>
      </h2>
      <ul>
        {rows.map(({ applymentId, subMchid, name, since, attempts, owner, ownerId }) => {
          const { unit, count } = ageOf(new Date(since), now);
          return (
            <li key={applymentId}>
              <Link
                href={paths.desk(slug, { applyment_id: applymentId })}
                aria-current={applymentId === current ? 'true' : undefined}
                prefetch={false}
              >
                <b>{name || subMchid}</b>
                <span>
                  <span className="text-ink">{ages(unit, { count })}</span>
                  <span>{t('attempt', { number: Math.max(attempts, 1) })}</span>
                  <span data-part="owner">{ownerId === readerId ? t('you') : (owner ?? t('nobody'))}</span>
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
