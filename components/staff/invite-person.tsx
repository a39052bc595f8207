'use client';

import { useTranslations } from 'next-intl';
import type { FormEvent } from 'react';
import { useId, useState } from 'react';
import { inviteStaffAction } from '@/lib/staff/actions';
import { ReasonField } from '../approvals/reason-field';
import { Field } from '../form/field';
import { Button } from '../ui/button';
import { DeedDialog } from '../ui/deed-dialog';
import { FaultNotice } from '../ui/notice';
import type { ShownConnection } from './limit-field';
import { LimitField } from './limit-field';
import type { ShownRole } from './roles-field';
import { RolesField, revisionsOf } from './roles-field';
import { useStaffDeed } from './use-staff-deed';

type InviteProps = {
  slug: string;
  roles: ShownRole[];
  connections: readonly ShownConnection[];
  mayActAlone: boolean;
};

/** A button, and the dialog in which a person is invited. */
export function InvitePerson(props: InviteProps) {
  const t = useTranslations('staff.invite');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" icon="plus" data-action="invite" onClick={() => setOpen(true)}>
        {t('label')}
      </Button>
      {isOpen && <InviteDialog {...props} close={() => setOpen(false)} />}
    </>
  );
}

function InviteDialog({ slug, roles, connections, mayActAlone, close }: InviteProps & { close: () => void }) {
  const t = useTranslations('staff');
  const formId = useId();
  const { act, faults, setFaults, isPending, stepUp } = useStaffDeed(slug, close);
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [chosen, setChosen] = useState<string[]>([]);
  const [limit, setLimit] = useState<string[] | null>(null);
  const [reason, setReason] = useState('');
  const typed =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value);
      setFaults({});
    };
  const invite = (event: FormEvent) => {
    event.preventDefault();
    const empty = { name, email, roles: chosen.join(), reason };
    const missing = Object.entries(empty).filter(([, value]) => value.trim() === '');
    if (missing.length > 0)
      return setFaults(Object.fromEntries(missing.map(([field]) => [field, t(`missing.${field}`)])));
    if (limit?.length === 0) return setFaults({ connectionLimit: t('missing.connectionLimit') });
    const rights = { roles: chosen, revisions: revisionsOf(roles, chosen), connectionLimit: limit };
    act(
      (intent) => inviteStaffAction({ connection: slug, name, email, ...rights, reason, intent }),
      t('invite.done', { name: name.trim() }),
    );
  };
  const line = { apiName: null, isChanged: false } as const;
  return (
    <>
      <DeedDialog
        close={close}
        title={t('invite.title')}
        cancel={t('cancel')}
        confirm={t('invite.confirm')}
        isPending={isPending}
        does={formId}
      >
        <p>{t('invite.explain')}</p>
        <p className="text-ink-2">{t(mayActAlone ? 'invite.alone' : 'invite.byTwo')}</p>
        <FaultNotice>{faults['']}</FaultNotice>
        <form id={formId} onSubmit={invite} noValidate className="grid gap-2">
          <Field {...line} id={`${formId}-name`} name="name" label={t('field.name')} error={faults.name ?? null}>
            {(control) => (
              <input
                {...control}
                className="control"
                required
                maxLength={100}
                autoComplete="off"
                value={name}
                onChange={(event) => typed(setName)(event.target.value)}
              />
            )}
          </Field>
          <Field
            {...line}
            id={`${formId}-email`}
            name="email"
            label={t('field.email')}
            help={t('field.emailHelp')}
            error={faults.email ?? null}
          >
            {(control) => (
              <input
                {...control}
                className="control"
                type="email"
                required
                maxLength={254}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                value={email}
                onChange={(event) => typed(setEmail)(event.target.value)}
              />
            )}
          </Field>
          <RolesField
            id={`${formId}-roles`}
            roles={roles}
            chosen={chosen}
            change={typed(setChosen)}
            error={faults.roles ?? null}
          />
          {connections.length > 1 && (
            <LimitField
              id={`${formId}-limit`}
              connections={connections}
              chosen={limit}
              change={typed(setLimit)}
              error={faults.connectionLimit ?? null}
            />
          )}
          <ReasonField id={`${formId}-reason`} value={reason} change={typed(setReason)} error={faults.reason ?? null} />
        </form>
      </DeedDialog>
      {stepUp}
    </>
  );
}
