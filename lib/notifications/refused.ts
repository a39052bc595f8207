import 'server-only';
import type { Db } from '@/lib/db/client';
import type { Announcing } from './announce';
import type { RefusedCause, RefusedCounts, RefusedSampleView, RefusedSummary } from './view';
import { door, refusedCauses } from './view';

/** What is kept of one of them. */
export type RefusedSample = Omit<RefusedSampleView, 'id' | 'at' | 'cause'>;

/** Samples kept for a connection, and how many new ones one round adds at most. */
export const SAMPLES_KEPT = 20;
const SAMPLES_A_ROUND = 5;
const ROUND_MS = 1_000;

export type Refusals = {
  /** `sample` is asked only where it is kept: under a flood nearly none is. */
  count: (refused: { connectionId: string; at: Date; cause: RefusedCause }, sample: () => RefusedSample) => void;
  /** Writes what is counted so far. */
  flush: () => Promise<void>;
};

const HOUR_MS = 3_600_000;
const hourOf = (at: Date) => new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);

type Tally = { connectionId: string; hour: Date; cause: RefusedCause; count: number };

/**
 * Counts what did not verify, in memory, and writes it once a second whatever comes: a flood costs one statement, and one
 * event for whoever looks at the counts. What cannot be written is counted on.
 */
export function createRefusals({
  db,
  log,
  publish,
}: Announcing & {
  db: Db;
  log: (event: { what: string; cause?: unknown }) => void;
}): Refusals {
  const counts = new Map<string, Tally>();
  let samples: (RefusedSample & { connectionId: string; at: Date; cause: RefusedCause })[] = [];
  let timer: NodeJS.Timeout | null = null;

  const add = ({ connectionId, hour, cause, count }: Tally) => {
    const key = `${connectionId} ${hour.getTime()} ${cause}`;
    const known = counts.get(key);
    if (known) known.count += count;
    else counts.set(key, { connectionId, hour, cause, count });
  };

  const flush = async () => {
    if (timer) clearTimeout(timer);
    timer = null;
    const tallies = [...counts.values()];
    const kept = samples;
    counts.clear();
    samples = [];
    if (tallies.length === 0) return;
    try {
      await db.$transaction(async (tx) => {
        for (const { connectionId, hour, cause, count } of tallies) {
          await tx.$executeRaw`
            INSERT INTO "RefusedCount" ("connectionId", "hour", "cause", "count")
            VALUES (${connectionId}::uuid, ${hour}, ${cause}, ${count})
            ON CONFLICT ("connectionId", "hour", "cause") DO UPDATE SET "count" = "RefusedCount"."count" + EXCLUDED."count"`;
        }
        await tx.refusedSample.createMany({ data: kept });
        for (const connectionId of new Set(kept.map((sample) => sample.connectionId))) {
          await tx.$executeRaw`
            DELETE FROM "RefusedSample" WHERE "connectionId" = ${connectionId}::uuid AND "id" NOT IN (
              SELECT "id" FROM "RefusedSample" WHERE "connectionId" = ${connectionId}::uuid
              ORDER BY "at" DESC, "id" DESC LIMIT ${SAMPLES_KEPT})`;
        }
      });
    } catch (cause) {
      log({ what: 'refused messages not counted yet', cause });
      for (const tally of tallies) add(tally);
      return;
    }
    for (const connectionId of new Set(tallies.map((tally) => tally.connectionId))) {
      publish(connectionId, 'notifications', []);
    }
  };

  return {
    count(refused, sample) {
      add({ ...refused, hour: hourOf(refused.at), count: 1 });
      if (samples.length < SAMPLES_A_ROUND) samples.push({ ...sample(), ...refused });
      timer ??= setTimeout(() => void flush(), ROUND_MS).unref();
    },
    flush,
  };
}

const DAY_HOURS = 24;
const WEEK_HOURS = 7 * DAY_HOURS;

const sumOf = (hours: RefusedSummary['hours']): RefusedCounts => {
  const sum: RefusedCounts = {};
  for (const { counts } of hours) {
    for (const cause of refusedCauses) if (counts[cause]) sum[cause] = (sum[cause] ?? 0) + counts[cause];
  }
  return sum;
};

/** What did not verify in the last seven days, by hour and cause, with the newest samples. */
export async function getRefused(
  db: Pick<Db, 'refusedCount' | 'refusedSample'>,
  connectionId: string,
  now: Date,
): Promise<RefusedSummary> {
  const began = new Date(hourOf(now).getTime() - (WEEK_HOURS - 1) * HOUR_MS);
  const [rows, samples] = await Promise.all([
    db.refusedCount.findMany({ where: { connectionId, hour: { gte: began } } }),
    db.refusedSample.findMany({
      where: { connectionId },
      orderBy: [{ at: 'desc' }, { id: 'desc' }],
      take: SAMPLES_KEPT,
    }),
  ]);
  const hours = Array.from({ length: WEEK_HOURS }, (_, place) => {
    const hour = new Date(began.getTime() + place * HOUR_MS).toISOString();
    const counted = rows.filter((row) => row.hour.toISOString() === hour);
    return { hour, counts: Object.fromEntries(counted.map(({ cause, count }) => [cause, count])) as RefusedCounts };
  });
  return {
    hours,
    day: sumOf(hours.slice(-DAY_HOURS)),
    week: sumOf(hours),
    samples: samples.map(
      (sample): RefusedSampleView => ({
        id: sample.id,
        at: sample.at.toISOString(),
        cause: sample.cause as RefusedCause,
        headers: sample.headers as Record<string, string>,
        bodySize: sample.bodySize,
        bodySha256: sample.bodySha256,
        ip: sample.ip,
        door: door.parse(sample.door),
      }),
    ),
  };
}
