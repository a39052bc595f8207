'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useId, useRef, useState, useTransition } from 'react';
import { paths } from '@/lib/paths';
import { changePolicyAction } from '@/lib/policies/actions';
import type { Nature, PolicyKey, PolicyRow } from '@/lib/policies/rules';
import { policyBounds, stepUps } from '@/lib/policies/rules';
import { approverRoles, approversInOrder } from '@/lib/policies/schema';
import type { OwnApprover } from '@/lib/policies/view';
import type { Refusal } from '@/lib/result';
import { useStepUp } from '../auth/use-step-up';
import { Field } from '../form/field';
import { Button } from '../ui/button';
import { ButtonLink } from '../ui/button-link';
import { DeedDialog } from '../ui/deed-dialog';
import { FaultNotice, Notice } from '../ui/notice';
import { useSay } from '../ui/say-region';
import { Select } from '../ui/select';

/** Longest reason, in characters. */
const REASON_MAX = 500;

type ChangePolicyProps = {
  /** Slug of the connection. */
  connection: string;
  policyKey: PolicyKey;
  /** What the row is about. */
  title: string;
  row: PolicyRow;
  nature: Pick<Nature, 'leastPeople' | 'mostPeople' | 'fixedApprovers' | 'fixedStepUp'>;
  ownRoles: readonly OwnApprover[];
  /** A change of it waits already: another one replaces it. */
  isWaiting: boolean;
};

/** What is typed: numbers as text, an empty cap for none. */
type Typed = {
  approvers: string[];
  people: string;
  stepUp: string;
  expiryHours: string;
  coolOffHours: string;
  dailyCap: string;
  reason: string;
};
type NumberName = 'people' | 'expiryHours' | 'coolOffHours' | 'dailyCap';

const typedOf = (row: PolicyRow): Typed => ({
  approvers: [...row.approvers],
  people: String(row.people),
  stepUp: row.stepUp,
  expiryHours: String(row.expiryHours),
  coolOffHours: String(row.coolOffHours),
  dailyCap: row.dailyCap === null ? '' : String(row.dailyCap),
  reason: '',
});

/** The row that was typed. What is no whole number is sent as it cannot be, and refused at its field. */
function rowOf({ approvers, people, stepUp, expiryHours, coolOffHours, dailyCap }: Typed): PolicyRow {
  const number = (text: string) => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : -1);
  return {
    approvers: approversInOrder(approvers),
    people: number(people),
    stepUp: stepUps.find((known) => known === stepUp) ?? 'none',
    expiryHours: number(expiryHours),
    coolOffHours: number(coolOffHours),
    dailyCap: dailyCap.trim() === '' ? null : number(dailyCap),
  };
}

