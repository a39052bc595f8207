// The orders of the sample world, as the console would hold them after having charged: written down, opened and settled by
// the code that does so every day, with the answers that the platform would have given.

import type { StaffActor } from '@/lib/approvals/deed';
import { rightsNow } from '@/lib/auth/roles';
import type { PlatformAccount } from '@/lib/connections/account';
import { refreshCertificates } from '@/lib/connections/certificates';
import type { Context } from '@/lib/context';
import { chargeDraftPlace, reserve } from '@/lib/deductions/charge';
import { chargeOperation } from '@/lib/deductions/operation';
import type { ChargeInput, ChargeOrigin, ChargeValues } from '@/lib/deductions/schema';
import { saveDraft } from '@/lib/drafts/drafts';
import { endpointUrl } from '@/lib/endpoint/address';
import type { PlatformCertificate } from '@/lib/platform/certificates';
import { newestValid } from '@/lib/platform/certificates';
import type { Answer } from '@/lib/platform/dispositions';
import { buildRequest, fingerprint, openBuilt } from '@/lib/requests/open';
import { draftIntent } from '@/lib/requests/send-draft';
import { settleTry } from '@/lib/requests/settle';
import type { Result } from '@/lib/result';
import { contractsOf } from '@/lib/sandbox/contracts';
import type { SampleEnd, SampleOrder } from '@/lib/sandbox/order-samples';
import { heldSample, sampleOrders } from '@/lib/sandbox/order-samples';
import { orderRecordOf } from '@/lib/sandbox/orders';
import { say } from '@/lib/sandbox/texts';
import { world } from '@/lib/sandbox/world';

const MINUTE_MS = 60_000;

/** How long ago what is still open was charged. */
const openedAgo: Partial<Record<SampleEnd, number>> = {
  'no-answer': 190 * MINUTE_MS,
  USERPAYING: 25 * MINUTE_MS,
  NOTPAY: 55 * MINUTE_MS,
};

const refusals: Partial<Record<SampleEnd, { status: number; message: string }>> = {
  BANKERROR: { status: 500, message: say('bankError', 'en') },
  NOTENOUGH: { status: 403, message: say('notEnough', 'en') },
};

/** What the platform answered, or that it did not. */
function answerTo(sample: SampleOrder): Answer {
  const refusal = refusals[sample.end];
  const held = heldSample(sample);
  if (!held && !refusal) return { kind: 'no-answer', cause: 'timeout', sent: true };
  const body = held ? orderRecordOf(held) : { code: sample.end, message: refusal?.message };
  return {
    kind: 'response',
    status: refusal?.status ?? 200,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(body)),
    signature: 'valid',
    requestId: null,
  };
}

const valuesOf = (sample: SampleOrder, notifyUrl: string): ChargeValues => ({
  contract_id: sample.contract.contract_id,
  out_trade_no: sample.number,
  description: sample.description,
  attach: sample.attach ?? '',
  goods_tag: sample.goods_tag ?? '',
  merchant_category_code: sample.mcc,
  notify_url: notifyUrl,
  sub_appid: '',
  amount: { total: String(sample.total), currency: sample.currency },
  scene_info: { device_id: sample.device_id ?? '', device_ip: '' },
});

/** What must be, for the sample world is ours. */
function sure<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`a sample order was refused: ${JSON.stringify(result.refusal)}`);
  return result.value;
}

async function personOf({ db, now }: Context, email: string): Promise<StaffActor | null> {
  const person = await db.staff.findUnique({ where: { email } });
  if (!person) return null;
  return {
    kind: 'staff',
    id: person.id,
    name: person.name,
    ...(await rightsNow(db, person)),
    ip: null,
    confirmedAt: now(),
  };
}

/** Charges one sample as of its time, without a call: the platform's book has it from its own first day. */
async function chargeSample(
  context: Context,
  sample: SampleOrder,
  { account, actor, certificate }: { account: PlatformAccount; actor: StaffActor; certificate: PlatformCertificate },
): Promise<void> {
  const at =
    sample.at === null ? new Date(context.now().getTime() - (openedAgo[sample.end] ?? 0)) : new Date(sample.at);
  const opening: Context = { ...context, now: () => new Date(at.getTime() - 2000) };
  const settling: Context = { ...context, now: () => at };
  const { id: connectionId, slug } = account.connection;
  const values = valuesOf(sample, endpointUrl(context.environment.notifyUrl, slug));
  const place = chargeDraftPlace(connectionId, values.contract_id, actor.id);
  const { id, version } = sure(await saveDraft(opening, place, { version: null, baseVersion: 1, content: values }));
  const draft = { id, version };
  const input: ChargeInput = { draft, values, lookAlikeReason: '' };
  const origin: ChargeOrigin =
    sample.after === undefined ? { kind: 'new' } : { kind: 'after', outTradeNo: sample.after };
  sure(await reserve(opening, { account, actor, input, origin }));
  const request = await context.db.$transaction(async (tx) => {
    const about = { account, objectId: sample.number, input, certificate };
    const built = sure(await buildRequest(opening, tx, chargeOperation, about));
    const intent = draftIntent('deduction', draft);
    const deed = { account, actor, inputSha256: fingerprint(input), intent, replaces: null, approvalId: null };
    return sure(await openBuilt(opening, tx, chargeOperation, built, deed)).request;
  });
  await settleTry(settling, request.id, 1, answerTo(sample));
}

/** The sample orders of both practice connections, once there are contracts and none was charged. */
export async function seedOrders(context: Context): Promise<void> {
  const maker = await personOf(context, 'payments@practice.example');
  const second = await personOf(context, 'admin@practice.example');
  if (!maker || !second) return;
  for (const slug of ['practice', 'practice-common']) {
    const account = context.accountBySlug(slug);
    if (!account || (await context.db.deduction.count({ where: { connectionId: account.connection.id } })) > 0)
      continue;
    // Every request names its platform certificate's list; the platform is asked for it as it is at each start.
    const certificates = await refreshCertificates(context, account, 'start').catch(() => null);
    const certificate = newestValid(certificates ?? [], context.now());
    if (!certificate) {
      context.log({ what: `no sample orders for ${slug}: the platform tells no certificates` });
      continue;
    }
    for (const sample of sampleOrders(contractsOf(world))) {
      if (sample.mode !== account.connection.mode) continue;
      // Who follows up an order of somebody else does so from a draft of their own.
      await chargeSample(context, sample, {
        account,
        actor: sample.after === undefined ? maker : second,
        certificate,
      });
    }
  }
}
