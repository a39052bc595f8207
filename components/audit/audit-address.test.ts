import { describe, expect, it } from 'vitest';
import type { AuditFilters, AuditQuestion, AuditScope } from '@/lib/audit/filters';
import {
  auditFilters,
  auditQuestions,
  auditScopes,
  filtersFor,
  questionActions,
  questionScopes,
  questionsFor,
} from '@/lib/audit/filters';
import { questionAddress, scopeAddress } from './audit-address';

type Place = Exclude<AuditScope, 'all'>;

/** Where the entries of each action are written: under a connection, under none, or under either. */
const here: Place[] = ['connection'];
const ofNone: Place[] = ['sign-in'];
const either: Place[] = [...here, ...ofNone];
const written: Record<string, Place[]> = {
  'approval.single-administrator': either,
  'approval.attempt-refused': either,
  'access.refused': either,
  'emergency.used': here,
  'policy.changed': ofNone,
  'charge-limit.changed': ofNone,
  'staff.sign-in-refused': ofNone,
  'staff.step-up-refused': ofNone,
  'sub-merchant.modification-requested': here,
  'application.modification-requested': here,
  'contract.termination-requested': here,
  'deduction.charge-requested': here,
  'personal.shown': here,
  'personal.look-refused': here,
  'penalty.contacts-shown': here,
  'evidence.opened': here,
  'contract.exported': here,
  'deduction.exported': here,
  'sub-merchant.exported': here,
  'batch.exported': here,
  'audit.exported': here,
  'audit.heads-exported': here,
  'audit.pack-made': here,
};

const everybody = { connectionLimit: null };
const limited = { connectionLimit: ['one'] };

const opened = (address: string, reader: { connectionLimit: string[] | null } = everybody): AuditFilters =>
  filtersFor(auditFilters.parse(Object.fromEntries(new URL(address, 'http://x').searchParams)), reader);
const holds = ({ scope = 'connection' }: AuditFilters, place: Place) => scope === 'all' || scope === place;

describe.each(auditQuestions)('the question %s', (question: AuditQuestion) => {
  const actions = questionActions[question];
  const places = actions === null ? here : [...new Set(actions.flatMap((action) => written[action] ?? []))];

  it('names actions of which it is known where they are written', () => {
    for (const action of actions ?? []) expect(written[action], action).toBeDefined();
  });

  it('opens, from every tab, the scope that its entries are in, and no wider one', () => {
    for (const scope of [undefined, ...auditScopes]) {
      const to = opened(questionAddress('practice', { scope, person: 'Ann' }, question));
      expect(to).toMatchObject({ question, person: 'Ann' });
      for (const place of places) expect(holds(to, place), `${scope}: ${place}`).toBe(true);
      expect(questionScopes[question] === 'all').toBe(places.length > 1);
    }
  });

  it('is looked for where its entries are when it is chosen among the filters of any tab', () => {
    for (const scope of [undefined, 'connection', 'sign-in'] as const) {
      const looked = filtersFor({ scope, question }, everybody);
      expect(
        places.some((place) => holds(looked, place)),
        scope,
      ).toBe(true);
    }
    for (const place of places) expect(holds(filtersFor({ question }, everybody), place)).toBe(true);
  });

  it('is kept on a tab that can answer it, and left behind on one that cannot', () => {
    for (const scope of auditScopes) {
      const to = opened(scopeAddress('practice', { question, person: 'Ann' }, scope));
      expect(to.scope ?? 'connection').toBe(scope);
      expect(to.question).toBe(scope === 'all' || places.includes(scope) ? question : undefined);
      expect(to.person).toBe('Ann');
    }
  });

  it('is offered to whoever is limited to some connections where those have its entries', () => {
    expect(questionsFor(limited).includes(question)).toBe(places.includes('connection'));
    expect(opened(questionAddress('practice', {}, question), limited).scope ?? 'connection').toBe('connection');
  });
});
