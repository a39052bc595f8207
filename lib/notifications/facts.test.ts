// What holds of the facts whatever comes, in whatever order and however often. The judging and keeping are the inbox's own.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applicationKey } from '@/lib/applications/keep';
import type { H5Facts } from '@/lib/sub-merchants/h5-news';
import type { Held } from './held';

import { applicationOf, effectOf } from './judge';
import type { Opened } from './message';
import { keepEffect } from './settle';

const subMchid = '1900003001';
const start = Date.UTC(2026, 2, 7, 10, 0, 0);
const nowhere = { application: () => {}, subMerchant: () => {}, contract: () => {}, order: () => {} };

type Record = {
  applyment_id: number;
  applyment_state: string;
  domains: string[];
  applyment_type?: string;
  transaction_limit_type?: string;
  audit_reject_detail?: string;
};
type Told = { second: number; record: Record };

const message = ({ second, record }: Told): Opened => ({
  kind: 'opened',
  id: `${second} ${JSON.stringify(record)}`,
  envelope: {
    id: 'x',
    create_time: new Date(start + second * 1000).toISOString(),
    event_type: `APPLYMENT_STATE.${record.applyment_state}`,
    resource: { algorithm: 'AEAD_AES_256_GCM', ciphertext: 'x', nonce: 'x' },
  },
  content: Buffer.alloc(0),
  contentSha256: '',
  json: { sub_mchid: subMchid, website_url: 'https://shop.example', ...record },
  openedBy: '00000000',
});

const beginning = (facts: H5Facts): Held => ({
  notifications: new Map(),
  applications: new Map(),
  contracts: new Map(),
  orders: new Map(),
  subMerchants: new Map([[subMchid, { ...facts, id: 'row', name: '' }]]),
});

/** One message, as the inbox takes it; the same one again is a repeat, which `deliver` leaves to the caller. */
function deliver(held: Held, told: Told): void {
  const opened = message(told);
  const about = applicationOf(opened, opened.id);
  if (about === null) throw new Error('not an application');
  const effect = effectOf(opened, opened.id, {
    application: held.applications.get(applicationKey(about)) ?? null,
    subMerchant: held.subMerchants.get(subMchid) ?? null,
  });
  keepEffect(effect, held, nowhere, new Date(start));
}

function factsOf(held: Held): H5Facts {
  const facts = held.subMerchants.get(subMchid);
  if (!facts) throw new Error('the sub-merchant is missing');
  return facts;
}

const seconds = fc.integer({ min: 0, max: 100 });
const momentOrNone = fc.option(
  seconds.map((second) => new Date(start + second * 1000 + 250)),
  { nil: null },
);
const domains = fc.constantFrom<string[]>(['shop.example'], ['pay.example', 'shop.example']);
const h5Facts: fc.Arbitrary<H5Facts> = fc
  .record({
    h5State: fc.constantFrom(
      'UNKNOWN',
      'APPROVED',
      'UNAUTHORIZED',
      'UNDER_REVIEW',
      'REJECTED',
      'UNDER_PUNISHMENT',
      'APPLICATION_FAILED',
    ),
    stateAsOf: seconds,
    domains,
    domainsAsOf: momentOrNone,
    limitGrade: fc.constantFrom(null, 'UN_LAUNCHED_WEBSITE_LIMIT', 'NORMAL_LIMIT', 'NO_LIMIT'),
    limitGradeAsOf: momentOrNone,
  })
  .map(({ stateAsOf, ...facts }) => ({
    ...facts,
    h5StateHow: facts.h5State === 'UNKNOWN' ? 'none' : 'answer',
    h5StateSince: new Date(start),
    h5StateAsOf: new Date(start + stateAsOf * 1000 + 500),
    h5StateProof: null,
    h5RejectDetail: null,
    domainsHow: facts.domainsAsOf === null ? 'none' : 'answer',
    websiteUrl: 'https://shop.example',
    limitGradeHow: 'inferred',
    h5AskedDomains: [],
    h5AskedAt: null,
  }));

const family = fc.constantFrom<Partial<Record>>(
  { applyment_type: 'APPLY_FOR_PAYMENT_AUTHORITY', transaction_limit_type: 'NORMAL_LIMIT' },
  { applyment_type: 'APPLY_FOR_PAYMENT_AUTHORITY', transaction_limit_type: 'NO_LIMIT' },
  { applyment_type: 'APPLY_FOR_RELIEVE_LIMITED', transaction_limit_type: 'NO_LIMIT' },
  {},
);

