'use client';

import { useTranslations } from 'next-intl';
import type { FormEvent } from 'react';
import { useId, useState } from 'react';
import {
  changeLimitAction,
  changeRolesAction,
  endSessionsAction,
  reinstateStaffAction,
  resetFactorsAction,
  resetPasswordAction,
  suspendStaffAction,
} from '@/lib/staff/actions';
import { inOrder } from '@/lib/staff/rules';
import type { StaffRow } from '@/lib/staff/view';
import { ReasonField } from '../approvals/reason-field';
import { Field } from '../form/field';
import { Button } from '../ui/button';
import { DeedDialog } from '../ui/deed-dialog';
import { Facts } from '../ui/facts';
import { FaultNotice } from '../ui/notice';
import type { ShownConnection } from './limit-field';
import { LimitField } from './limit-field';
import type { ShownRole } from './roles-field';
import { RolesField, revisionsOf } from './roles-field';
import { ShowLink } from './show-link';
import { useStaffDeed } from './use-staff-deed';

type DeedsProps = {
  slug: string;
  person: StaffRow;
  roles: ShownRole[];
  connections: readonly ShownConnection[];
  zone: string;
  isSingleAdministrator: boolean;
  /** The single administrator does alone what the first days allow. */
  mayActAlone: boolean;
};

/** What can be done about one person: their link shown, and everything else in one dialog. */
export function StaffDeeds(props: DeedsProps) {
  const { slug, person, zone } = props;
  const t = useTranslations('staff');
  const [isOpen, setOpen] = useState(false);
  return (
    <span className="inline-flex gap-1 max-md:flex-col">
      {person.link && <ShowLink slug={slug} person={person} link={person.link} zone={zone} />}
      <Button
        size="small"
        data-action="change-person"
        aria-label={t('change.labelNamed', { name: person.name })}
        onClick={() => setOpen(true)}
      >
        {t('change.label')}
      </Button>
      {isOpen && <ChangeDialog {...props} close={() => setOpen(false)} />}
    </span>
  );
}

type DeedName =
  | 'change-roles'
  | 'change-limit'
  | 'reset-password'
  | 'reset-factors'
  | 'end-sessions'
  | 'suspend'
  | 'reinstate';

/** What applies to a person; nobody takes anything away from themselves. */
function deedsFor({ standing, isSelf, hasSecondFactor }: StaffRow): DeedName[] {
  const rights = ['change-roles', 'change-limit'] as const;
  if (standing === 'suspended') return ['reinstate', ...rights];
  if (isSelf) return [...rights];
  return standing === 'invited'
    ? [...rights, 'reset-password', 'suspend']
    : [
        ...rights,
        'reset-password',
        ...(hasSecondFactor ? (['reset-factors'] as const) : []),
        'end-sessions',
        'suspend',
      ];
}

/** What one person does alone, because it only takes away. */
const aloneDeeds: readonly DeedName[] = ['end-sessions', 'suspend'];

function ChangeDialog({
  slug,
  person,
  roles,
  connections,
  close,
  ...administrators
}: DeedsProps & { close: () => void }) {
  const { isSingleAdministrator, mayActAlone } = administrators;
  const t = useTranslations('staff');
  const formId = useId();
  const { act, faults, setFaults, isPending, stepUp } = useStaffDeed(slug, close);
  const [deed, setDeed] = useState<DeedName | null>(null);
  const [chosen, setChosen] = useState(() => inOrder(person.roles));
  const [limit, setLimit] = useState(person.connectionLimit);
  const [reason, setReason] = useState('');
  // Whoever was invited and never came is put right by whoever invited them alone.
  const isOpenTo = (name: DeedName) =>
    aloneDeeds.includes(name) || !isSingleAdministrator || (mayActAlone && !person.hasPassword);
  const words = (name: DeedName) => (name === 'reset-password' && !person.hasPassword ? 'renew' : name);

  const confirm = (event: FormEvent) => {
    event.preventDefault();
    if (deed === null) return setFaults({ deed: t('missing.deed') });
    if (deed === 'change-roles' && chosen.length === 0) return setFaults({ roles: t('missing.roles') });
    if (deed === 'change-limit' && limit?.length === 0)
      return setFaults({ connectionLimit: t('missing.connectionLimit') });
    if (reason.trim() === '') return setFaults({ reason: t('missing.reason') });
    const taken = { connection: slug, staffId: person.id, reason };
    const calls = {
      'change-roles': (intent: string) =>
        changeRolesAction({ ...taken, intent, roles: chosen, revisions: revisionsOf(roles, chosen) }),
      'change-limit': (intent: string) => changeLimitAction({ ...taken, intent, connectionLimit: limit }),
      'reset-password': (intent: string) => resetPasswordAction({ ...taken, intent }),
      'reset-factors': (intent: string) => resetFactorsAction({ ...taken, intent }),
      'end-sessions': () => endSessionsAction(taken),
      suspend: () => suspendStaffAction(taken),
      reinstate: (intent: string) => reinstateStaffAction({ ...taken, intent }),
    };
    act(calls[deed], t(`deed.${words(deed)}.done`, { name: person.name }));
  };
  return (
    <>
      <DeedDialog
        close={close}
        title={t('change.title', { name: person.name })}
        cancel={t('cancel')}
        confirm={deed === null ? t('change.confirm') : t(`deed.${words(deed)}.confirm`, { name: person.name })}
        isDangerous={deed === 'suspend'}
        isPending={isPending}
        does={formId}
      >
        <Facts facts={[{ key: 'email', term: t('field.email'), value: <span translate="no">{person.email}</span> }]} />
        <FaultNotice>{faults['']}</FaultNotice>
        <form id={formId} onSubmit={confirm} noValidate className="grid gap-2">
          <Field
            id={`${formId}-deed`}
            name="deed"
            apiName={null}
            label={t('change.what')}
            error={faults.deed ?? null}
            isChanged={false}
            isGroup
          >
            {(control) => (
              <div
                className="choices"
                data-stacked
                role="radiogroup"
                id={control.id}
                aria-labelledby={`${control.id}-label`}
                aria-describedby={control['aria-describedby']}
              >
                {deedsFor(person).map((name) => (
                  <label key={name}>
                    <input
                      type="radio"
                      className="radio"
                      name="deed"
                      value={name}
                      checked={deed === name}
                      disabled={!isOpenTo(name)}
                      onChange={() => {
                        setDeed(name);
                        setFaults({});
                      }}
                    />
                    <span>
                      {t(`deed.${words(name)}.label`)}
                      <small className="block">
                        {isOpenTo(name) ? t(`deed.${words(name)}.note`) : t('needsSecond')}
                      </small>
                    </span>
                  </label>
                ))}
              </div>
            )}
          </Field>
          {deed === 'change-roles' && (
            <RolesField
              id={`${formId}-roles`}
              roles={roles}
              chosen={chosen}
              change={(next) => {
                setChosen(next);
                setFaults({});
              }}
              error={faults.roles ?? null}
            />
          )}
          {deed === 'change-limit' && (
            <LimitField
              id={`${formId}-limit`}
              connections={connections}
              chosen={limit}
              change={(next) => {
                setLimit(next);
                setFaults({});
              }}
              error={faults.connectionLimit ?? null}
            />
          )}
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
