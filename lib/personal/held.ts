import 'server-only';
import { z } from 'zod';
import { payloadAbout as approvalPayloadAbout } from '@/lib/approvals/write';
import type { Approval, Deduction, PlatformRequest } from '@/lib/db/generated/client';
import type { Vault } from '@/lib/db/vault';
import { openRecord as openOrder } from '@/lib/deductions/keep';
import { payloadAbout } from '@/lib/requests/open';

/** Personal values by wire path. */
export type PersonalValues = Record<string, string>;

/** What is sealed with an edit: our copy of the record as it is once the edit is accepted. */
const edit = z.object({ record: z.object({ personal: z.record(z.string(), z.string()) }) });
const approvedEdit = z.object({ call: z.object({ payload: edit }) });

/** The personal values of the record that an edit was to make; null of other requests, and once they are purged. */
export function openSent(
  vault: Vault,
  { id, payload }: Pick<PlatformRequest, 'id' | 'payload'>,
): PersonalValues | null {
  return payload && (edit.safeParse(vault.openJson(payload, payloadAbout(id))).data?.record.personal ?? null);
}

/** The same of an edit that an approval was asked for. */
export function openAsked(vault: Vault, { id, payload }: Pick<Approval, 'id' | 'payload'>): PersonalValues | null {
  if (!payload) return null;
  return (
    approvedEdit.safeParse(vault.openJson(payload, approvalPayloadAbout(id))).data?.call.payload.record.personal ?? null
  );
}

/** What is known of who paid an order, by the path that it is shown under: `payer.openid`. */
export function openPayer(vault: Vault, row: Pick<Deduction, 'id' | 'record'>): PersonalValues {
  return Object.fromEntries(
    Object.entries(openOrder(vault, row)?.payer ?? {}).flatMap(([name, value]) =>
      typeof value === 'string' ? [[`payer.${name}`, value]] : [],
    ),
  );
}
