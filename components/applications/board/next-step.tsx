import { useTranslations } from 'next-intl';
import { lacksNumber } from '@/lib/applications/rules';
import type { BoardRow } from '@/lib/applications/view';
import { localMinute } from '@/lib/i18n/day';
import { paths } from '@/lib/paths';
import type { Words } from '../../layout/words-for';
import { ButtonLink } from '../../ui/button-link';
import { RecordApplication } from '../record-application';

type Step = 'outcome' | 'apply' | 'apply-again' | 'fix' | 'penalty' | 'change';

export type NextStepProps = {
  row: BoardRow;
  slug: string;
  zone: string;
  now: string;
  may: { edit: boolean; modify: boolean; openRequests: boolean };
  /** For recording by hand: `recordWords`. */
  words: Words;
};

/** Whether nobody told us the number of the application that this sub-merchant has. */
export const isNumberUnknown = ({ h5State, askedAt, application }: BoardRow): boolean =>
  lacksNumber({ h5: { state: h5State, askedAt } }, application === null ? [] : [{ kind: 'authorization' }]);

/** States in which what staff saw of the application is the next thing to be known. */
const seen: readonly string[] = ['UNDER_REVIEW', 'REJECTED'];

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
      if (may.modify && application !== null && !isNumberUnknown(row))
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
  const name = row.name === '' ? row.subMchid : row.name;
  if (found === null && props.may.modify && seen.includes(row.h5State)) {
    return (
      <RecordApplication
        label={t(isNumberUnknown(row) ? 'number' : 'record')}
        named={t(isNumberUnknown(row) ? 'named.number' : 'named.record', { name })}
        words={props.words}
        connection={props.slug}
        subMchid={row.subMchid}
        name={name}
        applymentId={isNumberUnknown(row) ? null : (row.application?.applymentId ?? null)}
        zone={props.zone}
        nowLocal={localMinute(new Date(props.now), props.zone)}
      />
    );
  }
  if (found === null) {
    return <span className="text-small text-ink-2 block max-w-44 whitespace-normal">{tStates(`${words}.next`)}</span>;
  }
  return (
    <ButtonLink size="small" href={found.href} aria-label={t(`named.${found.step}`, { name })} data-step={found.step}>
      {t(found.step)}
    </ButtonLink>
  );
}
