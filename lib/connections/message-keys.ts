import 'server-only';
import { createHash } from 'node:crypto';
import type { Db } from '@/lib/db/client';
import type { Vault } from '@/lib/db/vault';
import type { PlatformAccount } from './account';

/** Where a key is held now: in one of the two settings, or added by hand. It may be another place tomorrow. */
type KeyPlace = 'current' | 'previous' | 'added';

/** A message key with the fingerprint under which its use is written down, which stays true wherever the key is held. */
export type NamedKey = { place: KeyPlace; fingerprint: string; key: Buffer };

/**
 * The first eight hexadecimal digits of a key's SHA-256: two keys are told apart by it, also by whoever has the key in a
 * file (`sha256sum`), and nothing is guessed from it.
 */
export const fingerprintOf = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 8);

/** What a sealed message key is bound to. */
export const keyAbout = (connectionId: string, fingerprint: string) => `message key ${connectionId} ${fingerprint}`;

/** The place of a configured key by its number among them. */
export const placeOf = (number: number): Exclude<KeyPlace, 'added'> => (number === 0 ? 'current' : 'previous');

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
    ...apiKeys.map((key, number): NamedKey => ({ place: placeOf(number), fingerprint: fingerprintOf(key), key })),
    ...added.map(
      ({ sealed, fingerprint }): NamedKey => ({
        place: 'added',
        fingerprint,
        key: vault.open(sealed, keyAbout(connection.id, fingerprint)),
      }),
    ),
  ];
}

/** Notes that the key of this fingerprint opened something now, where it was added: one of the settings has no row. */
export async function markUsed(
  { db, now }: { db: Db; now: () => Date },
  connectionId: string,
  fingerprint: string,
): Promise<void> {
  await db.messageKey.updateMany({
    where: { connectionId, fingerprint, removedAt: null },
    data: { lastUsedAt: now() },
  });
}
