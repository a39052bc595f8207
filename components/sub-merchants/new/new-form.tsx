'use client';

import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useMemo, useState, useTransition } from 'react';
import type { FieldPath as FormPath } from 'react-hook-form';
import { useWatch } from 'react-hook-form';
import { useIssueSentence, wholeForm } from '@/components/form/action-form';
import type { FormSection } from '@/components/form/form-shell';
import { FormShell } from '@/components/form/form-shell';
import { TextField } from '@/components/form/text-field';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { FaultNotice } from '@/components/ui/notice';
import { Group } from '@/components/ui/section';
import type { Locale } from '@/lib/i18n/locale';
import { paths } from '@/lib/paths';
import type { Refusal } from '@/lib/result';
import { createSubMerchantAction, readSubMerchantAction } from '@/lib/sub-merchants/actions';
import type { EditBase } from '@/lib/sub-merchants/rules';
import { coverage } from '@/lib/sub-merchants/rules';
import { checkSubMchid } from '@/lib/sub-merchants/values';
import { BusinessGroup } from '../edit/business-group';
import { EditContext } from '../edit/edit-context';
import { sectionsOf } from '../edit/edit-sections';
import { IdentityGroup } from '../edit/identity-group';
import { ChannelGroup, ContactGroup, PersonGroup, SettlementGroup } from '../edit/people-groups';
import type { NewFormState, NewValues } from './use-new-form';
import { toldOf, useNewForm } from './use-new-form';

type NewFormProps = {
  connection: string;
  /** The id that the form begins with; '' where nobody knows one. */
  subMchid: string;
  locale: Locale;
  zone: string;
  /** Today in the reader's zone, YYYY-MM-DD. */
  today: string;
  countries: { value: string; label: string }[];
  budgetBytes: number;
  /** Whether the platform may be asked for a record. */
  mayRead: boolean;
  header: ReactNode;
};

/** Why nothing was added, as the page says it; `subMchid` is the one that it was about. */
type Problem = { refusal: Refusal | { kind: 'no-answer' }; subMchid: string };

const blankBase = (budgetBytes: number): EditBase => ({
  version: 1,
  held: {},
  masks: {},
  h5State: 'UNKNOWN',
  domainsInForce: [],
  websiteUrl: null,
  budgetBytes,
});

/** The groups in their order, with the wire paths that each holds. */
function useSections(values: NewValues): FormSection[] {
  const t = useTranslations('edit.groups');
  const tNew = useTranslations('subMerchantNew');
  const own = { id: 'id', label: tNew('id.legend'), paths: ['sub_mchid'] };
  return [own, ...sectionsOf(values, (key) => t(key))];
}

function ProblemNotice({ problem, connection }: { problem: Problem; connection: string }) {
  const t = useTranslations('subMerchantNew.problems');
  const tRefusals = useTranslations('refusals');
  const { refusal, subMchid } = problem;
  if (refusal.kind === 'invalid') return null;
  const isHeld = refusal.kind === 'conflict' && refusal.rule === 'sub-merchant-exists';
  const sentence = () => {
    if (refusal.kind === 'no-answer') return t('no-answer');
    if (refusal.kind === 'forbidden') return tRefusals('forbidden', { permission: refusal.permission });
    if (refusal.kind !== 'conflict') return tRefusals(refusal.kind);
    return t.has(refusal.rule)
      ? t(refusal.rule, { subMchid, ...refusal.params })
      : tRefusals('other', { rule: refusal.rule });
  };
  return (
    <FaultNotice>
      {sentence()}{' '}
      {isHeld && (
        <Link className="link" href={paths.subMerchant(connection, subMchid)} prefetch={false}>
          {t('openHeld')}
        </Link>
      )}
    </FaultNotice>
  );
}

/** How much of what 4.1 requires has been typed; nothing of it is needed to hold the record. */
function CoverageLine({ values }: { values: NewValues }) {
  const t = useTranslations('subMerchantNew');
  const told = toldOf(values);
  const type = { merchantType: values.merchant_type, businessType: values.business.business_type };
  const { required, held } = coverage((path) => told[path] !== undefined, type);
  return <span className="text-ink-2">{t('coverage', { held, required })}</span>;
}

