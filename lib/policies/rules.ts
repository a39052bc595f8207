import type { Permission, Role, WithRoles } from '@/lib/auth/permissions';
import { mayDo, reaches } from '@/lib/auth/permissions';
import type { Issue } from '@/lib/result';

/** What the policy speaks of (day 5), in the order of its table. A deed may fall under several: the strictest of each counts. */
export const policyKeys = [
  'sub-merchant.edit',
  'sub-merchant.edit-sensitive',
  'sub-merchant.settlement-account',
  'sub-merchant.remove-domain',
  'application.modify',
  'contract.terminate',
  'contract.terminate-batch',
  'deduction.charge',
  'deduction.charge-large',
  'deduction.release-contract',
  'by-hand',
  'keys',
  'policy',
  'roles',
  'staff.invite',
  'sending.go-on',
  'personal.show',
  'legal-hold',
  'emergency',
] as const;
export type PolicyKey = (typeof policyKeys)[number];

export const stepUps = ['none', 'checker', 'both'] as const;
export type StepUp = (typeof stepUps)[number];

/** What two administrators may change of a row. */
export type PolicyRow = {
  /** Who may approve: one of these roles is enough. Built-in ones, and those of the institution by their keys. */
  approvers: string[];
  /** People in all, the maker included. */
  people: number;
  /** Who proves with the password of the last five minutes who they are. */
  stepUp: StepUp;
  /** Hours after which an approval that nobody gave is void. */
  expiryHours: number;
  /** Hours between the last approval and carrying out, in which it can still be withdrawn. */
  coolOffHours: number;
  /** How many of these one person may ask for or do in 24 hours; null: no cap. */
  dailyCap: number | null;
};

/** What no policy changes. */
export type Nature = {
  /** Everybody counted must hold an approver's role: a maker without one is not one of them. */
  approversOnly: boolean;
  leastPeople: number;
  /** Absent: as many as the bounds let. */
  mostPeople?: number;
  /** The longest time that the row may give. Absent: as long as the bounds let. */
  mostHours?: number;
  /** A file that proves it goes with it. */
  evidence: boolean;
  /** The call-back checklist goes with it. */
  callBack: boolean;
  /** A single administrator may do it alone until there is a second (decisions 10). */
  firstDays: boolean;
  /** The only roles that ever approve it; null: those that the row names. */
  fixedApprovers: readonly Role[] | null;
  /** The proof that it always takes; null: the one that the row names. */
  fixedStepUp: StepUp | null;
};

const ordinary: Nature = {
  approversOnly: false,
  leastPeople: 1,
  evidence: false,
  callBack: false,
  firstDays: false,
  fixedApprovers: null,
  fixedStepUp: null,
};
/** Whoever could loosen these could give themselves every other right: who approves them, and with what proof, stays. */
const administrators: Nature = {
  ...ordinary,
  approversOnly: true,
  leastPeople: 2,
  fixedApprovers: ['administrator'],
  fixedStepUp: 'both',
};

export const natures: Record<PolicyKey, Nature> = {
  'sub-merchant.edit': ordinary,
  'sub-merchant.edit-sensitive': ordinary,
  'sub-merchant.settlement-account': { ...ordinary, leastPeople: 2, callBack: true },
  'sub-merchant.remove-domain': ordinary,
  'application.modify': ordinary,
  'contract.terminate': ordinary,
  'contract.terminate-batch': ordinary,
  'deduction.charge': ordinary,
  'deduction.charge-large': ordinary,
  'deduction.release-contract': { ...ordinary, leastPeople: 2 },
  'by-hand': { ...ordinary, leastPeople: 2, evidence: true },
  keys: { ...administrators, firstDays: true },
  policy: administrators,
  roles: administrators,
  'staff.invite': { ...administrators, firstDays: true },
  'sending.go-on': { ...ordinary, leastPeople: 2, firstDays: true },
  // A look is over before anybody could approve it.
  'personal.show': { ...ordinary, mostPeople: 1 },
  // Who asks may be an auditor; that it is set or lifted is an administrator's word.
  'legal-hold': { ...ordinary, leastPeople: 2, fixedApprovers: ['administrator'] },
  // It is there for when nobody could approve it. Its time is that of the row, and short whatever the row says.
  emergency: { ...ordinary, mostPeople: 1, mostHours: 4, fixedStepUp: 'both' },
};

const two: PolicyRow = {
  approvers: ['checker', 'administrator'],
  people: 2,
  stepUp: 'none',
  expiryHours: 72,
  coolOffHours: 0,
  dailyCap: null,
};
const twoAdministrators: PolicyRow = { ...two, approvers: ['administrator'], stepUp: 'both' };