/** Asks for another row of the policy: a second administrator agrees before it holds. */
export function ChangePolicy({ connection, policyKey, title, row, nature, ownRoles, isWaiting }: ChangePolicyProps) {
  const { leastPeople, mostPeople = policyBounds.people.max, fixedApprovers, fixedStepUp } = nature;
  const t = useTranslations('policyChange');
  const tRoles = useTranslations('changeWords.policy.values.approvers');
  // One that may approve no more stays in sight where the row names it.
  const offered = [
    ...approverRoles.map((role) => ({ role, label: tRoles(role) })),
    ...ownRoles
      .filter(({ key, mayApprove }) => mayApprove || row.approvers.includes(key))
      .map(({ key, name }) => ({ role: key, label: name })),
  ];
  const router = useRouter();
  const say = useSay();
  const { run, dialog: stepUp } = useStepUp();
  const id = useId();
  const intent = useRef('');
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState(() => typedOf(row));
  const [refusal, setRefusal] = useState<Refusal | { kind: 'no-answer' } | null>(null);
  const [isPending, start] = useTransition();
  const set = (change: Partial<Typed>) => setTyped({ ...typed, ...change });

  const open = () => {
    setTyped(typedOf(row));
    setRefusal(null);
    intent.current = crypto.randomUUID();
    setIsOpen(true);
  };
  const confirm = () =>
    start(async () => {
      setRefusal(null);
      const { reason } = typed;
      const asked = { connection, key: policyKey, row: rowOf(typed), reason, intent: intent.current };
      const answer = await run(() => changePolicyAction(asked)).catch(() => null);
      if (!answer?.ok) return setRefusal(answer?.refusal ?? { kind: 'no-answer' });
      setIsOpen(false);
      if (answer.value.kind === 'asked') {
        const href = paths.approval(connection, answer.value.approvalId);
        const next = (
          <ButtonLink size="small" href={href}>
            {t('asked.open')}
          </ButtonLink>
        );
        say({ text: t('asked.text'), came: 'waits', next });
      } else say({ text: t('done'), came: 'done' });
      router.refresh();
    });

  const issueAt = (name: keyof Typed): string | null => {
    const issue =
      refusal?.kind === 'invalid'
        ? refusal.issues.find(({ path }) => path.replace(/^row\./, '').split('.')[0] === name)
        : undefined;
    if (!issue) return null;
    if (t.has(`rules.${issue.rule}`)) return t(`rules.${issue.rule}`, issue.params);
    return t(`rules.${name}`, { ...boundsOf(name, { min: leastPeople, max: mostPeople }) });
  };
  const problem = refusal !== null && refusal.kind !== 'invalid' ? problemOf(refusal, t) : null;

  const number = (name: NumberName) => (
    <Field
      id={`${id}-${name}`}
      name={name}
      label={t(`field.${name}`)}
      apiName={null}
      help={t(`help.${name}`, { ...boundsOf(name, { min: leastPeople, max: mostPeople }) })}
      error={issueAt(name)}
      isChanged={typed[name] !== typedOf(row)[name]}
    >
      {(control) => (
        <input
          {...control}
          className="control tabular-nums"
          inputMode="numeric"
          autoComplete="off"
          value={typed[name]}
          onChange={(event) => set({ [name]: event.target.value })}
        />
      )}
    </Field>
  );
  return (
    <>
      <Button size="small" data-action="change-policy" aria-label={t('openNamed', { title })} onClick={open}>
        {t('open')}
      </Button>
      <DeedDialog
        open={isOpen}
        close={() => setIsOpen(false)}
        title={t('title', { title })}
        size="wide"
        cancel={t('cancel')}
        confirm={t('confirm')}
        isPending={isPending}
        does={confirm}
      >
        <p>{t('explain')}</p>
        {isWaiting && <Notice icon="review">{t('waits')}</Notice>}
        <FaultNotice>{problem}</FaultNotice>
        {fixedApprovers === null ? (
          <Field
            id={`${id}-approvers`}
            name="approvers"
            label={t('field.approvers')}
            apiName={null}
            help={t('help.approvers')}
            error={issueAt('approvers')}
            isChanged={typed.approvers.join() !== typedOf(row).approvers.join()}
            isGroup
          >
            {({ name, 'aria-describedby': describedBy }) => (
              <fieldset
                className="flex flex-wrap gap-x-5 gap-y-1"
                aria-labelledby={`${id}-approvers-label`}
                aria-describedby={describedBy}
              >
                {offered.map(({ role, label }) => (
                  <label key={role} className="flex min-h-8 items-center gap-2">
                    <input
                      type="checkbox"
                      name={name}
                      value={role}
                      checked={typed.approvers.includes(role)}
                      onChange={(event) =>
                        set({
                          approvers: offered
                            .map((each) => each.role)
                            .filter((each) => (each === role ? event.target.checked : typed.approvers.includes(each))),
                        })
                      }
                    />
                    {label}
                  </label>
                ))}
              </fieldset>
            )}
          </Field>
        ) : (
          <Notice icon="lock">
            <b>{t('fixed.title')}</b> {t('fixed.why')}
          </Notice>
        )}
        <div className="policy-fields">
          {number('people')}
          {fixedStepUp === null && (
            <Field
              id={`${id}-stepUp`}
              name="stepUp"
              label={t('field.stepUp')}
              apiName={null}
              help={t('help.stepUp')}
              error={issueAt('stepUp')}
              isChanged={typed.stepUp !== row.stepUp}
            >
              {(control) => (
                <Select
                  {...control}
                  value={typed.stepUp}
                  onChange={(event) => set({ stepUp: event.target.value })}
                  options={stepUps.map((value) => ({ value, label: t(`stepUp.${value}`) }))}
                />
              )}
            </Field>
          )}
          {number('expiryHours')}
          {number('coolOffHours')}
          {number('dailyCap')}
        </div>
        <Field
          id={`${id}-reason`}
          name="reason"
          label={t('field.reason')}
          apiName={null}
          help={t('help.reason')}
          error={issueAt('reason')}
          isChanged={false}
          counter={{ count: [...typed.reason].length, max: REASON_MAX }}
        >
          {(control) => (
            <textarea
              {...control}
              className="control"
              rows={2}
              maxLength={REASON_MAX}
              value={typed.reason}
              onChange={(event) => set({ reason: event.target.value })}
            />
          )}
        </Field>
      </DeedDialog>
      {stepUp}
    </>
  );
}

/** Least and most of a number, as sentences name them. */
function boundsOf(name: keyof Typed, people: { min: number; max: number }): { min: number; max: number } {
  if (name === 'people') return people;
  if (name === 'expiryHours' || name === 'coolOffHours' || name === 'dailyCap') return policyBounds[name];
  return { min: 1, max: REASON_MAX };
}

/** Why it was not asked for, where no one field is at fault. */
function problemOf(
  refusal: Refusal | { kind: 'no-answer' },
  t: ReturnType<typeof useTranslations<'policyChange'>>,
): string {
  const rule = refusal.kind === 'conflict' ? refusal.rule : refusal.kind;
  const params = refusal.kind === 'conflict' ? refusal.params : {};
  return t.has(`refused.${rule}`) ? t(`refused.${rule}`, params) : t('refused.other', { rule });
}
