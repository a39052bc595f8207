// `/_sandbox/notifications*` and `/_sandbox/notify-url`: what a tester can have told to the institution, and how.
import { z } from 'zod';
import { deliveriesDueSeconds, isContractEvent } from '../platform/wire/notification';
import type { HeldApplication } from './applications';
import { applicationFor, newestApplication, nextApplymentId } from './applications';
import { sampleContract } from './contracts';
import type { ControlAnswer } from './control-answer';
import { no, ok, withBody } from './control-answer';
import type { Content } from './notification-content';
import {
  applicationContent,
  contentFaults,
  contractContent,
  isSampleEvent,
  sampleContent,
} from './notification-content';
import type { HeldNotification, Manner } from './outbox';
import {
  changeSpeed,
  enqueue,
  newestAbout,
  properManner,
  sealingFaults,
  sealKeys,
  sendAgain,
  signatureHeaderNames,
  signingFaults,
} from './outbox';
import type { Platform } from './reply';
import type { SandboxState } from './state';
import { own } from './state';
import { say } from './texts';

/** Everything that can be wrong with a notification. */
export const notificationFaults = [...signingFaults, ...sealingFaults, ...contentFaults] as const;

/** Whether notifications can be posted there: no parameters (2.2 notify_url). In practice plain http will do as well. */
export function isNotifyUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, search, hash } = new URL(text);
  return (protocol === 'https:' || protocol === 'http:') && search === '' && hash === '';
}

const manner = z.object({
  fault: z.enum(notificationFaults).nullable().default(properManner.fault),
  header: z.enum(signatureHeaderNames).default(properManner.header),
  faultDeliveries: z.int().min(1).nullable().default(properManner.faultDeliveries),
  copies: z.int().min(1).max(100).default(properManner.copies),
  sealWith: z.enum(sealKeys).default(properManner.sealWith),
  reseal: z.boolean().default(properManner.reseal),
  probe: z.boolean().nullable().default(properManner.probe),
});

/** An application's number: an integer, or its digits. */
export const digits = z
  .union([z.string().regex(/^\d{1,32}$/), z.int().nonnegative(), z.bigint().nonnegative()])
  .transform(String);

const notification = manner.strict().extend({
  /** Whom it is about; of one that is not in the world, an application is made up. */
  sub_mchid: z.string().min(1).max(32).optional(),
  /** Which application; without it the newest of the sub-merchant, or one that is made up. */
  applyment_id: digits.optional(),
  /** Which contract PAPAY.SIGN and PAPAY.TERMINATE are about; one that is not in the world is made up. */
  contract_id: z.string().min(1).max(64).optional(),
  kind: z.enum(['authorization', 'domain-change']).optional(),
  /** APPLYMENT_STATE.<state> unless told otherwise; of PAPAY.SIGN, PAPAY.TERMINATE, TRANSACTION.SUCCESS a sample is sent. */
  event_type: z.string().min(1).max(64).optional(),
  /** applyment_state of the plain text, whatever the world says; it may be a word that is not in 3.1. */
  state: z.string().min(1).max(64).default('APPROVED'),
  id: z.string().min(1).max(64).optional(),
  create_time: z.string().min(1).max(64).optional(),
  overrides: z.record(z.string(), z.unknown()).optional(),
  without: z.array(z.string()).optional(),
});

const again = z.strictObject({
  copies: z.int().min(1).max(100).default(1),
  reseal: z.boolean().default(false),
  sealWith: z.enum(sealKeys).optional(),
});
const ladder = z.strictObject({ speed: z.number().min(1).max(1_000_000) });
const probes = z.strictObject({ every: z.int().min(0) });
const rejections = z.strictObject({ notify: z.boolean() });
const address = z.string().refine(isNotifyUrl, 'must be http or https, without a query').nullable();
const notifyUrl = z.strictObject({ url: address, common: address.optional() });

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

/** A notification for the lists. */
export const summaryOf = ({ n, id, create_time, event_type, about, url, state, cause, ...held }: HeldNotification) => ({
  n,
  id,
  create_time,
  event_type,
  ...about,
  url,
  state,
  cause,
  nextDue: iso(held.dueAt),
  rungs: held.rungs,
  rungsMax: deliveriesDueSeconds(event_type).length,
  fault: held.manner.fault,
  sealWith: held.manner.sealWith,
  deliveries: held.deliveries,
});

const detailOf = (held: HeldNotification) => ({
  ...summaryOf(held),
  plaintext: held.plaintext,
  body: held.body,
  manner: held.manner,
});

