'use client';

import { useTranslations } from 'next-intl';
import type { FormEvent } from 'react';
import { useId, useState } from 'react';
import { endSessionAction, endSessionsAction } from '@/lib/staff/actions';
import { ReasonField } from '../approvals/reason-field';
import { useStaffDeed } from '../staff/use-staff-deed';
import { Button } from '../ui/button';
import { DeedDialog } from '../ui/deed-dialog';
import { FaultNotice } from '../ui/notice';

type EndProps = {
  slug: string;
  person: { id: string; name: string };
  /** One of them, as the list calls it; null is all of them. */
  session: { id: string; device: string } | null;
};

/** Ends one session of somebody, or every one, with a reason. */
export function EndOfPerson(props: EndProps) {
  const t = useTranslations('sessions');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size={props.session ? 'small' : 'regular'}
        icon={props.session ? undefined : 'leave'}
        data-action={props.session ? 'end-session' : 'end-sessions'}
        onClick={() => setOpen(true)}
      >
        {t(props.session ? 'end.label' : 'endAll.label')}
      </Button>
      {isOpen && <EndDialog {...props} close={() => setOpen(false)} />}
    </>
  );
}

function EndDialog({ slug, person, session, close }: EndProps & { close: () => void }) {
  const t = useTranslations('sessions');
  const tStaff = useTranslations('staff');
  const formId = useId();
  const { act, faults, setFaults, isPending, stepUp } = useStaffDeed(slug, close);
  const [reason, setReason] = useState('');
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() === '') return setFaults({ reason: tStaff('missing.reason') });
    const taken = { connection: slug, staffId: person.id, reason };
    if (session)
      act(() => endSessionAction({ ...taken, sessionId: session.id }), t('end.done', { device: session.device }));
    else act(() => endSessionsAction(taken), tStaff('deed.end-sessions.done', { name: person.name }));
  };
  return (
    <>
      <DeedDialog
        close={close}
        title={
          session
            ? t('endOf.title', { device: session.device, name: person.name })
            : t('endAll.title', { name: person.name })
        }
        cancel={t('end.cancel')}
        confirm={t(session ? 'end.confirm' : 'endAll.label')}
        isPending={isPending}
        does={formId}
      >
        <p>{t('endOf.explain')}</p>
        <FaultNotice>{faults['']}</FaultNotice>
        <form id={formId} onSubmit={confirm} noValidate>
          <ReasonField
            id={`${formId}-reason`}
            value={reason}
            change={(next) => {
              setReason(next);
              setFaults({});
            }}
            error={faults.reason ?? null}
          />
        </form>
      </DeedDialog>
      {stepUp}
    </>
  );
}
