import 'server-only';
import { z } from 'zod';
import type { PlatformAccount } from '@/lib/connections/account';
import { CONTRACT } from '@/lib/contracts/operation';
import { tailOf } from '@/lib/contracts/rules';
import type { Tx } from '@/lib/db/client';
import type { Contract, Deduction } from '@/lib/db/generated/client';
import { dropSentDraft } from '@/lib/drafts/drafts';
import { buildPath, operations } from '@/lib/platform/operations';
import { tradeStateRow } from '@/lib/platform/rows/trade-state';
import { amountText } from '@/lib/platform/wire/currency';
import { deductionBodies } from '@/lib/platform/wire/deduction';
import type { Operation, Settlement, Told } from '@/lib/requests/operation';
import { untold } from '@/lib/requests/operation';
import type { Change } from '@/lib/requests/view';
import type { Refusal } from '@/lib/result';
import { DEDUCTION, holdOrder, keepOrder } from './keep';
import { loadLimits } from './limits';
import type { ChargeIds, ChargeLimits, OrderKnown } from './rules';
import { bodyOf, checkCharge, LOOK_ALIKE_MS, limitOf, mayChargeAgain, mayReplace, policyKeyOf } from './rules';
import type { ChargeInput, ChargeValues } from './schema';
import { chargeInput } from './schema';

type State = {
  row: Deduction;
  known: OrderKnown;
  contract: Contract | null;
  /** What a person calls whose contract it is. */
  name: string;
  /** The order that this one follows, as it is known now. */
  replaced: { outTradeNo: string; known: OrderKnown } | null;
  /** Another order on the same contract that is not over. */
  openElsewhere: string | null;
  /** An order like this one within a day. */
  alike: string | null;
  /** What its maker charged of this currency within a day, without this one. */
  chargedByMaker: bigint;
  limits: ChargeLimits;
};

const payloadOf = z.object({
  contractId: z.string(),
  /** The number went out before: the platform may know it from us. */
  sentBefore: z.boolean(),
  draft: chargeInput.shape.draft,
});
type Payload = z.infer<typeof payloadOf>;

const requestKnown = { select: { outcome: true, meaning: true, settledHow: true } } as const;

/** Sent, and not over. */
export const openOrders = { sendings: { gt: 0 }, finalAt: null } as const;

/** Sent within the day before a moment, over or not: what the cap of a person counts. */
export const chargedWithinDay = (at: Date) =>
  ({ sendings: { gt: 0 }, reservedAt: { gt: new Date(at.getTime() - LOOK_ALIKE_MS) } }) as const;

/** What a charge that is like it may repeat by mistake: within the day before, and not over unpaid. */
export const mayRepeat = (at: Date) => ({
  ...chargedWithinDay(at),
  OR: [{ finalAt: null }, { tradeState: { in: ['SUCCESS', 'REFUND'] } }],
});

/** What is known of an order, from its row with its newest request. */
export const knownOf = (
  row: Pick<Deduction, 'tradeState'> & { request: Omit<OrderKnown, 'tradeState'> | null },
): OrderKnown => ({
  outcome: row.request?.outcome ?? null,
  meaning: row.request?.meaning ?? null,
  settledHow: row.request?.settledHow ?? null,
  tradeState: row.tradeState,
});

/** The ids that the mode of the connection sends. */
export const idsOf = (
  { appid, subMchid }: Pick<Contract, 'appid' | 'subMchid'>,
  { connection }: Pick<PlatformAccount, 'connection'>,
): ChargeIds =>
  connection.mode === 'common'
    ? { mode: 'common', appid: appid ?? connection.appid }
    : { mode: 'institutional', sub_mchid: subMchid, sp_appid: appid ?? connection.appid };

async function holdContract(tx: Tx, connectionId: string, contractId: string): Promise<Contract | null> {
  await tx.$queryRaw`
    SELECT 1 FROM "Contract" WHERE "connectionId" = ${connectionId}::uuid AND "contractId" = ${contractId} FOR UPDATE`;
  return tx.contract.findUnique({ where: { connectionId_contractId: { connectionId, contractId } } });
}

