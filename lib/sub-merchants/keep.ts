import 'server-only';
import type { AuditInput } from '@/lib/audit/record';
import type { Tx } from '@/lib/db/client';
import type { SubMerchant } from '@/lib/db/generated/client';
import { Prisma } from '@/lib/db/generated/client';
import { assignments, bytesText, columnList, rowsOf } from '@/lib/db/rows';
import type { Vault } from '@/lib/db/vault';
import type { Change } from '@/lib/requests/view';
import type { HeldRecord } from './record';
import { changesBetween, columnsOf, openRecord, recordFrom } from './record';
import type { Told } from './values';

/** Where what we are told comes from: a way in, the thing that proves it, and the moment. */
export type Origin = {
  source: 'import' | 'by-hand' | 'reading';
  /** How an H5 state or domain that comes this way is known (features row 2). */
  how: 'import' | 'staff' | 'reading';
  proof: string | null;
  at: Date;
};

/** A whole row as it is written. */
export type StoredRow = Omit<SubMerchant, 'acceptedSort' | 'record' | 'masked'> & { record: unknown; masked: unknown };

/**
 * What one telling makes of a sub-merchant: the row to write, and what it changes, masked. `refused` are columns whose
 * word does not count against the platform's.
 */
export type Kept =
  | { kind: 'create' | 'update'; row: StoredRow; changes: Change[]; refused: string[] }
  | { kind: 'unchanged'; row: StoredRow; refused: string[] };

type Place = { connectionId: string; subMchid: string };

const noRecord: HeldRecord = { plain: {}, personal: {} };
const differs = (before: unknown, after: unknown) => JSON.stringify(before) !== JSON.stringify(after);

function h5Change(path: string, from: string | null, to: string | null): Change[] {
  return from === to ? [] : [{ path, kind: from === null ? 'added' : 'changed', from, to }];
}

/** Told by the platform itself: hearsay does not replace it. */
const fromPlatform = ['answer', 'notification', 'reading', 'inferred'];

/** The H5 columns that change, and the columns of the file whose word does not count against the platform's. */
function h5Columns(told: Told, held: SubMerchant | null, { how, proof, at }: Origin) {
  const columns: Partial<
    Pick<
      SubMerchant,
      | 'h5State'
      | 'h5StateHow'
      | 'h5StateSince'
      | 'h5StateAsOf'
      | 'h5StateProof'
      | 'domains'
      | 'domainsHow'
      | 'domainsAsOf'
    >
  > = {};
  const refused: string[] = [];
  const outranked = (known: string) => how !== 'reading' && fromPlatform.includes(known);
  const { h5State, h5Domains } = told;
  const changes: Change[] = [];
  if (h5State !== undefined && h5State !== held?.h5State) {
    if (held && outranked(held.h5StateHow)) refused.push('h5_authorization_state');
    else {
      Object.assign(columns, { h5State, h5StateHow: how, h5StateSince: at, h5StateAsOf: at, h5StateProof: proof });
      changes.push(...h5Change('h5_authorization_state', held?.h5State ?? null, h5State));
    }
  } else if (h5State !== undefined && held && how === 'reading') {
    // The same state, seen again by the platform's own word: confirmed, not changed.
    Object.assign(columns, { h5StateHow: how, h5StateAsOf: at, h5StateProof: proof });
  }
  if (h5Domains !== undefined && (held === null || held.domainsHow === 'none' || differs(h5Domains, held.domains))) {
    if (held && outranked(held.domainsHow)) refused.push('h5_domains');
    else {
      Object.assign(columns, { domains: h5Domains, domainsHow: how, domainsAsOf: at });
      changes.push(
        ...h5Change(
          'h5_domains',
          held && held.domainsHow !== 'none' ? held.domains.join(' ') : null,
          h5Domains.join(' '),
        ),
      );
    }
  }
  return { columns, changes, refused };
}

/** Told values over held ones; what is not told stays as it is. */
function merged(before: HeldRecord, told: Told): HeldRecord {
  const { plain, personal } = recordFrom(told.values);
  return { plain: { ...before.plain, ...plain }, personal: { ...before.personal, ...personal } };
}

