import { useTranslations } from 'next-intl';
import type { BoardRow } from '@/lib/applications/view';
import { paths } from '@/lib/paths';
import { ButtonLink } from '../../ui/button-link';

type Step = 'outcome' | 'apply' | 'apply-again' | 'fix' | 'record' | 'penalty' | 'change';

type NextStepProps = {
  row: BoardRow;
  slug: string;
  may: { edit: boolean; modify: boolean; openRequests: boolean };
};

/** What is to be done about a state, and where; null where this person may do nothing about it. */
function stepOf({ row, slug, may }: NextStepProps): { step: Step; href: string } | null {
  const { subMchid, application, pending } = row;
  const edit = (h5: 'apply' | 'change') => `${paths.editSubMerchant(slug, subMchid)}?h5=${h5}`;
  if (pending !== null)
    return may.openRequests ? { step: 'outcome', href: paths.request(slug, pending.requestId) } : null;
  switch (row.h5State) {
    case 'UNAUTHORIZED':
      return may.edit ? { step: 'apply', href: edit('apply') } : null;
    case 'APPLICATION_FAILED':
      return may.edit ? { step: 'apply-again', href: edit('apply') } : null;
    case 'APPROVED':
      return may.edit ? { step: 'change', href: edit('change') } : null;
    case 'UNDER_PUNISHMENT':
      return { step: 'penalty', href: paths.subMerchant(slug, subMchid, { tab: 'penalty' }) };
    case 'REJECTED':
      if (may.modify && application !== null && row.askedAt === null)
        return { step: 'fix', href: paths.desk(slug, { applyment_id: application.applymentId }) };
      return null;
    default:
      return null;
  }
}

/** The one thing to do about a row, by its state; in words where this person may not do it. */
export function NextStep(props: NextStepProps) {
  const t = useTranslations('board.next');
  const tStates = useTranslations('states');
  const { row } = props;
  const found = stepOf(props);
  const words = tStates.has(`${row.h5State}.next`) ? row.h5State : 'unheld';
  if (found === null) {
    return <span className="text-small text-ink-2 block max-w-44 whitespace-normal">{tStates(`${words}.next`)}</span>;
  }
  const name = row.name === '' ? row.subMchid : row.name;
  return (
    <ButtonLink size="small" href={found.href} aria-label={t(`named.${found.step}`, { name })} data-step={found.step}>
      {t(found.step)}
    </ButtonLink>
  );
}
