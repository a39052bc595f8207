'use client';

import { useTranslations } from 'next-intl';
import type { FormEvent, ReactNode } from 'react';
import { useCallback, useMemo, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { DomainContext } from '@/components/domains/domain-context';
import { DomainHints } from '@/components/domains/domain-hints';
import { DomainPanel } from '@/components/domains/domain-panel';
import { DraftWord, SessionNotices } from '@/components/drafts/session-notices';
import type { DraftedForm, DraftSession } from '@/components/drafts/use-draft-session';
import { useDraftSession } from '@/components/drafts/use-draft-session';
import { useLanding } from '@/components/drafts/use-landing';
import type { Asking, FormDeed } from '@/components/drafts/use-send';
import { focusPath } from '@/components/form/action-form';
import { AreaField } from '@/components/form/area-field';
import { ErrorSummary } from '@/components/form/error-summary';
import { SegmentedField } from '@/components/form/radio-group';
import { TextField } from '@/components/form/text-field';
import { FieldLabels, FormLock } from '@/components/form/use-field';
import { useSubmitKey } from '@/components/form/use-submit-key';
import { LiveOutcome } from '@/components/requests/live-outcome';
import { Button } from '@/components/ui/button';
import { askToModifyApplicationAction, modifyApplicationAction } from '@/lib/applications/actions';
import type { FixBase } from '@/lib/applications/rules';
import { changesBetween, checkFix, obstacleTo } from '@/lib/applications/rules';
import type { FixForm } from '@/lib/applications/view';
import { fixDraft } from '@/lib/applications/view';
import { paths } from '@/lib/paths';
import { websiteStates } from '@/lib/platform/wire/enums';
import { h5DomainsMax } from '@/lib/platform/wire/sub-merchant';
import type { Holder, PolicyKey, PolicyRow } from '@/lib/policies/rules';
import { combine, neededApprovals } from '@/lib/policies/rules';
import type { RequestStatus } from '@/lib/requests/view';
import { CompareDialog } from './compare-dialog';
import { ConfirmFix } from './confirm-fix';
import type { DeskSurroundings } from './desk-context';
import { DeskContext, useDesk } from './desk-context';
import { EvidencePane } from './evidence-pane';
import type { LetterWords } from './letter-dialog';
import { LetterDialog } from './letter-dialog';
import { LimitField } from './limit-field';
import { PreChecks } from './pre-checks';
import { Solver } from './solver';
import { fixFormOf, isFixDirty, useFixBase, useFixForm } from './use-fix-form';
import './desk.css';

export type DeskFormProps = {
  desk: DeskSurroundings;
  base: FixBase;
  stateAsOf: string;
  reason: string | null;
  name: string;
  /** The connection, as a confirmation restates it. */
  object: { connectionName: string; environment: 'live' | 'practice' };
  openRequest: RequestStatus | null;
  staff: Holder & { id: string; name: string };
  policy: Record<PolicyKey, PolicyRow>;
  ownPending: string | null;
  letterWords: LetterWords;
  /** The server's reading of the clock, ISO. */
  now: string;
  /** False for who may only look. */
  mayModify: boolean;
  /** Queue and reason, which the server renders. */
  queue: ReactNode;
  reasonPane: ReactNode;
  /** Whether the result of what was accepted comes to us, which the server renders too. */
  callback: ReactNode;
};

type Session = DraftSession<FixForm, FixBase>;

const kind: DraftedForm<FixForm, FixBase> = { useForm: useFixForm, valuesOf: fixFormOf, isDirty: isFixDirty };

/** The rejection desk for one application (4.2): reason, form and evidence side by side, from queue to resubmission. */
export function DeskForm({ desk, ...props }: DeskFormProps) {
  return (
    <DeskContext value={desk}>
      <Desk {...props} />
    </DeskContext>
  );
}

function useFixSession({ base, openRequest, staff, ownPending }: Omit<DeskFormProps, 'desk'>): Session {
  const { connection, applymentId } = useDesk();
  const place = useMemo(
    () => ({ url: paths.api.applicationDraft(connection, applymentId), staffId: staff.id, content: fixDraft }),
    [connection, applymentId, staff.id],
  );
  const deed = useMemo((): FormDeed<FixForm> => {
    const about = { connection, applymentId, openedBy: staff.id };
    return {
      send: (draft, baseVersion, { samePictureReason, ...values }) =>
        modifyApplicationAction({ ...about, draft, baseVersion, values, samePictureReason }),
      ask: (draft, baseVersion, { samePictureReason, ...values }, { reason }) =>
        askToModifyApplicationAction({ ...about, draft, baseVersion, values, samePictureReason, reason }),
    };
  }, [connection, applymentId, staff.id]);
  return useDraftSession({ connection, kind, place, deed, base, openRequest, staff, ownPending });
}

function Desk(props: Omit<DeskFormProps, 'desk'>) {
  const { stateAsOf, name, object, policy, staff, now } = props;
  const { connection, applymentId, zone } = useDesk();
  const t = useTranslations('desk');
  const session = useFixSession(props);
  const { form, values, began, draft, send, isLocked, isMoved } = session;
  const base = useFixBase(began);
  const [dialog, setDialog] = useState<'confirm' | 'compare' | 'letter' | null>(null);
  const [isChecked, setChecked] = useState(false);
  const labels = useRef(new Map<string, string>());
  const { banner, land } = useLanding(dialog === 'confirm');
  const rule = combine(policy, ['application.modify']);
  const isForTwo = neededApprovals(rule, staff, false) > 0;
  // As the server has it now; what the form began with may be older.
  const obstacle = obstacleTo(props.base);
  const isOff = !props.mayModify || isLocked || isMoved || obstacle !== null;
  const { samePictureReason, ...fields } = values;
  const hindrances = checkFix(fields, base, samePictureReason.trim()).length;
  const close = useCallback(() => setDialog(null), []);

  const submit = useCallback(
    (goOn: () => void) => (event?: FormEvent) => {
      event?.preventDefault();
      if (isOff) return;
      setChecked(false);
      void form.handleSubmit(goOn)();
    },
    [form, isOff],
  );
  const ask = useMemo(
    () =>
      submit(() => {
        session.setProblem(null);
        void draft.flush();
        setDialog('confirm');
      }),
    [submit, session.setProblem, draft.flush],
  );
  const confirm = async (asking: Asking | null) => {
    await send.send(began.version, () => form.getValues(), asking);
    land();
    close();
  };
  useSubmitKey(ask);

  return (
    <FormProvider {...form}>
      <FieldLabels value={labels.current}>
        {/* Leaving any field inside saves the draft. */}
        <form
          onSubmit={ask}
          onBlur={() => draft.state.status === 'pending' && void draft.flush()}
          noValidate
          data-frame="rail"
          data-ready={session.isReady || undefined}
        >
          {send.followed && (
            <div ref={banner} tabIndex={-1} className="gutter pb-3">
              <LiveOutcome
                key={'id' in send.followed ? send.followed.id : send.followed.requestId}
                connection={connection}
                initial={send.status ?? send.followed}
                zone={zone}
                now={now}
                onFixField={focusPath}
              />
              {(send.status ?? send.followed).outcome === 'accepted' && props.callback}
            </div>
          )}
          <div className="desk">
            {props.queue}
            {props.reasonPane}
            <section className="desk-pane" aria-labelledby="desk-form-title">
              <h2 id="desk-form-title">
                {t('formTitle')} <DraftWord session={session} zone={zone} />
              </h2>
              <div data-part="body">
                <ErrorSummary />
                <SessionNotices session={session} connection={connection} zone={zone} />
                <FormLock value={isOff}>
                  <Solver values={values} />
                  <SegmentedField
                    name="website_state"
                    label={t('site.label')}
                    choices={[...websiteStates].reverse().map((value) => ({ value, label: t(`site.${value}`) }))}
                  />
                  <LimitField />
                  <TextField
                    name="website_url"
                    label={t('websiteUrl')}
                    help={t('websiteUrlHelp')}
                    counter={{ max: 128 }}
                    inputMode="url"
                    normalise={(typed) => typed.trim()}
                  />
                  <DomainContext
                    value={{
                      list: 'domains',
                      website: 'website_url',
                      before: began.values.domains,
                      ticks: null,
                      max: h5DomainsMax,
                      isHard: false,
                      ...useDesk(),
                      isLocked: isOff,
                    }}
                  >
                    <DomainPanel title={t('domains.before')} asOf={t('domains.asOf')} note={t('domains.note')} />
                    <DomainHints />
                  </DomainContext>
                  <AreaField
                    name="business_description"
                    label={t('description')}
                    help={t('descriptionHelp')}
                    rows={4}
                    counter={{ max: 500 }}
                  />
                </FormLock>
              </div>
            </section>
            <section className="desk-pane" aria-labelledby="desk-evidence-title">
              <h2 id="desk-evidence-title">{t('evidenceTitle')}</h2>
              <div data-part="body">
                <FormLock value={isOff}>
                  <EvidencePane base={base} />
                </FormLock>
                <PreChecks
                  values={values}
                  obstacle={obstacle}
                  hindrances={hindrances}
                  stateAsOf={stateAsOf}
                  isRequestOpen={send.isOpen}
                />
              </div>
            </section>
          </div>
          <div className="form-bar">
            <div data-part="status">
              {send.isOpen ? (
                <span>{t('bar.locked')}</span>
              ) : obstacle !== null ? (
                <b className="text-ink">{t(`checks.obstacle.${obstacle}`)}</b>
              ) : hindrances > 0 ? (
                <b className="text-ink">{t('bar.hindrances', { count: hindrances })}</b>
              ) : (
                isChecked && (
                  <span role="status" className="text-ink">
                    {t('bar.checked')}
                  </span>
                )
              )}
            </div>
            <Button data-action="letter" onClick={() => setDialog('letter')}>
              {t('bar.letter')}
            </Button>
            <Button data-action="compare" onClick={() => setDialog('compare')}>
              {t('bar.compare')}
            </Button>
            <Button data-action="draft" disabled={isOff} onClick={() => void draft.flush({ force: true })}>
              {t('bar.draft')}
            </Button>
            <Button data-action="check" disabled={isOff} onClick={submit(() => setChecked(true))}>
              {t('bar.check')}
            </Button>
            <Button
              data-action={isForTwo ? 'ask-approval' : 'send'}
              type="submit"
              variant="primary"
              disabled={isOff}
              pending={send.isSending}
            >
              {t(isForTwo ? 'bar.ask' : 'bar.send')}
            </Button>
          </div>
        </form>
      </FieldLabels>
      <ConfirmFix
        isOpen={dialog === 'confirm'}
        object={{ ...object, name, applymentId }}
        changes={changesBetween(began.values, fields)}
        limit={fields.transaction_limit_type}
        rule={isForTwo ? rule : null}
        isSending={send.isSending}
        onConfirm={(asking) => void confirm(asking)}
        onCancel={close}
      />
      {dialog === 'compare' && <CompareDialog values={values} close={close} />}
      {dialog === 'letter' && (
        <LetterDialog
          values={values}
          base={base}
          name={name}
          reason={props.reason}
          words={props.letterWords}
          close={close}
        />
      )}
      {send.stepUp}
    </FormProvider>
  );
}
