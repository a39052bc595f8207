import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Timestamp } from '@/components/data/timestamp';
import type { DeskCase, WorkedBefore } from '@/lib/applications/view';
import { paths } from '@/lib/paths';
import { CauseTags } from './cause-tags';

type ReasonPaneProps = {
  slug: string;
  found: DeskCase;
  worked: WorkedBefore[];
  zone: string;
  mayTag: boolean;
  mayOpenNotifications: boolean;
};

const DAY_MS = 86_400_000;

/** The reviewer's words as they were written, what staff made of them, what worked before, and the earlier attempts. */
export function ReasonPane({ slug, found, worked, zone, mayTag, mayOpenNotifications }: ReasonPaneProps) {
  const t = useTranslations('desk.reason');
  const how = useTranslations('record.how');
  const fields = useTranslations('fields');
  const [newest, ...earlier] = found.attempts;
  return (
    <section className="desk-pane desk-reason" aria-labelledby="desk-reason-title">
      <h2 id="desk-reason-title">{t('title')}</h2>
      <div data-part="body">
        {found.rejectDetail === null ? (
          <p className="text-ink-2">{t('none')}</p>
        ) : (
          <blockquote className="verbatim" translate="no" data-part="reject-detail">
            {found.rejectDetail}
          </blockquote>
        )}
        <p className="text-small text-ink-3 mt-2">
          {found.rejectDetail !== null && `${t('platformWords')} `}
          {found.notificationId !== null && mayOpenNotifications ? (
            <Link className="link" href={paths.notification(slug, found.notificationId)} prefetch={false}>
              {how(found.stateHow)}
            </Link>
          ) : (
            how.has(found.stateHow) && how(found.stateHow)
          )}
          {' · '}
          <Timestamp at={found.stateAsOf} zone={zone} />
        </p>
        {newest && (
          <>
            <h3>{t('cause')}</h3>
            <CauseTags key={newest.id} connection={slug} attemptId={newest.id} held={newest.causes} mayTag={mayTag} />
            <h3>{t('worked')}</h3>
            {worked.length === 0 ? (
              <p className="text-small text-ink-3">{t(newest.causes.length === 0 ? 'tagFirst' : 'nothingWorked')}</p>
            ) : (
              <ul className="desk-past">
                {worked.map(({ applymentId, subMchid, name, rejectedAt, approvedAt, changes }) => (
                  <li key={applymentId}>
                    <Link className="link" href={paths.application(slug, applymentId)} prefetch={false}>
                      {name || subMchid}
                    </Link>
                    {', '}
                    {t('approvedIn', {
                      days: Math.max(1, Math.round((Date.parse(approvedAt) - Date.parse(rejectedAt)) / DAY_MS)),
                    })}
                    <small>
                      {changes.length === 0
                        ? t('sameContent')
                        : changes.map(({ path }) => fields(`${path}.label`)).join(', ')}
                    </small>
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
        {earlier.map(({ id, number, verdict, decidedAt, rejectDetail }) => (
          <div key={id}>
            <h3>{t('attempt', { number })}</h3>
            <p className="text-small text-ink-2">
              {t(`verdict.${verdict ?? 'none'}`)}{' '}
              {decidedAt !== null && <Timestamp at={decidedAt} zone={zone} show="day" />}
            </p>
            {rejectDetail !== null && (
              <blockquote className="verbatim text-small" translate="no">
                {rejectDetail}
              </blockquote>
            )}
          </div>
        ))}
      </div>
    </section>
  );
}
