import type { ApprovalDetail } from '@/lib/approvals/view';
import { useDeedSentence } from './use-deed-sentence';

/** What is asked for, as the title of its page. */
export function ApprovalTitle({ approval }: { approval: ApprovalDetail }) {
  const sentence = useDeedSentence();
  return sentence(approval);
}
