import 'server-only';
import { randomInt } from 'node:crypto';
import type { ApprovalContext } from '@/lib/approvals/deed';
import { askApproval } from '@/lib/approvals/perform';
import { canonicalJson } from '@/lib/audit/record';
import type { StaffActor } from '@/lib/auth/staff';
import type { PlatformAccount } from '@/lib/connections/account';
import type { Tx } from '@/lib/db/client';
import { isUniqueViolation } from '@/lib/db/client';
import type { Prisma } from '@/lib/db/generated/client';
import type { DraftPlace, NamedDraft } from '@/lib/drafts/drafts';
import { draftFates, movedDraft } from '@/lib/drafts/drafts';
import { minorTyped } from '@/lib/platform/wire/currency';
import { outTradeNo } from '@/lib/platform/wire/deduction';
import type { SendingContext } from '@/lib/requests/operation';
import { sendRequest } from '@/lib/requests/send';
import { draftIntent } from '@/lib/requests/send-draft';
import type { Result, Sent } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import { DEDUCTION, holdOrder } from './keep';
import { chargeOperation, idsOf, knownOf } from './operation';
import { checkCharge, mayChargeAgain, mayReplace } from './rules';
import type { ChargeInput, ChargeOrigin } from './schema';

/** Where one person's unsent charge of a contract is kept: two tabs on one contract are one intent. */
export const chargeDraftPlace = (connectionId: string, contractId: string, staffId: string): DraftPlace => ({
  connectionId,
  kind: chargeOperation.name,
  objectId: contractId,
  staffId,
});

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A new order number: the day, and 80 bits that no other has. */
export function newOutTradeNo(now: Date): string {
  const random = Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `D${now.toISOString().slice(0, 10).replaceAll('-', '')}${random}`;
}

export type Wanted = { account: PlatformAccount; actor: StaffActor; input: ChargeInput; origin: ChargeOrigin };

/**
 * Writes the order down under its number before anything is sent (features row 42): the number, the contract and the amount
 * belong to one draft for good. Whoever comes with the same draft again meets the same row. Refusals: `invalid` for values,
 * `conflict` with `contract-unknown`, `order-not-again`, `order-not-replaceable`, `order-fixed`.
 */
export async function reserve(
  context: Pick<SendingContext, 'db' | 'now'>,
  { account, actor, input, origin }: Wanted,
): Promise<Result<{ outTradeNo: string }>> {
  const once = () => context.db.$transaction((tx) => reserveIn(tx, context.now(), { account, actor, input, origin }));
  const unlessTaken = (error: unknown) => {
    if (isUniqueViolation(error)) return null;
    throw error;
  };
  // Two clicks at once: the second meets the row that the first has just written.
  return (
    (await once().catch(unlessTaken)) ??
    (await once().catch(unlessTaken)) ??
    (await numberTaken(context.db, account.connection.id, input.values))
  );
}

/**
 * Whose the number is. A tab that was left open holds what another one sent: it is led to that order, and never asked for
 * another number, under which the payer would be charged twice.
 */
async function numberTaken(
  db: SendingContext['db'],
  connectionId: string,
  { out_trade_no: number, contract_id: contractId }: ChargeInput['values'],
): Promise<Result<never>> {
  const isSent = await db.deduction.count({
    where: { connectionId, outTradeNo: number, contractId, sendings: { gt: 0 } },
  });
  return isSent > 0
    ? refuse({ kind: 'conflict', rule: 'order-not-again', params: { order: number } })
    : refuse({ kind: 'invalid', issues: [{ path: 'out_trade_no', rule: 'order-number-used' }] });
}

