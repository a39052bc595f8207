// What an import or a person tells of a contract, field by field: read, judged, and laid over what we hold.
import type { Mode } from '@/lib/platform/operations';
import { contractId as contractIdSchema } from '@/lib/platform/wire/contract';
import { contractStates } from '@/lib/platform/wire/enums';
import { isCalendarDay, platformId } from '@/lib/platform/wire/fields';
import { instant } from '@/lib/platform/wire/notification';
import { failedRules } from '@/lib/platform/wire/rules';
import { text } from '@/lib/platform/wire/text';
import type { Change } from '@/lib/requests/view';
import type { Issue } from '@/lib/result';
import type { ContractFacts } from './news';
import { enderOf } from './news';

/** The columns of a CSV, and the fields of the form: the number, and whatever else is known. Nothing of the payer. */
export const contractColumns = [
  'contract_id',
  'sub_mchid',
  'sp_appid',
  'appid',
  'sub_appid',
  'plan_id',
  'out_contract_code',
  'signed_time',
  'contract_expired_time',
  'state',
  'terminated_time',
  'termination_mode',
] as const;
export type ContractColumn = (typeof contractColumns)[number];

/** What is told; a blank tells nothing. */
export type ContractValues = Partial<Record<ContractColumn, string>>;

/** Columns that exist in one mode alone (4.3). */
const onlyIn: Partial<Record<ContractColumn, Mode>> = {
  sub_mchid: 'institutional',
  sp_appid: 'institutional',
  sub_appid: 'institutional',
  appid: 'common',
};

/** The mode of a connection, as the rules know it. */
export const modeOf = ({ mode }: { mode: string }): Mode => (mode === 'common' ? 'common' : 'institutional');

/** Those that a contract of this connection can have, by its mode: what an import offers and shows. */
export const contractColumnsIn = (connection: { mode: string }): readonly ContractColumn[] => {
  const mode = modeOf(connection);
  return contractColumns.filter((column) => (onlyIn[column] ?? mode) === mode);
};

const word = text(1, 64);
const schemas = {
  contract_id: contractIdSchema,
  sub_mchid: platformId,
  sp_appid: platformId,
  appid: platformId,
  sub_appid: platformId,
  out_contract_code: text(1, 32),
  termination_mode: word,
} as const;

/** A day, or a moment with its offset, as a Date; null for what is none. A day counts from its first moment in UTC. */
export function timeOf(told: string): Date | null {
  if (isCalendarDay(told)) return new Date(`${told}T00:00:00Z`);
  return instant.safeParse(told).success ? new Date(told) : null;
}

const times = ['signed_time', 'contract_expired_time', 'terminated_time'] as const;

/** What is wrong with the values themselves, in this mode; one rule for each field. */
export function checkContract(values: ContractValues, mode: Mode, now: Date): Issue[] {
  const issues: Issue[] = [];
  const add = (path: ContractColumn, rule: string) => issues.push({ path, rule });
  for (const path of contractColumns) {
    const value = values[path];
    if (value === undefined) continue;
    const only = onlyIn[path];
    if (only !== undefined && only !== mode) add(path, `only-in-${only}-mode`);
    else if (path in schemas) {
      const parsed = schemas[path as keyof typeof schemas].safeParse(value);
      const [failure] = parsed.success ? [] : failedRules(parsed.error);
      if (failure) {
        const { rule, path: _, ...params } = failure;
        issues.push({ path, rule, params });
      }
    } else if (path === 'plan_id' && !/^\d{1,32}$/.test(value)) add(path, 'not-an-integer');
    else if (path === 'state' && !contractStates.some((state) => state === value)) add(path, 'not-a-choice');
    else if (times.some((time) => time === path)) {
      const at = timeOf(value);
      if (at === null) add(path, 'not-a-time');
      else if (path !== 'contract_expired_time' && at > now) add(path, 'in-the-future');
    }
  }
  if (values.contract_id === undefined) add('contract_id', 'required');
  if (mode === 'institutional' && values.sub_mchid === undefined) add('sub_mchid', 'required');
  const isEnded = values.state === 'TERMINATED';
  for (const path of ['terminated_time', 'termination_mode'] as const) {
    if (values[path] !== undefined && !isEnded) add(path, 'only-when-terminated');
  }
  return issues;
}

/** Where the values come from, and what proves them. */
export type ContractOrigin = { how: 'import' | 'staff'; proof: string | null; at: Date };

