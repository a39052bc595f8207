import { useTranslations } from 'next-intl';
import { standingOf } from '@/lib/contracts/rules';
import type { ContractRow, Standing } from '@/lib/contracts/view';
import type { Tone } from '../ui/badge';
import type { IconName } from '../ui/icon';
import { Icon } from '../ui/icon';

const looks: Record<Standing, { icon: IconName; tone: Tone }> = {
  signed: { icon: 'pencil', tone: 'approved' },
  requested: { icon: 'review', tone: 'review' },
  unknown: { icon: 'unknown', tone: 'unknown' },
  'not-found': { icon: 'warning', tone: 'punished' },
  terminated: { icon: 'minus', tone: 'none' },
  inferred: { icon: 'none', tone: 'none' },
};

/** Icon and tone of where a contract stands, for tabs and queues. */
export const standingLook = (standing: Standing) => looks[standing];

type ContractStateProps = {
  contract: Pick<ContractRow, 'state' | 'stateHow' | 'notFoundAt' | 'notFoundHow' | 'pending'>;
};

/** The words for where a contract stands, below `contracts.standing`: not found says at which call. */
export function standingWords(contract: ContractStateProps['contract']) {
  const standing = standingOf(contract);
  return standing === 'not-found' && contract.notFoundHow === 'charge' ? 'not-found-at-charge' : standing;
}

/** Where a contract stands (3.4): icon, word and tint; the constant and what it means show on hover. */
export function ContractState({ contract }: ContractStateProps) {
  const t = useTranslations('contracts.standing');
  const standing = standingOf(contract);
  const words = standingWords(contract);
  const { icon, tone } = looks[standing];
  return (
    <span
      className="badge"
      data-state={contract.state}
      data-standing={standing}
      data-tone={tone}
      title={`${contract.state}: ${t(`${words}.meaning`)}`}
    >
      <Icon name={icon} />
      {t(`${words}.label`)}
    </span>
  );
}
