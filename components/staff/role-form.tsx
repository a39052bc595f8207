'use client';

import { useFormatter, useTranslations } from 'next-intl';
import type { FormEvent } from 'react';
import { useId, useState } from 'react';
import type { Permission } from '@/lib/auth/permissions';
import { reading } from '@/lib/auth/permissions';
import { changeRoleAction, makeRoleAction } from '@/lib/staff/actions';
import { keyFrom } from '@/lib/staff/rules';
import { roleDraft, roleKey, roleLengths } from '@/lib/staff/schema';
import type { RoleRow } from '@/lib/staff/view';
import { ReasonField } from '../approvals/reason-field';
import { Field } from '../form/field';
import { Button } from '../ui/button';
import { DeedDialog } from '../ui/deed-dialog';
import { FaultNotice, Notice } from '../ui/notice';
import { PermissionsField } from './permissions-field';
import { useStaffDeed } from './use-staff-deed';

/** A role of the institution's own: it has a name of its own and a revision. */
export type OwnRoleRow = RoleRow & { name: string; revision: string };

type RoleFormProps = {
  slug: string;
  /** What the reader holds. */
  held: readonly Permission[];
  /** The role that is changed; absent where one is made. */
  role?: OwnRoleRow;
};

/** A button, and the dialog in which a role is made or changed. */
export function RoleForm(props: RoleFormProps) {
  const t = useTranslations('staff.own');
  const [isOpen, setOpen] = useState(false);
  const { role } = props;
  return (
    <>
      {role ? (
        <Button
          size="small"
          data-action="change-role"
          aria-label={t('change.labelNamed', { name: role.name })}
          onClick={() => setOpen(true)}
        >
          {t('change.label')}
        </Button>
      ) : (
        <Button icon="plus" data-action="make-role" onClick={() => setOpen(true)}>
          {t('make.label')}
        </Button>
      )}
      {isOpen && <RoleDialog {...props} close={() => setOpen(false)} />}
    </>
  );
}

function RoleDialog({ slug, held, role, close }: RoleFormProps & { close: () => void }) {
  const t = useTranslations('staff');
  const format = useFormatter();
  const formId = useId();
  const { act, faults, setFaults, isPending, stepUp } = useStaffDeed(slug, close, 'own.missing');
  const [name, setName] = useState(role?.name ?? '');
  const [key, setKey] = useState<string | null>(null);
  const [description, setDescription] = useState(role?.description ?? '');
  const [chosen, setChosen] = useState<Permission[]>(() => [...(role?.permissions ?? reading)]);
  const [reason, setReason] = useState('');
  const shortName = key ?? keyFrom(name);
  const typed =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value);
      setFaults({});
    };

  const confirm = (event: FormEvent) => {
    event.preventDefault();
    const parsed = roleDraft.safeParse({ name, description, permissions: chosen });
    const wrong = [
      ...(parsed.error?.issues.map(({ path }) => String(path[0])) ?? []),
      ...(role || roleKey.safeParse(shortName).success ? [] : ['key']),
      ...(reason.trim() === '' ? ['reason'] : []),
    ];
    if (wrong.length > 0)
      return setFaults(Object.fromEntries(wrong.map((field) => [field, t(`own.missing.${field}`)])));
    const asked = { connection: slug, name, description, permissions: chosen, reason };
    const done = { name: name.trim() };
    if (role)
      act(
        (intent) => changeRoleAction({ ...asked, intent, key: role.key, revision: role.revision }),
        t('own.change.done', done),
      );
    else act((intent) => makeRoleAction({ ...asked, intent, key: shortName }), t('own.make.done', done));
  };
  const line = { apiName: null, isChanged: false } as const;
  return (
    <>
      <DeedDialog
        close={close}
        title={role ? t('own.change.title', { name: role.name }) : t('own.make.title')}
        size="wide"
        cancel={t('cancel')}
        confirm={t(role ? 'own.change.confirm' : 'own.make.confirm')}
        isPending={isPending}
        does={formId}
      >
        <p className="text-ink-2">{t('own.byTwo')}</p>
        {role && role.holders.length > 0 && (
          <Notice icon="person">
            {t('own.change.affects', {
              count: role.holders.length,
              names: format.list(role.holders, { type: 'conjunction' }),
            })}
          </Notice>
        )}
        <FaultNotice>{faults['']}</FaultNotice>
        <form id={formId} onSubmit={confirm} noValidate className="grid gap-2">
          <Field
            {...line}
            id={`${formId}-name`}
            name="name"
            label={t('own.field.name')}
            help={t('own.field.nameHelp')}
            error={faults.name ?? null}
          >
            {(control) => (
              <input
                {...control}
                className="control"
                required
                maxLength={roleLengths.name}
                autoComplete="off"
                value={name}
                onChange={(event) => typed(setName)(event.target.value)}
              />
            )}
          </Field>
          {!role && (
            <Field
              {...line}
              id={`${formId}-key`}
              name="key"
              label={t('own.field.key')}
              help={t('own.field.keyHelp')}
              error={faults.key ?? null}
            >
              {(control) => (
                <input
                  {...control}
                  className="control mono"
                  required
                  maxLength={32}
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                  value={shortName}
                  onChange={(event) => typed(setKey)(event.target.value)}
                />
              )}
            </Field>
          )}
          <Field
            {...line}
            id={`${formId}-description`}
            name="description"
            label={t('own.field.description')}
            error={faults.description ?? null}
          >
            {(control) => (
              <input
                {...control}
                className="control"
                maxLength={roleLengths.description}
                autoComplete="off"
                value={description}
                onChange={(event) => typed(setDescription)(event.target.value)}
              />
            )}
          </Field>
          <PermissionsField
            id={`${formId}-permissions`}
            held={held}
            chosen={chosen}
            change={typed(setChosen)}
            error={faults.permissions ?? null}
          />
          <ReasonField id={`${formId}-reason`} value={reason} change={typed(setReason)} error={faults.reason ?? null} />
        </form>
      </DeedDialog>
      {stepUp}
    </>
  );
}