export type Laid =
  | { kind: 'create' | 'update'; facts: ContractFacts; changes: Change[] }
  | { kind: 'unchanged' }
  | { kind: 'refused'; issues: Issue[] };

/** What the platform itself told: nobody else's word goes over it. */
const isTold = (how: string) => how === 'answer' || how === 'notification' || how === 'reading';

const iso = (date: Date | null) => date?.toISOString() ?? null;

const changeOf = (path: string, from: string | null, to: string | null): Change[] =>
  from === to || to === null ? [] : [{ path, kind: from === null ? 'added' : 'changed', from, to }];

/**
 * Lays values that are right in themselves over what we hold. What is not told stays. An ending stands: nothing that is
 * imported or typed makes a contract signed again.
 */
export function layOver(values: ContractValues, held: ContractFacts | null, { how, proof, at }: ContractOrigin): Laid {
  const appid = values.sp_appid ?? values.appid ?? null;
  const subMchid = values.sub_mchid ?? '';
  const time = (path: (typeof times)[number]) => (values[path] === undefined ? null : timeOf(values[path]));
  const isEnded = values.state === 'TERMINATED';
  if (held !== null && held.subMchid !== '' && subMchid !== '' && held.subMchid !== subMchid && isTold(held.stateHow))
    return { kind: 'refused', issues: [{ path: 'sub_mchid', rule: 'told-by-the-platform' }] };
  if (held?.state === 'TERMINATED' && values.state === 'SIGNED')
    return { kind: 'refused', issues: [{ path: 'state', rule: 'ended-already' }] };

  const signedAt = time('signed_time') ?? held?.signedAt ?? null;
  const ends = isEnded && held?.state !== 'TERMINATED';
  const endedAt = time('terminated_time') ?? at;
  const parties = {
    subMchid: subMchid || (held?.subMchid ?? ''),
    appid: appid ?? held?.appid ?? null,
    subAppid: values.sub_appid ?? held?.subAppid ?? null,
    planId: values.plan_id ?? held?.planId ?? null,
    outContractCode: values.out_contract_code ?? held?.outContractCode ?? null,
    signedAt,
    expiresAt: time('contract_expired_time') ?? held?.expiresAt ?? null,
  };
  // An import makes what only staff knew known; the platform's own word, and what we inferred from it, stays.
  const confirms = held !== null && held.stateHow === 'staff' && how === 'import';
  const isNew = held === null || ends || confirms;
  const state = isNew
    ? {
        state: isEnded ? 'TERMINATED' : (held?.state ?? 'SIGNED'),
        stateHow: how,
        stateSince: isEnded ? endedAt : (held?.stateSince ?? signedAt ?? at),
        stateAsOf: at,
        stateProof: proof,
        endedBy: isEnded ? enderOf(values.termination_mode ?? null, false) : (held?.endedBy ?? null),
        endedMode: values.termination_mode ?? held?.endedMode ?? null,
        endedAt: isEnded ? endedAt : (held?.endedAt ?? null),
      }
    : null;
  const facts: ContractFacts = {
    endedBy: null,
    endedMode: null,
    endedAt: null,
    endedNote: null,
    confirmedAt: null,
    confirmedProof: null,
    notFoundAt: null,
    notFoundProof: null,
    notFoundHow: null,
    state: 'SIGNED',
    stateHow: how,
    stateSince: at,
    stateAsOf: at,
    stateProof: proof,
    ...held,
    ...parties,
    ...state,
    ...(ends && { notFoundAt: null, notFoundProof: null, notFoundHow: null }),
  };
  const changes = [
    ...changeOf('sub_mchid', held?.subMchid || null, facts.subMchid || null),
    ...changeOf('sp_appid', held?.appid ?? null, facts.appid),
    ...changeOf('sub_appid', held?.subAppid ?? null, facts.subAppid),
    ...changeOf('plan_id', held?.planId ?? null, facts.planId),
    ...changeOf('out_contract_code', held?.outContractCode ?? null, facts.outContractCode),
    ...changeOf('signed_time', iso(held?.signedAt ?? null), iso(facts.signedAt)),
    ...changeOf('contract_expired_time', iso(held?.expiresAt ?? null), iso(facts.expiresAt)),
    ...changeOf('contract_state', held?.state ?? null, facts.state),
    ...changeOf('ended_by', held?.endedBy ?? null, facts.endedBy),
    ...changeOf('state_how', held?.stateHow ?? null, facts.stateHow),
  ];
  if (held !== null && changes.length === 0) return { kind: 'unchanged' };
  return { kind: held === null ? 'create' : 'update', facts, changes };
}
