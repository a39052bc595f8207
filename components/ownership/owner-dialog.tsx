'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import type { FormEvent } from 'react';
import { useId, useState, useTransition } from 'react';
import { changeOwnerAction } from '@/lib/ownership/actions';
import type { OwnerChange } from '@/lib/ownership/schema';
import { noteMax } from '@/lib/ownership/view';
import { countText, Field } from '../form/field';
import { WithWords } from '../layout/with-words';
import type { Words } from '../layout/words-for';
import { Button } from '../ui/button';
import { DeedDialog } from '../ui/deed-dialog';
import { Dialog } from '../ui/dialog';
import { Facts } from '../ui/facts';
import { FaultNotice } from '../ui/notice';
import { Select } from '../ui/select';
import type { OwnerChoice, OwnerRefusal } from './owner-choice';

type OwnerDialogProps = OwnerChoice & {
  /** Why taking by one click was not done. */
  refused: OwnerRefusal | null;
  close: () => void;
};

/** What can be done about an owner. It is loaded when it is opened, and brings its words. */
export function OwnerDialog({ words, ...props }: OwnerDialogProps & { words: Words }) {
  return (
    <WithWords words={words}>
      <Choice {...props} />
    </WithWords>
  );
}

type Deed = OwnerChange['deed'];
const order: readonly Deed[] = ['take', 'plan', 'assign', 'hand-back'];

/** Whose it is now, and since which day. */
function useOwnerWords({ held, readerId, days }: OwnerChoice): string {
  const t = useTranslations('ownerDialog');
  const { owner } = held;
  if (owner === null) return t('nobody');
  const name = owner.isSuspended ? t('suspended', { name: owner.name }) : owner.id === readerId ? t('you') : owner.name;
  return days.since === null ? name : t('since', { name, day: days.since });
}

