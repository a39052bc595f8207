import 'server-only';
import type { Db } from '@/lib/db/client';
import type { Deduction, PlatformRequest } from '@/lib/db/generated/client';
import type { Vault } from '@/lib/db/vault';
import { sumOf } from '@/lib/platform/wire/currency';
import type { OrderRecord } from '@/lib/platform/wire/deduction';
import { contributionsOf, goodsOf, rateOf } from '@/lib/platform/wire/deduction';
import { outcome } from '@/lib/requests/view';
import { openRecord } from './keep';
import { knownOf } from './operation';
import { WATCHED_MS } from './query';
import { mayChargeAgain, mayReplace, standingOf } from './rules';
import type { DeductionDetail, DeductionRow } from './view';

const iso = (date: Date | null) => date?.toISOString() ?? null;

type Held = Deduction & { request: PlatformRequest | null; staff: { name: string } };

const include = { request: true, staff: { select: { name: true } } } as const;

const rowOf = (row: Held, name: string): DeductionRow => ({
  id: row.id,
  outTradeNo: row.outTradeNo,
  contractId: row.contractId,
  subMchid: row.subMchid,
  name,
  total: row.total.toString(),
  currency: row.currency,
  standing: standingOf(knownOf(row)),
  tradeState: row.tradeState,
  tradeStateHow: row.tradeStateHow,
  transactionId: row.transactionId,
  bankType: row.bankType,
  outcome: row.request ? outcome.parse(row.request.outcome) : null,
  meaning: row.request?.meaning ?? null,
  settledHow: row.request?.settledHow ?? null,
  requestId: row.requestId,
  reference: row.request?.reference ?? null,
  approvalId: row.request?.approvalId ?? null,
  madeBy: row.staff.name,
  createdAt: row.createdAt.toISOString(),
});

/** One order by its number, for its page; null where the connection has none. The payer's ids are masked. */
export async function getDeduction(
  { db, vault }: { db: Db; vault: Vault },
  connectionId: string,
  outTradeNo: string,
): Promise<DeductionDetail | null> {
  const row = await db.deduction.findUnique({
    where: { connectionId_outTradeNo: { connectionId, outTradeNo } },
    include: {
      ...include,
      replaces: { select: { outTradeNo: true } },
      replacedBy: { select: { outTradeNo: true } },
    },
  });
  if (!row) return null;
  const [owner, chain, requests, notifications] = await Promise.all([
    db.subMerchant.findUnique({
      where: { connectionId_subMchid: { connectionId, subMchid: row.subMchid } },
      select: { name: true },
    }),
    chainOf(db, row.id),
    db.platformRequest.findMany({
      where: { connectionId, objectKind: 'deduction', objectId: outTradeNo },
      orderBy: [{ openedAt: 'desc' }, { id: 'desc' }],
      include: { staff: { select: { name: true } } },
    }),
    db.notification.findMany({
      where: { connectionId, outTradeNo },
      orderBy: [{ firstReceivedAt: 'desc' }, { id: 'desc' }],
      select: { id: true, eventType: true, state: true, firstReceivedAt: true },
    }),
  ]);
  const known = knownOf(row);
  const record = openRecord(vault, row);
  return {
    ...rowOf(row, owner?.name ?? ''),
    version: row.version,
    staffId: row.staffId,
    values: row.values,
    lookAlikeReason: row.lookAlikeReason,
    sendings: row.sendings,
    tradeStateDesc: row.tradeStateDesc,
    tradeStateAsOf: iso(row.tradeStateAsOf),
    tradeStateProof: row.tradeStateProof,
    tradeType: row.tradeType,
    successTime: iso(row.successTime),
    payerTotal: row.payerTotal?.toString() ?? null,
    payerCurrency: row.payerCurrency,
    ...toldBy(record, row),
    finalAt: iso(row.finalAt),
    queriedAt: iso(row.queriedAt),
    queryResult: row.queryResult,
    nextQueryAt: iso(row.nextQueryAt),
    queries: row.queries,
    watchedUntil: new Date(row.reservedAt.getTime() + WATCHED_MS).toISOString(),
    releasedAt: iso(row.releasedAt),
    mayReplace: mayReplace(known) && row.replacedBy === null,
    mayChargeAgain: mayChargeAgain(known),
    replaces: row.replaces?.outTradeNo ?? null,
    replacedBy: row.replacedBy?.outTradeNo ?? null,
    chain,
    requests: requests.map((each) => ({
      id: each.id,
      reference: each.reference,
      outcome: outcome.parse(each.outcome),
      wasUnknown: each.wasUnknown,
      settledHow: each.settledHow,
      meaning: each.meaning,
      tries: each.tries,
      openedAt: each.openedAt.toISOString(),
      settledAt: iso(each.settledAt),
      openedBy: each.staff.name,
    })),
    notifications: notifications.map(({ firstReceivedAt, ...each }) => ({
      ...each,
      receivedAt: firstReceivedAt.toISOString(),
    })),
  };
}

