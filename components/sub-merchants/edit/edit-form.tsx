'use client';

import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import type { FormEvent, ReactNode } from 'react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLanding } from '@/components/drafts/use-landing';
import type { Asking } from '@/components/drafts/use-send';
import { focusPath } from '@/components/form/action-form';
import { FormShell } from '@/components/form/form-shell';
import { useSubmitKey } from '@/components/form/use-submit-key';
import { LiveOutcome } from '@/components/requests/live-outcome';
import type { Locale } from '@/lib/i18n/locale';
import type { Holder, PolicyKey, PolicyRow } from '@/lib/policies/rules';
import { combine, neededApprovals } from '@/lib/policies/rules';
import type { RequestStatus } from '@/lib/requests/view';
import type { EditBase } from '@/lib/sub-merchants/rules';
import { policyKeysOf } from '@/lib/sub-merchants/rules';
import type { Looking } from '../../personal/masked-value';
import { BusinessGroup } from './business-group';
import type { ConfirmedObject } from './confirm-dialog';
import { ConfirmDialog } from './confirm-dialog';
import { EditActions, EditStatus } from './edit-bar';
import { EditContext } from './edit-context';
import type { PendingEdit } from './edit-notices';
import { EditNotices } from './edit-notices';
import { h5Section, sectionsOf } from './edit-sections';
import { H5Group } from './h5-group';
import { IdentityGroup } from './identity-group';
import { MergePanel } from './merge-panel';
import { ChannelGroup, ContactGroup, PersonGroup, SettlementGroup } from './people-groups';
import type { SendingIds } from './sent-panel';
import { SentPanel } from './sent-panel';
import type { SentSummary } from './sent-summary';
import { useEditSession } from './use-edit-session';
import { useMerge } from './use-merge';
import './edit.css';

export type EditFormProps = {
  connection: string;
  base: EditBase;
  openRequest: RequestStatus | null;
  object: ConfirmedObject;
  sending: SendingIds;
  countries: { value: string; label: string }[];
  /** Whose form this is, whoever is signed in by the time it is saved or sent. */
  staff: Holder & { id: string; name: string };
  /** What the policy asks for, and what waits for a second person on this record. */
  policy: Record<PolicyKey, PolicyRow>;
  pending: PendingEdit[];
  looking: Looking;
  locale: Locale;
  zone: string;
  /** The server's reading of the clock, ISO, and the day in the reader's zone. */
  now: string;
  today: string;
  ageDays: number;
  header: ReactNode;
  /** Source and time of the domains in force. */
  inForce: ReactNode;
};

