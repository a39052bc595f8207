import 'server-only';
import { PrismaPg } from '@prisma/adapter-pg';
import { Prisma, PrismaClient } from './generated/client';

export type Db = PrismaClient;
export type Tx = Prisma.TransactionClient;

/**
 * One pool per process, its sessions pinned to UTC: the driver adapter reads a timestamp without its zone, so in any
 * other zone every instant would be stored hours off. With the server's usual 4 MB of work memory a search over a
 * million names would remember pages instead of rows, and judge every row of them again; compiling a statement costs
 * more than any of ours takes. A transaction that is not over after `transactionMs` is undone as a whole.
 */
export function createDb(databaseUrl: string, connectionsMax = 10, transactionMs = 15_000): Db {
  return new PrismaClient({
    adapter: new PrismaPg({
      connectionString: databaseUrl,
      max: connectionsMax,
      options: '-c timezone=UTC -c work_mem=32MB -c jit=off',
    }),
    // Under a burst a transaction waits for its connection; giving up early would lose what was typed.
    transactionOptions: { maxWait: 15_000, timeout: transactionMs },
  });
}

/** True for the unique-constraint error of the database (Prisma P2002). */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';

export { Prisma };
