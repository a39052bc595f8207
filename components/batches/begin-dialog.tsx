'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useId, useState } from 'react';
import { beginBatchAction } from '@/lib/batches/actions';
import { paths } from '@/lib/paths';
import { DeedReason } from '../approvals/reason-field';
import { useAskedDeed } from '../approvals/use-asked-deed';
import { Field } from '../form/field';
import { WaitsInstead } from '../layout/sending-stop';
import { Button } from '../ui/button';
import { DeedDialog } from '../ui/deed-dialog';
import { FaultNotice } from '../ui/notice';

type BeginDialogProps = {
  /** Slug of the connection. */
  connection: string;
  batchId: string;
  kind: string;
  listSha256: string;
  version: number;
  /** Length of the frozen list: typed once more, so that nobody ends a thousand for a hundred. */
  count: number;
  /** Why it cannot be asked for yet; null where it can. */
  hindrance: string | null;
  /** The list, the reason and the pace restated. */
  children: ReactNode;
};

/** Asks for the approval of the frozen list, or begins it where the policy needs nobody else. */
export function BeginDialog(props: BeginDialogProps) {
  const t = useTranslations('batchTools.begin');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        data-action="ask-approval"
        variant="primary"
        disabled={props.hindrance !== null}
        title={props.hindrance ?? undefined}
        onClick={() => setOpen(true)}
      >
        {t('open')}
      </Button>
      {isOpen && <Asking {...props} close={() => setOpen(false)} />}
    </>
  );
}

function Asking(props: BeginDialogProps & { close: () => void }) {
  const { connection, batchId, kind, listSha256, version, count, close, children } = props;
  const t = useTranslations('batchTools.begin');
  const router = useRouter();
  const id = useId();
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const deed = useAskedDeed({ close, asked: (approvalId) => router.push(paths.approval(connection, approvalId)) });
  const confirm = () => {
    const isRight = typed.trim() === String(count);
    const isWhole = deed.isWhole(
      { count: isRight ? null : t('count.label'), reason: reason.trim() === '' ? t('reason') : null },
      { count: t('count.wrong', { count }) },
    );
    if (!isWhole) return;
    deed.act((intent) => beginBatchAction({ connection, batchId, kind, listSha256, version, intent, reason }));
  };
  const { faults } = deed;
  return (
    <>
      <DeedDialog
        close={close}
        title={t('title', { count })}
        size="wide"
        cancel={t('cancel')}
        confirm={t('confirm', { count })}
        isDangerous
        isPending={deed.isPending}
        does={confirm}
      >
        {children}
        <p>
          <b>{t('irreversible')}</b>
        </p>
        <WaitsInstead />
        <FaultNotice>{faults['']}</FaultNotice>
        <Field
          id={`${id}-count`}
          name="count"
          apiName={null}
          label={t('count.label')}
          help={t('count.help', { count })}
          error={faults.count ?? null}
          isChanged={false}
        >
          {(control) => (
            <input
              {...control}
              className="control tabular-nums"
              inputMode="numeric"
              autoComplete="off"
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                deed.clear('count');
              }}
            />
          )}
        </Field>
        <DeedReason id={`${id}-reason`} deed={deed} reason={reason} setReason={setReason} />
      </DeedDialog>
      {deed.stepUp}
    </>
  );
}
