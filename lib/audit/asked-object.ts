import { isStorable } from '@/lib/db/storable';
import { isObject } from '@/lib/platform/json';

/** An object of the trail. */
export type AskedObject = { kind: string; id: string };

/** Names that deeds give to the object that they are about, with its kind in the trail. */
const kinds: Record<string, string> = {
  subMchid: 'sub-merchant',
  contractId: 'contract',
  outTradeNo: 'deduction',
  applymentId: 'application',
  requestId: 'request',
  approvalId: 'approval',
  batchId: 'batch',
  staffId: 'staff',
};

const short = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= 64 && isStorable(value);

/**
 * What a deed that is refused before its input is judged was to be about, as the caller says; null where that names nothing.
 * A claim: nothing says that there is such an object.
 */
export function askedObject(raw: unknown): AskedObject | null {
  if (!isObject(raw)) return null;
  if (isObject(raw.object)) {
    const { kind, id } = raw.object;
    if (short(kind) && short(id)) return { kind, id };
  }
  if (short(raw.kind) && short(raw.objectId)) return { kind: raw.kind, id: raw.objectId };
  for (const [name, kind] of Object.entries(kinds)) {
    const id = raw[name];
    if (short(id)) return { kind, id };
  }
  return null;
}
