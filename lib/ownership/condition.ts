import 'server-only';
import { Prisma } from '@/lib/db/generated/client';
import type { OwnerFilter } from './filters';
import type { OwnedKind } from './view';

/** How a list spells the ids of what is owned. */
export type Owned = {
  /** The list's column with the object's id. */
  column: Prisma.Sql;
  /** The same as the text that ownerships hold, compared as they are. */
  text: Prisma.Sql;
  /** An ownership's id as that column's type. */
  typed: (objectId: Prisma.Sql) => Prisma.Sql;
};

const objectId = Prisma.sql`o."objectId"`;

/**
 * True for the rows of a list that a person owns, or that nobody owns who could work on them. `owner` is a person's id or
 * `nobody`: `mine` is resolved before (`forReader`). What a person owns is few and looked up by it; what nobody owns is
 * most, and each row is looked up in the list's order.
 */
export function ownedBy(connectionId: string, kind: OwnedKind, owner: OwnerFilter, listed: Owned): Prisma.Sql {
  const ours = Prisma.sql`o."connectionId" = ${connectionId}::uuid AND o."objectKind" = ${kind}`;
  if (owner === 'nobody')
    return Prisma.sql`NOT EXISTS (
      SELECT 1 FROM "Ownership" o JOIN "Staff" p ON p."id" = o."staffId"
      WHERE ${ours} AND ${objectId} = ${listed.text} AND p."disabledAt" IS NULL
        AND (NOT p."isLimited" OR o."connectionId" = ANY(p."limitedTo")))`;
  return Prisma.sql`${listed.column} IN (
    SELECT ${listed.typed(objectId)} FROM "Ownership" o WHERE ${ours} AND o."staffId" = ${owner}::uuid)`;
}