/** A row of which nothing is known yet. */
const emptyRow = (place: Place, { source, at }: Origin): Omit<StoredRow, keyof ReturnType<typeof columnsOf>> => ({
  ...place,
  id: crypto.randomUUID(),
  version: 0,
  h5State: 'UNKNOWN',
  h5StateHow: 'none',
  h5StateSince: at,
  h5StateAsOf: at,
  h5StateProof: null,
  h5RejectDetail: null,
  domains: [],
  domainsHow: 'none',
  domainsAsOf: null,
  websiteUrl: null,
  limitGrade: null,
  limitGradeHow: 'none',
  limitGradeAsOf: null,
  h5AskedDomains: [],
  h5AskedAt: null,
  platformStatus: null,
  source,
  recordAsOf: at,
  lastAcceptedAt: null,
  createdAt: at,
  updatedAt: at,
});

/**
 * What one telling makes of what we hold. Nothing is written here: whoever writes holds the row, or meets the unique key.
 */
export function keep(place: Place, told: Told, held: SubMerchant | null, origin: Origin, vault: Vault): Kept {
  const before = held ? openRecord(held, vault) : noRecord;
  const after = merged(before, told);
  const recordChanges = changesBetween(before, after);
  const h5 = h5Columns(told, held, origin);
  const changes = [...recordChanges, ...h5.changes];
  const { refused } = h5;
  if (!held) {
    const row = { ...emptyRow(place, origin), ...columnsOf(after, place, vault), ...h5.columns, version: 1 };
    return { kind: 'create', row, changes, refused };
  }
  if (changes.length === 0 && Object.keys(h5.columns).length === 0) return { kind: 'unchanged', row: held, refused };
  const row = {
    ...held,
    ...(recordChanges.length > 0 && { ...columnsOf(after, place, vault), recordAsOf: origin.at }),
    ...h5.columns,
    ...(changes.length > 0 && { version: held.version + 1, updatedAt: origin.at }),
  };
  return { kind: 'update', row, changes, refused };
}

/** The rows of these ids, held until the transaction ends, in one order for everybody so that no two wait for each other. */
export async function holdRows(
  tx: Tx,
  connectionId: string,
  subMchids: readonly string[],
): Promise<Map<string, SubMerchant>> {
  if (subMchids.length === 0) return new Map();
  await tx.$queryRaw`
    SELECT 1 AS held FROM "SubMerchant" WHERE "connectionId" = ${connectionId}::uuid AND "subMchid" = ANY(${[...subMchids]}::text[])
    ORDER BY "subMchid" FOR UPDATE`;
  const rows = await tx.subMerchant.findMany({ where: { connectionId, subMchid: { in: [...subMchids] } } });
  return new Map(rows.map((row) => [row.subMchid, row]));
}

/** The reference of the open request on each of these ids that has one. */
export async function openReferences(
  tx: Tx,
  connectionId: string,
  subMchids: readonly string[],
): Promise<Map<string, string>> {
  const locks = await tx.objectLock.findMany({
    where: { connectionId, objectKind: 'sub-merchant', objectId: { in: [...subMchids] } },
    select: { objectId: true, request: { select: { reference: true } } },
  });
  return new Map(locks.map(({ objectId, request }) => [objectId, request.reference]));
}

/** Every column that is written; `acceptedSort` is generated. */
const columnNames = Object.keys(Prisma.SubMerchantScalarFieldEnum).filter((name) => name !== 'acceptedSort');
const columns = columnList(columnNames);
const assigned = assignments(
  columnNames.filter((name) => name !== 'id'),
  'told',
);

const asRows = (rows: readonly StoredRow[]) =>
  rowsOf(
    'SubMerchant',
    rows.map((row) => ({ ...row, personal: bytesText(row.personal) })),
  );

/** Writes new rows; answers the ids that were written. One that somebody else made meanwhile is left as it is. */
export async function insertRows(tx: Tx, rows: readonly StoredRow[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const written = await tx.$queryRaw<{ subMchid: string }[]>`
    INSERT INTO "SubMerchant" (${columns}) SELECT ${columns} FROM ${asRows(rows)}
    ON CONFLICT ("connectionId", "subMchid") DO NOTHING RETURNING "subMchid"`;
  return new Set(written.map(({ subMchid }) => subMchid));
}

/** Writes rows that the transaction holds, whole. */
export async function updateRows(tx: Tx, rows: readonly StoredRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.$executeRaw`UPDATE "SubMerchant" AS held SET ${assigned} FROM ${asRows(rows)} AS told WHERE held."id" = told."id"`;
}

/** The audit entry of one sub-merchant. */
export const auditOf = (
  place: Place,
  name: string,
  actor: AuditInput['actor'],
  at: Date,
  event: AuditInput['event'],
): AuditInput => ({
  actor,
  at,
  connectionId: place.connectionId,
  object: { kind: 'sub-merchant', id: place.subMchid, name },
  event,
});
