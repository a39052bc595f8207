'use client';

import { useTranslations } from 'next-intl';
import { Id } from '@/components/data/id';
import type { Asking } from '@/components/drafts/use-send';
import { WaitsInstead } from '@/components/layout/sending-stop';
import { DeedDialog } from '@/components/ui/deed-dialog';
import { Facts } from '@/components/ui/facts';
import { Notice } from '@/components/ui/notice';
import type { EffectiveRule } from '@/lib/policies/rules';
import { AskFields, useAsking } from './ask-fields';
import { useEdit } from './edit-context';
import type { SentSummary } from './sent-summary';

export type ConfirmedObject = {
  name: string;
  shortname: string;
  subMchid: string;
  connectionName: string;
  environment: 'live' | 'practice';
};

type ConfirmDialogProps = {
  isOpen: boolean;
  object: ConfirmedObject;
  summary: SentSummary;
  h5: 'leave' | 'apply' | 'change';
  /** What the policy asks for where a second person looks at it first; null: it is sent at once. */
  rule: EffectiveRule | null;
  isSending: boolean;
  onConfirm: (asking: Asking | null) => void;
  onCancel: () => void;
};

/** Says what will happen to what, where, and what cannot be undone, before anything leaves (screens 0). */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, object, summary, h5, rule, isSending, onConfirm, onCancel } = props;
  const { zone } = useEdit();
  const asking = useAsking(rule?.callBack ?? false, zone);
  const t = useTranslations('edit.confirm');
  const words = useTranslations('fields');
  const labels = (paths: string[]) => paths.map((path) => words(`${path.replaceAll('.', '_')}.label`)).join(', ');
  return (
    <DeedDialog
      open={isOpen}
      close={onCancel}
      title={t(rule ? 'askTitle' : 'title', { name: object.name })}
      cancel={t('cancel')}
      confirm={t(rule ? 'ask' : 'confirm', {
        name: object.shortname || object.name,
        tail: object.subMchid.slice(-4),
      })}
      isPending={isSending}
      does={() => (rule ? asking.give(onConfirm) : onConfirm(null))}
    >
      <Facts
        facts={[
          { term: t('object'), value: object.name },
          { term: t('id'), value: <Id value={object.subMchid} show="tail" /> },
          { term: t('connection'), value: object.connectionName },
          { term: t('environment'), value: <b>{t(`environments.${object.environment}`)}</b> },
          { term: t('changed'), value: t('changedCount', { count: summary.changedCount }) },
          { term: t('resent'), value: t('resentCount', { count: summary.resent.length }) },
          summary.leftOut.length > 0
            ? { term: t('leftOut'), value: <b>{labels(summary.leftOut.map(({ path }) => path))}</b> }
            : null,
          { term: t('h5'), value: t(`h5Choice.${h5}`) },
          summary.removedDomains.length > 0
            ? {
                term: t('domainsRemoved'),
                value: (
                  <ul>
                    {summary.removedDomains.map((domain) => (
                      <li key={domain} className="mono">
                        <s>{domain}</s>
                      </li>
                    ))}
                  </ul>
                ),
              }
            : null,
        ]}
      />
      <p>{t(rule ? 'askExplain' : 'replaces')}</p>
      <WaitsInstead />
      {summary.removedDomains.length > 0 && (
        <Notice icon="warning" tone="rejected">
          {t('removedStop', { count: summary.removedDomains.length })}
        </Notice>
      )}
      {rule && <AskFields asking={asking} hasCallBack={rule.callBack} coolOffHours={rule.coolOffHours} zone={zone} />}
    </DeedDialog>
  );
}
