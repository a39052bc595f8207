// All that the page of the controls shows.
import type { OperationName } from '../platform/operations';
import { operations } from '../platform/operations';
import { newestApplication } from './applications';
import type { Controlled } from './control-answer';
import { faultModes } from './faults';
import { notificationFaults, summaryOf } from './notification-controls';
import { rowAnswers } from './rows';
import { listedCertificates } from './signatures';

export const operationNames = Object.keys(operations) as [OperationName, ...OperationName[]];

/** The certificates of the list, as the controls tell them. */
export const certificatesOf = ({ keys, now }: Controlled) =>
  listedCertificates(keys, now()).map(({ serial, effectiveTime, expireTime }) => ({
    serial,
    effectiveTime,
    expireTime,
  }));

/** The whole of it. No contact: the page is for states, not for people. */
export function overview(sandbox: Controlled) {
  const { store, faults, journal } = sandbox;
  const { review, effects, subMerchants, clockOffsetMs } = store.state;
  return {
    now: sandbox.now().toISOString(),
    clockOffsetMs,
    review,
    holding: faults.holding,
    armed: faults.armed.map((fault) => ({
      id: fault.id,
      what: 'mode' in fault.kind ? fault.kind.mode : fault.kind.row,
      operation: fault.operation,
      sub_mchid: fault.subMchid,
      times: fault.times,
    })),
    certificates: certificatesOf(sandbox),
    subMerchants: Object.values(subMerchants).map((held) => ({
      sub_mchid: held.sub_mchid,
      name: held.record.name ?? null,
      shortname: held.record.shortname ?? null,
      h5: held.h5.state,
      reason: held.h5.audit_reject_detail ?? null,
      domains: held.h5.domains,
      asked: held.h5.asked?.domains ?? null,
      status: held.status.sub_merchant_status,
      application: held.status.application_status ?? null,
      pageOnly: held.pageOnly,
      nextApplicationFails: held.nextApplicationFails ?? false,
      effects: effects[held.sub_mchid]?.modifications ?? 0,
      applyment_id: newestApplication(store.state, held.sub_mchid)?.applyment_id ?? null,
    })),
    notify: { ...store.state.notify, next: store.state.notify.next.length },
    notifications: store.state.notifications.slice(-30).reverse().map(summaryOf),
    notificationFaults,
    journal: journal.entries.slice(-40).reverse(),
    modes: faultModes,
    rows: Object.keys(rowAnswers),
    operations: operationNames,
  };
}
