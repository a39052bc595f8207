import 'server-only';
import type { Actor } from '@/lib/audit/record';
import { recordAudit } from '@/lib/audit/record';
import type { PlatformAccount } from '@/lib/connections/account';
import type { Db } from '@/lib/db/client';
import type { Vault } from '@/lib/db/vault';
import { SELF_TEST_HEADER, selfTestValue } from '@/lib/notifications/self-test';
import type { Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import { endpointUrl, isReachable } from './address';
import { lookAt } from './look';
import type { EndpointTestView } from './view';

export type EndpointContext = {
  db: Db;
  vault: Vault;
  now: () => Date;
  log: (event: { what: string; cause?: unknown }) => void;
  environment: { notifyUrl: string };
};

/** How often the endpoint is looked at, by one of however many processes, in milliseconds. */
export const TEST_EVERY_MS = 5 * 60_000;
/** How often a process asks whether it is time. */
const TICK_MS = 30_000;
/** The first look of a process waits until it listens itself. */
const FIRST_MS = 15_000;
/** A test of staff that is younger than this is still on its way. */
const RUNNING_MS = 15_000;
/** Tests are kept this long. */
const KEPT_MS = 30 * 24 * 60 * 60_000;

/** The state of a row whose test is on its way; what never finishes stays so and counts as nothing. */
export const RUNNING = 'running';

/**
 * Takes the next test for this process, or answers null because another one has it. Decided in the database, with the
 * connection's row held for the moment: one scheduled test of an address in five minutes, so that a new address is looked at
 * at the start, and one of staff at a time.
 */
async function claim(
  { db, now }: EndpointContext,
  connectionId: string,
  { how, url }: { how: 'scheduled' | 'staff'; url: string },
): Promise<string | null> {
  const at = now();
  const since = (ms: number) => ({ gt: new Date(at.getTime() - ms) });
  const taken =
    how === 'scheduled' ? { how, url, at: since(TEST_EVERY_MS) } : { how, result: RUNNING, at: since(RUNNING_MS) };
  return db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "Connection" WHERE "id" = ${connectionId}::uuid FOR NO KEY UPDATE`;
    const other = await tx.endpointTest.findFirst({ where: { connectionId, ...taken }, select: { id: true } });
    if (other) return null;
    const made = await tx.endpointTest.create({
      data: { connectionId, at, how, url, result: RUNNING, checks: [] },
      select: { id: true },
    });
    return made.id;
  });
}

/**
 * Looks at the endpoint of a connection and writes down what it saw. A test of staff is audited; the scheduled ones are a
 * record of their own. A `conflict` (`self-test-running`) where one is on its way.
 */
export async function runSelfTest(
  context: EndpointContext,
  account: PlatformAccount,
  by: { how: 'scheduled' } | { how: 'staff'; actor: Actor },
): Promise<Result<EndpointTestView>> {
  const { db, vault, now, environment } = context;
  const { id: connectionId, slug, environment: kind } = account.connection;
  const url = endpointUrl(environment.notifyUrl, slug);
  const id = await claim(context, connectionId, { how: by.how, url });
  if (id === null) return refuse({ kind: 'conflict', rule: 'self-test-running' });
  const { checks, tookMs } = await lookAt(url, {
    environment: kind,
    headers: { [SELF_TEST_HEADER]: selfTestValue(vault, connectionId, id) },
    hasArrived: async () => (await db.endpointTest.findUniqueOrThrow({ where: { id } })).arrivedAt !== null,
  });
  const result = checks.some((check) => check.ok === false) ? 'failed' : 'passed';
  const at = now();
  const row = await db.$transaction(async (tx) => {
    if (by.how === 'staff') {
      await recordAudit(tx, {
        actor: by.actor,
        at,
        connectionId,
        object: { kind: 'endpoint', id: slug, name: url },
        event: { action: 'endpoint.tested', url, result },
      });
    }
    return tx.endpointTest.update({ where: { id }, data: { result, checks, tookMs } });
  });
  return ok({ at: row.at.toISOString(), how: by.how, url, result, checks, tookMs });
}

/** One round of scheduled tests: of every connection that the platform can reach. */
export async function testOnce(context: EndpointContext, accounts: readonly PlatformAccount[]): Promise<void> {
  const watched = accounts.filter(({ connection: { slug, environment } }) =>
    isReachable(endpointUrl(context.environment.notifyUrl, slug), environment),
  );
  await Promise.all(
    watched.map((account) =>
      runSelfTest(context, account, { how: 'scheduled' }).catch((cause: unknown) =>
        context.log({ what: 'self-test of the endpoint failed', cause }),
      ),
    ),
  );
}

/** Looks at the endpoints again and again until stopped. */
export function startSelfTests(
  context: EndpointContext,
  accounts: () => readonly PlatformAccount[],
): { stop: () => void } {
  const tick = () => void testOnce(context, accounts());
  const first = setTimeout(tick, FIRST_MS).unref();
  const every = setInterval(tick, TICK_MS).unref();
  return {
    stop: () => {
      clearTimeout(first);
      clearInterval(every);
    },
  };
}

/** Removes tests of more than thirty days ago; answers how many. */
export async function purgeSelfTests({ db, now }: Pick<EndpointContext, 'db' | 'now'>): Promise<number> {
  const old = new Date(now().getTime() - KEPT_MS);
  return (await db.endpointTest.deleteMany({ where: { at: { lt: old } } })).count;
}
