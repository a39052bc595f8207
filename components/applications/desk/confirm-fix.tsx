'use client';

import { useTranslations } from 'next-intl';
import { Id } from '@/components/data/id';
import type { Asking } from '@/components/drafts/use-send';
import { WaitsInstead } from '@/components/layout/sending-stop';
import { AskFields, useAsking } from '@/components/sub-merchants/edit/ask-fields';
import { DeedDialog } from '@/components/ui/deed-dialog';
import { Facts } from '@/components/ui/facts';
import type { EffectiveRule } from '@/lib/policies/rules';
import type { Change } from '@/lib/requests/view';
import { useDesk } from './desk-context';

type ConfirmFixProps = {
  isOpen: boolean;
  object: { name: string; applymentId: string; connectionName: string; environment: 'live' | 'practice' };
  changes: Change[];
  limit: string;
  /** What the policy asks for where a second person looks at it first; null: it is sent at once. */
  rule: EffectiveRule | null;
  isSending: boolean;
  onConfirm: (asking: Asking | null) => void;
  onCancel: () => void;
};

/** Says what will happen to what, where, before anything leaves (screens 0). */
export function ConfirmFix({ isOpen, object, changes, limit, rule, isSending, onConfirm, onCancel }: ConfirmFixProps) {
  const t = useTranslations('desk.confirm');
  const limits = useTranslations('desk.limit');
  const environments = useTranslations('edit.confirm.environments');
  const { zone } = useDesk();
  const asking = useAsking(false, zone);
  const changed = changes.filter(({ kind }) => kind !== 'same');
  return (
    <DeedDialog
      open={isOpen}
      close={onCancel}
      title={t(rule ? 'askTitle' : 'title', { name: object.name })}
      cancel={t('cancel')}
      confirm={t(rule ? 'ask' : 'confirm', { tail: object.applymentId.slice(-4), name: object.name })}
      isPending={isSending}
      does={() => (rule ? asking.give(onConfirm) : onConfirm(null))}
    >
      <Facts
        facts={[
          { term: t('object'), value: object.name },
          { term: t('number'), value: <Id value={object.applymentId} show="tail" /> },
          { term: t('connection'), value: object.connectionName },
          { term: t('environment'), value: <b>{environments(object.environment)}</b> },
          { term: t('changed'), value: t('changedCount', { count: changed.length }) },
          { term: t('limit'), value: limits.has(`${limit}.name`) ? limits(`${limit}.name`) : limit },
        ]}
      />
      <p>{t(rule ? 'askExplain' : 'explain')}</p>
      <WaitsInstead />
      {changed.length === 0 && <p>{t('nothingDiffers')}</p>}
      {rule && <AskFields asking={asking} hasCallBack={false} coolOffHours={rule.coolOffHours} zone={zone} />}
    </DeedDialog>
  );
}
