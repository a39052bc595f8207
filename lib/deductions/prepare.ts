import 'server-only';
import type { ApprovalContext } from '@/lib/approvals/deed';
import { listPending } from '@/lib/approvals/list';
import type { PlatformAccount } from '@/lib/connections/account';
import type { Db } from '@/lib/db/client';
import type { Contract } from '@/lib/db/generated/client';
import type { Vault } from '@/lib/db/vault';
import { loadDraft } from '@/lib/drafts/drafts';
import { loadPolicy } from '@/lib/policies/policies';
import type { PolicyKey, PolicyRow } from '@/lib/policies/rules';
import { chargeDraftPlace, newOutTradeNo } from './charge';
import { DEDUCTION } from './keep';
import { loadLimits } from './limits';
import { chargedWithinDay, contractObstacle, idsOf, knownOf, mayRepeat, openOrders } from './operation';
import { chargesOf } from './queries';
import type { ChargeIds, ChargeLimits } from './rules';
import { mayChargeAgain, mayReplace, standingOf } from './rules';
import type { ChargeOrigin } from './schema';
import { chargeValues } from './schema';
import type { AlikeOrder, ChargeBase, ChargeForm } from './values';
import { chargeDraft, isSameOrigin, typedTotalOf } from './values';
import type { DeductionRow } from './view';

type Surroundings = { db: Db; vault: Vault; now: () => Date };

/** The contract of a charge, as its page restates it. */
export type ChargedContract = { contractId: string; subMchid: string; name: string; state: string };

/** Everything that the form of a charge needs. */
export type ChargeSheet = {
  kind: 'form';
  contract: ChargedContract;
  ids: ChargeIds;
  base: ChargeBase;
  /** The order went out under its number before: neither number nor contract can change. */
  isNumberFixed: boolean;
  /** The category of the sub-merchant's record; '' where none is held. */
  recordMcc: string;
  /** What else was charged within a day that this may repeat. */
  alikes: AlikeOrder[];
  /** What this person charged within a day, in minor units by currency. */
  charged: { currency: string; total: string }[];
  last: DeductionRow | null;
  policy: Record<PolicyKey, PolicyRow>;
  limits: ChargeLimits;
  ownPending: string | null;
};

/** What the page for making a charge shows. */
export type ChargePage =
  | ChargeSheet
  /** Nothing can be charged: why, and the order that stands in the way where it is one. */
  | { kind: 'blocked'; contract: ChargedContract; rule: string; order: string | null }
  /** The order that was asked for was never sent: its form is that of its contract. */
  | { kind: 'elsewhere'; contractId: string }
  /** This person's draft on the contract is of another charge, or of one that is over. */
  | { kind: 'other-draft'; contract: ChargedContract; outTradeNo: string; origin: ChargeOrigin; isOver: boolean };

const noParts = { brand: '', city: '', branch: '', goods: '' };

/** `notifyUrl`: where the platform tells us of results. */
type Asked = ({ contract: string } | { order: string; isNew: boolean }) & { notifyUrl: string };

/**
 * What becomes of asking for the form of a charge: on a contract, again under the number of a refused order, or of a new
 * order after one that is over. Null where the connection holds no such contract or order.
 */
export async function prepareCharge(
  surroundings: Surroundings & Pick<ApprovalContext, 'deed'>,
  account: PlatformAccount,
  staffId: string,
  asked: Asked,
): Promise<ChargePage | null> {
  const { db } = surroundings;
  const connectionId = account.connection.id;
  const order =
    'order' in asked
      ? await db.deduction.findUnique({
          where: { connectionId_outTradeNo: { connectionId, outTradeNo: asked.order } },
          include: { request: true, replacedBy: true },
        })
      : null;
  if ('order' in asked && !order) return null;
  const contractId = order?.contractId ?? ('contract' in asked ? asked.contract : '');
  const row = await db.contract.findUnique({ where: { connectionId_contractId: { connectionId, contractId } } });
  if (!row) return null;
  const owner = await db.subMerchant.findUnique({
    where: { connectionId_subMchid: { connectionId, subMchid: row.subMchid } },
    select: { mcc: true, shortname: true, name: true },
  });
  const contract = { contractId, subMchid: row.subMchid, name: owner?.name ?? '', state: row.state };
  const blocked = (rule: string, number: string | null): ChargePage => ({
    kind: 'blocked',
    contract,
    rule,
    order: number,
  });

  let origin: ChargeOrigin = { kind: 'new' };
  if (order && 'order' in asked) {
    const known = knownOf(order);
    if (order.sendings === 0) return { kind: 'elsewhere', contractId };
    origin = { kind: asked.isNew ? 'after' : 'again', outTradeNo: order.outTradeNo };
    if (asked.isNew && !mayReplace(known)) return blocked('order-not-replaceable', order.outTradeNo);
    if (asked.isNew && order.replacedBy && order.replacedBy.sendings > 0)
      return blocked('order-not-replaceable', order.replacedBy.outTradeNo);
    if (!asked.isNew && !mayChargeAgain(known)) return blocked('order-not-again', order.outTradeNo);
  }
  const ids = idsOf(row, account);
  const obstacle = contractObstacle(row, ids);
  if (obstacle) return blocked(obstacle.kind === 'conflict' ? obstacle.rule : obstacle.kind, null);
  const open = await db.deduction.findFirst({
    where: { connectionId, contractId, ...openOrders },
    select: { outTradeNo: true },
  });
  if (open) return blocked('charge-open-on-contract', open.outTradeNo);

  const held = await heldDraft(surroundings, connectionId, contractId, staffId);
  // Whoever comes back to a refused order of theirs finds the draft that it was made in, however that one began.
  if (held && origin.kind === 'again' && held.outTradeNo === origin.outTradeNo) origin = held.origin;
  if (held && (held.isOver || !isSameOrigin(held.origin, origin))) return { kind: 'other-draft', contract, ...held };
  const number = held?.outTradeNo ?? (origin.kind === 'again' ? origin.outTradeNo : newOutTradeNo(surroundings.now()));
  const [last, sheet, pending] = await Promise.all([
    chargesOf(surroundings, connectionId, contractId, 1),
    readSheet(surroundings, connectionId, contractId, staffId),
    listPending(surroundings, connectionId, DEDUCTION, [number]),
  ]);
  const fresh = newForm({
    isCommon: account.connection.mode === 'common',
    row,
    owner,
    number,
    last: last[0] ?? null,
    notifyUrl: asked.notifyUrl,
  });
  const values = order ? formOf(chargeValues.parse(order.values), number) : fresh;
  return {
    kind: 'form',
    contract,
    ids,
    base: { version: 1, contractId, origin, values },
    isNumberFixed: (order !== null && origin.kind !== 'after') || (held?.isSent ?? false),
    recordMcc: owner?.mcc ?? '',
    ...sheet,
    last: last[0] ?? null,
    ownPending: pending.find(({ makers }) => makers.includes(staffId))?.id ?? null,
  };
}

