import 'server-only';
import pg from 'pg';
import type { Tx } from './client';
import { Prisma } from './generated/client';

/** What statements of our own need, whether a transaction of the ORM runs them or a session of the pool below. */
export type Raw = Pick<Tx, '$queryRaw' | '$executeRaw'>;

/**
 * Sessions beside the ORM's, for the one place where its cost a statement is most of the work: the inbox. Same time
 * zone, same SQL; statements are prepared once a session.
 */
export type Sessions = {
  transaction: <Result>(work: (tx: Raw) => Promise<Result>) => Promise<Result>;
  close: () => Promise<void>;
};

const names = new Map<string, string>();

/** The name under which a session keeps a statement. Texts are few: values never stand in them. */
function nameOf(text: string): string {
  const known = names.get(text) ?? `s${names.size}`;
  names.set(text, known);
  return known;
}

function rawOf(client: pg.PoolClient): Raw {
  const run = (query: TemplateStringsArray | Prisma.Sql, values: unknown[]) => {
    const { text, values: bound } = 'text' in query ? query : Prisma.sql(query, ...values);
    return client.query({ name: nameOf(text), text, values: bound });
  };
  return {
    $queryRaw: (async (query, ...values) => (await run(query, values)).rows) as Raw['$queryRaw'],
    $executeRaw: (async (query, ...values) => (await run(query, values)).rowCount ?? 0) as Raw['$executeRaw'],
  };
}

/** A few sessions of their own; those that the server ends are made anew. */
export function createSessions(databaseUrl: string, sessionsMax: number): Sessions {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: sessionsMax,
    connectionTimeoutMillis: 4_000,
    options: '-c timezone=UTC -c jit=off',
  });
  // A session that ends while nobody uses it is no event: the next one is made when it is needed. One that ends in the
  // middle of its work says so to the statement that it was at, and must not end the process besides.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    async transaction(work) {
      const client = await pool.connect();
      let lost: Error | undefined;
      try {
        await client.query('BEGIN');
        const result = await work(rawOf(client));
        await client.query('COMMIT');
        return result;
      } catch (error) {
        await client.query('ROLLBACK').catch((cause: Error) => {
          lost = cause;
        });
        throw error;
      } finally {
        // A session whose state nobody knows is not given to the next one.
        client.release(lost);
      }
    },
    close: () => pool.end(),
  };
}