/** What the order record tells beside its state. */
function toldBy(record: OrderRecord | null, row: Pick<Deduction, 'total' | 'currency'>) {
  if (!record) {
    return { told: null, rate: null, promotions: [], promotionSums: [], goods: [], amountDiffers: false, record: null };
  }
  const { amount, payer, scene_info: scene, promotion_detail: promotions } = record;
  const rate = rateOf(record);
  const currencies = [...new Set(promotions.map(({ currency }) => currency ?? row.currency))];
  const differs = (told: string | null | undefined, ours: string) => told != null && told !== ours;
  return {
    told: {
      total: amount?.total ?? null,
      currency: amount?.currency ?? null,
      attach: record.attach,
      merchantCategoryCode: record.merchant_category_code,
      payer: Object.entries(payer ?? {}).flatMap(([name, value]) => (typeof value === 'string' ? [name] : [])),
      deviceId: scene?.device_id ?? null,
      deviceIp: scene?.device_ip ?? null,
    },
    rate: rate && { ...rate, told: amount?.exchange_rate?.rate ?? '' },
    promotions: promotions.map((each) => ({
      id: each.promotion_id,
      name: each.name,
      scope: each.scope,
      type: each.type,
      amount: each.amount,
      currency: each.currency,
      activityId: each.activity_id,
      contributions: contributionsOf(each),
    })),
    promotionSums: currencies.map((currency) => {
      const those = promotions.filter((each) => (each.currency ?? row.currency) === currency);
      return { currency, amount: sumOf(those.flatMap((each) => each.amount ?? [])).toString() };
    }),
    goods: goodsOf(record).map(({ goods: each, promotion }) => ({
      goodsId: each.goods_id,
      remark: each.goods_remark,
      promotion: promotion && (promotion.name ?? promotion.promotion_id ?? ''),
      discount: each.discount_amount,
      quantity: each.quantity,
      price: each.price,
    })),
    amountDiffers: differs(amount?.total, row.total.toString()) || differs(amount?.currency, row.currency),
    record: JSON.stringify({ ...record, payer: record.payer && maskedPayer(record.payer) }),
  };
}

/** Longer chains are told by their part around the order. */
const CHAIN_MAX = 50;

/** The line of linked orders that one is in: what each follows is closed or failed (7.4, 3.3), and has one successor. */
async function chainOf(db: Db, id: string): Promise<DeductionDetail['chain']> {
  const found = await db.$queryRaw<{ id: string }[]>`
    WITH RECURSIVE "before" AS (
      SELECT "id", "replacesId", 0 AS "far" FROM "Deduction" WHERE "id" = ${id}::uuid
      UNION ALL
      SELECT d."id", d."replacesId", b."far" + 1 FROM "Deduction" d JOIN "before" b ON d."id" = b."replacesId"
      WHERE b."far" < ${CHAIN_MAX}
    ), "after" AS (
      SELECT "id", 0 AS "far" FROM "Deduction" WHERE "replacesId" = ${id}::uuid
      UNION ALL
      SELECT d."id", a."far" + 1 FROM "Deduction" d JOIN "after" a ON d."replacesId" = a."id" WHERE a."far" < ${CHAIN_MAX}
    )
    SELECT "id", -"far" AS "place" FROM "before" UNION ALL SELECT "id", "far" + 1 FROM "after" ORDER BY "place"`;
  const rows = await db.deduction.findMany({ where: { id: { in: found.map((each) => each.id) } }, include });
  return found.flatMap((each) => {
    const row = rows.find((one) => one.id === each.id);
    return row ? [rowOf(row, '')] : [];
  });
}

const maskedPayer = (payer: NonNullable<OrderRecord['payer']>) =>
  Object.fromEntries(Object.entries(payer).map(([name, value]) => [name, typeof value === 'string' ? '***' : null]));

/** The newest orders on one contract, for its page: the first is the last charge. */
export async function chargesOf(
  { db }: { db: Db },
  connectionId: string,
  contractId: string,
  limit = 20,
): Promise<DeductionRow[]> {
  const rows = await db.deduction.findMany({
    where: { connectionId, contractId, sendings: { gt: 0 } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit,
    include,
  });
  return rows.map((row) => rowOf(row, ''));
}