/** Charge a contract (§4.4). Its number is the intent: under it the platform charges once, whatever is sent again. */
export const chargeOperation: Operation<ChargeInput, State> = {
  name: 'deduction.charge',
  permission: 'deduction:charge',
  input: chargeInput,

  async load(tx, { connectionId }, outTradeNo) {
    const row = await holdOrder(tx, connectionId, outTradeNo);
    if (!row) return null;
    const { contractId, subMchid, total, currency, staffId, reservedAt, replacesId } = row;
    const contract = await holdContract(tx, connectionId, contractId);
    const others = { connectionId, id: { not: row.id } };
    const [request, owner, replaced, openElsewhere, alike, charged] = [
      row.requestId && (await tx.platformRequest.findUnique({ where: { id: row.requestId }, ...requestKnown })),
      await tx.subMerchant.findUnique({
        where: { connectionId_subMchid: { connectionId, subMchid } },
        select: { name: true },
      }),
      replacesId && (await tx.deduction.findUnique({ where: { id: replacesId }, include: { request: requestKnown } })),
      await tx.deduction.findFirst({ where: { ...others, contractId, ...openOrders }, select: { outTradeNo: true } }),
      await tx.deduction.findFirst({
        where: { ...others, contractId, total, currency, ...mayRepeat(reservedAt) },
        orderBy: { reservedAt: 'desc' },
        select: { outTradeNo: true },
      }),
      await tx.deduction.aggregate({
        where: { ...others, staffId, currency, ...chargedWithinDay(reservedAt) },
        _sum: { total: true },
      }),
    ];
    return {
      row,
      known: knownOf({ ...row, request: request || null }),
      contract,
      name: owner?.name || subMchid,
      replaced: replaced ? { outTradeNo: replaced.outTradeNo, known: knownOf(replaced) } : null,
      openElsewhere: openElsewhere?.outTradeNo ?? null,
      alike: alike?.outTradeNo ?? null,
      chargedByMaker: charged._sum.total ?? 0n,
      limits: await loadLimits(tx),
    };
  },

  check(state, { values, lookAlikeReason }, { account }) {
    const { row, contract } = state;
    if (contract === null) return { kind: 'conflict', rule: 'contract-unknown' };
    const ids = idsOf(contract, account);
    const obstacle = contractObstacle(contract, ids) ?? orderObstacle(state);
    if (obstacle) return obstacle;
    // The row is what the locks, the caps and the list go by: what leaves is what stands in it.
    const isSame =
      values.out_trade_no === row.outTradeNo &&
      values.contract_id === row.contractId &&
      values.amount.total === row.total.toString() &&
      values.amount.currency === row.currency;
    if (!isSame) return { kind: 'conflict', rule: 'record-moved', params: { version: row.version } };
    const issues = checkCharge(values, ids);
    if (state.alike !== null && lookAlikeReason === '')
      issues.push({ path: 'lookAlikeReason', rule: 'look-alike', params: { order: state.alike } });
    if (issues.length > 0) return { kind: 'invalid', issues };
    const limit = limitOf(state.limits, row.currency);
    if (limit !== null && state.chargedByMaker + row.total > limit.daily) {
      const cap = amountText(limit.daily, row.currency);
      return { kind: 'conflict', rule: 'daily-amount-reached', params: { cap } };
    }
    return null;
  },

  describe({ row, name, limits }, { draft, values, lookAlikeReason }) {
    return {
      objectName: `${amountText(row.total, row.currency)} · ${name === '' ? `…${tailOf(row.contractId)}` : name}`,
      objectKind: DEDUCTION,
      changes: changesOf(row, values, lookAlikeReason),
      askedForH5: false,
      policyKeys: [policyKeyOf(limits, row)],
      recordVersion: String(row.version),
      draft,
    };
  },

  async versions(db, connectionId, numbers) {
    if (connectionId === null) return new Map();
    const rows = await db.deduction.findMany({
      where: { connectionId, outTradeNo: { in: [...numbers] } },
      select: { outTradeNo: true, version: true },
    });
    return new Map(rows.map(({ outTradeNo, version }) => [outTradeNo, String(version)]));
  },

  build({ row, contract }, { values, draft }, { account }) {
    if (!contract) throw new Error('a charge without its contract was not refused');
    const ids = idsOf(contract, account);
    // The schema is the last to look at what leaves: a body that it refuses is a fault of ours and is never sent.
    const body = deductionBodies[ids.mode].parse(bodyOf(ids, values));
    return {
      path: buildPath(operations['deduction.charge'], {}),
      body: Buffer.from(JSON.stringify(body)),
      maskedBody: body,
      platformSerial: null,
      payload: { contractId: row.contractId, sentBefore: row.sendings > 0, draft } satisfies Payload,
    };
  },

  /** The order, and its contract: no second charge and no termination until it is over. */
  locks: (outTradeNo, payload) => [
    { objectKind: DEDUCTION, objectId: outTradeNo },
    { objectKind: CONTRACT, objectId: payloadOf.parse(payload).contractId },
  ],

  async opened(tx, { connectionId, objectId, requestId, at }) {
    await tx.deduction.update({
      where: { connectionId_outTradeNo: { connectionId, outTradeNo: objectId } },
      data: {
        requestId,
        sendings: { increment: 1 },
        finalAt: null,
        queries: 0,
        nextQueryAt: null,
        version: { increment: 1 },
        updatedAt: at,
      },
    });
  },

  requested: ({ changes }) => ({ action: 'deduction.charge-requested', changes }),

  settle: (tx, settlement) =>
    settlement.verdict.outcome === 'accepted' ? settleAccepted(tx, settlement) : settleRefused(tx, settlement),

  /** In progress, the order still holds its contract: only what is over lets go. */
  holdsOn: ({ tradeState }) => tradeState !== null && !tradeStateRow(tradeState).isFinal,

  /** The platform told of the order: it is there, whatever its state. That it told nothing says nothing. */
  async overtaken(tx, { connectionId, objectId }) {
    const row = await tx.deduction.findUnique({
      where: { connectionId_outTradeNo: { connectionId, outTradeNo: objectId } },
      select: { tradeState: true, tradeStateHow: true },
    });
    return row?.tradeState != null && row.tradeStateHow !== 'staff' ? 'happened' : null;
  },

  wasKnown: (payload) => payloadOf.safeParse(payload).data?.sentBefore ?? false,
};

