import { useTranslations } from 'next-intl';
import { paths } from '@/lib/paths';
import type { RequestStatus } from '@/lib/requests/view';
import { ButtonLink } from '../ui/button-link';
import { OutcomeLine } from '../ui/outcome-line';
import { StateBadge, stateLook } from '../ui/state-badge';

const isGood = (state: string) => state === 'APPROVED' || state === 'UNDER_REVIEW';

/**
 * The second line of an accepted edit that asked for H5: an accepted record says nothing of the application, which the
 * platform may have failed to create (3.2, day F14).
 */
export function H5OutcomeLine({
  connection,
  status,
  mayEdit,
}: {
  connection: string;
  status: RequestStatus;
  mayEdit: boolean;
}) {
  const t = useTranslations('liveOutcome.h5');
  const { h5State: state } = status;
  const key = state !== null && t.has(`${state}.lead`) ? state : state === null ? 'untold' : 'other';
  const next = (
    <ButtonLink
      href={
        mayEdit && state === 'APPLICATION_FAILED'
          ? paths.editSubMerchant(connection, status.objectId)
          : paths.subMerchant(connection, status.objectId)
      }
    >
      {mayEdit && state === 'APPLICATION_FAILED' ? t('applyAgain') : t('openRecord')}
    </ButtonLink>
  );
  return (
    <OutcomeLine
      outcome={state === null ? 'unknown' : isGood(state) ? 'accepted' : 'refused'}
      requestId={status.id}
      lead={t(`${key}.lead`, { state: state ?? '' })}
      clock={<StateBadge state={state} />}
      next={next}
      {...(state !== null && { look: stateLook(state) })}
    >
      {t(`${key}.sentence`)}
    </OutcomeLine>
  );
}
