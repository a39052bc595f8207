import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ApprovalDetail } from '@/lib/approvals/view';
import { paths } from '@/lib/paths';
import { Timestamp } from '../data/timestamp';
import { ButtonLink } from '../ui/button-link';
import { Notice } from '../ui/notice';
import { useCauseWords } from './use-cause-words';

type ApprovalNoticesProps = {
  slug: string;
  approval: ApprovalDetail;
  zone: string;
  /** When the record changed under it. */
  movedAt: string | null;
  mayEdit: boolean;
};

/** What has to be known before anything is decided: that it is stale or void, cools off, or was asked for anew. */
export function ApprovalNotices({ slug, approval, zone, movedAt, mayEdit }: ApprovalNoticesProps) {
  const t = useTranslations('approvals.page');
  const causeWords = useCauseWords();
  const { state, stale, cause, notBefore, replacedBy, objectKind, objectId } = approval;
  const ended = state === 'void' ? cause : stale;
  const isEdit = objectKind === 'sub-merchant' && approval.deed === 'sub-merchant.modify';
  const canAskAnew = (ended !== null || state === 'sent-back') && isEdit && mayEdit && replacedBy === null;
  const anew = canAskAnew && (
    <ButtonLink size="small" icon="pencil" href={paths.editSubMerchant(slug, objectId)}>
      {t('askAnew')}
    </ButtonLink>
  );
  return (
    <>
      {ended !== null && (
        <Notice tone="failed" icon="warning" actions={anew}>
          <b>{t(state === 'void' ? 'voidTitle' : 'staleTitle')}</b>{' '}
          {movedAt === null ? (
            <>
              {causeWords(ended).means ?? ended} {!['maker-suspended', 'maker-limited'].includes(ended) && t('anewHow')}
            </>
          ) : (
            t.rich('recordMovedAt', { time: () => <Timestamp at={movedAt} zone={zone} /> })
          )}
        </Notice>
      )}
      {state === 'sent-back' && replacedBy === null && (
        <Notice tone="punished" icon="undo" actions={anew}>
          <b>{t('sentBack')}</b> {t('anewHow')}
        </Notice>
      )}
      {state === 'approved' && stale === null && notBefore !== null && (
        <Notice tone="review" icon="clock">
          <b>{t.rich('cooling', { time: () => <Timestamp at={notBefore} zone={zone} /> })}</b> {t('coolingHow')}
        </Notice>
      )}
      {replacedBy !== null && (
        <Notice>
          {t.rich('replacedBy', {
            link: (chunks) => (
              <Link className="link" href={paths.approval(slug, replacedBy)} prefetch={false}>
                {chunks}
              </Link>
            ),
          })}
        </Notice>
      )}
    </>
  );
}
