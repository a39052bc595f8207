import 'server-only';
import type { AttemptNews } from '@/lib/applications/attempts';
import { followAttempts } from '@/lib/applications/attempts';
import type { Difference, DiscrepancyCause, ToldApplication } from '@/lib/applications/news';
import { nextReadAfter } from '@/lib/applications/reading-times';
import { canonicalJson } from '@/lib/audit/record';
import { contractFacts } from '@/lib/contracts/keep';
import type { ContractFacts, ToldContract } from '@/lib/contracts/news';
import { Prisma } from '@/lib/db/generated/client';
import type { Raw } from '@/lib/db/raw';
import { assignments, bytesText, columnList, rowsOf } from '@/lib/db/rows';
import { storable } from '@/lib/db/storable';
import type { Vault } from '@/lib/db/vault';
import type { OrderFacts } from '@/lib/deductions/facts';
import { sealRecord } from '@/lib/deductions/keep';
import type { ToldOrder } from '@/lib/deductions/news';
import { sha256 } from '@/lib/platform/crypto/sha256';
import { isObject, parseJson } from '@/lib/platform/json';
import type { H5Facts } from '@/lib/sub-merchants/h5-news';
import { h5Facts } from '@/lib/sub-merchants/h5-news';
import type { Arrival, Settled } from './arrival';
import { answerTo } from './arrival';
import type { Effect } from './judge';
import { maskMember } from './mask';
import type { Opened, Unusable } from './message';
import { bodyAbout, contentAbout, discrepancyAbout } from './sealed';

/** Deliveries of one notification that are kept in full; later ones are only counted, so that a replay fills nothing. */
export const DELIVERIES_KEPT = 100;

type Row = Record<string, unknown>;

const without = (names: readonly string[], ...left: string[]) => names.filter((name) => !left.includes(name));

/** Without what only people write, and what the database makes by itself. */
const notificationNames = without(
  Object.keys(Prisma.NotificationScalarFieldEnum),
  'reprocessedAt',
  'parkedReason',
  'isRepeated',
);
const deliveryNames = Object.keys(Prisma.NotificationDeliveryScalarFieldEnum);
const applicationNames = Object.keys(Prisma.ApplicationScalarFieldEnum);
const discrepancyNames = Object.keys(Prisma.DiscrepancyScalarFieldEnum);
const repeatNames = ['deliveries', 'lastReceivedAt', 'lastAnswer', 'lastTookUs'];

const h5Columns = Object.keys(h5Facts.shape) as (keyof H5Facts)[];

/** What judging a message says of it: the columns that a delivery and a person's reprocessing write alike. */
function judged(
  vault: Vault,
  message: Opened | Unusable,
  id: string,
  { state, cause, told, contract, order, changes }: Effect,
  isUnclaimed: boolean,
): Row {
  const { envelope } = message;
  const opened = message.kind === 'opened' ? message : null;
  return {
    state,
    cause,
    eventType: storable(envelope?.event_type ?? ''),
    resourceType: envelope?.resource_type == null ? null : storable(envelope.resource_type),
    originalType: envelope?.resource.original_type == null ? null : storable(envelope.resource.original_type),
    summary: envelope?.summary == null ? null : storable(envelope.summary),
    createTime: envelope === null ? null : new Date(envelope.create_time),
    createTimeText: envelope?.create_time ?? null,
    contentSha256: opened?.contentSha256 ?? null,
    content: opened && bytesText(vault.seal(opened.content, contentAbout(id))),
    openedBy: opened?.openedBy ?? null,
    applicationKind: told?.kind ?? null,
    applymentId: told?.applymentId ?? null,
    contractId: contract?.told.contractId ?? null,
    outTradeNo: order?.told.outTradeNo ?? null,
    subMchid: told?.subMchid ?? (contract?.told.subMchid || order?.told.subMchid || null),
    isUnclaimed,
    effects: changes,
  };
}

