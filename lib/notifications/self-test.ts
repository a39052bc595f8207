import 'server-only';
import { z } from 'zod';
import type { Db } from '@/lib/db/client';

/** The header by which a look at our own endpoint says which one it is: the id of its row. */
export const SELF_TEST_HEADER = 'subdesk-self-test';

/** A row older than this is no test on its way, in milliseconds. */
const YOUNG_MS = 60_000;
/** Looks into the database that strangers' headers can cause: so many in one second of a process. */
const LOOKS_A_SECOND = 5;

export type SelfTests = {
  /** True when this call is a test of ours that is on its way; it is then written down that it arrived, once. */
  hasArrived: (connectionId: string, headers: Readonly<Record<string, string>>) => Promise<boolean>;
};

/** Recognises the console's own tests among unsigned calls, so that they are not counted as refused. */
export function createSelfTests({
  db,
  now,
  log,
}: {
  db: Db;
  now: () => Date;
  log: (event: { what: string; cause?: unknown }) => void;
}): SelfTests {
  let second = Number.NEGATIVE_INFINITY;
  let looks = 0;
  const mayLook = () => {
    const current = Math.floor(performance.now() / 1000);
    if (current !== second) looks = 0;
    second = current;
    looks += 1;
    return looks <= LOOKS_A_SECOND;
  };
  return {
    async hasArrived(connectionId, headers) {
      const id = z.uuid().safeParse(headers[SELF_TEST_HEADER]);
      if (!id.success || !mayLook()) return false;
      const at = now();
      try {
        const arrived = await db.endpointTest.updateMany({
          where: { id: id.data, connectionId, arrivedAt: null, at: { gt: new Date(at.getTime() - YOUNG_MS) } },
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