/** Answers a control of notifications; null when the path is none of them. */
export async function notificationControl(
  { store, keys, now }: Platform,
  request: { method: string; path: readonly string[]; body: unknown },
): Promise<ControlAnswer | null> {
  const { state } = store;
  const [room = '', name = '', deed = ''] = request.path;
  const changed = async (json?: unknown) => {
    await store.commit();
    return ok(json);
  };
  const lacksKey = ({ sealWith }: { sealWith?: Manner['sealWith'] | undefined }) =>
    sealWith === 'previous' && keys.previousApiKey === undefined;
  const noKey = () => no(400, 'there is no previous message key; POST /_sandbox/rotate-message-key makes one');

  switch (`${request.method} ${[room, name].filter((part) => part !== '').join('/')}`) {
    case 'POST notify-url':
      return withBody(notifyUrl, request.body, ({ url, common }) => {
        state.notify.url = url;
        if (common !== undefined) state.notify.urlCommon = common;
        return changed({ url });
      });
    case 'GET notifications':
      return ok(state.notifications.map(detailOf));
    case 'POST notifications':
      return withBody(notification, request.body, (body) => {
        if (lacksKey(body)) return noKey();
        const content = contentOf({ store, now }, body);
        if (typeof content === 'string') return no(400, content);
        const { id, create_time } = body;
        const added = enqueue(state, { content, manner: manner.parse(body), id, create_time }, now());
        return changed({ id: added.id, n: added.n });
      });
    case 'POST notifications/ladder':
      return withBody(ladder, request.body, ({ speed }) => {
        changeSpeed(state, speed, now());
        return changed({ speed });
      });
    case 'POST notifications/probes':
      return withBody(probes, request.body, ({ every }) => {
        state.notify.probeEvery = every;
        return changed({ every });
      });
    case 'POST notifications/rejections':
      return withBody(rejections, request.body, ({ notify }) => {
        state.notify.rejections = notify;
        return changed({ notify });
      });
    case 'POST notifications/next':
      return withBody(manner.strict(), request.body, (body) => {
        if (lacksKey(body)) return noKey();
        state.notify.next.push(body);
        return changed({ armed: state.notify.next.length });
      });
  }
  if (room !== 'notifications' || name === '') return null;
  // Ids may stand twice: the newest one is meant.
  const held = state.notifications.findLast(({ id }) => id === name || encodeURIComponent(id) === name);
  if (!held) return no(404, `no notification ${name}`);
  if (request.method === 'GET' && deed === '') return ok(detailOf(held));
  if (request.method !== 'POST' || deed !== 'redeliver') return null;
  return withBody(again, request.body, ({ copies, reseal, sealWith }) => {
    if (lacksKey({ sealWith })) return noKey();
    if (sealWith !== undefined) held.manner.sealWith = sealWith;
    if (reseal || sealWith !== undefined) held.body = null;
    sendAgain(held, copies, now());
    return changed({ id: held.id, n: held.n });
  });
}

/** What a tester's notification says, or what it lacks. The world stays as it is: this is only a message. */
function contentOf(
  { store: { state }, now }: Pick<Platform, 'store' | 'now'>,
  body: z.output<typeof notification>,
): Content | string {
  const known = state.applications.find(({ applyment_id }) => applyment_id === body.applyment_id);
  const contract = own(state.contracts, body.contract_id ?? '');
  const subMchid = body.sub_mchid ?? known?.sub_mchid ?? contract?.sub_mchid ?? (contract && '');
  if (subMchid === undefined) return 'name a sub_mchid, or the number of an application or contract that there is';
  if (body.fault === 'same-id' && body.id === undefined && !newestAbout(state, subMchid)) {
    return `no notification about ${subMchid} whose id could be taken; name one as id`;
  }
  const { event_type, overrides, without, fault } = body;
  const changes = { event_type, overrides, without, fault };
  if (body.contract_id !== undefined && event_type !== undefined && isContractEvent(event_type)) {
    const made = { mode: 'institutional', sub_mchid: subMchid, number: 0, signed: now() } as const;
    return contractContent(contract ?? sampleContract(body.contract_id, made), event_type, now(), changes);
  }
  if (event_type !== undefined && isSampleEvent(event_type)) {
    return sampleContent(event_type, subMchid, now(), changes);
  }
  const application = known ?? newestOrMadeUp(state, subMchid, body.applyment_id);
  const { audit_reject_detail = say('applicationRejected', 'en'), ...told } = application;
  const toldAs = {
    ...told,
    sub_mchid: subMchid,
    kind: body.kind ?? told.kind,
    applyment_state: body.state,
    ...(body.state === 'REJECTED' ? { audit_reject_detail } : {}),
  };
  return applicationContent(toldAs, state.notify.url, changes);
}

function newestOrMadeUp(state: SandboxState, subMchid: string, applymentId: string | undefined): HeldApplication {
  const newest = newestApplication(state, subMchid);
  if (newest && applymentId === undefined) return newest;
  const held = own(state.subMerchants, subMchid) ?? {
    sub_mchid: subMchid,
    record: { contact: {}, business: {} },
    h5: { state: 'UNAUTHORIZED' as const, domains: ['www.shop.example'], website_url: 'https://www.shop.example/shop' },
    status: { sub_merchant_status: 'OPERATING' as const },
    pageOnly: false,
  };
  return applicationFor(held, applymentId ?? nextApplymentId(state));
}