/** Gathers what a batch writes and writes it with a few statements, whatever the number of messages. */
export function createWriter(tx: Raw, connectionId: string, vault: Vault) {
  const notifications = new Map<string, Row>();
  const repeats = new Map<string, Row>();
  const deliveries: Row[] = [];
  const applications = new Map<string, Row>();
  const subMerchants = new Map<string, Row>();
  const contracts = new Map<string, Row>();
  const orders = new Map<string, Row>();
  const attempts: AttemptNews[] = [];
  let wokenAt = new Date(0);

  return {
    /** The whole row of a message that a delivery brings for the first time, or so that it is judged afresh. */
    notification(
      { message, receivedAt, body, bodySha256, serial, elapsedUs }: Arrival,
      id: string,
      effect: Effect,
      { number, isUnclaimed, firstReceivedAt }: { number: number; isUnclaimed: boolean; firstReceivedAt: Date },
    ) {
      notifications.set(id, {
        id,
        connectionId,
        notificationId: message.id,
        ...judged(vault, message, id, effect, isUnclaimed),
        body: bytesText(vault.seal(body, bodyAbout(id, bodySha256))),
        bodySha256,
        bodySize: body.length,
        serial,
        deliveries: number,
        firstReceivedAt,
        lastReceivedAt: receivedAt,
        lastAnswer: answerTo({ verdict: effect.state }),
        lastTookUs: elapsedUs(),
      });
    },

    /** A message whose kept bytes are judged afresh: no delivery, so what was received and answered stays as it is. */
    async reprocessed(
      message: Opened | Unusable,
      id: string,
      effect: Effect,
      { isUnclaimed, at }: { isUnclaimed: boolean; at: Date },
    ): Promise<void> {
      const row = { ...judged(vault, message, id, effect, isUnclaimed), reprocessedAt: at, parkedReason: null };
      await tx.$executeRaw`
        UPDATE "Notification" AS held SET ${assignments(Object.keys(row), 'told')}
        FROM ${rowsOf('Notification', [row])} AS told
        WHERE held."id" = ${id}::uuid`;
    },

    /** One more delivery of a message that stays as it is. */
    repeat({ receivedAt, elapsedUs }: Arrival, id: string, number: number, settled: Settled) {
      const row = {
        deliveries: number,
        lastReceivedAt: receivedAt,
        lastAnswer: answerTo(settled),
        lastTookUs: elapsedUs(),
      };
      const fresh = notifications.get(id);
      if (fresh) Object.assign(fresh, row);
      else repeats.set(id, { id, ...row });
    },

    delivery(arrival: Arrival, notificationId: string, number: number, settled: Settled, isOtherBody: boolean) {
      if (number > DELIVERIES_KEPT) return;
      const { receivedAt, body, bodySha256, serial, signedAt, nonce, platformRequestId, door, steps } = arrival;
      const tookUs = arrival.elapsedUs();
      deliveries.push({
        id: crypto.randomUUID(),
        notificationId,
        number,
        receivedAt,
        verdict: settled.verdict,
        cause: settled.cause,
        answer: answerTo(settled),
        tookUs,
        steps: settled.verdict === 'quarantine' ? steps : [...steps, { step: 'applied', us: tookUs }],
        serial,
        signedAt,
        nonce,
        platformRequestId,
        bodySha256,
        body: isOtherBody ? bytesText(vault.seal(body, bodyAbout(notificationId, bodySha256))) : null,
        door,
      });
    },

    application(id: string, told: ToldApplication, { since, at, version }: { since: Date; at: Date; version: number }) {
      attempts.push({ applicationId: id, told, how: 'notification' });
      wokenAt = at;
      applications.set(id, {
        id,
        connectionId,
        kind: told.kind,
        applymentId: told.applymentId,
        subMchid: told.subMchid,
        applymentType: told.applymentType,
        state: told.state,
        stateHow: 'notification',
        stateSince: since,
        stateAsOf: told.asOf,
        stateProof: told.proof,
        rejectDetail: told.rejectDetail,
        limitType: told.limitType,
        websiteUrl: told.websiteUrl,
        domains: told.domains,
        record: told.record,
        recordSha256: told.recordSha256,
        version,
        nextReadAt: nextReadAfter(told.state, at),
        createdAt: at,
        updatedAt: at,
      });
    },

    contract(id: string, contractId: string, facts: ContractFacts, { version, at }: { version: number; at: Date }) {
      wokenAt = at;
      const row = { ...facts, id, connectionId, contractId, version, updatedAt: at };
      contracts.set(id, { ...row, source: 'notification', createdAt: at });
    },

    /** Facts of an order that is held, with the record that told them, sealed. */
    order(id: string, facts: OrderFacts, { record, at }: { record: ToldOrder['record']; at: Date }) {
      wokenAt = at;
      const payerTotal = facts.payerTotal === null ? null : facts.payerTotal.toString();
      orders.set(id, { ...facts, payerTotal, id, record: bytesText(sealRecord(vault, id, record)), updatedAt: at });
    },

    /** `isMoved` raises the record's version: whoever edits it meanwhile is told. */
    subMerchant(id: string, facts: H5Facts, { isMoved, at }: { isMoved: boolean; at: Date }) {
      const before = subMerchants.get(id);
      const row: Row = Object.fromEntries(h5Columns.map((name) => [name, facts[name]]));
      subMerchants.set(id, { ...row, id, version: isMoved || before?.version === 1 ? 1 : 0, updatedAt: at });
    },

    /** Opens a discrepancy unless this very one is known; answers whether it is new. */
    async discrepancy(
      { receivedAt, message }: { receivedAt: Date; message: Opened },
      notificationId: string,
      { cause, differences }: { cause: DiscrepancyCause; differences: Difference[] },
      {
        told,
        contract,
        order = null,
      }: { told: ToldApplication | null; contract: ToldContract | null; order?: ToldOrder | null },
    ): Promise<boolean> {
      await this.write();
      const { content, contentSha256, envelope } = message;
      const row = {
        id: crypto.randomUUID(),
        connectionId,
        cause,
        notificationId,
        applicationKind: told?.kind ?? null,
        applymentId: told?.applymentId ?? null,
        contractId: contract?.contractId ?? null,
        outTradeNo: order?.outTradeNo ?? null,
        subMchid: told?.subMchid ?? (contract?.subMchid || order?.subMchid || null),
        differences,
        content: bytesText(vault.seal(content, discrepancyAbout(notificationId, contentSha256))),
        contentSha256,
        toldAsOf: new Date(envelope.create_time),
        openedAt: receivedAt,
      };
      const made = await tx.$executeRaw`
        INSERT INTO "Discrepancy" (${columnList(discrepancyNames)})
        SELECT ${columnList(discrepancyNames)} FROM ${rowsOf('Discrepancy', [row])}
        ON CONFLICT DO NOTHING`;
      return made > 0;
    },

    /** The kept bytes of a message; null once they are purged. */
    async keptBody(id: string, bodySha256: string): Promise<Buffer | null> {
      await this.write();
      const [held] = await tx.$queryRaw<{ body: Uint8Array | null }[]>`
        SELECT "body" FROM "Notification" WHERE "id" = ${id}::uuid`;
      return held?.body ? vault.open(held.body, bodyAbout(id, bodySha256)) : null;
    },

    /** Leaves the kept bytes with the delivery that brought them, before others take their place in the row. */
    async leaveBody(id: string): Promise<void> {
      await this.write();
      await tx.$executeRaw`
        UPDATE "NotificationDelivery" AS brought SET "body" = held."body" FROM "Notification" AS held
        WHERE held."id" = ${id}::uuid AND brought."id" = (
          SELECT one."id" FROM "NotificationDelivery" one
          WHERE one."notificationId" = held."id" AND one."bodySha256" = held."bodySha256" ORDER BY one."number" LIMIT 1)`;
    },

    /** What two messages of one id say differently, member by member of their contents; `ours` as the row has it. */
    async differences(notificationId: string, { json }: Opened, ours: unknown = undefined): Promise<Difference[]> {
      if (ours !== undefined) return differencesBetween(ours, json);
      await this.write();
      const [held] = await tx.$queryRaw<{ content: Uint8Array | null }[]>`
        SELECT "content" FROM "Notification" WHERE "id" = ${notificationId}::uuid`;
      const content = held?.content ? parseJson(vault.open(held.content, contentAbout(notificationId))) : null;
      return differencesBetween(content, json);
    },

    /** Writes what is gathered in one statement: a trip for each table would cost more than the writing. */
    async write(): Promise<void> {
      await writeContracts(tx, connectionId, contracts, wokenAt);
      await writeOrders(tx, orders, wokenAt);
      const gathered = [notifications, repeats, applications, subMerchants];
      if (deliveries.length === 0 && gathered.every(({ size }) => size === 0)) return;
      await tx.$executeRaw`
        WITH taken AS (
          INSERT INTO "Notification" (${columnList(notificationNames)})
          SELECT ${columnList(notificationNames)}
          FROM ${rowsOf('Notification', [...notifications.values()])}
          ON CONFLICT ("id") DO UPDATE SET ${assignments(without(notificationNames, 'id', 'firstReceivedAt'), 'EXCLUDED')}
        ), repeated AS (
          UPDATE "Notification" AS held SET ${assignments(repeatNames, 'told')}
          FROM ${rowsOf('Notification', [...repeats.values()])} AS told
          WHERE held."id" = told."id"
        ), delivered AS (
          INSERT INTO "NotificationDelivery" (${columnList(deliveryNames)})
          SELECT ${columnList(deliveryNames)}
          FROM ${rowsOf('NotificationDelivery', deliveries)}
        ), moved AS (
          INSERT INTO "Application" (${columnList(applicationNames)})
          SELECT ${columnList(applicationNames)}
          FROM ${rowsOf('Application', [...applications.values()])}
          ON CONFLICT ("id") DO UPDATE SET ${assignments(without(applicationNames, 'id', 'createdAt'), 'EXCLUDED')}
        )
        UPDATE "SubMerchant" AS held SET ${assignments(h5Columns, 'told')},
          "version" = held."version" + told."version",
          "updatedAt" = CASE WHEN told."version" > 0 THEN told."updatedAt" ELSE held."updatedAt" END
        FROM ${rowsOf('SubMerchant', [...subMerchants.values()])} AS told
        WHERE held."id" = told."id"`;
      await followAttempts(tx, attempts);
      await wakeRequests(tx, connectionId, attempts, wokenAt);
      for (const one of gathered) one.clear();
      deliveries.length = 0;
      attempts.length = 0;
    },
  };
}

