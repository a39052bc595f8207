'use client';

import { useTranslations } from 'next-intl';
import { Id } from '@/components/data/id';
import type { Asking } from '@/components/drafts/use-send';
import { WaitsInstead } from '@/components/layout/sending-stop';
import { AskFields, useAsking } from '@/components/sub-merchants/edit/ask-fields';
import { DeedDialog } from '@/components/ui/deed-dialog';
import { Facts } from '@/components/ui/facts';
import type { EffectiveRule } from '@/lib/policies/rules';
import { useCharge } from './charge-context';
import { useChargeSentence } from './use-charge-sentence';

/** The charge as a person confirms it: the amount both ways, and whom it is charged to. */
export type ConfirmedCharge = { amount: string; minor: string; tail: string; name: string; outTradeNo: string };

type ConfirmChargeProps = {
  isOpen: boolean;
  charge: ConfirmedCharge;
  object: { connectionName: string; environment: 'live' | 'practice' };
  description: string;
  /** What the policy asks for where a second person looks at it first; null: it is charged at once. */
  rule: EffectiveRule | null;
  isSending: boolean;
  onConfirm: (asking: Asking | null) => void;
  onCancel: () => void;
};

/** Says whose money moves, how much, and where, before anything leaves (screens 15). */
export function ConfirmCharge({ isOpen, charge, object, description, rule, ...told }: ConfirmChargeProps) {
  const t = useTranslations('charge.confirm');
  const sentence = useChargeSentence();
  const environments = useTranslations('edit.confirm.environments');
  const { contractId, zone } = useCharge();
  const asking = useAsking(false, zone);
  return (
    <DeedDialog
      open={isOpen}
      close={told.onCancel}
      title={t(rule ? 'askTitle' : 'title', { amount: charge.amount })}
      cancel={t('cancel')}
      confirm={t(rule ? 'ask' : 'confirm', { amount: charge.amount })}
      isPending={told.isSending}
      does={() => (rule ? asking.give(told.onConfirm) : told.onConfirm(null))}
    >
      <p className="text-section" data-part="sentence">
        {sentence(charge)}
      </p>
      <Facts
        facts={[
          { term: t('contract'), value: <Id value={contractId} /> },
          charge.name === '' ? null : { term: t('subMerchant'), value: charge.name },
          { term: t('order'), value: <span className="mono break-all">{charge.outTradeNo}</span> },
          { term: t('description'), value: <span translate="no">{description}</span> },
          { term: t('connection'), value: object.connectionName },
          { term: t('environment'), value: <b>{environments(object.environment)}</b> },
        ]}
      />
      <p>{t(rule ? 'askExplain' : 'explain')}</p>
      <WaitsInstead />
      {rule && <AskFields asking={asking} hasCallBack={false} coolOffHours={rule.coolOffHours} zone={zone} />}
    </DeedDialog>
  );
}
