import 'server-only';
import type { Tx } from './client';
import { Prisma } from './generated/client';

/** Failures that come and go: the same statements may pass a moment later, so nothing is concluded from them. */
const passing = ['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2034', 'P2037'];

const isPassing = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientInitializationError ||
  (error instanceof Prisma.PrismaClientKnownRequestError && passing.includes(error.code));

/**
 * Does a part of a transaction that may be impossible: then that part alone is undone and its cause is the answer. What
 * fails only now (a lost session, a deadlock) is thrown, and undoes the whole.
 */
export async function doPart<Value>(
  tx: Tx,
  part: () => Promise<Value>,
): Promise<{ done: true; value: Value } | { done: false; cause: unknown }> {
  await tx.$executeRaw`SAVEPOINT part`;
  try {
    const value = await part();
    await tx.$executeRaw`RELEASE SAVEPOINT part`;
    return { done: true, value };
  } catch (cause) {
    if (isPassing(cause)) throw cause;
    await tx.$executeRaw`ROLLBACK TO SAVEPOINT part`;
    return { done: false, cause };
  }
}
