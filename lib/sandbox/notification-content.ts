// What notifications say (6.1, 6.2; protocol notes 9.6, 11.4, 12.5): their plain text and the words around it.
import { stringify } from 'lossless-json';
import { applymentEventPrefix } from '../platform/wire/notification';
import type { HeldApplication } from './applications';
import { applicationRecordOf } from './applications';
import { rfc3339, summaries } from './texts';
import { sampleInstitution } from './world';

/** Faults of what is said; sealed and signed properly. */
export const contentFaults = ['foreign-mchid', 'unknown-event-type', 'same-id'] as const;
export type ContentFault = (typeof contentFaults)[number];

/** The plain text before it is written; big integers keep their digits. */
export type Payload = Record<string, unknown>;

/** What a notification says: the parts of the envelope that depend on it, and the plain text of its resource. */
export type Content = {
  event_type: string;
  resource_type: string;
  original_type: string;
  associated_data: string;
  summary: string;
  plaintext: string;
  /** What it is about, for the lists. */
  about: { sub_mchid: string; applyment_id: string | null; applyment_state: string | null };
};

/** Changes to what would be said: another event, fields to set, fields to leave out, and a fault on top of them. */
export type Changes = {
  event_type?: string | undefined;
  overrides?: Payload | undefined;
  without?: readonly string[] | undefined;
  fault?: string | null;
};

function changed(payload: Payload, { overrides = {}, without = [], fault = null }: Changes): string {
  const all = { ...payload, ...overrides };
  if (fault === 'foreign-mchid') all.sp_mchid = '1900009999';
  if (fault === 'same-id') all.domains = ['other-content.example'];
  return stringify(Object.fromEntries(Object.entries(all).filter(([name]) => !without.includes(name)))) ?? '';
}

/** An application as a notification tells it: a tester may have any word for its state. */
type ToldApplication = Omit<HeldApplication, 'applyment_state'> & { applyment_state: string };

/** The result of an application; both kinds come under the same event name. */
export function applicationContent(application: ToldApplication, notifyUrl: string | null, changes: Changes): Content {
  const { sub_mchid, applyment_id, applyment_state, kind } = application;
  const event = changes.event_type ?? `${applymentEventPrefix}${applyment_state}`;
  return {
    event_type: changes.fault === 'unknown-event-type' ? 'SAMPLE.UNKNOWN' : event,
    resource_type: 'applyment',
    original_type: 'applyment',
    // ASSUMPTION: not seen for these events; payment events are seen with `transaction` (protocol notes 6.3).
    associated_data: 'applyment',
    summary: summaries[kind],
    // The interface's example carries sp_mchid beside the fields of 2.2.
    plaintext: changed({ sp_mchid: sampleInstitution.mchid, ...applicationRecordOf(application, notifyUrl) }, changes),
    about: { sub_mchid, applyment_id, applyment_state },
  };
}

/** Events that this platform has no operations for yet: it can send a sample of each. */
export const sampleEvents = ['PAPAY.SIGN', 'PAPAY.TERMINATE', 'TRANSACTION.SUCCESS'] as const;
export type SampleEvent = (typeof sampleEvents)[number];

export const isSampleEvent = (eventType: string): eventType is SampleEvent =>
  sampleEvents.some((sample) => sample === eventType);

/** A sample of an event of contracts or deductions; all numbers in it are made from that of the sub-merchant. */
export function sampleContent(event_type: SampleEvent, sub_mchid: string, now: Date, changes: Changes): Content {
  const time = rfc3339(now);
  const parties = { sp_mchid: sampleInstitution.mchid, sub_mchid, sp_appid: sampleInstitution.appid };
  const isDeduction = event_type === 'TRANSACTION.SUCCESS';
  const payload: Payload = isDeduction
    ? {
        ...parties,
        out_trade_no: `sample${sub_mchid}`,
        transaction_id: `42000${sub_mchid}`,
        trade_type: 'AUTH',
        bank_type: 'CFT',
        success_time: time,
        trade_state: 'SUCCESS',
        trade_state_desc: summaries[event_type],
        merchant_category_code: '5942',
        payer: { sp_openid: 'sample-openid' },
        amount: { total: 1000, payer_total: 1000, currency: 'HKD', payer_currency: 'HKD' },
      }
    : {
        ...parties,
        out_contract_code: `sample${sub_mchid}`,
        plan_id: 12535,
        contract_id: `202600${sub_mchid}`,
        openid: 'sample-openid',
        operate_time: time,
        ...(event_type === 'PAPAY.TERMINATE' ? { contract_termination_mode: 'USER' } : {}),
        contract_expired_time: rfc3339(new Date(now.getTime() + 365 * 86_400_000)),
      };
  return {
    event_type,
    // ASSUMPTION: for PAPAY.* these words were not found (protocol notes 18.5).
    resource_type: 'encrypt-resource',
    original_type: isDeduction ? 'transaction' : 'papay',
    associated_data: isDeduction ? 'transaction' : 'papay',
    summary: summaries[event_type],
    plaintext: changed(payload, changes),
    about: { sub_mchid, applyment_id: null, applyment_state: null },
  };
}
