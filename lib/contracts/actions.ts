'use server';
import { z } from 'zod';
import { perform } from '@/lib/approvals/perform';
import { evidenceIds, reasonText } from '@/lib/approvals/view';
import { actorOf } from '@/lib/auth/staff';
import { defineAction } from '@/lib/boundary';
import { ok } from '@/lib/result';
import { createContract } from './create';
import { applyContractImport, discardContractImport } from './import';
import { readContract } from './read';
import { recordContract } from './record-deed';
import { recordContractInput, terminateInput } from './schema';
import { terminateContract } from './terminate';
import { contractColumns } from './values';

const contractId = z.string().min(1).max(64);

/** Ends one contract (§4.3), or asks for the approval of it. */
export const terminateContractAction = defineAction({
  name: 'contracts.terminate',
  permission: 'contract:terminate',
  input: terminateInput.extend({
    connection: z.string(),
    contractId,
    tail: z.string().max(64),
    intent: z.uuid(),
    reason: z.string().max(500),
  }),
  run: ({ context, staff, account }, { connection: _, ...wanted }) =>
    terminateContract(context, account, actorOf(staff), wanted),
});

/** Adds one contract that a person knows of. */
export const createContractAction = defineAction({
  name: 'contracts.create',
  permission: 'contract:edit',
  input: z.object({
    connection: z.string(),
    typed: z.partialRecord(z.enum(contractColumns), z.string().max(256)),
  }),
  run: ({ context, staff, account }, { typed }) =>
    createContract(context, { connection: account.connection, staff: actorOf(staff), typed }),
});

/** Reads one contract from the platform, where reading is on, and takes over what it tells. */
export const readContractAction = defineAction({
  name: 'contracts.read',
  permission: 'contract:edit',
  input: z.object({ connection: z.string(), contractId }),
  run: async ({ context, staff, account }, { contractId }) => {
    const read = await readContract(context, account, actorOf(staff), contractId);
    return read.ok ? ok({ changes: read.value.changes.map(({ path }) => path), notOpened: [] as string[] }) : read;
  },
});

/** Asks for the recording of what staff saw of a contract. */
export const recordContractAction = defineAction({
  name: recordContract.name,
  permission: recordContract.permission,
  input: recordContractInput.extend({
    connection: z.string(),
    contractId,
    intent: z.uuid(),
    reason: reasonText,
    evidence: evidenceIds,
  }),
  run: ({ context, staff, account }, { connection: _, contractId, intent, reason, evidence, ...input }) =>
    perform(context, recordContract, {
      account,
      actor: actorOf(staff),
      objectId: contractId,
      input,
      intent,
      reason,
      evidence,
    }),
});

const oneImport = z.object({ connection: z.string(), importId: z.uuid() });

/** Does what the dry run of an import showed. */
export const applyContractImportAction = defineAction({
  name: 'contracts.import.apply',
  permission: 'contract:edit',
  input: oneImport,
  run: async ({ context, staff, account }, { importId }) => {
    const { connection } = account;
    const applied = await applyContractImport(context, { connection, staff: actorOf(staff) }, importId);
    if (!applied.ok) return applied;
    context.publish(connection.id, 'contracts', []);
    return ok(null);
  },
});

/** Throws the dry run of an import away, its file with it. */
export const discardContractImportAction = defineAction({
  name: 'contracts.import.discard',
  permission: 'contract:edit',
  input: oneImport,
  run: ({ context, staff, account }, { importId }) =>
    discardContractImport(context, { connection: account.connection, staff: actorOf(staff) }, importId),
});
