import 'server-only';
import { z } from 'zod';
import { applicationKey } from '@/lib/applications/keep';
import type { HeldApplication, ToldApplication } from '@/lib/applications/news';
import { contractName, heldContract } from '@/lib/contracts/keep';
import type { HeldContract, ToldContract } from '@/lib/contracts/news';
import { Prisma } from '@/lib/db/generated/client';
import { holdNames } from '@/lib/db/hold';
import type { Raw } from '@/lib/db/raw';
import { columnList } from '@/lib/db/rows';
import type { HeldOrder, ToldOrder } from '@/lib/deductions/news';
import type { H5Facts } from '@/lib/sub-merchants/h5-news';
import { h5Facts } from '@/lib/sub-merchants/h5-news';
import { subMerchantName } from '@/lib/sub-merchants/join';
import type { HeldNotification } from './judge';
import { notificationState } from './view';

/** The row of a message, with what its next delivery changes. */
export type HeldMessage = HeldNotification & { deliveries: number; firstReceivedAt: Date };

/** What is held of a batch of messages, by their keys; the inbox keeps it up to date while it goes through the batch. */
export type Held = {
  notifications: Map<string, HeldMessage>;
  applications: Map<string, HeldApplication & { id: string; stateSince: Date; version: number }>;
  subMerchants: Map<string, H5Facts & { id: string; name: string }>;
  contracts: Map<string, HeldContract & { id: string; version: number }>;
  orders: Map<string, HeldOrder>;
};

/**
 * Holds these messages, and the applications and sub-merchants that they tell of. Without it two copies of a message, or
 * two messages about one application, could both find nothing there, and a sub-merchant could join unnoticed.
 */
export const holdKeys = (
  tx: Raw,
  connectionId: string,
  ids: readonly string[],
  told: readonly ToldApplication[],
  contracts: readonly ToldContract[] = [],
  orders: readonly ToldOrder[] = [],
): Promise<void> =>
  holdNames(tx, connectionId, [
    ...contracts.flatMap(({ contractId, subMchid }) => [contractName(contractId), subMerchantName(subMchid)]),
    ...orders.map(({ outTradeNo }) => `order ${outTradeNo}`),
    ...ids.map((id) => `notification ${id}`),
    ...told.flatMap((one) => [applicationKey(one), subMerchantName(one.subMchid)]),
  ]);

const instant = z.coerce.date();

/** The three answers of one statement, as JSON: dates are texts there. */
const read = z.object({
  notifications: z.array(
    z.object({
      notificationId: z.string(),
      id: z.string(),
      state: notificationState,
      contentSha256: z.string().nullable(),
      bodySha256: z.string(),
      deliveries: z.number(),
      firstReceivedAt: instant,
    }),
  ),
  applications: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      applymentId: z.string(),
      subMchid: z.string(),
      state: z.string(),
      stateSince: instant,
      stateAsOf: instant,
      stateHow: z.string(),
      domains: z.array(z.string()),
      recordSha256: z.string(),
      version: z.number(),
      offeredDomains: z.array(z.string()).nullable(),
    }),
  ),
  subMerchants: z.array(h5Facts.extend({ id: z.string(), subMchid: z.string(), name: z.string() })),
});

const columnsOf = (rows: z.ZodArray<z.ZodObject>) => columnList(Object.keys(rows.element.shape));

/**
 * Reads what is held of a batch whose keys are held, in one trip; the sub-merchants' rows are held from here on, in one
 * order for everybody.
 */
export const readHeld = (
  tx: Raw,
  connectionId: string,
  ids: string[],
  told: readonly ToldApplication[],
  contracts: readonly ToldContract[] = [],
  orders: readonly ToldOrder[] = [],
): Promise<Held> => readFacts(tx, connectionId, { ids, told, contracts, orders }, Prisma.sql`FOR UPDATE`);

/** Reads what is held of applications now, for who only shows it: nothing is held, so it may have moved since. */
export const lookAt = (db: Raw, connectionId: string, told: readonly ToldApplication[]): Promise<Held> =>
  readFacts(db, connectionId, { ids: [], told, contracts: [], orders: [] }, Prisma.empty);

type About = {
  ids: string[];
  told: readonly ToldApplication[];
  contracts: readonly ToldContract[];
  orders: readonly ToldOrder[];
};

