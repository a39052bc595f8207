'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import type { FormEvent, ReactNode } from 'react';
import { useCallback, useMemo, useState } from 'react';
import { DraftWord, SessionNotices } from '@/components/drafts/session-notices';
import type { DraftedForm } from '@/components/drafts/use-draft-session';
import { useDraftSession } from '@/components/drafts/use-draft-session';
import type { Asking, FormDeed } from '@/components/drafts/use-send';
import { focusPath, useIssueSentence } from '@/components/form/action-form';
import { FormShell } from '@/components/form/form-shell';
import { useSubmitKey } from '@/components/form/use-submit-key';
import { Button } from '@/components/ui/button';
import { askToChargeAction, chargeAction, checkOrderNumberAction } from '@/lib/deductions/actions';
import type { ChargeLimits } from '@/lib/deductions/rules';
import { policyKeyOf } from '@/lib/deductions/rules';
import type { ChargeBase, ChargeForm as ChargeFormValues } from '@/lib/deductions/values';
import { chargeDraft, chargeValuesOf, checkChargeForm, totalOf } from '@/lib/deductions/values';
import { paths } from '@/lib/paths';
import { amountText } from '@/lib/platform/wire/currency';
import type { Holder, PolicyKey, PolicyRow } from '@/lib/policies/rules';
import { combine, neededApprovals } from '@/lib/policies/rules';
import { ChargeAside } from './charge-aside';
import type { ChargeSurroundings } from './charge-context';
import { ChargeContext, useCharge } from './charge-context';
import { AmountGroup, DescriptionGroup, OrderGroup } from './charge-groups';
import { ConfirmCharge } from './confirm-charge';
import { chargeFormOf, isChargeDirty, useChargeForm } from './use-charge-form';

export type ChargeFormProps = {
  about: ChargeSurroundings;
  base: ChargeBase;
  /** The end of the contract's number, and whose it is; '' in common mode. */
  tail: string;
  name: string;
  object: { connectionName: string; environment: 'live' | 'practice' };
  staff: Holder & { id: string; name: string };
  policy: Record<PolicyKey, PolicyRow>;
  limits: ChargeLimits;
  charged: { currency: string; total: string }[];
  ownPending: string | null;
  header: ReactNode;
};

const kind: DraftedForm<ChargeFormValues, ChargeBase> = {
  useForm: useChargeForm,
  valuesOf: chargeFormOf,
  isDirty: isChargeDirty,
};

/** The form of one charge (4.4). What became of it is told on the page of its order, to which a sending leads. */
export function ChargeForm({ about, ...props }: ChargeFormProps) {
  return (
    <ChargeContext value={about}>
      <Form {...props} />
    </ChargeContext>
  );
}

function useChargeSession({ base, staff, ownPending }: Omit<ChargeFormProps, 'about'>) {
  const { connection, contractId } = useCharge();
  const router = useRouter();
  const place = useMemo(
    () => ({ url: paths.api.chargeDraft(connection, contractId), staffId: staff.id, content: chargeDraft }),
    [connection, contractId, staff.id],
  );
  const { origin } = base;
  const originKey = JSON.stringify(origin);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an origin is what it says, not which object says it
  const deed = useMemo((): FormDeed<ChargeFormValues> => {
    const wanted = (draft: { id: string; version: number }, form: ChargeFormValues) => ({
      connection,
      openedBy: staff.id,
      origin,
      draft,
      values: chargeValuesOf(contractId, form),
      lookAlikeReason: form.lookAlikeReason.trim(),
    });
    return {
      send: async (draft, _version, form) => {
        const sent = await chargeAction(wanted(draft, form));
        if (sent.ok) router.push(paths.deduction(connection, sent.value.outTradeNo));
        return sent;
      },
      ask: (draft, _version, form, { reason }) => askToChargeAction({ ...wanted(draft, form), reason }),
    };
  }, [connection, contractId, staff.id, originKey, router]);
  return useDraftSession({ connection, kind, place, deed, base, openRequest: null, staff, ownPending });
}