export type Writer = ReturnType<typeof createWriter>;

/**
 * What was told of an application may settle a modification of it that nobody knows the outcome of: the drain looks at once
 * instead of at the next step of the ladder.
 */
async function wakeRequests(tx: Raw, connectionId: string, news: readonly AttemptNews[], at: Date): Promise<void> {
  const told = news
    .filter(({ told: { kind } }) => kind === 'authorization')
    .map(({ told: { applymentId } }) => applymentId);
  if (told.length === 0) return;
  await tx.$executeRaw`
    UPDATE "PlatformRequest" AS sent SET "nextTryAt" = ${at} FROM "ObjectLock" AS open
    WHERE open."requestId" = sent."id" AND open."connectionId" = ${connectionId}::uuid
      AND open."objectKind" = 'application' AND open."objectId" = ANY(${told}::text[]) AND sent."outcome" = 'unknown'`;
}

const orderNames = [
  ...['transactionId', 'tradeState', 'tradeStateDesc', 'tradeStateHow', 'tradeStateAsOf', 'tradeStateProof'],
  ...['tradeType', 'bankType', 'successTime', 'payerTotal', 'payerCurrency', 'finalAt', 'record', 'updatedAt'],
];

/**
 * Orders that messages told of. A charge of ours that nobody knows the outcome of is looked at by the drain at once; one
 * that was accepted and in progress lets its locks go when it is over.
 */
