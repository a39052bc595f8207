'use client';

import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import type { FormEvent } from 'react';
import { useId, useState } from 'react';
import { paths } from '@/lib/paths';
import { removeRoleAction } from '@/lib/staff/actions';
import { ReasonField } from '../approvals/reason-field';
import { Button } from '../ui/button';
import { DeedDialog } from '../ui/deed-dialog';
import { FaultNotice, Notice } from '../ui/notice';
import type { OwnRoleRow } from './role-form';
import { useStaffDeed } from './use-staff-deed';

type RemoveRoleProps = {
  slug: string;
  role: OwnRoleRow;
  /** The rows of the policy that it approves, in words. */
  approves: string[];
};

/** A button, and the dialog that removes a role, or says where it is used. */
export function RemoveRole(props: RemoveRoleProps) {
  const t = useTranslations('staff.own.remove');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        data-action="remove-role"
        aria-label={t('labelNamed', { name: props.role.name })}
        onClick={() => setOpen(true)}
      >
        {t('label')}
      </Button>
      {isOpen && <RemoveDialog {...props} close={() => setOpen(false)} />}
    </>
  );
}

function RemoveDialog({ slug, role, approves, close }: RemoveRoleProps & { close: () => void }) {
  const t = useTranslations('staff');
  const format = useFormatter();
  const formId = useId();
  const { act, faults, setFaults, isPending, stepUp } = useStaffDeed(slug, close, 'own.missing');
  const [reason, setReason] = useState('');
  const { key, name, holders } = role;
  const and = (words: string[]) => format.list(words, { type: 'conjunction' });
  const isUsed = holders.length > 0 || approves.length > 0;
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() === '') return setFaults({ reason: t('own.missing.reason') });
    act((intent) => removeRoleAction({ connection: slug, key, reason, intent }), t('own.remove.done', { name }));
  };
  return (
    <>
      <DeedDialog
        close={close}
        title={t('own.remove.title', { name })}
        cancel={t('cancel')}
        confirm={t('own.remove.confirm')}
        isDangerous
        isPending={isPending}
        does={formId}
      >
        {isUsed ? (
          <Notice tone="punished" icon="lock">
            {holders.length > 0 && <p>{t('own.remove.heldBy', { count: holders.length, names: and(holders) })}</p>}
            {approves.length > 0 && (
              <p>
                {t('own.remove.approves', { rows: and(approves) })}{' '}
                <Link className="link" href={paths.policies(slug)} prefetch={false}>
                  {t('own.remove.toPolicies')}
                </Link>
              </p>
            )}
          </Notice>
        ) : (
          <p>{t('own.remove.explain')}</p>
        )}
        <p className="text-ink-2">{t('own.byTwo')}</p>
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
