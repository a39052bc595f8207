// What notifications say (6.1, 6.2; protocol notes 9.6, 11.4, 12.5): their plain text and the words around it.
import { stringify } from 'lossless-json';
import type { Mode } from '../platform/operations';
import type { ContractEvent } from '../platform/wire/notification';
import { applymentEventPrefix } from '../platform/wire/notification';
import type { HeldApplication } from './applications';
import { applicationRecordOf } from './applications';
import type { HeldContract } from './contracts';
import { endContract, sampleContract } from './contracts';
import type { HeldOrder } from './orders';
import { orderRecordOf } from './orders';
import { rfc3339, summaries } from './texts';
import { sampleInstitution, sampleMerchant } from './world';

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
  /** Whose address it goes to; absent: the institution's. */
  mode?: Mode;
  /** The address that the call itself named (4.4 notify_url). */
  notifyUrl?: string;
  /** What it is about, for the lists. */
  about: {
    sub_mchid: string;
    applyment_id: string | null;
    applyment_state: string | null;
    contract_id?: string;
    out_trade_no?: string;
  };
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
  if (fault === 'foreign-mchid') Object.assign(all, { [all.mchid === undefined ? 'sp_mchid' : 'mchid']: '1900009999' });
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

/** Events of which a tester can have a sample sent that is about nothing in this world. */
export const sampleEvents = ['PAPAY.SIGN', 'PAPAY.TERMINATE', 'TRANSACTION.SUCCESS'] as const;
export type SampleEvent = (typeof sampleEvents)[number];

export const isSampleEvent = (eventType: string): eventType is SampleEvent =>
  sampleEvents.some((sample) => sample === eventType);

/** A sample of an event of contracts or deductions; all numbers in it are made from that of the sub-merchant. */
export function sampleContent(event_type: SampleEvent, sub_mchid: string, now: Date, changes: Changes): Content {
  if (event_type !== 'TRANSACTION.SUCCESS') {
    const made = sampleContract(`202600${sub_mchid}`, { mode: 'institutional', sub_mchid, number: 0, signed: now });
    const contract: HeldContract = { ...made, plan_id: 12_535, out_contract_code: `sample${sub_mchid}` };
    if (event_type === 'PAPAY.TERMINATE') endContract(contract, 'USER', now);
    return contractContent(contract, event_type, now, changes);
  }
  const payload: Payload = {
    sp_mchid: sampleInstitution.mchid,
    sub_mchid,
    sp_appid: sampleInstitution.appid,
    out_trade_no: `sample${sub_mchid}`,
    transaction_id: `42000${sub_mchid}`,
    trade_type: 'AUTH',
    bank_type: 'CFT',
    success_time: rfc3339(now),
    trade_state: 'SUCCESS',
    trade_state_desc: summaries[event_type],
    merchant_category_code: '5942',
    payer: { sp_openid: 'sample-openid' },
    amount: { total: 1000, payer_total: 1000, currency: 'HKD', payer_currency: 'HKD' },
  };
  return {
    event_type,
    resource_type: 'encrypt-resource',
    original_type: 'transaction',
    associated_data: 'transaction',
    summary: summaries[event_type],
    plaintext: changed(payload, changes),
    about: { sub_mchid, applyment_id: null, applyment_state: null },
  };
}

/** The result of an order (protocol notes 12.5): the order record. */
export const orderContent = (order: HeldOrder, event_type: 'TRANSACTION.SUCCESS', changes: Changes): Content => ({
  event_type: changes.fault === 'unknown-event-type' ? 'SAMPLE.UNKNOWN' : (changes.event_type ?? event_type),
  resource_type: 'encrypt-resource',
  original_type: 'transaction',
  associated_data: 'transaction',
  summary: summaries[event_type],
  mode: order.mode,
  // An order of the first day named none: it goes where everything else goes.
  ...(order.notify_url !== '' && { notifyUrl: order.notify_url }),
  plaintext: changed(orderRecordOf(order), changes),
  about: {
    sub_mchid: order.sub_mchid ?? '',
    applyment_id: null,
    applyment_state: null,
    contract_id: order.contract_id,
    out_trade_no: order.out_trade_no,
  },
});

/** That a contract was signed, or that it ended and by whom (protocol notes 11.4). */
export function contractContent(
  contract: HeldContract,
  event_type: ContractEvent,
  now: Date,
  changes: Changes,
): Content {
  const { contract_id, mode, sub_mchid, sub_appid, plan_id, out_contract_code, openid, termination_mode } = contract;
  const parties: Payload =
    mode === 'common'
      ? sampleMerchant
      : { sp_mchid: sampleInstitution.mchid, sub_mchid, sp_appid: sampleInstitution.appid };
  const payload: Payload = {
    ...parties,
    ...(sub_appid === undefined ? {} : { sub_appid }),
    out_contract_code,
    plan_id,
    contract_id,
    openid,
    operate_time: rfc3339(now),
    ...(event_type === 'PAPAY.TERMINATE' ? { contract_termination_mode: termination_mode ?? 'USER' } : {}),
    contract_expired_time: rfc3339(new Date(contract.expired_time)),
  };
  return {
    event_type,
    // ASSUMPTION: for PAPAY.* these words were not found (protocol notes 18.5).
    resource_type: 'encrypt-resource',
    original_type: 'papay',
    associated_data: 'papay',
    summary: summaries[event_type],
    plaintext: changed(payload, changes),
    mode,
    about: { sub_mchid: sub_mchid ?? '', applyment_id: null, applyment_state: null, contract_id },
  };
}
