import { useTranslations } from 'next-intl';
import type { ApprovalDetail } from '@/lib/approvals/view';
import { formatTimestamp } from '@/lib/i18n/format';
import { Id } from '../data/id';
import { Facts } from '../ui/facts';
import { DecisionBar } from './decision-bar';
import { useCauseWords } from './use-cause-words';
import { useDeedSentence, useObjectName } from './use-deed-sentence';

type DecisionProps = {
  slug: string;
  approval: ApprovalDetail;
  zone: string;
  /** When the record changed under it. */
  movedAt: string | null;
  connection: { name: string; environment: string };
};

/** What the reader can say about it, with what each dialog restates made here. */
export function Decision({ slug, approval, zone, movedAt, connection }: DecisionProps) {
  const t = useTranslations('approvalDeeds');
  const tEnvironment = useTranslations('frame.environment');
  const sentence = useDeedSentence();
  const nameOf = useObjectName();
  const hint = useHint();
  const { state, hindrance, mayWithdraw } = approval;
  const environment = connection.environment === 'live' ? 'live' : 'practice';
  const isPending = state === 'pending';
  return (
    <DecisionBar
      connection={slug}
      approvalId={approval.id}
      seal={approval.seal}
      what={sentence(approval)}
      about={
        <Facts
          facts={[
            { term: t('object'), value: nameOf(approval) },
            { term: t('objectId'), value: <Id value={approval.shownId} /> },
            {
              term: t('connection'),
              value: `${connection.name} · ${tEnvironment(`${environment}.word`)}`,
            },
            { term: t('seal'), value: <span className="mono">{`${approval.seal.slice(0, 12)}…`}</span> },
          ]}
        />
      }
      hint={hint(approval, zone, movedAt)}
      isPending={isPending}
      mayApprove={hindrance === null}
      mayWithdraw={mayWithdraw}
      // Who may withdraw what is still pending is one of its makers.
      mayRemind={isPending && mayWithdraw && approval.stale === null ? approval.mayRemind : null}
    />
  );
}

/** Why the reader cannot approve it, or what their approval would come to. */
function useHint(): (approval: ApprovalDetail, zone: string, movedAt: string | null) => string | null {
  const t = useTranslations('approvals');
  const causeWords = useCauseWords();
  return ({ hindrance, state, stale, mayWithdraw, ...approval }, zone, movedAt) => {
    const at = (time: string) => formatTimestamp(new Date(time), zone);
    if (hindrance === 'over') return mayWithdraw ? t('next.withdraw') : null;
    if (hindrance === 'stale') {
      if (stale === 'expired') return t('hindrance.expired', { time: at(approval.expiresAt) });
      if (movedAt !== null) return t('hindrance.record-moved', { time: at(movedAt) });
      return t('hindrance.stale', { cause: stale === null ? '' : causeWords(stale).short });
    }
    if (hindrance !== null) return t(`hindrance.${hindrance}`);
    if (approval.emergency === 'stands') return t('next.emergency');
    const left = approval.needed - approval.given - 1;
    if (left > 0) return t('next.more', { left });
    const hours = approval.policy.coolOffHours;
    if (hours > 0) return t('next.coolOff', { hours });
    return t(approval.deed === 'sub-merchant.modify' ? 'next.sends' : 'next.does');
  };
}
