'use server';
import { z } from 'zod';
import { perform } from '@/lib/approvals/perform';
import { evidenceIds, reasonText } from '@/lib/approvals/view';
import { actorOf } from '@/lib/auth/staff';
import { defineAction } from '@/lib/boundary';
import { currencyCode } from '@/lib/platform/wire/currency';
import { outTradeNo } from '@/lib/platform/wire/deduction';
import { ok, refuse } from '@/lib/result';
import { askToCharge, charge, isNumberFree } from './charge';
import { changeChargeLimit } from './limit-deed';
import { queryOrder } from './query';
import { recordOrder } from './record-deed';
import { releaseContract } from './release-deed';
import { chargeInput, chargeOrigin, limitChange, recordOrderInput } from './schema';

const oneCharge = chargeInput.extend({
  connection: z.string(),
  origin: chargeOrigin,
  /** Whose form this is: nobody sends what somebody else typed before signing out. */
  openedBy: z.uuid(),
});

const wantedOf = <Typed extends z.infer<typeof oneCharge>>({ draft, values, lookAlikeReason, origin }: Typed) => ({
  origin,
  input: { draft, values, lookAlikeReason },
});

/** Charges a contract once (§4.4). */
export const chargeAction = defineAction({
  name: 'deductions.charge',
  permission: 'deduction:charge',
  input: oneCharge,
  run: async ({ context, staff, account }, input) =>
    input.openedBy === staff.id
      ? charge(context, { account, actor: actorOf(staff), ...wantedOf(input) })
      : refuse({ kind: 'signed-out' }),
});

/** Asks for the approval of a charge; nothing leaves before it is given. */
export const askToChargeAction = defineAction({
  name: 'deductions.ask-to-charge',
  permission: 'deduction:charge',
  input: oneCharge.extend({ reason: reasonText }),
  run: async ({ context, staff, account }, { reason, ...input }) =>
    input.openedBy === staff.id
      ? askToCharge(context, { account, actor: actorOf(staff), reason, ...wantedOf(input) })
      : refuse({ kind: 'signed-out' }),
});

/** Asks for other limits of one currency; a second administrator agrees. */
export const changeChargeLimitAction = defineAction({
  name: changeChargeLimit.name,
  permission: 'policy:manage',
  input: limitChange.extend({ connection: z.string(), currency: currencyCode, intent: z.uuid(), reason: reasonText }),
  run: ({ context, staff }, { currency, above, daily, intent, reason }) =>
    perform(context, changeChargeLimit, {
      ...{ account: null, actor: actorOf(staff), objectId: currency, input: { above, daily } },
      ...{ intent, reason },
    }),
});

/** Whether an order number that was typed is free. */
export const checkOrderNumberAction = defineAction({
  name: 'deductions.check-number',
  permission: 'deduction:charge',
  input: z.object({ connection: z.string(), outTradeNo: z.string().max(200) }),
  run: async ({ context, account }, input) =>
    ok({ isFree: await isNumberFree(context, account.connection.id, input.outTradeNo) }),
});

/** Asks the platform for one order, where reading is on, and takes over what it tells. */
export const queryOrderAction = defineAction({
  name: 'deductions.query',
  permission: 'deduction:charge',
  input: z.object({ connection: z.string(), outTradeNo }),
  run: ({ context, staff, account }, input) => queryOrder(context, account, actorOf(staff), input.outTradeNo),
});

/** Asks for the contract of an open order to be let go, so that it can be ended. */
export const releaseContractAction = defineAction({
  name: releaseContract.name,
  permission: releaseContract.permission,
  input: z.object({ connection: z.string(), outTradeNo, intent: z.uuid(), reason: reasonText }),
  run: ({ context, staff, account }, { outTradeNo: objectId, intent, reason }) =>
    perform(context, releaseContract, { account, actor: actorOf(staff), objectId, input: {}, intent, reason }),
});

/** Asks for the recording of what staff saw of an order in progress. */
export const recordOrderAction = defineAction({
  name: recordOrder.name,
  permission: recordOrder.permission,
  input: recordOrderInput.extend({
    connection: z.string(),
    outTradeNo,
    intent: z.uuid(),
    reason: reasonText,
    evidence: evidenceIds,
  }),
  run: ({ context, staff, account }, { connection: _, outTradeNo: objectId, intent, reason, evidence, ...input }) =>
    perform(context, recordOrder, { account, actor: actorOf(staff), objectId, input, intent, reason, evidence }),
});
