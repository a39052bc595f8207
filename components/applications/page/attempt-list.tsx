import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { AttemptView } from '@/lib/applications/view';
import { paths } from '@/lib/paths';
import { Timestamp } from '../../data/timestamp';
import { Badge } from '../../ui/badge';
import { Section } from '../../ui/section';

type AttemptListProps = { slug: string; attempts: AttemptView[]; zone: string; mayOpenRequests: boolean };

/** What was sent, newest first, and what the reviewer said to each. */
export function AttemptList({ slug, attempts, zone, mayOpenRequests }: AttemptListProps) {
  const t = useTranslations('application.attempts');
  return (
    <Section title={t('title')} note={t('note')}>
      {attempts.length === 0 ? (
        <p className="text-ink-2 text-table mt-2">{t('none')}</p>
      ) : (
        <ol className="mt-2 grid gap-2" reversed>
          {attempts.map((attempt) => (
            <li key={attempt.number} className="rounded-3 border-line border p-4" data-attempt={attempt.number}>
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <b className="font-medium">{t('number', { number: attempt.number })}</b>
                <Verdict verdict={attempt.verdict} />
                <span className="text-ink-3 text-small">
                  <Timestamp at={attempt.submittedAt} zone={zone} />
                  {' · '}
                  <Origin slug={slug} attempt={attempt} isLink={mayOpenRequests} />
                </span>
              </div>
              {attempt.rejectDetail !== null && (
                <blockquote className="verbatim mt-2" translate="no">
                  {attempt.rejectDetail}
                </blockquote>
              )}
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}

function Verdict({ verdict }: Pick<AttemptView, 'verdict'>) {
  const t = useTranslations('application.attempts');
  if (verdict === 'rejected') {
    return (
      <Badge tone="rejected" icon="rejected">
        {t('rejected')}
      </Badge>
    );
  }
  return verdict === 'approved' ? (
    <Badge tone="approved" icon="approved">
      {t('approved')}
    </Badge>
  ) : (
    <Badge icon="clock">{t('open')}</Badge>
  );
}

/** Who sent it, or what told us of it. */
function Origin({ slug, attempt, isLink }: { slug: string; attempt: AttemptView; isLink: boolean }) {
  const t = useTranslations('application.attempts');
  const words = attempt.by === null ? t(`how.${attempt.how}`) : t('sentBy', { name: attempt.by });
  if (attempt.requestId === null || !isLink) return words;
  return (
    <Link className="link" href={paths.request(slug, attempt.requestId)} prefetch={false}>
      {words}
    </Link>
  );
}
