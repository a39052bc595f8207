import 'server-only';
import { createHash } from 'node:crypto';
import type { Raw } from './raw';

const lockKey = (text: string): bigint => createHash('sha256').update(text).digest().readBigInt64BE();

/**
 * Holds things of one connection by their names until the transaction ends, those that have no row yet too, in one order
 * for everybody, so that no two processes wait for each other. Rows are held after names, never before.
 */
export async function holdNames(tx: Raw, connectionId: string, names: readonly string[]): Promise<void> {
  const keys = new Set(names.map((name) => lockKey(`${connectionId} ${name}`)));
  const sorted = [...keys].sort((one, other) => (one < other ? -1 : 1)).map(String);
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(key) FROM unnest(${sorted}::text[]::bigint[]) AS key`;
}
