// What taking theirs comes to: pure, from what was told and what is held now. The list shows it, the settlement does it.
import type { HeldApplication, ToldApplication } from '@/lib/applications/news';
import { sameDomains } from '@/lib/applications/news';
import { applied } from '@/lib/notifications/judge';
import type { Change } from '@/lib/requests/view';
import type { H5Facts } from '@/lib/sub-merchants/h5-news';
import type { Taking } from './view';

/** What is held of the application that was told of, and of the sub-merchant that it was told for. */
export type HeldNow = { application: HeldApplication | null; subMerchant: H5Facts | null };

/** The same with what the inbox would make of the sub-merchant. */
export type Judged =
  | (Extract<Taking, { kind: 'can' }> & { effect: ReturnType<typeof applied> })
  | Extract<Taking, { kind: 'cannot' }>;

const changed = (path: string, from: string | null, to: string): Change[] =>
  from === to ? [] : [{ path, kind: from === null ? 'added' : 'changed', from, to }];

/**
 * Newer facts stay: what was told before them is no longer what there is to decide. Otherwise all of it is taken, as when
 * it had been applied at once, and the application goes to the sub-merchant that was told.
 */
export function judgeTaking(told: ToldApplication, { application, subMerchant }: HeldNow): Judged {
  if (application !== null && application.stateAsOf > told.asOf)
    return { kind: 'cannot', rule: 'application-moved-on' };
  const effect = applied(told, application, subMerchant);
  const isOtherList = application !== null && !sameDomains(application.domains, told.domains);
  const changes = [
    ...(application === null ? [] : changed('sub_mchid', application.subMchid, told.subMchid)),
    ...(isOtherList ? changed('domains', application.domains.join(' '), told.domains.join(' ')) : []),
    ...effect.changes,
  ];
  return { kind: 'can', changes, effect };
}