async function readFacts(
  tx: Raw,
  connectionId: string,
  { ids, told, contracts, orders }: About,
  hold: Prisma.Sql,
): Promise<Held> {
  const { notifications, applications, subMerchants } = read.shape;
  const kinds = told.map(({ kind }) => kind);
  const numbers = told.map(({ applymentId }) => applymentId);
  const subMchids = [...new Set([...told, ...contracts, ...orders].map(({ subMchid }) => subMchid))];
  const rows = await tx.$queryRaw<unknown[]>`
    WITH message AS (
      SELECT ${columnsOf(notifications)} FROM "Notification"
      WHERE "connectionId" = ${connectionId}::uuid AND "notificationId" = ANY(${ids}::text[])
    ), application AS (
      SELECT ${columnsOf(applications)} FROM (
        SELECT held.*, sent."maskedBody" -> 'domains' AS "offeredDomains" FROM "Application" held
        LEFT JOIN "ObjectLock" open ON held."kind" = 'authorization' AND open."connectionId" = held."connectionId"
          AND open."objectKind" = 'application' AND open."objectId" = held."applymentId"
        LEFT JOIN "PlatformRequest" sent ON sent."id" = open."requestId"
        WHERE held."connectionId" = ${connectionId}::uuid
      ) application
      WHERE ("kind", "applymentId") IN (SELECT * FROM unnest(${kinds}::text[], ${numbers}::text[]))
    ), merchant AS (
      SELECT ${columnsOf(subMerchants)} FROM "SubMerchant"
      WHERE "connectionId" = ${connectionId}::uuid AND "subMchid" = ANY(${subMchids}::text[])
      ORDER BY "subMchid" ${hold}
    )
    SELECT (SELECT coalesce(json_agg(message), '[]') FROM message) AS "notifications",
      (SELECT coalesce(json_agg(application), '[]') FROM application) AS "applications",
      (SELECT coalesce(json_agg(merchant), '[]') FROM merchant) AS "subMerchants"`;
  const held = read.parse(rows[0]);
  return {
    notifications: new Map(held.notifications.map((row) => [row.notificationId, row])),
    applications: new Map(held.applications.map((row) => [applicationKey(row), row])),
    subMerchants: new Map(held.subMerchants.map((row) => [row.subMchid, row])),
    contracts: await readContracts(tx, connectionId, contracts, hold),
    orders: await readOrders(tx, connectionId, orders),
  };
}

/** The contracts of a batch, which has none of them as a rule: then nothing is asked. */
async function readContracts(
  tx: Raw,
  connectionId: string,
  told: readonly ToldContract[],
  hold: Prisma.Sql,
): Promise<Held['contracts']> {
  if (told.length === 0) return new Map();
  const ids = [...new Set(told.map(({ contractId }) => contractId))];
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT c.*, EXISTS (
      SELECT 1 FROM "ObjectLock" open JOIN "PlatformRequest" sent ON sent."id" = open."requestId"
      WHERE open."connectionId" = c."connectionId" AND open."objectKind" = 'contract'
        AND open."objectId" = c."contractId" COLLATE "default" AND sent."operation" = 'contract.terminate'
    ) AS "isOurs" FROM "Contract" c
    WHERE c."connectionId" = ${connectionId}::uuid AND c."contractId" = ANY(${ids}::text[])
    ORDER BY c."contractId" ${hold}`;
  return new Map(
    z
      .array(heldContract)
      .parse(rows)
      .map((row) => [row.contractId, row]),
  );
}

const heldOrder = z.object({
  id: z.string(),
  outTradeNo: z.string(),
  subMchid: z.string(),
  total: z.coerce.bigint(),
  currency: z.string(),
  tradeState: z.string().nullable(),
  tradeStateHow: z.string().nullable(),
  tradeStateAsOf: instant.nullable(),
  finalAt: instant.nullable(),
});
const orderColumns = columnList(Object.keys(heldOrder.shape));
const judgedOrder = heldOrder.extend({ isDenied: z.boolean() });

/**
 * The orders of a batch, which has none of them as a rule: then nothing is asked. Their requests are held before them, as
 * whoever settles one does.
 */
async function readOrders(tx: Raw, connectionId: string, told: readonly ToldOrder[]): Promise<Held['orders']> {
  if (told.length === 0) return new Map();
  const numbers = [...new Set(told.map(({ outTradeNo }) => outTradeNo))];
  await tx.$queryRaw<unknown[]>`
    SELECT r."id" FROM "PlatformRequest" r JOIN "Deduction" d ON d."requestId" = r."id"
    WHERE d."connectionId" = ${connectionId}::uuid AND d."outTradeNo" = ANY(${numbers}::text[])
    ORDER BY r."id" FOR UPDATE OF r`;
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT ${orderColumns}, EXISTS (
      SELECT 1 FROM "PlatformRequest" sent
      WHERE sent."id" = "Deduction"."requestId" AND sent."outcome" = 'refused' AND sent."settledHow" = 'evidence'
    ) AS "isDenied" FROM "Deduction"
    WHERE "connectionId" = ${connectionId}::uuid AND "outTradeNo" = ANY(${numbers}::text[])
    ORDER BY "outTradeNo" FOR UPDATE`;
  return new Map(
    z
      .array(judgedOrder)
      .parse(rows)
      .map((row) => [row.outTradeNo, row]),
  );
}