async function writeOrders(tx: Raw, told: Map<string, Row>, at: Date): Promise<void> {
  if (told.size === 0) return;
  const ids = [...told.keys()];
  await tx.$executeRaw`
    UPDATE "Deduction" AS held SET ${assignments(orderNames, 'told')}, "version" = held."version" + 1
    FROM ${rowsOf('Deduction', [...told.values()])} AS told WHERE held."id" = told."id"`;
  await tx.$executeRaw`
    UPDATE "PlatformRequest" AS sent SET "nextTryAt" = ${at} FROM "Deduction" AS held
    WHERE held."requestId" = sent."id" AND held."id" = ANY(${ids}::uuid[]) AND sent."outcome" = 'unknown'`;
  await tx.$executeRaw`
    DELETE FROM "ObjectLock" AS open USING "Deduction" AS held, "PlatformRequest" AS sent
    WHERE open."requestId" = sent."id" AND sent."id" = held."requestId" AND held."id" = ANY(${ids}::uuid[])
      AND held."finalAt" IS NOT NULL AND sent."outcome" IN ('accepted', 'refused')`;
  told.clear();
}

const contractNames = Object.keys(contractFacts.shape);

/** Contracts that messages told of, and the terminations of ours that nobody knows the outcome of: the drain looks at once. */
async function writeContracts(tx: Raw, connectionId: string, told: Map<string, Row>, at: Date): Promise<void> {
  if (told.size === 0) return;
  const names = [...contractNames, 'version', 'updatedAt'];
  const all = ['id', 'connectionId', 'contractId', 'source', 'createdAt', ...names];
  await tx.$executeRaw`
    INSERT INTO "Contract" (${columnList(all)}) SELECT ${columnList(all)} FROM ${rowsOf('Contract', [...told.values()])}
    ON CONFLICT ("id") DO UPDATE SET ${assignments(names, 'EXCLUDED')}`;
  const ids = [...told.values()].map(({ contractId }) => contractId);
  await tx.$executeRaw`
    UPDATE "PlatformRequest" AS sent SET "nextTryAt" = ${at} FROM "ObjectLock" AS open
    WHERE open."requestId" = sent."id" AND open."connectionId" = ${connectionId}::uuid
      AND open."objectKind" = 'contract' AND open."objectId" = ANY(${ids}::text[]) AND sent."outcome" = 'unknown'`;
  told.clear();
}

const areTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/**
 * A member as a list of differences shows it, masked where it may name somebody, because the trail keeps it too: texts as
 * they are, lists of texts with blanks between them, others as JSON, nothing beyond 500 characters.
 */
function shown(name: string, value: unknown): string | null {
  if (value === undefined) return null;
  const seen = maskMember(name, value);
  const text = typeof seen === 'string' ? seen : areTexts(seen) ? seen.join(' ') : canonicalJson(seen);
  return storable([...text].slice(0, 500).join(''));
}

function differencesBetween(ours: unknown, theirs: Record<string, unknown>): Difference[] {
  const before = isObject(ours) ? ours : {};
  const names = [...new Set([...Object.keys(before), ...Object.keys(theirs)])];
  return names
    .filter((name) => sha256(canonicalJson(before[name])) !== sha256(canonicalJson(theirs[name])))
    .map((name) => ({ path: storable(name), ours: shown(name, before[name]), theirs: shown(name, theirs[name]) }));
}