async function reserveIn(
  tx: Tx,
  at: Date,
  { account, actor, input, origin }: Wanted,
): Promise<Result<{ outTradeNo: string }>> {
  const connectionId = account.connection.id;
  const { values, lookAlikeReason, draft } = input;
  const conflict = (rule: string, order: string) =>
    refuse<{ outTradeNo: string }>({ kind: 'conflict', rule, params: { order } });
  const contract = await tx.contract.findUnique({
    where: { connectionId_contractId: { connectionId, contractId: values.contract_id } },
  });
  if (!contract) return refuse({ kind: 'conflict', rule: 'contract-unknown' });
  const issues = checkCharge(values, idsOf(contract, account));
  const total = minorTyped(values.amount.total);
  if (issues.length > 0 || 'fault' in total) return refuse({ kind: 'invalid', issues });
  const content = {
    contractId: values.contract_id,
    subMchid: contract.subMchid,
    values: values as Prisma.InputJsonValue,
    total: BigInt(total.minor),
    currency: values.amount.currency,
    lookAlikeReason,
    staffId: actor.id,
  };

  const of = origin.kind === 'again' ? await holdOrder(tx, connectionId, origin.outTradeNo) : null;
  const met = draft && (await tx.deduction.findUnique({ where: { draftId: draft.id } }));
  const held = of ?? (met && (await holdOrder(tx, connectionId, met.outTradeNo)));
  if (origin.kind === 'again' && !held) return refuse({ kind: 'not-found' });
  if (held) {
    // Sent once, number and contract stay: another number could charge twice.
    const isFixed = held.sendings > 0;
    if (isFixed && values.out_trade_no !== held.outTradeNo) return conflict('order-fixed', held.outTradeNo);
    if (isFixed && values.contract_id !== held.contractId) return conflict('order-fixed', held.outTradeNo);
    const request = held.requestId ? await tx.platformRequest.findUnique({ where: { id: held.requestId } }) : null;
    // What cannot be sent again is left as it is: the sending meets its request, or is refused.
    if (isFixed && !mayChargeAgain(knownOf({ ...held, request }))) return ok({ outTradeNo: held.outTradeNo });
    const isSame =
      canonicalJson(held.values) === canonicalJson(content.values) && held.lookAlikeReason === lookAlikeReason;
    await tx.deduction.update({
      where: { id: held.id },
      data: {
        ...content,
        outTradeNo: values.out_trade_no,
        reservedAt: at,
        ...(!isSame && { version: { increment: 1 } }),
        updatedAt: at,
      },
    });
    return ok({ outTradeNo: values.out_trade_no });
  }

  const before = origin.kind === 'after' ? await holdOrder(tx, connectionId, origin.outTradeNo) : null;
  if (origin.kind === 'after') {
    if (!before) return refuse({ kind: 'not-found' });
    const request = before.requestId ? await tx.platformRequest.findUnique({ where: { id: before.requestId } }) : null;
    if (!mayReplace(knownOf({ ...before, request }))) return conflict('order-not-replaceable', before.outTradeNo);
    if (before.contractId !== values.contract_id) return conflict('order-fixed', before.outTradeNo);
    const successor = await tx.deduction.findUnique({ where: { replacesId: before.id } });
    const isAbandoned = successor?.sendings === 0 && (await tx.draft.count({ where: { id: successor.draftId } })) === 0;
    if (successor && !isAbandoned) return conflict('order-not-replaceable', successor.outTradeNo);
    // Never sent, and without its draft it never will be: it makes room.
    if (successor)
      await tx.deduction.update({
        where: { id: successor.id },
        data: { replacesId: null, version: { increment: 1 }, updatedAt: at },
      });
  }
  if (!draft) return refuse({ kind: 'not-found' });
  await tx.deduction.create({
    data: {
      ...content,
      connectionId,
      outTradeNo: values.out_trade_no,
      draftId: draft.id,
      reservedAt: at,
      replacesId: before?.id ?? null,
      createdAt: at,
      updatedAt: at,
    },
  });
  return ok({ outTradeNo: values.out_trade_no });
}

/** One deed of one person: a version of a draft, or charging again what one request was refused for. */
async function intentOf(
  { db }: Pick<SendingContext, 'db'>,
  { account, input }: Wanted,
  number: string,
): Promise<string> {
  if (input.draft) return draftIntent(DEDUCTION, input.draft);
  const row = await db.deduction.findUnique({
    where: { connectionId_outTradeNo: { connectionId: account.connection.id, outTradeNo: number } },
    select: { requestId: true },
  });
  return `${DEDUCTION} again after ${row?.requestId ?? number}`;
}

/** A draft that another tab has saved since is not sent; one that is gone was perhaps sent already. */
const isMoved = async ({ db }: Pick<SendingContext, 'db'>, { input: { draft } }: Wanted): Promise<boolean> =>
  draft !== null && (await draftFates(db, [draft]))(draft) === 'edited';

/** The draft as the sending looks it up again, by contract and person; nothing where there is none. */
const namedDraft = ({ account, actor, input }: Wanted): { draft?: NamedDraft } =>
  input.draft
    ? { draft: { place: chargeDraftPlace(account.connection.id, input.values.contract_id, actor.id), ...input.draft } }
    : {};

/** Charges a contract once (§4.4). Answers within two seconds where it stands; what comes later is read from the request. */
export async function charge(context: SendingContext, wanted: Wanted): Promise<Result<Sent & { outTradeNo: string }>> {
  if (await isMoved(context, wanted)) return refuse(movedDraft);
  const reserved = await reserve(context, wanted);
  if (!reserved.ok) return reserved;
  const { outTradeNo: number } = reserved.value;
  const { account, actor, input } = wanted;
  const intent = await intentOf(context, wanted, number);
  const sent = await sendRequest(context, chargeOperation, {
    ...{ account, actor, objectId: number, input, intent },
    ...namedDraft(wanted),
  });
  return sent.ok ? ok({ ...sent.value, outTradeNo: number }) : sent;
}

/** Asks for the approval of a charge; nothing leaves before it is given. */
export async function askToCharge(
  context: ApprovalContext,
  { reason, ...wanted }: Wanted & { reason: string },
): Promise<Result<{ approvalId: string; outTradeNo: string }>> {
  const deed = context.deed(chargeOperation.name);
  if (!deed) return refuse({ kind: 'not-found' });
  if (await isMoved(context, wanted)) return refuse(movedDraft);
  const reserved = await reserve(context, wanted);
  if (!reserved.ok) return reserved;
  const { outTradeNo: number } = reserved.value;
  const { account, actor, input } = wanted;
  const intent = await intentOf(context, wanted, number);
  const asked = await askApproval(context, deed, {
    ...{ account, actor, objectId: number, input, intent, reason },
    ...namedDraft(wanted),
  });
  return asked.ok ? ok({ ...asked.value, outTradeNo: number }) : asked;
}

/** Whether a number that somebody typed is free; what is no number is not. */
export async function isNumberFree(
  { db }: Pick<SendingContext, 'db'>,
  connectionId: string,
  number: string,
): Promise<boolean> {
  if (!outTradeNo.safeParse(number).success) return false;
  return (await db.deduction.count({ where: { connectionId, outTradeNo: number } })) === 0;
}
