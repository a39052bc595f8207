import 'server-only';
import { z } from 'zod';
import type { Db } from '@/lib/db/client';
import type { Vault } from '@/lib/db/vault';

/** The header by which a look at our own endpoint says which one it is: the id of its row, under our own seal. */
export const SELF_TEST_HEADER = 'subdesk-self-test';

/** A row older than this is no test on its way, in milliseconds. */
const YOUNG_MS = 60_000;
/** Longest value that is opened, in characters: a sealed id has 98. */
const SEALED_MAX = 128;

const about = (connectionId: string) => `self-test ${connectionId}`;

/** What a look puts into that header. */
export const selfTestValue = (vault: Vault, connectionId: string, id: string): string =>
  Buffer.from(vault.seal(id, about(connectionId))).toString('base64url');

export type SelfTests = {
  /** True when this call is a test of ours that is on its way; it is then written down that it arrived, once. */
  hasArrived: (connectionId: string, headers: Readonly<Record<string, string>>) => Promise<boolean>;
};

/**
 * Recognises the console's own tests among unsigned calls, so that they are not counted as refused. Only what we sealed
 * ourselves is looked up: however many ids strangers invent, they reach no database and stand in no test's way.
 */
export function createSelfTests({
  db,
  vault,
  now,
  log,
}: {
  db: Db;
  vault: Vault;
  now: () => Date;
  log: (event: { what: string; cause?: unknown }) => void;
}): SelfTests {
  const idIn = (connectionId: string, value: string): string | null => {
    if (value.length > SEALED_MAX) return null;
    try {
      const opened = vault.open(Buffer.from(value, 'base64url'), about(connectionId)).toString();
      return z.uuid().parse(opened);
    } catch {
      return null;
    }
  };
  return {
    async hasArrived(connectionId, headers) {
      const value = headers[SELF_TEST_HEADER];
      const id = value === undefined ? null : idIn(connectionId, value);
      if (id === null) return false;
      const at = now();
      try {
        const arrived = await db.endpointTest.updateMany({
          where: { id, connectionId, arrivedAt: null, at: { gt: new Date(at.getTime() - YOUNG_MS) } },
          data: { arrivedAt: at },
        });
        return arrived.count > 0;
      } catch (cause) {
        log({ what: 'arrival of a self-test not noted', cause });
        return false;
      }
    },
  };
}
