import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { PendingApproval } from '@/lib/approvals/view';
import { formatTimestamp } from '@/lib/i18n/format';
import { paths } from '@/lib/paths';
import { Timestamp } from '../data/timestamp';
import { ButtonLink } from '../ui/button-link';
import { Icon } from '../ui/icon';
import { Notice } from '../ui/notice';
import { useDeedSentence } from './use-deed-sentence';

type Reader = { slug: string; zone: string };

/** The mark of a row whose record a change waits on: by whom and since when is in its name. */
export function ChangeWaitsMark({ slug, zone, waiting }: Reader & { waiting: PendingApproval }) {
  const t = useTranslations('approvals.waits');
  const named = t('markNamed', { by: waiting.askedBy, time: formatTimestamp(new Date(waiting.askedAt), zone) });
  return (
    <Link
      className="text-table inline-flex items-center gap-1.5 hover:underline"
      href={paths.approval(slug, waiting.id)}
      prefetch={false}
      title={named}
      aria-label={named}
      data-change-waits={waiting.id}
    >
      <Icon name="review" className="text-ink-3" />
      {t('mark')}
    </Link>
  );
}

type ChangeWaitsProps = Reader & {
  waiting: PendingApproval[];
  /** Without a name, what each approval is about has none but its id. */
  object: { kind: string; name?: string };
};

/** What waits for approval on the object of this page: who asked for what, since when. */
export function ChangeWaits({ slug, zone, waiting, object }: ChangeWaitsProps) {
  const t = useTranslations('approvals.waits');
  const sentence = useDeedSentence();
  return waiting.map((approval) => (
    <Notice
      key={approval.id}
      tone="review"
      icon="review"
      actions={
        <ButtonLink size="small" href={paths.approval(slug, approval.id)}>
          {t('open')}
        </ButtonLink>
      }
    >
      <span data-change-waits={approval.id}>
        <b>{t(approval.state === 'approved' ? 'approved' : 'title')}</b>{' '}
        {t.rich('since', {
          by: approval.askedBy,
          what: sentence({ ...approval, objectKind: object.kind, objectName: object.name ?? approval.objectId }),
          time: () => <Timestamp at={approval.askedAt} zone={zone} />,
        })}
      </span>
    </Notice>
  ));
}
