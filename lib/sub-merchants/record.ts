import 'server-only';
import type { Prisma, SubMerchant } from '@/lib/db/generated/client';
import type { Vault } from '@/lib/db/vault';
import { isCalendarDay } from '@/lib/platform/wire/fields';
import type { Change } from '@/lib/requests/view';
import { mask } from './masks';
import type { EditBase } from './rules';
import { coverage } from './rules';
import type { FieldPath, FieldValues, PersonalPath } from './schema';
import { fieldPaths, isPersonalPath, plainPaths } from './schema';

/** What we hold of one sub-merchant, opened: plain and personal values by wire path. Server only; never sent whole. */
export type HeldRecord = { plain: FieldValues; personal: Partial<Record<PersonalPath, string>> };

export const personalAbout = (connectionId: string, subMchid: string) => `sub-merchant ${connectionId} ${subMchid}`;

/** Sorts after every date: PERMANENT and N/A never end. The day before it stands for a date that we do not hold. */
const NEVER_ENDS = '9999-12-31';
const NOT_HELD = '9999-12-30';

/** The column of the category holds 32 bits; the interface says an integer and no more. The record keeps it whole. */
const CATEGORY_COLUMN_MAX = 2_147_483_647;

/** What searching compares: lower case, NFC, name and short name. The query is folded the same way. */
export const foldForSearch = (text: string): string => text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();

const textOf = (values: FieldValues, path: FieldPath): string | null => {
  const value = values[path];
  return typeof value === 'string' ? value : null;
};

/** The columns of a row for a held record: JSON, sealed values and masks, and what lists show, search and sort by. */
export function columnsOf(record: HeldRecord, place: { connectionId: string; subMchid: string }, vault: Vault) {
  const { plain, personal } = record;
  const type = {
    merchantType: textOf(plain, 'merchant_type') ?? '',
    businessType: textOf(plain, 'business.business_type') ?? '',
  };
  const has = (path: FieldPath) => (isPersonalPath(path) ? personal[path] !== undefined : plain[path] !== undefined);
  const { required, missing } = coverage(has, type);
  const date = textOf(plain, 'registration_certificate_date');
  const ends = date === null ? NOT_HELD : isCalendarDay(date) ? date : NEVER_ENDS;
  const name = textOf(plain, 'name') ?? '';
  const shortname = textOf(plain, 'shortname') ?? '';
  const category = textOf(plain, 'business_category');
  const masked = Object.fromEntries(
    Object.entries(personal).map(([path, value]) => [path, mask(path as PersonalPath, value)]),
  );
  return {
    record: plain as Prisma.InputJsonObject,
    personal: vault.sealJson(personal, personalAbout(place.connectionId, place.subMchid)),
    masked: masked as Prisma.InputJsonObject,
    name,
    shortname,
    // The line feed sorts before everything else, so that this text sorts by name first.
    searchText: `${foldForSearch(name)}\n${foldForSearch(shortname)}`,
    merchantType: type.merchantType || null,
    countryCode: textOf(plain, 'merchant_country_code'),
    businessType: type.businessType || null,
    mcc: textOf(plain, 'business.mcc'),
    businessCategory: category === null || Number(category) > CATEGORY_COLUMN_MAX ? null : Number(category),
    channelId: textOf(plain, 'channel_id'),
    registrationEnds: new Date(`${ends}T00:00:00Z`),
    missing,
    missingCount: missing.length,
    requiredCount: required,
  };
}

/** The held record of a row, personal values opened. Only to build a body or to compare on the server. */
export function openRecord(
  row: Pick<SubMerchant, 'connectionId' | 'subMchid' | 'record' | 'personal'>,
  vault: Vault,
): HeldRecord {
  return {
    plain: plainOf(row),
    personal: vault.openJson(row.personal, personalAbout(row.connectionId, row.subMchid)) as HeldRecord['personal'],
  };
}

/** The plain values of a row; what is no field of ours is dropped. */
export function plainOf(row: Pick<SubMerchant, 'record'>): FieldValues {
  const stored = row.record as Record<string, unknown>;
  const held: FieldValues = {};
  for (const path of plainPaths) {
    const value = stored[path];
    if (typeof value === 'string') held[path] = value;
    else if (Array.isArray(value)) held[path] = value.filter((part) => typeof part === 'string');
  }
  return held;
}

export const masksOf = (row: Pick<SubMerchant, 'masked'>) => row.masked as Partial<Record<PersonalPath, string>>;

/** What the rules need of a row: masks and plain values only. */
export function editBaseOf(
  row: Pick<SubMerchant, 'version' | 'record' | 'masked' | 'h5State' | 'domains' | 'websiteUrl'>,
  budgetBytes: number,
): EditBase {
  return {
    version: row.version,
    held: plainOf(row),
    masks: masksOf(row),
    h5State: row.h5State,
    domainsInForce: row.domains,
    websiteUrl: row.websiteUrl,
    budgetBytes,
  };
}

const shown = (path: FieldPath, value: string | string[]) =>
  Array.isArray(value) ? JSON.stringify(value) : isPersonalPath(path) ? mask(path, value) : value;

const heldAt = (record: HeldRecord, path: FieldPath): string | string[] | undefined =>
  isPersonalPath(path) ? record.personal[path] : record.plain[path];

/** What differs between two records, masked, in the order of 4.1: for audit entries, history and compare. */
export function changesBetween(before: HeldRecord, after: HeldRecord): Change[] {
  return fieldPaths.flatMap((path): Change[] => {
    const was = heldAt(before, path);
    const is = heldAt(after, path);
    if (JSON.stringify(was) === JSON.stringify(is)) return [];
    const from = was === undefined ? null : shown(path, was);
    const to = is === undefined ? null : shown(path, is);
    return [{ path, kind: was === undefined ? 'added' : is === undefined ? 'removed' : 'changed', from, to }];
  });
}

/** Splits values by wire path into what is kept as it is and what is sealed; blanks are left out. */
export function recordFrom(values: FieldValues): HeldRecord {
  const record: HeldRecord = { plain: {}, personal: {} };
  for (const path of fieldPaths) {
    const value = values[path];
    if (value === undefined || value.length === 0) continue;
    if (isPersonalPath(path)) {
      if (typeof value === 'string') record.personal[path] = value;
    } else record.plain[path] = value;
  }
  return record;
}