function showIssues(form: NewFormState, refusal: Refusal, say: ReturnType<typeof useIssueSentence>) {
  if (refusal.kind !== 'invalid') return;
  for (const issue of refusal.issues) {
    const path = issue.path === '' ? wholeForm : issue.path;
    form.setError(path as FormPath<NewValues>, { type: issue.rule, message: say(issue) });
  }
}

/** One sub-merchant by hand: its id, and whatever is known; or read from the platform by its id (screens 4). */
export function NewForm({
  connection,
  subMchid: knownId,
  countries,
  budgetBytes,
  mayRead,
  header,
  locale,
  zone,
  today,
}: NewFormProps) {
  const t = useTranslations('subMerchantNew');
  const router = useRouter();
  const say = useIssueSentence();
  const base = useMemo(() => blankBase(budgetBytes), [budgetBytes]);
  const form = useNewForm(base, knownId);
  const values = useWatch({ control: form.control }) as NewValues;
  const sections = useSections(values);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isSaving, save] = useTransition();
  const [isReading, read] = useTransition();

  const settle = (
    subMchid: string,
    answer:
      | Awaited<ReturnType<typeof createSubMerchantAction>>
      | Awaited<ReturnType<typeof readSubMerchantAction>>
      | null,
  ) => {
    if (answer?.ok) return router.push(paths.subMerchant(connection, subMchid));
    const refusal = answer?.refusal ?? { kind: 'no-answer' as const };
    setProblem({ refusal, subMchid });
    if (refusal.kind !== 'no-answer') showIssues(form, refusal, say);
  };
  const add = form.handleSubmit((ready) => {
    const subMchid = ready.sub_mchid.trim();
    setProblem(null);
    save(async () =>
      settle(
        subMchid,
        await createSubMerchantAction({ connection, subMchid, values: toldOf(ready) }).catch(() => null),
      ),
    );
  });
  const ask = () => {
    const subMchid = form.getValues('sub_mchid').trim();
    setProblem(null);
    const [issue] = checkSubMchid(subMchid);
    if (issue) {
      form.setError('sub_mchid', { type: issue.rule, message: say(issue) });
      form.setFocus('sub_mchid');
      return;
    }
    read(async () => settle(subMchid, await readSubMerchantAction({ connection, subMchid }).catch(() => null)));
  };
  const isBusy = isSaving || isReading;
  const surroundings = useMemo(
    () => ({ base, connection, subMchid: '', isLocked: isBusy, locale, zone, today, looking: null }),
    [base, connection, isBusy, locale, zone, today],
  );

  return (
    <EditContext value={surroundings}>
      <FormShell
        form={form}
        onSubmit={add}
        sections={sections}
        header={header}
        notice={problem && <ProblemNotice problem={problem} connection={connection} />}
        status={<CoverageLine values={values} />}
        actions={
          <>
            <ButtonLink data-action="cancel" href={paths.subMerchants(connection)}>
              {t('cancel')}
            </ButtonLink>
            <Button data-action="confirm" type="submit" variant="primary" pending={isSaving} disabled={isBusy}>
              {isSaving ? t('adding') : t('add')}
            </Button>
          </>
        }
      >
        <Group id="id" legend={t('id.legend')} note={t('id.note')} disabled={isBusy}>
          <div className="flex flex-wrap items-start gap-3">
            <div className="min-w-60 flex-1">
              <TextField name="sub_mchid" label={t('id.label')} help={t('id.help')} counter={{ max: 32 }} isMono />
            </div>
            {mayRead && (
              <Button
                className="mt-5.5 max-md:mt-0"
                icon="download"
                data-action="read"
                pending={isReading}
                disabled={isBusy}
                onClick={ask}
              >
                {isReading ? t('reading') : t('read')}
              </Button>
            )}
          </div>
          <p className="text-ink-2 text-table mt-2">{t(mayRead ? 'readHow' : 'readOff')}</p>
        </Group>
        <IdentityGroup countries={countries} />
        <ContactGroup />
        <BusinessGroup />
        <PersonGroup />
        <SettlementGroup />
        <ChannelGroup />
      </FormShell>
    </EditContext>
  );
}