/** Why nothing can be charged on a contract as it is held; null where nothing stands against it. */
export function contractObstacle(contract: Contract, ids: ChargeIds): Refusal | null {
  const because = (rule: string): Refusal => ({ kind: 'conflict', rule });
  if (ids.mode === 'common' && contract.subMchid !== '') return because('contract-of-other-mode');
  if (ids.mode === 'institutional' && contract.subMchid === '') return because('contract-sub-merchant-unknown');
  if (contract.state === 'TERMINATED') return because('contract-ended');
  return contract.notFoundAt === null ? null : because('contract-not-found');
}

function orderObstacle({ row, known, replaced, openElsewhere }: State): Refusal | null {
  const because = (rule: string, order: string): Refusal => ({ kind: 'conflict', rule, params: { order } });
  if (openElsewhere !== null) return because('charge-open-on-contract', openElsewhere);
  if (row.sendings > 0 && !mayChargeAgain(known)) return because('order-not-again', row.outTradeNo);
  if (row.sendings === 0 && replaced !== null && !mayReplace(replaced.known))
    return because('order-not-replaceable', replaced.outTradeNo);
  return null;
}

/** What a checker and the trail see of it: the amount both ways, then what else was typed. */
function changesOf(row: Deduction, { amount, scene_info, ...text }: ChargeValues, lookAlikeReason: string): Change[] {
  const flat: Record<string, string> = {
    amount_major: amountText(row.total, row.currency),
    'amount.total': amount.total,
    'amount.currency': amount.currency,
    ...text,
    'scene_info.device_id': scene_info.device_id,
    'scene_info.device_ip': scene_info.device_ip,
    look_alike_reason: lookAlikeReason,
  };
  return Object.entries(flat)
    .filter(([, to]) => to !== '')
    .map(([path, to]) => ({ path, kind: 'added', from: null, to }));
}

/** The order is there. What the answer told is kept; what an error implied or two people knew is written down as that. */
async function settleAccepted(
  tx: Tx,
  { connectionId, objectId, requestId, at, payload, verdict, vault }: Settlement,
): Promise<Told> {
  const row = await holdOrder(tx, connectionId, objectId);
  if (!row) return untold;
  const { order } = verdict;
  if (order) {
    await keepOrder(tx, vault, row, { record: order, how: 'answer', asOf: at, proof: requestId }, at);
  } else if (row.tradeState === null) {
    const how = verdict.rowId === 'deduction-order-paid' ? 'inferred' : 'staff';
    await tx.deduction.update({
      where: { id: row.id },
      data: {
        tradeState: 'SUCCESS',
        tradeStateHow: how,
        tradeStateAsOf: at,
        tradeStateProof: requestId,
        finalAt: at,
        version: { increment: 1 },
        updatedAt: at,
      },
    });
  }
  const { draft } = payloadOf.parse(payload);
  if (draft) await dropSentDraft(tx, draft);
  const now = await tx.deduction.findUniqueOrThrow({ where: { id: row.id }, select: { tradeState: true } });
  return { ...untold, tradeState: now.tradeState };
}

/** Nothing was charged. What it says of the contract is a question for a person (2.1). */
async function settleRefused(
  tx: Tx,
  { connectionId, objectId, requestId, at, payload, verdict }: Settlement,
): Promise<Told> {
  const row = await holdOrder(tx, connectionId, objectId);
  if (!row) return untold;
  await tx.deduction.update({
    where: { id: row.id },
    data: { finalAt: at, nextQueryAt: null, version: { increment: 1 }, updatedAt: at },
  });
  // Under this number nothing more is to be done: what was typed stays with the order, and a new charge begins anew.
  const { draft } = payloadOf.parse(payload);
  const known: OrderKnown = {
    outcome: 'refused',
    meaning: verdict.rowId,
    settledHow: null,
    tradeState: row.tradeState,
  };
  if (draft && mayReplace(known)) await dropSentDraft(tx, draft);
  if (verdict.rowId === 'deduction-no-auth') {
    const { contractId } = payloadOf.parse(payload);
    await tx.contract.updateMany({
      where: { connectionId, contractId, state: 'SIGNED' },
      data: {
        notFoundAt: at,
        notFoundProof: requestId,
        notFoundHow: 'charge',
        version: { increment: 1 },
        updatedAt: at,
      },
    });
  }
  return { ...untold, tradeState: row.tradeState };
}
