'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { momentIn } from '@/lib/i18n/format';
import { checkEdit } from '@/lib/sub-merchants/rules';
import { useEdit } from './edit-context';
import type { EditSession } from './use-edit-session';

/** Left of the bar: the draft's state and what still stands in the way of sending. */
export function EditStatus({ session, isChecked }: { session: EditSession; isChecked: boolean }) {
  const t = useTranslations('edit.bar');
  const { zone } = useEdit();
  const { draft, send, values, began, isMoved, isReady } = session;
  const { status, savedAt } = draft.state;
  if (send.isOpen) return <span>{t('locked')}</span>;
  if (!isReady) return <span>{t('loading')}</span>;
  const hindrances = checkEdit(values, began).length;
  const time = savedAt === null ? '' : momentIn(new Date(savedAt), zone).time;
  return (
    <>
      {status === 'saved' && <Icon name="check" size="small" />}
      <span data-draft={status} className="tabular-nums" aria-live="polite">
        {t(`draft.${status === 'saved' && !session.isChanged ? 'clean' : status}`, { time })}
      </span>
      {!isMoved && hindrances > 0 && <b className="text-ink">{t('hindrances', { count: hindrances })}</b>}
      {isChecked && hindrances === 0 && (
        <span role="status" className="text-ink">
          {t('checked')}
        </span>
      )}
    </>
  );
}

type EditActionsProps = {
  session: EditSession;
  /** The policy wants a second person for what changes now. */
  isForTwo: boolean;
  onDraft: () => void;
  onCheck: () => void;
};

/** Right of the bar. Sending is the form's own submit, so that Enter does it too: it asks before anything leaves. */
export function EditActions({ session, isForTwo, onDraft, onCheck }: EditActionsProps) {
  const t = useTranslations('edit.bar');
  const { isLocked, isMoved, send } = session;
  const isOff = isLocked || isMoved;
  return (
    <>
      <Button data-action="draft" disabled={isOff} onClick={onDraft}>
        {t('saveDraft')}
      </Button>
      <Button data-action="check" disabled={isOff} onClick={onCheck}>
        {t('check')}
      </Button>
      <Button
        data-action={isForTwo ? 'ask-approval' : 'send'}
        type="submit"
        variant="primary"
        disabled={isOff}
        pending={send.isSending}
      >
        {t(isForTwo ? 'ask' : 'send')}
      </Button>
    </>
  );
}