/** This person's draft on the contract, and what became of its order; one that can no longer be read counts as none. */
async function heldDraft(surroundings: Surroundings, connectionId: string, contractId: string, staffId: string) {
  const draft = await loadDraft(surroundings, chargeDraftPlace(connectionId, contractId, staffId));
  const content = draft && chargeDraft.safeParse(draft.content).data;
  if (!draft || !content) return null;
  // Saved once more by a tab that was left open, the draft is another one, and its number is still that of what was sent.
  const number = content.values.out_trade_no;
  const order =
    (await surroundings.db.deduction.findUnique({ where: { draftId: draft.id }, include: { request: true } })) ??
    (await surroundings.db.deduction.findFirst({
      where: { connectionId, contractId, outTradeNo: number, sendings: { gt: 0 } },
      include: { request: true },
    }));
  const known = order && knownOf(order);
  return {
    outTradeNo: order && order.sendings > 0 ? order.outTradeNo : content.values.out_trade_no,
    origin: content.base.origin,
    isSent: order !== null && order.sendings > 0,
    isOver: known !== null && standingOf(known) !== 'not-sent' && !mayChargeAgain(known),
  };
}

async function readSheet({ db, now }: Surroundings, connectionId: string, contractId: string, staffId: string) {
  const at = now();
  const [policy, limits, alikes, charged] = await Promise.all([
    loadPolicy(db),
    loadLimits(db),
    db.deduction.findMany({
      where: { connectionId, contractId, ...mayRepeat(at) },
      orderBy: { reservedAt: 'desc' },
      select: { outTradeNo: true, total: true, currency: true },
    }),
    db.deduction.groupBy({
      by: ['currency'],
      where: { connectionId, staffId, ...chargedWithinDay(at) },
      _sum: { total: true },
    }),
  ]);
  return {
    policy,
    limits,
    alikes: alikes.map(({ total, ...each }) => ({ ...each, total: total.toString() })),
    charged: charged.map(({ currency, _sum }) => ({ currency, total: (_sum.total ?? 0n).toString() })),
  };
}

/** What was asked for before, under this number. */
function formOf({ contract_id: _, ...values }: ReturnType<typeof chargeValues.parse>, number: string): ChargeForm {
  return {
    ...values,
    out_trade_no: number,
    amount: { ...values.amount, total: typedTotalOf(values.amount) },
    builder: noParts,
    lookAlikeReason: '',
  };
}

type Fresh = {
  isCommon: boolean;
  notifyUrl: string;
  row: Contract;
  owner: { mcc: string | null; shortname: string; name: string } | null;
  number: string;
  last: DeductionRow | null;
};

/** A charge that nobody typed anything of: category and brand of the record, and the currency that was charged last. */
const newForm = ({ isCommon, row, owner, number, last, notifyUrl }: Fresh): ChargeForm => ({
  out_trade_no: number,
  description: '',
  builder: { ...noParts, brand: owner?.shortname || owner?.name || '' },
  merchant_category_code: owner?.mcc ?? '',
  notify_url: notifyUrl,
  sub_appid: isCommon ? '' : (row.subAppid ?? ''),
  goods_tag: '',
  attach: '',
  amount: { total: '', currency: last?.currency ?? '' },
  scene_info: { device_id: '', device_ip: '' },
  lookAlikeReason: '',
});