function Form(props: Omit<ChargeFormProps, 'about'>) {
  const { policy, limits, staff, object, tail, name, base } = props;
  const t = useTranslations('charge');
  const surroundings = useCharge();
  const { connection, zone, isNumberFixed } = surroundings;
  const session = useChargeSession(props);
  const say = useIssueSentence();
  const { form, values, began, draft, send, isLocked } = session;
  const [isConfirming, setConfirming] = useState(false);
  const total = totalOf(values.amount);
  const key =
    'minor' in total ? policyKeyOf(limits, { total: BigInt(total.minor), currency: values.amount.currency }) : null;
  const rule = key === null ? null : combine(policy, [key]);
  const needed = rule && neededApprovals(rule, staff, false);
  const isForTwo = needed !== null && needed > 0;
  const hindrances = checkChargeForm(values, surroundings).length;
  const amount = 'minor' in total ? amountText(total.minor, values.amount.currency) : '';
  const sections = (['amount', 'description', 'order', 'more'] as const).map((id) => ({
    id,
    label: t(`groups.${id}`),
    paths: sectionPaths[id],
  }));

  const ask = useCallback(
    (event?: FormEvent) => {
      event?.preventDefault();
      if (isLocked) return;
      // Enter leaves no field: what leaving it would tidy is tidied now.
      const active = document.activeElement;
      if (active instanceof HTMLInputElement) {
        active.blur();
        active.focus();
      }
      void form.handleSubmit(async () => {
        session.setProblem(null);
        const outTradeNo = form.getValues('out_trade_no');
        const isOurs = isNumberFixed || outTradeNo === base.values.out_trade_no;
        const checked = isOurs ? null : await checkOrderNumberAction({ connection, outTradeNo }).catch(() => null);
        if (checked?.ok && !checked.value.isFree) {
          const issue = { path: 'out_trade_no', rule: 'order-number-used' };
          form.setError(issue.path as 'out_trade_no', { type: issue.rule, message: say(issue) });
          focusPath(issue.path);
          return;
        }
        void draft.flush();
        setConfirming(true);
      })();
    },
    [form, isLocked, isNumberFixed, base, connection, say, draft.flush, session.setProblem],
  );
  const confirm = async (asking: Asking | null) => {
    await send.send(began.version, () => form.getValues(), asking);
    setConfirming(false);
  };
  useSubmitKey(ask);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: leaving any field inside saves the draft.
    <div
      onBlur={() => draft.state.status === 'pending' && void draft.flush()}
      data-ready={session.isReady || undefined}
      data-part="charge"
    >
      <FormShell
        form={form}
        onSubmit={ask}
        isLocked={isLocked}
        sections={sections}
        header={props.header}
        notice={<SessionNotices session={session} connection={connection} zone={zone} />}
        aside={
          <ChargeAside
            values={values}
            charged={props.charged}
            limits={limits}
            needed={needed}
            tail={tail}
            name={name}
          />
        }
        status={
          <>
            <DraftWord session={session} zone={zone} />
            {hindrances > 0 && session.isReady && <b className="text-ink">{t('hindrances', { count: hindrances })}</b>}
          </>
        }
        actions={
          <>
            <Button data-action="draft" disabled={isLocked} onClick={() => void draft.flush({ force: true })}>
              {t('saveDraft')}
            </Button>
            <Button
              data-action={isForTwo ? 'ask-approval' : 'charge'}
              type="submit"
              variant="primary"
              disabled={isLocked}
              pending={send.isSending}
            >
              {amount === '' || values.amount.currency === ''
                ? t('charge')
                : t(isForTwo ? 'askAmount' : 'chargeAmount', { amount })}
            </Button>
          </>
        }
      >
        <AmountGroup />
        <DescriptionGroup />
        <OrderGroup />
      </FormShell>
      <ConfirmCharge
        isOpen={isConfirming}
        charge={{
          amount,
          minor: 'minor' in total ? total.minor : '',
          tail,
          name,
          outTradeNo: values.out_trade_no,
        }}
        object={object}
        description={values.description}
        rule={isForTwo ? rule : null}
        isSending={send.isSending}
        onConfirm={(asking) => void confirm(asking)}
        onCancel={() => setConfirming(false)}
      />
      {send.stepUp}
    </div>
  );
}

const sectionPaths = {
  amount: ['amount', 'lookAlikeReason'],
  description: ['builder', 'description'],
  order: ['out_trade_no', 'merchant_category_code', 'notify_url'],
  more: ['attach', 'goods_tag', 'sub_appid', 'scene_info'],
};