function Choice(props: OwnerDialogProps) {
  const { connection, object, held, deeds, readerId, candidates, days, close } = props;
  const t = useTranslations('ownerDialog');
  const id = useId();
  const router = useRouter();
  const now = useOwnerWords(props);
  const colleagues = candidates.filter((person) => person.id !== readerId && person.id !== held.owner?.id);
  const isPossible: Record<Deed, boolean> = {
    take: deeds.take,
    plan: deeds.plan,
    assign: deeds.assign && colleagues.length > 0,
    'hand-back': deeds.handBack,
  };
  const possible = order.filter((name) => isPossible[name]);
  const [chosen, setChosen] = useState<Deed | null>(null);
  const [to, setTo] = useState('');
  const [nextDate, setNextDate] = useState(held.nextDate ?? '');
  const [note, setNote] = useState(held.note);
  const [problem, setProblem] = useState(props.refused);
  const [isPending, start] = useTransition();
  // What somebody else did meanwhile may take a choice away.
  const deed = possible.find((name) => name === chosen) ?? possible[0];

  const issue = (path: string): string | null => {
    const found =
      problem?.refusal?.kind === 'invalid' ? problem.refusal.issues.find((one) => one.path === path) : undefined;
    return found ? t(`rules.${found.rule}`, found.params) : null;
  };
  const sentence = (): string | null => {
    if (problem === null || problem.refusal?.kind === 'invalid') return null;
    const { refusal } = problem;
    const rule = refusal?.kind === 'conflict' ? refusal.rule : (refusal?.kind ?? 'other');
    const params = refusal?.kind === 'conflict' ? refusal.params : {};
    return t.has(`refused.${rule}`) ? t(`refused.${rule}`, params) : t('refused.other');
  };

  const confirm = (event: FormEvent) => {
    event.preventDefault();
    if (deed === undefined) return;
    if (deed === 'assign' && to === '')
      return setProblem({ refusal: { kind: 'invalid', issues: [{ path: 'to', rule: 'to' }] } });
    const plan = { nextDate: nextDate === '' ? null : nextDate, note };
    const change: OwnerChange = deed === 'assign' ? { deed, to, plan } : { deed, plan };
    start(async () => {
      const { kind, id: objectId } = object;
      const answer = await changeOwnerAction({
        connection,
        object: { kind, id: objectId, version: held.version },
        change,
      }).catch(() => null);
      if (answer?.ok) close();
      else setProblem({ refusal: answer?.refusal ?? null });
      router.refresh();
    });
  };
  const facts = (
    <Facts
      facts={[
        { key: 'now', term: t('now'), value: now },
        held.nextDate === null ? null : { key: 'next', term: t('nextDate'), value: held.nextDate },
        held.note === '' ? null : { key: 'note', term: t('note'), value: <span translate="no">{held.note}</span> },
      ]}
    />
  );
  const title = t('title', { name: object.name });
  if (deed === undefined)
    return (
      <Dialog
        open
        onClose={close}
        title={title}
        footer={
          <Button data-action="cancel" onClick={close}>
            {t('cancel')}
          </Button>
        }
      >
        <FaultNotice>{sentence()}</FaultNotice>
        {facts}
        <p>{t('notYours', { name: held.owner?.name ?? '' })}</p>
      </Dialog>
    );
  return (
    <DeedDialog
      close={close}
      title={title}
      cancel={t('cancel')}
      confirm={t(`deed.${deed}.confirm`)}
      isPending={isPending}
      does={`${id}-form`}
    >
      <FaultNotice>{sentence()}</FaultNotice>
      {facts}
      <form id={`${id}-form`} onSubmit={confirm} noValidate className="grid gap-2">
        <Field id={`${id}-deed`} name="deed" apiName={null} label={t('what')} error={null} isChanged={false} isGroup>
          {(control) => (
            <div
              className="choices"
              data-stacked
              role="radiogroup"
              id={control.id}
              aria-labelledby={`${control.id}-label`}
              aria-describedby={control['aria-describedby']}
            >
              {possible.map((name) => (
                <label key={name}>
                  <input
                    type="radio"
                    className="radio"
                    name="deed"
                    value={name}
                    checked={deed === name}
                    onChange={() => {
                      setChosen(name);
                      setProblem(null);
                    }}
                  />
                  <span>
                    {t(`deed.${name}.label`)}
                    <small className="block">
                      {name === 'take' && held.owner !== null
                        ? t('deed.take.from', { name: held.owner.name })
                        : t(`deed.${name}.note`)}
                    </small>
                  </span>
                </label>
              ))}
            </div>
          )}
        </Field>
        {deed === 'assign' && (
          <Field id={`${id}-to`} name="to" apiName={null} label={t('to')} error={issue('to')} isChanged={false}>
            {(control) => (
              <Select
                {...control}
                value={to}
                onChange={(event) => {
                  setTo(event.target.value);
                  setProblem(null);
                }}
                options={colleagues.map((person) => ({ value: person.id, label: person.name }))}
              >
                <option value="">{t('choose')}</option>
              </Select>
            )}
          </Field>
        )}
        <Field
          id={`${id}-nextDate`}
          name="nextDate"
          apiName={null}
          label={t('nextDate')}
          help={t('nextDateHelp')}
          error={issue('nextDate')}
          isChanged={nextDate !== (held.nextDate ?? '')}
        >
          {(control) => (
            <input
              {...control}
              className="control max-w-48"
              type="date"
              min={days.first}
              max={days.last}
              value={nextDate}
              onChange={(event) => setNextDate(event.target.value)}
            />
          )}
        </Field>
        <Field
          id={`${id}-note`}
          name="note"
          apiName={null}
          label={t('note')}
          help={t('noteHelp')}
          error={issue('note')}
          isChanged={note !== held.note}
          counter={{ count: countText(note), max: noteMax }}
        >
          {(control) => (
            <textarea
              {...control}
              className="control"
              rows={2}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          )}
        </Field>
      </form>
    </DeedDialog>
  );
}