/** The defaults of day 5, practice and live alike (decisions 10). */
export const defaultPolicy: Record<PolicyKey, PolicyRow> = {
  'sub-merchant.edit': { ...two, people: 1 },
  'sub-merchant.edit-sensitive': { ...two, stepUp: 'checker' },
  'sub-merchant.settlement-account': { ...two, stepUp: 'checker' },
  'sub-merchant.remove-domain': two,
  'application.modify': { ...two, people: 1 },
  'contract.terminate': { ...two, stepUp: 'checker' },
  'contract.terminate-batch': { ...two, stepUp: 'both' },
  'deduction.charge': { ...two, people: 1 },
  'deduction.charge-large': { ...two, stepUp: 'checker' },
  'deduction.release-contract': { ...two, stepUp: 'checker' },
  'by-hand': two,
  keys: twoAdministrators,
  policy: twoAdministrators,
  roles: twoAdministrators,
  'staff.invite': twoAdministrators,
  'sending.go-on': { ...two, stepUp: 'checker' },
  'personal.show': { ...two, people: 1, dailyCap: 30 },
  'legal-hold': { ...two, approvers: ['administrator'], stepUp: 'checker' },
  emergency: { ...two, people: 1, stepUp: 'both', expiryHours: 1, dailyCap: 2 },
};

/** The bounds of what may be set. */
export const policyBounds = {
  people: { max: 5 },
  expiryHours: { min: 1, max: 720 },
  coolOffHours: { min: 0, max: 168 },
  dailyCap: { min: 1, max: 10_000 },
} as const;

/**
 * How long an administrator who was suspended, or whose role was taken away, still counts as there for the rule of the first
 * days, in milliseconds: one stolen administrator does not bring them back by suspending the other (docs/decisions/0013).
 */
export const ADMINISTRATOR_LINGERS_MS = 7 * 24 * 60 * 60 * 1000;

/** Administrators who can sign in, and those who count as there for a while all the same: who, and until when. */
export type Administrators = { active: number; lingering: { name: string; until: Date }[] };

/** True in the first days, when one administrator may do alone what two do later (decisions 10). */
export const isFirstDays = ({ active, lingering }: Administrators): boolean => active === 1 && lingering.length === 0;

/** How long a proof by password counts, in milliseconds. */
export const STEP_UP_MS = 5 * 60_000;

export const isProven = (confirmedAt: Date | null | undefined, now: Date): boolean =>
  confirmedAt != null && now.getTime() - confirmedAt.getTime() <= STEP_UP_MS;

/** What holds for one deed: its rows taken together, the strictest of each. */
export type EffectiveRule = PolicyRow & Omit<Nature, 'fixedApprovers' | 'fixedStepUp' | 'mostPeople' | 'mostHours'>;

/** A row as it counts: what nature fixes is not read from it, and no fewer people than the least are. */
export function rowAsFixed(key: PolicyKey, row: PolicyRow): PolicyRow {
  const { leastPeople, mostPeople = policyBounds.people.max, fixedApprovers, fixedStepUp } = natures[key];
  const { mostHours = policyBounds.expiryHours.max } = natures[key];
  return {
    ...row,
    people: Math.min(mostPeople, Math.max(leastPeople, row.people)),
    expiryHours: Math.min(mostHours, row.expiryHours),
    approvers: fixedApprovers === null ? row.approvers : [...fixedApprovers],
    stepUp: fixedStepUp ?? row.stepUp,
  };
}

/** What of a row nature does not allow under this key. */
export function natureIssues(key: PolicyKey, row: PolicyRow): Issue[] {
  const { leastPeople, mostPeople } = natures[key];
  const fixed = rowAsFixed(key, row);
  return [
    ...(row.people === fixed.people
      ? []
      : [
          mostPeople !== undefined && row.people > mostPeople
            ? { path: 'people', rule: 'most-people', params: { max: mostPeople } }
            : { path: 'people', rule: 'least-people', params: { min: leastPeople } },
        ]),
    ...(row.expiryHours === fixed.expiryHours
      ? []
      : [{ path: 'expiryHours', rule: 'most-hours', params: { max: fixed.expiryHours } }]),
    ...(row.approvers.join() === fixed.approvers.join() ? [] : [{ path: 'approvers', rule: 'approvers-fixed' }]),
    ...(row.stepUp === fixed.stepUp ? [] : [{ path: 'stepUp', rule: 'step-up-fixed' }]),
  ];
}

const strictest = (values: StepUp[]): StepUp =>
  (['both', 'checker', 'none'] as const).find((each) => values.includes(each)) ?? 'none';