/** The edit of a sub-merchant (4.1): fields left, what will be sent right, and what became of it above both. */
export function EditForm(props: EditFormProps) {
  const { connection, base, object, zone, looking } = props;
  const { subMchid } = object;
  const t = useTranslations('edit');
  const group = (key: string) => t(`groups.${key}`);
  const session = useEditSession({
    ...props,
    subMchid,
    ownPending: props.pending.find(({ isOwn }) => isOwn)?.id ?? null,
  });
  const { form, draft, send, began, isLocked, isMoved } = session;
  const [isConfirming, setConfirming] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const { rule, needed } = useRule(props.policy, props.staff, session.summary);
  const isForTwo = needed > 0;
  const merge = useMerge(began, base, session.values, t('merge.typed'));
  const { banner, land } = useLanding(isConfirming);
  const surroundings = useMemo(
    () => ({ base: began, connection, subMchid, locale: props.locale, zone, today: props.today, isLocked, looking }),
    [began, connection, subMchid, props.locale, zone, props.today, isLocked, looking],
  );

  const submit = useCallback(
    (goOn: () => void) => (event?: FormEvent) => {
      event?.preventDefault();
      if (isLocked || isMoved) return;
      // Enter and its shortcut leave no field: what leaving it would tidy is tidied now.
      const active = document.activeElement;
      if (active instanceof HTMLInputElement) {
        active.blur();
        active.focus();
      }
      setChecked(false);
      void form.handleSubmit(goOn)();
    },
    [form, isLocked, isMoved],
  );
  const ask = useMemo(
    () =>
      submit(() => {
        session.setProblem(null);
        void draft.flush();
        setConfirming(true);
      }),
    [submit, session.setProblem, draft.flush],
  );
  const confirm = async (asking: Asking | null) => {
    await send.send(began.version, () => form.getValues(), asking);
    land();
    setConfirming(false);
  };
  const withoutH5 = useWithoutH5(() => {
    form.setValue('apply_h5_payment', 'leave', { shouldDirty: true });
    if (session.isChanged || send.followed) ask();
  }, session.isReady && !send.isOpen);

  useSubmitKey(ask);
  // The confirmation is bound to the record that it was opened over.
  useEffect(() => {
    if (isMoved) setConfirming(false);
  }, [isMoved]);

  return (
    <EditContext value={surroundings}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: leaving any field inside saves the draft. */}
      <div
        onBlur={() => draft.state.status === 'pending' && void draft.flush()}
        data-ready={session.isReady || undefined}
      >
        <FormShell
          form={form}
          onSubmit={ask}
          isLocked={isLocked}
          sections={isMoved ? [] : [...sectionsOf(session.values, group), h5Section(group)]}
          header={props.header}
          banner={
            send.followed && (
              <div ref={banner} tabIndex={-1}>
                <LiveOutcome
                  key={'id' in send.followed ? send.followed.id : send.followed.requestId}
                  connection={connection}
                  initial={send.status ?? send.followed}
                  zone={zone}
                  now={props.now}
                  onFixField={focusPath}
                />
              </div>
            )
          }
          notice={
            <EditNotices
              ageDays={props.ageDays}
              resentCount={session.summary.resent.length}
              restoredAt={isMoved ? null : session.restoredAt}
              problem={isMoved ? null : session.problem}
              isMerging={isMoved}
              pending={props.pending}
              asked={session.asked}
              draft={draft.state}
              loadFailed={session.loadFailed}
              isRequestOpen={send.isOpen}
              onDiscard={session.discard}
              onReloadDraft={() => void session.load()}
              onOverwriteDraft={() => void draft.overwrite()}
            />
          }
          aside={
            isMoved || (send.isOpen && !send.isOurs) ? undefined : (
              <SentPanel summary={session.summary} subMchid={subMchid} sending={props.sending} isSent={send.isOpen} />
            )
          }
          status={<EditStatus session={session} isChecked={isChecked} />}
          actions={
            <EditActions
              session={session}
              isForTwo={isForTwo}
              onDraft={() => void draft.flush({ force: true })}
              onCheck={submit(() => setChecked(true))}
            />
          }
        >
          {isMoved ? (
            <MergePanel
              merge={merge}
              onContinue={() => void session.continueWith(merge.merged())}
              onDiscard={session.discard}
            />
          ) : (
            <>
              <IdentityGroup countries={props.countries} />
              <ContactGroup />
              <BusinessGroup />
              <PersonGroup />
              <SettlementGroup />
              <ChannelGroup />
              <H5Group inForce={props.inForce} />
            </>
          )}
        </FormShell>
      </div>
      {withoutH5}
      <ConfirmDialog
        isOpen={isConfirming}
        object={object}
        summary={session.summary}
        h5={session.values.apply_h5_payment}
        rule={isForTwo ? rule : null}
        isSending={send.isSending}
        onConfirm={(asking) => void confirm(asking)}
        onCancel={() => setConfirming(false)}
      />
      {send.stepUp}
    </EditContext>
  );
}

/** What the policy asks for the values as they stand now: the same rule that the server holds them to. */
function useRule(policy: EditFormProps['policy'], maker: Holder, { changed, domains }: SentSummary) {
  const keys = policyKeysOf([...changed, ...domains]);
  const rule = combine(policy, keys);
  return { rule, needed: neededApprovals(rule, maker, false) };
}

/** `?h5=leave` is the offer to send without the H5 part: it is taken up once, and leaves the address. */
function useWithoutH5(take: () => void, isPossible: boolean) {
  const router = useRouter();
  const pathname = usePathname();
  const isAsked = useSearchParams().get('h5') === 'leave';
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    if (!isAsked || !isPossible) return;
    router.replace(pathname, { scroll: false });
    latest.current();
  }, [isAsked, isPossible, router, pathname]);
  return null;
}
