// For tests of deductions: contracts that the practice platform has too, charges of them, and its ledger.
import type { StaffActor } from '@/lib/approvals/deed';
import type { PlatformAccount } from '@/lib/connections/account';
import { charge, chargeDraftPlace, newOutTradeNo } from '@/lib/deductions/charge';
import type { ChargeOrigin, ChargeValues } from '@/lib/deductions/schema';
import { saveDraft } from '@/lib/drafts/drafts';
import { serveReceiver } from './platform-sender';
import type { TestWorld } from './world';
import { holdContract, newPerson, openTestWorld } from './world';

export type Intent = {
  account: PlatformAccount;
  actor: StaffActor;
  draft: { id: string; version: number };
  values: ChargeValues;
};

export const sampleCharge: Omit<ChargeValues, 'contract_id' | 'out_trade_no'> = {
  description: 'Harbour Kite-Central-Books',
  attach: '',
  goods_tag: '',
  merchant_category_code: '5942',
  notify_url: 'http://127.0.0.1:9/api/notifications/practice',
  sub_appid: '',
  amount: { total: '8880', currency: 'HKD' },
  scene_info: { device_id: '', device_ip: '' },
};

export function createCharging(world: TestWorld, slug: 'practice' | 'practice-common' = 'practice') {
  const { context } = world;
  const account = context.accountBySlug(slug);
  if (!account) throw new Error(`no connection ${slug}`);
  const connectionId = account.connection.id;
  const subMchid = account.connection.mode === 'common' ? '' : '1900003001';
  const place = (outTradeNo: string) => ({ connectionId_outTradeNo: { connectionId, outTradeNo } });

  return {
    connectionId,
    account,
    /** A contract that the platform has too; its number is new. */
    async contract(): Promise<string> {
      const made = (await world.control('contracts', subMchid === '' ? {} : { sub_mchid: subMchid })) as {
        contract_ids: string[];
      };
      const [id = ''] = made.contract_ids;
      await holdContract(context, connectionId, id, { subMchid });
      return id;
    },
    /** What one person means to charge: a draft of theirs, and its values with a new number. */
    async intent(contractId: string, more: Partial<ChargeValues> = {}, actor?: StaffActor): Promise<Intent> {
      const who = actor ?? (await newPerson(context, 'payments'));
      const values = {
        ...sampleCharge,
        contract_id: contractId,
        out_trade_no: newOutTradeNo(context.now()),
        ...more,
      };
      const saved = await saveDraft(context, chargeDraftPlace(connectionId, contractId, who.id), {
        version: null,
        baseVersion: 1,
        content: values,
      });
      if (!saved.ok) throw new Error('the draft was not saved');
      const { id, version } = saved.value;
      return { account, actor: who, draft: { id, version }, values };
    },
    send: (
      { actor, draft, values }: Intent,
      {
        origin = { kind: 'new' },
        lookAlikeReason = '',
        isDraftGone = false,
      }: { origin?: ChargeOrigin; lookAlikeReason?: string; isDraftGone?: boolean } = {},
    ) =>
      charge(context, {
        account,
        actor,
        origin,
        input: { draft: isDraftGone ? null : draft, values, lookAlikeReason },
      }),
    order: (outTradeNo: string) =>
      context.db.deduction.findUniqueOrThrow({ where: place(outTradeNo), include: { request: true } }),
    lockOf: (contractId: string) =>
      context.db.objectLock.findFirst({ where: { connectionId, objectKind: 'contract', objectId: contractId } }),
    fail: (contractId: string, fault: Parameters<TestWorld['failNext']>[0]) =>
      world.failNext({ operation: 'deduction.charge', contract_id: contractId, ...fault }),
    /** The charges that the platform's ledger has for a contract: the truth. */
    async charges(contractId: string): Promise<{ out_trade_no: string }[]> {
      const { charges } = (await world.control('charges')) as {
        charges: { contract_id: string; out_trade_no: string }[];
      };
      return charges.filter(({ contract_id }) => contract_id === contractId);
    },
    pays: (contractId: string, payer: Record<string, unknown>) =>
      world.control(`payers/${encodeURIComponent(contractId)}`, payer),
    result: (outTradeNo: string, state: string, notify = false) =>
      world.control(`orders/${encodeURIComponent(outTradeNo)}`, { state, notify }),
    unpause: () =>
      context.db.connection.update({ where: { id: connectionId }, data: { pausedUntil: null, alertedAt: null } }),
  };
}

/** A world whose practice platform tells of its orders, and only of them, to a receiver of its own. */
export async function openChargingWorld() {
  const world = await openTestWorld();
  const receiver = await serveReceiver(world.context);
  await world.control('notifications/probes', { every: 0 });
  return {
    world,
    at: createCharging(world),
    /** Where orders are to be told. */
    notifyUrl: `${receiver.url}/api/notifications/practice`,
    close: async () => {
      await receiver.close();
      await world.close();
    },
  };
}
export type ChargingWorld = Awaited<ReturnType<typeof openChargingWorld>>;
