'use server';
import { z } from 'zod';
import { perform } from '@/lib/approvals/perform';
import { callBackTyped, evidenceIds, reasonText } from '@/lib/approvals/view';
import { actorOf } from '@/lib/auth/staff';
import { defineAction } from '@/lib/boundary';
import { ok, refuse } from '@/lib/result';
import { adoptSubMerchant } from './adopt';
import { createSubMerchant } from './create';
import { recordH5State } from './h5-deed';
import { applyImport, discardImport } from './import';
import { askToModify, modifySubMerchant } from './modify';
import { modifyInput } from './operation';
import { recordH5Input } from './schema';
import { sendAsNew } from './send-as-new';
import { newSubMerchantInput } from './values';

const oneEdit = modifyInput.extend({
  connection: z.string(),
  subMchid: z.string().min(1).max(32),
  /** Whose form this is: nobody sends what somebody else typed before signing out. */
  openedBy: z.uuid(),
});

/** Asks for the approval of one edit; nothing leaves before it is given. */
export const askToModifyAction = defineAction({
  name: 'sub-merchants.ask-to-modify',
  permission: 'sub-merchant:edit',
  input: oneEdit.extend({ reason: reasonText, callBack: callBackTyped.optional() }),
  run: async ({ context, staff, account }, { openedBy, ...input }) =>
    openedBy === staff.id ? askToModify(context, account, actorOf(staff), input) : refuse({ kind: 'signed-out' }),
});

/** Sends one edit of a sub-merchant (§4.1). */
export const modifySubMerchantAction = defineAction({
  name: 'sub-merchants.modify',
  permission: 'sub-merchant:edit',
  input: oneEdit,
  run: async ({ context, staff, account }, { openedBy, ...input }) =>
    openedBy === staff.id ? modifySubMerchant(context, account, actorOf(staff), input) : refuse({ kind: 'signed-out' }),
});

/** Sends the edit of a refused request again, under a new key and sealed with the newest platform certificate. */
export const sendAsNewAction = defineAction({
  name: 'sub-merchants.send-as-new',
  permission: 'sub-merchant:edit',
  input: z.object({ connection: z.string(), requestId: z.uuid() }),
  run: ({ context, staff, account }, { requestId }) => sendAsNew(context, account, actorOf(staff), requestId),
});

/** Reads one sub-merchant from the platform, where reading is on, and takes over what it tells. */
export const readSubMerchantAction = defineAction({
  name: 'sub-merchants.read',
  permission: 'sub-merchant:edit',
  input: z.object({ connection: z.string(), subMchid: z.string().min(1).max(32) }),
  run: async ({ context, staff, account }, { subMchid }) => {
    const adopted = await adoptSubMerchant(context, { account, staff: actorOf(staff), subMchid });
    if (adopted.ok) context.publish(account.connection.id, 'sub-merchants', [adopted.value.subMchid]);
    return adopted;
  },
});

/** Adds one sub-merchant that a person knows of. */
export const createSubMerchantAction = defineAction({
  name: 'sub-merchants.create',
  permission: 'sub-merchant:edit',
  input: newSubMerchantInput.extend({ connection: z.string() }),
  run: async ({ context, staff, account: { connection } }, { subMchid, values }) => {
    const created = await createSubMerchant(context, { connection, staff: actorOf(staff), subMchid, values });
    if (created.ok) context.publish(connection.id, 'sub-merchants', [created.value.subMchid]);
    return created;
  },
});

const oneImport = z.object({ connection: z.string(), importId: z.uuid() });

/** Does what the dry run of an import showed. */
export const applyImportAction = defineAction({
  name: 'sub-merchants.import.apply',
  permission: 'sub-merchant:edit',
  input: oneImport,
  run: async ({ context, staff, account }, { importId }) => {
    const applied = await applyImport(context, { connection: account.connection, staff: actorOf(staff) }, importId);
    if (!applied.ok) return applied;
    context.publish(account.connection.id, 'sub-merchants', []);
    return ok(null);
  },
});

/** Throws the dry run of an import away, its file with it. */
export const discardImportAction = defineAction({
  name: 'sub-merchants.import.discard',
  permission: 'sub-merchant:edit',
  input: oneImport,
  run: ({ context, staff, account }, { importId }) =>
    discardImport(context, { connection: account.connection, staff: actorOf(staff) }, importId),
});

/** Asks for the recording of an H5 state that staff saw at the platform. */
export const recordH5StateAction = defineAction({
  name: recordH5State.name,
  permission: recordH5State.permission,
  input: recordH5Input.extend({
    connection: z.string(),
    subMchid: z.string().min(1).max(32),
    intent: z.uuid(),
    reason: reasonText,
    evidence: evidenceIds,
  }),
  run: ({ context, staff, account }, { connection: _, subMchid, intent, reason, evidence, ...seen }) =>
    perform(context, recordH5State, {
      account,
      actor: actorOf(staff),
      objectId: subMchid,
      input: seen,
      intent,
      reason,
      evidence,
    }),
});
