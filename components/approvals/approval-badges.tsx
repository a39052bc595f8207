import { useTranslations } from 'next-intl';
import type { ApprovalRow, ApprovalState } from '@/lib/approvals/view';
import type { PolicyKey } from '@/lib/policies/rules';
import { policyKeys } from '@/lib/policies/rules';
import type { Tone } from '../ui/badge';
import { Badge } from '../ui/badge';
import type { IconName } from '../ui/icon';
import { Icon } from '../ui/icon';
import { useCauseWords } from './use-cause-words';

type Look = { icon: IconName; tone: Tone };

const looks: Record<ApprovalState, Look> = {
  pending: { icon: 'review', tone: 'review' },
  approved: { icon: 'clock', tone: 'review' },
  'carried-out': { icon: 'approved', tone: 'approved' },
  declined: { icon: 'rejected', tone: 'rejected' },
  'sent-back': { icon: 'undo', tone: 'punished' },
  withdrawn: { icon: 'minus', tone: 'none' },
  void: { icon: 'cross', tone: 'failed' },
};

/** Where an approval stands: icon, word and tint. */
export function ApprovalStateBadge({ state }: { state: ApprovalState }) {
  const t = useTranslations('approvals.state');
  const { icon, tone } = looks[state];
  return (
    <span className="badge" data-tone={tone} data-approval-state={state}>
      <Icon name={icon} />
      {t(state)}
    </span>
  );
}

/** What an approval falls under that is not ordinary; money and what consumers see come forward by their tint. */
const marks: Partial<Record<PolicyKey, Look>> = {
  'sub-merchant.settlement-account': { icon: 'warning', tone: 'punished' },
  'sub-merchant.remove-domain': { icon: 'globe', tone: 'punished' },
  'sub-merchant.edit-sensitive': { icon: 'person', tone: 'none' },
  'by-hand': { icon: 'pencil', tone: 'none' },
  keys: { icon: 'key', tone: 'none' },
  policy: { icon: 'settings', tone: 'none' },
  'staff.invite': { icon: 'person', tone: 'none' },
  roles: { icon: 'person', tone: 'none' },
  'sending.go-on': { icon: 'play', tone: 'punished' },
};

const marked = policyKeys.filter((key) => key in marks);

/** The risks of an approval, each with its own mark, always in the same order. */
export function RiskMarks({ policyKeys: held }: Pick<ApprovalRow, 'policyKeys'>) {
  const t = useTranslations('approvals.risk');
  const risks = marked.filter((key) => held.includes(key));
  return risks.map((key) => (
    <span key={key} className="contents" data-risk={key}>
      <Badge {...marks[key]}>{t(key)}</Badge>
    </span>
  ));
}

/** That it would be void once somebody tried, and why; `cause` is a word of ours. */
export function StaleMark({ cause }: { cause: string }) {
  const t = useTranslations('approvals');
  const { short, means } = useCauseWords()(cause);
  return (
    <span className="contents" data-stale={cause}>
      <Badge tone="failed" icon="warning" {...(means !== null && { title: means })}>
        {t('stale', { cause: short })}
      </Badge>
    </span>
  );
}
