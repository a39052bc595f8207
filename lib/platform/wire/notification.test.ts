import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../json';
import { applicationKindOf, applicationRecord } from './application';
import { deliveriesDueSeconds, instant, notificationEnvelope } from './notification';

const record = {
  applyment_id: 100000,
  sub_mchid: '1900003001',
  domains: ['shop.example'],
  applyment_state: 'APPROVED',
  applyment_type: 'APPLY_FOR_PAYMENT_AUTHORITY',
  transaction_limit_type: 'NORMAL_LIMIT',
};

describe('the ladder of repeats (6.4)', () => {
  it('makes sixteen deliveries and ends 24 h 4 m after the first', () => {
    const due = deliveriesDueSeconds('APPLYMENT_STATE.APPROVED');
    expect(due).toHaveLength(16);
    expect(due.slice(0, 7)).toEqual([0, 15, 30, 60, 240, 840, 2040]);
    expect(due.at(-1)).toBe(24 * 3600 + 4 * 60);
  });

  it('is shorter for contracts and deductions', () => {
    expect(deliveriesDueSeconds('PAPAY.TERMINATE').at(-1)).toBe(3 * 3600 + 4 * 60);
    expect(deliveriesDueSeconds('TRANSACTION.SUCCESS')).toHaveLength(10);
  });
});

describe('an application record', () => {
  it('keeps every digit of a number beyond 2^53', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), (id) => {
        const text = JSON.stringify({ ...record, applyment_id: 0 }).replace(':0,', `:${id},`);
        expect(applicationRecord.parse(parseJson(text)).applyment_id).toBe(String(id));
      }),
    );
  });

  it('keeps states and fields that nobody told us of', () => {
    const told = applicationRecord.parse({ ...record, applyment_state: 'UNDER_APPEAL', extra: { a: 1 } });
    expect(told).toMatchObject({ applyment_state: 'UNDER_APPEAL', extra: { a: 1 } });
  });

  it('is told apart from a domain change by its shape, and from neither when it fits neither', () => {
    const { applyment_type: _, transaction_limit_type: __, ...domainChange } = record;
    expect(applicationKindOf(applicationRecord.parse(record))).toBe('authorization');
    expect(applicationKindOf(applicationRecord.parse({ ...domainChange, out_applyment_id: 'a1' }))).toBe(
      'domain-change',
    );
    expect(applicationKindOf(applicationRecord.parse({ ...record, applyment_type: null }))).toBeNull();
  });
});

describe('the envelope (6.1)', () => {
  it('takes an instant with its offset and nothing else for one', () => {
    for (const good of ['2024-06-01T00:08:37+08:00', '2024-06-01T00:08:37.123Z', '2024-06-01t00:08:37z'])
      expect(instant.safeParse(good).success).toBe(true);
    for (const bad of [
      '2024-06-01',
      '2024-06-01T00:08:37',
      '1717171717',
      '2024-13-01T00:00:00Z',
      '2026-02-30T10:00:00Z',
      '2026-02-28T24:00:00Z',
      '',
    ])
      expect(instant.safeParse(bad).success).toBe(false);
  });

  it('reads null and absent associated data, and refuses another algorithm', () => {
    const resource = { algorithm: 'AEAD_AES_256_GCM', ciphertext: 'AAAA', nonce: 'abcdefghijkl' };
    const envelope = { id: 'a', create_time: '2024-06-01T00:08:37Z', event_type: 'X', resource };
    expect(notificationEnvelope.safeParse(envelope).success).toBe(true);
    expect(
      notificationEnvelope.safeParse({ ...envelope, resource: { ...resource, associated_data: null } }).success,
    ).toBe(true);
    expect(notificationEnvelope.safeParse({ ...envelope, resource: { ...resource, algorithm: 'X' } }).success).toBe(
      false,
    );
  });
});
