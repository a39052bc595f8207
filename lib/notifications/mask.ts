import 'server-only';
import { applicationRecord } from '@/lib/platform/wire/application';

const envelopeNames = [
  'id',
  'create_time',
  'resource_type',
  'event_type',
  'summary',
  'resource',
  'algorithm',
  'ciphertext',
  'original_type',
  'associated_data',
  'nonce',
];

/** Members of contracts and orders (notes 11.4, 12.5) that name no person; an openid, a device and free text may. */
const eventNames = [
  'sp_appid',
  'sub_appid',
  'contract_id',
  'plan_id',
  'out_contract_code',
  'operate_time',
  'contract_termination_mode',
  'contract_expired_time',
  'out_trade_no',
  'transaction_id',
  'trade_type',
  'trade_state',
  'bank_type',
  'success_time',
  'merchant_category_code',
  'total',
  'payer_total',
  'currency',
  'payer_currency',
];

const inEnvelope = new Set(envelopeNames);
const inContent = new Set([...Object.keys(applicationRecord.shape), ...eventNames]);

function maskBut(shown: ReadonlySet<string>, value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => maskBut(shown, one, name));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, maskBut(shown, inner, key)]));
  }
  return value === null || typeof value === 'boolean' || shown.has(name) ? value : '•••';
}

/**
 * The decrypted resource as screens may show it: what the interface tells of applications, contracts and orders stays,
 * every other text or number is a mask. A member that nobody here knows might name somebody.
 */
export const maskContent = (content: unknown): unknown => maskBut(inContent, content);

/** The same for the envelope around it, which travels in the clear. */
export const maskEnvelope = (envelope: unknown): unknown => maskBut(inEnvelope, envelope);

/** One member of the resource by its name, masked in the same way. */
export const maskMember = (name: string, value: unknown): unknown => maskBut(inContent, value, name);
