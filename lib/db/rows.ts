import 'server-only';
import { z } from 'zod';
import { Prisma } from './generated/client';

// Rows as one argument of a statement: a placeholder for each cell costs more than the writing itself.

/** Column names as a list: of SELECT, of INSERT. */
export const columnList = (names: readonly string[]): Prisma.Sql =>
  Prisma.raw(names.map((name) => `"${name}"`).join(', '));

/** Each column from the row of that name: of UPDATE … FROM, of ON CONFLICT … DO UPDATE. */
export const assignments = (names: readonly string[], source: 'told' | 'EXCLUDED'): Prisma.Sql =>
  Prisma.raw(names.map((name) => `"${name}" = ${source}."${name}"`).join(', '));

/** Rows of a table to select from. Moments may be Dates; bytes are text as `bytesText` writes it. */
export const rowsOf = (table: string, rows: readonly object[]): Prisma.Sql =>
  Prisma.sql`jsonb_populate_recordset(NULL::${columnList([table])}, ${JSON.stringify(rows)}::jsonb)`;

/** Bytes as the database reads them in a text. */
export const bytesText = (bytes: Uint8Array): string => `\\x${Buffer.from(bytes).toString('hex')}`;

/** A moment of a row that was read, as the text that views hold: ISO 8601 in UTC. */
export const instantText = z.date().transform((date) => date.toISOString());
