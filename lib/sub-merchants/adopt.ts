import 'server-only';
import type { Actor } from '@/lib/audit/record';
import { recordAudits } from '@/lib/audit/record';
import type { PlatformAccount } from '@/lib/connections/account';
import { readingUnknown, readPlatform } from '@/lib/connections/reading';
import type { Db, Tx } from '@/lib/db/client';
import type { Vault } from '@/lib/db/vault';
import { unsealPkcs1 } from '@/lib/platform/crypto/seal';
import { operations } from '@/lib/platform/operations';
import type { SubMerchantRecordAnswer } from '@/lib/platform/wire/sub-merchant';
import { isSealedValue, subMerchantRecordAnswer } from '@/lib/platform/wire/sub-merchant';
import type { Refusal, Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import { holdJoining, joinRows } from './join';
import { auditOf, holdRows, keep, openReferences, updateRows } from './keep';
import type { FieldPath, FieldValues } from './schema';
import type { Told } from './values';
import { checkSubMchid, tidy } from './values';

export type Adopted = {
  subMchid: string;
  deed: 'created' | 'updated' | 'unchanged';
  /** Wire paths that changed. */
  changes: string[];
  /** Contact values that our key did not open: they stay as we hold them. */
  notOpened: string[];
};

export type AdoptContext = { db: Db; vault: Vault; now: () => Date };

/**
 * Reads one sub-merchant from the platform and takes over what it tells (features row 1), where reading is on.
 * Values that the answer does not echo (photos, certificate copy, channel) stay as we hold them. While a request on it is
 * open nothing is taken over: its outcome decides what our copy becomes.
 *
 * Refusals, all `conflict`: `reading-off`, `platform-refused` {code, message}, `platform-answer-unknown` {cause},
 * `locked-by-open-request` {reference}; an impossible `sub_mchid` is `invalid`.
 */
export async function adoptSubMerchant(
  context: AdoptContext,
  { account, staff, subMchid: typed }: { account: PlatformAccount; staff: Actor; subMchid: string },
): Promise<Result<Adopted>> {
  const subMchid = typed.trim();
  const issues = checkSubMchid(subMchid);
  if (issues.length > 0) return refuse({ kind: 'invalid', issues });
  const { connection } = account;
  if (!connection.readsEnabled) return refuse({ kind: 'conflict', rule: 'reading-off' });
  const place = { connectionId: connection.id, subMchid };

  // Asked before the call too: the platform's answer would be of no use.
  const open = (await openReferences(context.db, connection.id, [subMchid])).get(subMchid);
  if (open !== undefined)
    return refuse({ kind: 'conflict', rule: 'locked-by-open-request', params: { reference: open } });

  const asked = await ask(context, account, subMchid);
  if ('refusal' in asked) return refuse(asked.refusal);
  const read = toldBy(asked.answer, account);
  return context.db.$transaction((tx) => takeOver(context, tx, place, staff, read, asked.proof), { timeout: 30_000 });
}

type Asked = { answer: SubMerchantRecordAnswer; proof: string } | { refusal: Refusal };

async function ask(context: AdoptContext, account: PlatformAccount, subMchid: string): Promise<Asked> {
  const { mchid, appid } = account.connection;
  const parameters = { sub_mchid: subMchid, sp_appid: appid, sp_mchid: mchid };
  const reading = await readPlatform(context, account, operations['sub-merchant.read'], parameters);
  if ('refusal' in reading) return reading;
  const record = subMerchantRecordAnswer.safeParse(reading.json);
  if (!record.success) return { refusal: readingUnknown('not-readable') };
  if (record.data.sub_mchid !== subMchid) return { refusal: readingUnknown('not-ours') };
  return { answer: record.data, proof: reading.proof };
}

type Read = { told: Told; notOpened: string[]; status: string | null; rejectDetail: string | null };

/** What the answer tells, contact opened with our own key; values in clear text are taken as they are (notes 10.2). */
function toldBy(answer: SubMerchantRecordAnswer, { credentials }: PlatformAccount): Read {
  const values: FieldValues = {};
  const notOpened: string[] = [];
  const put = (path: FieldPath, value: unknown) => {
    if (typeof value === 'string' && value !== '') values[path] = value.slice(0, 4096);
    else if (typeof value === 'number') values[path] = String(value);
  };
  for (const path of echoedPaths) put(path, valueAt(answer, path));
  for (const path of ['contact.name', 'contact.phone', 'contact.email'] as const) {
    const value = valueAt(answer, path);
    if (typeof value !== 'string' || !isSealedValue(value)) put(path, value);
    else {
      const opened = unsealPkcs1(value, credentials.privateKey);
      if (opened === null) notOpened.push(path);
      else put(path, opened);
    }
  }
  const h5State = answer.h5_payment?.h5_authorization_state;
  return {
    told: { values: tidy(values), ...(h5State && { h5State }) },
    notOpened,
    status: answer.sub_merchant_state?.sub_merchant_status ?? null,
    rejectDetail: answer.h5_payment?.audit_reject_detail ?? null,
  };
}

/** What the reading operation echoes, besides the contact. */
const echoedPaths = [
  'name',
  'shortname',
  'office_phone',
  'business_category',
  'merchant_country_code',
  'merchant_type',
  'registration_certificate_number',
  'registration_certificate_date',
  'settlement_bank_number',
  'business.business_type',
  'business.app_download',
  'business.website',
  'business.office_account',
  'business.mini_program',
  'business.store_address',
  'business.mcc',
  'director.name',
  'director.number',
  'principal.name',
  'principal.number',
] as const satisfies readonly FieldPath[];

function valueAt(answer: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined),
      answer,
    );
}

async function takeOver(
  { vault, now }: AdoptContext,
  tx: Tx,
  place: { connectionId: string; subMchid: string },
  staff: Actor,
  { told, notOpened, status, rejectDetail }: Read,
  proof: string,
): Promise<Result<Adopted>> {
  const { connectionId, subMchid } = place;
  const at = now();
  const origin = { source: 'reading', how: 'reading', proof, at } as const;
  // Whoever is second at the same moment waits here, and brings the row of the first up to date.
  await holdJoining(tx, connectionId, [subMchid]);
  const held = (await holdRows(tx, connectionId, [subMchid])).get(subMchid) ?? null;
  const open = (await openReferences(tx, connectionId, [subMchid])).get(subMchid);
  if (open !== undefined)
    return refuse({ kind: 'conflict', rule: 'locked-by-open-request', params: { reference: open } });

  const kept = keep(place, told, held, origin, vault);
  const row = { ...kept.row, platformStatus: status, h5RejectDetail: rejectDetail };
  const joined = kept.kind === 'create' ? await joinRows(tx, { connectionId, actor: staff, at }, [row]) : null;
  if (!joined) await updateRows(tx, [{ ...row, recordAsOf: at }]);
  const changes = kept.kind === 'unchanged' ? [] : kept.changes;
  const event = { action: 'sub-merchant.adopted', source: 'reading', changes } as const;
  await recordAudits(tx, [
    ...(changes.length > 0 ? [auditOf(place, told.values.name?.toString() ?? '', staff, at, event)] : []),
    ...(joined?.audits ?? []),
  ]);
  const deed = joined ? 'created' : changes.length > 0 ? 'updated' : 'unchanged';
  return ok({ subMchid, deed, changes: changes.map(({ path }) => path), notOpened });
}
