import 'server-only';
import type { PlatformAccount } from '@/lib/connections/account';
import type { Db } from '@/lib/db/client';
import { Prisma } from '@/lib/db/client';
import { endpointUrl, isReachable } from './address';
import { RUNNING } from './self-test';
import { stepCountsOf } from './step-counts';
import { outagesOf, uptimeStripOf } from './uptime';
import type { AnswerTimes, EndpointTestView, EndpointView } from './view';
import { endpointTest } from './view';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;
/** Cells of a quarter of an hour, and of two hours. */
const DAY_CELLS = 96;
const WEEK_CELLS = 84;
const OUTAGES_SHOWN = 20;
const EARLIER_SHOWN = 10;

/** How our endpoint did: the last test, the strips, outages, answer times, and how far messages came. */
export async function getEndpoint(
  { db, now, environment }: { db: Db; now: () => Date; environment: { notifyUrl: string } },
  account: PlatformAccount,
): Promise<EndpointView> {
  const at = now();
  const { id: connectionId, slug, environment: kind } = account.connection;
  const url = endpointUrl(environment.notifyUrl, slug);
  const since = (ms: number) => new Date(at.getTime() - ms);
  const stepsSince = new Date(Math.floor((at.getTime() - DAY_MS) / HOUR_MS) * HOUR_MS);
  // What another address answered says nothing of this one.
  const finished = { connectionId, url, result: { not: RUNNING } };
  const [rows, last, testsDay, testsWeek, day, week, refused, delivered] = await Promise.all([
    db.endpointTest.findMany({
      where: { ...finished, at: { gte: since(WEEK_MS) } },
      select: { at: true, how: true, url: true, result: true, checks: true, tookMs: true },
      orderBy: { at: 'asc' },
    }),
    db.endpointTest.findFirst({ where: finished, orderBy: { at: 'desc' } }),
    timesOf(db, testTimes(connectionId, url, since(DAY_MS))),
    timesOf(db, testTimes(connectionId, url, since(WEEK_MS))),
    timesOf(db, deliveryTimes(connectionId, since(DAY_MS))),
    timesOf(db, deliveryTimes(connectionId, since(WEEK_MS))),
    db.refusedCount.groupBy({
      by: ['cause'],
      where: { connectionId, hour: { gte: stepsSince } },
      _sum: { count: true },
    }),
    db.notificationDelivery.groupBy({
      by: ['verdict', 'cause'],
      where: { receivedAt: { gte: stepsSince }, notification: { connectionId } },
      _count: true,
    }),
  ]);
  const watched = rows.map((row) => ({
    at: row.at,
    failed: endpointTest.shape.checks.parse(row.checks).flatMap(({ check, ok }) => (ok === false ? [check] : [])),
  }));
  return {
    url,
    isSetUp: isReachable(url, kind),
    last: last && testView(last),
    earlier: rows
      .filter(({ at: tested }) => last !== null && tested < last.at)
      .slice(-EARLIER_SHOWN)
      .reverse()
      .map(testView),
    day: uptimeStripOf(watched, { until: at, spanMs: DAY_MS, cells: DAY_CELLS }),
    week: uptimeStripOf(watched, { until: at, spanMs: WEEK_MS, cells: WEEK_CELLS }),
    outages: outagesOf(watched).slice(0, OUTAGES_SHOWN),
    times: { tests: { day: testsDay, week: testsWeek }, deliveries: { day, week } },
    steps: stepCountsOf(
      refused.map(({ cause, _sum }) => ({ cause, count: _sum.count ?? 0 })),
      delivered.map(({ verdict, cause, _count }) => ({ verdict, cause, count: _count })),
    ),
    stepsSince: stepsSince.toISOString(),
  };
}

const testView = (row: { at: Date }): EndpointTestView => endpointTest.parse({ ...row, at: row.at.toISOString() });

const testTimes = (connectionId: string, url: string, since: Date) => Prisma.sql`
  SELECT "tookMs"::float8 AS ms FROM "EndpointTest"
  WHERE "connectionId" = ${connectionId}::uuid AND "url" = ${url} AND "at" >= ${since} AND "tookMs" IS NOT NULL`;

const deliveryTimes = (connectionId: string, since: Date) => Prisma.sql`
  SELECT d."tookUs" / 1000.0::float8 AS ms FROM "NotificationDelivery" d
  JOIN "Notification" n ON n."id" = d."notificationId"
  WHERE n."connectionId" = ${connectionId}::uuid AND d."receivedAt" >= ${since}`;

async function timesOf(db: Db, times: Prisma.Sql): Promise<AnswerTimes> {
  const [row] = await db.$queryRaw<{ count: bigint; p50Ms: number | null; p95Ms: number | null }[]>`
    SELECT count(*) AS count,
      percentile_cont(0.5) WITHIN GROUP (ORDER BY ms) AS "p50Ms",
      percentile_cont(0.95) WITHIN GROUP (ORDER BY ms) AS "p95Ms"
    FROM (${times}) AS times`;
  return { count: Number(row?.count ?? 0), p50Ms: row?.p50Ms ?? null, p95Ms: row?.p95Ms ?? null };
}
