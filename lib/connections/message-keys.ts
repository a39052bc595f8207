import 'server-only';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Db } from '@/lib/db/client';
import type { Vault } from '@/lib/db/vault';
import type { PlatformAccount } from './account';

/** A message key with the name under which its use is written down: `current`, `previous`, or the id of an added one. */
export type NamedKey = { name: string; key: Buffer };

/**
 * The first eight hexadecimal digits of a key's SHA-256: two keys are told apart by it, also by whoever has the key in a
 * file (`sha256sum`), and nothing is guessed from it.
 */
export const fingerprintOf = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 8);

/** What a sealed message key is bound to. */
export const keyAbout = (connectionId: string, fingerprint: string) => `message key ${connectionId} ${fingerprint}`;

/**
 * Every message key that may open something now (5.2): those of the configuration first, then those that were added and
 * whose overlap has not ended, the newest first.
 */
export async function heldMessageKeys(
  { db, vault, now }: { db: Db; vault: Vault; now: () => Date },
  { connection, apiKeys }: PlatformAccount,
): Promise<NamedKey[]> {
  const added = await db.messageKey.findMany({
    where: { connectionId: connection.id, removedAt: null, OR: [{ endsAt: null }, { endsAt: { gt: now() } }] },
    orderBy: [{ addedAt: 'desc' }, { id: 'desc' }],
  });
  return [
    ...apiKeys.map((key, place) => ({ name: place === 0 ? 'current' : 'previous', key })),
    ...added.map(({ id, sealed, fingerprint }) => ({
      name: id,
      key: vault.open(sealed, keyAbout(connection.id, fingerprint)),
    })),
  ];
}

/** Notes that an added key opened something now. Those of the configuration have no row: their name is no id. */
export async function markUsed(
  { db, now }: { db: Db; now: () => Date },
  connectionId: string,
  name: string,
): Promise<void> {
  if (!z.uuid().safeParse(name).success) return;
  await db.messageKey.updateMany({ where: { id: name, connectionId }, data: { lastUsedAt: now() } });
}
