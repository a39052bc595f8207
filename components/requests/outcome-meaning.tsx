import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { paths } from '@/lib/paths';
import { offersOf, ownerOf } from '@/lib/requests/rules';
import type { RequestStatus } from '@/lib/requests/view';
import { Button } from '../ui/button';
import { ButtonLink } from '../ui/button-link';
import { Facts } from '../ui/facts';
import { SendAsNew } from './send-as-new';

/** The words of a meaning: what happened, what it means now, what to do. Unknown ones have words of their own. */
export function useMeaning() {
  const t = useTranslations('meanings');
  return (meaning: string, isUnknown: boolean) => {
    const known = t.has(`${meaning}.title`) ? meaning : 'other';
    const word = (key: 'explain' | 'action') =>
      isUnknown && t.has(`${known}.${key}Unknown`) ? t(`${known}.${key}Unknown`) : t(`${known}.${key}`);
    return { title: t(`${known}.title`), explain: word('explain'), action: word('action') };
  };
}

type OffersProps = {
  connection: string;
  status: RequestStatus;
  /** On the page of an order: the contract that it charges, which no request names. */
  contractId?: string | undefined;
  /** In the form itself: puts the cursor into the field. Elsewhere the offer is a link to the form. */
  onFixField?: ((path: string) => void) | undefined;
};

function Offers({ connection, status, contractId, onFixField }: OffersProps): ReactNode {
  const t = useTranslations('liveOutcome.offer');
  const { objectId } = status;
  const edit =
    {
      application: paths.desk(connection, { applyment_id: objectId }),
      contract: paths.contract(connection, objectId),
      deduction: paths.newDeduction(connection, { order: objectId }),
    }[status.objectKind] ?? paths.editSubMerchant(connection, objectId);
  const path = status.error?.path ?? null;
  return offersOf(status).map((offer) => {
    if (offer === 'send-as-new') {
      // In the form its own button does it, with what the form now holds.
      return onFixField ? null : <SendAsNew key={offer} connection={connection} status={status} />;
    }
    // One is there already.
    if (offer === 'check-order' && contractId !== undefined) return null;
    if (offer === 'fix-field') {
      if (path !== null && onFixField) {
        return (
          <Button key={offer} size="small" onClick={() => onFixField(path)}>
            {t(offer)}
          </Button>
        );
      }
      return (
        <ButtonLink key={offer} size="small" href={path === null ? edit : `${edit}#${path}`}>
          {path === null ? t('open-form') : t(offer)}
        </ButtonLink>
      );
    }
    const href = {
      'send-without-h5': `${edit}?h5=leave`,
      'read-record': `${paths.subMerchant(connection, objectId)}#read`,
      'read-application': `${paths.application(connection, objectId)}#read`,
      // Elsewhere the page of the order leads on to its contract.
      'check-contract':
        status.objectKind === 'deduction' && contractId === undefined
          ? paths.deduction(connection, objectId)
          : paths.contract(connection, contractId ?? objectId),
      'check-order': paths.deduction(connection, objectId),
      'charge-again': edit,
      'new-order': paths.newDeduction(connection, { order: objectId, as: 'new' }),
    }[offer];
    return (
      <ButtonLink key={offer} size="small" href={href}>
        {t(offer)}
      </ButtonLink>
    );
  });
}

/** Owners who are called otherwise where it is a charge: nobody edits a record there. */
const chargeOwners: string[] = ['operator', 'sub-merchant'];

type OutcomeMeaningProps = OffersProps & { mayEdit: boolean };

/** What an answer means now, what to do about it and whose move it is, with the platform's own words under it. */
export function OutcomeMeaning({ connection, status, mayEdit, contractId, onFixField }: OutcomeMeaningProps) {
  const t = useTranslations('liveOutcome');
  const fields = useTranslations('fields');
  const meaningOf = useMeaning();
  if (status.meaning === null) return null;
  const isUnknown = status.outcome === 'unknown';
  const { explain, action } = meaningOf(status.meaning, isUnknown);
  const owner = ownerOf(status);
  const isCharge = status.objectKind === 'deduction';
  // A charge is never sent again by itself; an answer with a code of its own has words for that.
  const isLeftAlone = isCharge && isUnknown && !status.meaning.startsWith('deduction-');
  const path = status.error?.path ?? null;
  const fieldKey = `${path?.replaceAll('.', '_')}.label`;
  return (
    <div className="border-line text-table grid gap-2 rounded-[var(--r2)] border px-4 py-3" data-part="meaning">
      <Facts
        facts={[
          { term: t('means'), value: explain },
          {
            term: t('do'),
            value: isLeftAlone ? t(contractId === undefined ? 'chargeUnknown' : 'chargeUnknownHere') : action,
          },
          owner && {
            term: t('who'),
            value: t(
              isLeftAlone
                ? 'owner.whoCharges'
                : isCharge && chargeOwners.includes(owner)
                  ? `owner.charge.${owner}`
                  : `owner.${owner}`,
            ),
          },
          path === null
            ? null
            : {
                term: t('field'),
                value: (
                  <>
                    {fields.has(fieldKey) && `${fields(fieldKey)} `}
                    <span className="mono text-ink-3">{path}</span>
                  </>
                ),
              },
          status.error && {
            term: t('said'),
            value: (
              <q translate="no">
                <span className="mono">{status.error.code}</span> {status.error.message}
              </q>
            ),
          },
        ]}
      />
      {mayEdit && (
        <div className="flex flex-wrap gap-2 empty:hidden">
          <Offers connection={connection} status={status} contractId={contractId} onFixField={onFixField} />
        </div>
      )}
    </div>
  );
}