/** The rules of several keys as one: whoever satisfies it satisfies each. No keys is the rule of a deed without one. */
export function combine(policy: Record<PolicyKey, PolicyRow>, keys: readonly PolicyKey[]): EffectiveRule {
  const rows = keys.map((key) => policy[key]);
  const kinds = keys.map((key) => natures[key]);
  const caps = rows.flatMap(({ dailyCap }) => dailyCap ?? []);
  const [first = two] = rows;
  return {
    // A row that asks for one person has nobody to approve, and says nothing of who may.
    approvers: rows
      .filter(({ people }) => people > 1)
      .reduce(
        (held, { approvers }) => held.filter((role) => approvers.includes(role)),
        rows.find(({ people }) => people > 1)?.approvers ?? first.approvers,
      ),
    people: Math.max(1, ...rows.map(({ people }, n) => Math.max(people, kinds[n]?.leastPeople ?? 1))),
    stepUp: strictest(rows.map(({ stepUp }) => stepUp)),
    expiryHours: Math.min(policyBounds.expiryHours.max, ...rows.map(({ expiryHours }) => expiryHours)),
    coolOffHours: Math.max(0, ...rows.map(({ coolOffHours }) => coolOffHours)),
    dailyCap: caps.length > 0 ? Math.min(...caps) : null,
    approversOnly: kinds.some(({ approversOnly }) => approversOnly),
    leastPeople: Math.max(1, ...kinds.map(({ leastPeople }) => leastPeople)),
    evidence: kinds.some(({ evidence }) => evidence),
    callBack: kinds.some(({ callBack }) => callBack),
    firstDays: kinds.some(({ firstDays }) => firstDays),
  };
}

/** Every edit of a sub-merchant falls under this row; the row itself is about those that fall under no other. */
const PLAIN_EDIT: PolicyKey = 'sub-merchant.edit';

/**
 * The rows whose cap of a day counts a deed under these keys: an edit of sensitive fields takes nothing away from the edits
 * without, and is not held by their cap.
 */
export const countedUnder = (keys: readonly PolicyKey[]): PolicyKey[] => {
  const others = keys.filter((key) => key !== PLAIN_EDIT);
  return others.length > 0 ? others : [...keys];
};

/** How the keys of what was done before match a row whose cap counts it; the inverse of `countedUnder`. */
export const capMatch = (key: PolicyKey): { equals: PolicyKey[] } | { has: PolicyKey } =>
  key === PLAIN_EDIT ? { equals: [key] } : { has: key };

/** What a rule reads of a person: their roles by name, and what those come to. */
export type Holder = { roles: readonly string[]; permissions: readonly Permission[] };

/** True when one of the roles makes its holder an approver of this. */
export const isApprover = ({ approvers }: Pick<PolicyRow, 'approvers'>, { roles, permissions }: Holder): boolean =>
  approvers.some((role) => roles.includes(role)) && mayDo(permissions, 'approval:decide');

/**
 * How many others must approve what this maker asks for. While one active administrator exists, what the first days
 * allow needs none beside that one (decisions 10).
 */
export function neededApprovals(rule: EffectiveRule, maker: Holder, isSingleAdministrator: boolean): number {
  const isCounted = !rule.approversOnly || isApprover(rule, maker);
  const needed = rule.people - (isCounted ? 1 : 0);
  if (!rule.firstDays || !isSingleAdministrator) return needed;
  return Math.min(needed, maker.roles.includes('administrator') ? 0 : 1);
}

export type Person = Holder & Pick<WithRoles, 'connectionLimit'> & { id: string; name: string };

/** Those who work under a connection (null: under all of them). */
export const staffUnder = <Someone extends Person>(staff: readonly Someone[], connectionId: string | null): Someone[] =>
  staff.filter((person) => reaches(person, connectionId));

/** Who of the active staff could approve it: an approver, and none of its makers. */
export const whoCould = <Someone extends Person>(
  rule: Pick<PolicyRow, 'approvers'>,
  staff: readonly Someone[],
  makers: readonly string[],
): Someone[] => staff.filter((person) => isApprover(rule, person) && !makers.includes(person.id));

/**
 * Whether the people of today can satisfy a row at all: someone asks, and enough others approve. A row that nobody
 * could satisfy is shown in red and never bypassed.
 */
export const isSatisfiable = (rule: EffectiveRule, staff: readonly Person[], isSingleAdministrator: boolean): boolean =>
  staff.some(
    (maker) => whoCould(rule, staff, [maker.id]).length >= neededApprovals(rule, maker, isSingleAdministrator),
  );

/** Rows that one edit of a sub-merchant can fall under at once. */
const editKeys = policyKeys.filter((key) => key.startsWith('sub-merchant.'));

/** Whether an edit that touches every sensitive part at once could get through: the strictest of each row counts. */
export const isTogetherSatisfiable = (policy: Record<PolicyKey, PolicyRow>, staff: readonly Person[]): boolean =>
  // Nothing of an edit is a matter of the first days.
  isSatisfiable(combine(policy, editKeys), staff, false);