/**
 * What the platform can tell of one application: any states in any number, approved at last or never (3.1: nothing comes
 * after an approval). The newest is not PENDING, which tells nothing of the sub-merchant.
 */
const history: fc.Arbitrary<Told[]> = fc
  .tuple(
    family,
    fc.uniqueArray(seconds, { minLength: 1, maxLength: 6 }),
    fc.array(fc.constantFrom('PENDING', 'UNDER_REVIEW', 'REJECTED'), { minLength: 6, maxLength: 6 }),
    fc.constantFrom('UNDER_REVIEW', 'REJECTED', 'APPROVED'),
  )
  .map(([shape, moments, states, last]) => {
    const inOrder = [...moments].sort((one, other) => one - other);
    return inOrder.map((second, place) => ({
      second,
      record: {
        applyment_id: 7,
        applyment_state: place === inOrder.length - 1 ? last : (states[place] ?? last),
        domains: ['shop.example'],
        audit_reject_detail: 'Screenshots missing',
        ...shape,
      },
    }));
  });

/** A history as it arrives: every message at least once, in any order, some again. */
const arrivals = history.chain((told) =>
  fc
    .tuple(fc.shuffledSubarray(told, { minLength: told.length }), fc.array(fc.constantFrom(...told), { maxLength: 6 }))
    .map(([once, again]) => ({
      newest: told.reduce((one, other) => (other.second > one.second ? other : one)),
      order: [...once, ...again],
    })),
);

describe('notifications about one application', () => {
  it('end in the facts of the newest alone, in any order and repetition (bug-duplicates-04)', {
    timeout: 60_000,
  }, () => {
    fc.assert(
      fc.property(arrivals, h5Facts, ({ newest, order }, facts) => {
        const all = beginning(facts);
        for (const told of order) deliver(all, told);
        const alone = beginning(facts);
        deliver(alone, newest);
        // Since when a state lasts depends on who told of it first, and on nothing else.
        const { h5StateSince: _, ...end } = factsOf(all);
        const { h5StateSince: __, ...expected } = factsOf(alone);
        expect(end).toEqual(expected);
        const applicationsOf = (held: Held) =>
          [...held.applications.values()].map(({ id: ___, stateSince: ____, version: _____, ...rest }) => rest);
        expect(applicationsOf(all)).toEqual(applicationsOf(alone));
      }),
      { numRuns: 300 },
    );
  });
});

const anything: fc.Arbitrary<Told> = fc.record({
  second: seconds,
  record: fc
    .record({
      applyment_id: fc.integer({ min: 1, max: 3 }),
      applyment_state: fc.constantFrom('PENDING', 'UNDER_REVIEW', 'REJECTED', 'APPROVED'),
      domains,
      shape: family,
    })
    .map(({ shape, ...rest }) => ({ ...rest, ...shape })),
});

/** The platform tells whole seconds: within one of them no order is known. */
const secondOf = (moment: Date | null) =>
  moment === null ? Number.NEGATIVE_INFINITY : Math.floor(moment.getTime() / 1000);

describe('whatever notifications say', () => {
  it('nothing goes over a penalty or from approved to less, and older never undoes newer', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 12 }), h5Facts, (all, facts) => {
        const held = beginning(facts);
        for (const told of all) {
          const before = factsOf(held);
          const applications = new Map(held.applications);
          deliver(held, told);
          const after = factsOf(held);
          if (before.h5State === 'UNDER_PUNISHMENT' || before.h5State === 'APPROVED')
            expect(after.h5State).toBe(before.h5State);
          if (before.limitGrade === 'NO_LIMIT') expect(after.limitGrade).toBe('NO_LIMIT');
          if (before.h5StateHow !== 'none')
            expect(secondOf(after.h5StateAsOf)).toBeGreaterThanOrEqual(secondOf(before.h5StateAsOf));
          expect(secondOf(after.domainsAsOf)).toBeGreaterThanOrEqual(secondOf(before.domainsAsOf));
          expect(secondOf(after.limitGradeAsOf)).toBeGreaterThanOrEqual(secondOf(before.limitGradeAsOf));
          for (const [key, { stateAsOf }] of applications)
            expect(held.applications.get(key)?.stateAsOf.getTime()).toBeGreaterThanOrEqual(stateAsOf.getTime());
        }
      }),
      { numRuns: 300 },
    );
  });
});
