import 'server-only';
import type { Difference, DiscrepancyCause, ToldApplication } from '@/lib/applications/news';
import { canonicalJson } from '@/lib/audit/record';
import { Prisma } from '@/lib/db/generated/client';
import type { Raw } from '@/lib/db/raw';
import type { Vault } from '@/lib/db/vault';
import { parseJson } from '@/lib/platform/json';
import type { H5Facts } from '@/lib/sub-merchants/h5-news';
import type { Arrival, Settled } from './arrival';
import { answerTo } from './arrival';
import type { Effect } from './judge';
import type { Opened } from './message';
import { sha256, storable } from './message';
import { bodyAbout, contentAbout, discrepancyAbout } from './sealed';

/** Deliveries of one notification that are kept in full; later ones are only counted, so that a replay fills nothing. */
export const DELIVERIES_KEPT = 100;

type Row = Record<string, unknown>;

const hex = (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString('hex')}`;

/** One statement for all rows of a table, with one argument: a placeholder for each cell costs more than the writing. */
const insert = (tx: Raw, table: string, rows: Row[], conflict = Prisma.empty) => {
  const columns = Prisma.raw(
    Object.keys(rows[0] ?? {})
      .map((name) => `"${name}"`)
      .join(', '),
  );
  const name = Prisma.raw(`"${table}"`);
  return tx.$executeRaw`
    INSERT INTO ${name} (${columns})
    SELECT ${columns} FROM jsonb_populate_recordset(NULL::${name}, ${JSON.stringify(rows)}::jsonb) ${conflict}`;
};

const assigned = (names: string[]) => Prisma.raw(names.map((name) => `"${name}" = told."${name}"`).join(', '));

const h5Columns = [
  'h5State',
  'h5StateHow',
  'h5StateSince',
  'h5StateAsOf',
  'h5StateProof',
  'h5RejectDetail',
  'domains',
  'domainsHow',
  'domainsAsOf',
  'websiteUrl',
  'limitGrade',
  'limitGradeHow',
  'limitGradeAsOf',
  'h5AskedDomains',
  'h5AskedAt',
] as const satisfies (keyof H5Facts)[];

/** Gathers what a batch writes and writes it with a few statements, whatever the number of messages. */
export function createWriter(tx: Raw, connectionId: string, vault: Vault) {
  const notifications = new Map<string, Row>();
  const repeats = new Map<string, Row>();
  const deliveries: Row[] = [];
  const applications = new Map<string, Row>();
  const subMerchants = new Map<string, Row>();

  return {
    /** The whole row of a message that is judged for the first time or afresh. */
    notification(
      { message, receivedAt, body, bodySha256, serial, elapsedUs }: Arrival,
      id: string,
      { state, cause, told, changes }: Effect,
      { number, isUnclaimed, firstReceivedAt }: { number: number; isUnclaimed: boolean; firstReceivedAt: Date },
    ) {
      const { envelope } = message;
      const opened = message.kind === 'opened' ? message : null;
      notifications.set(id, {
        id,
        connectionId,
        notificationId: message.id,
        state,
        cause,
        eventType: storable(envelope?.event_type ?? ''),
        resourceType: envelope?.resource_type == null ? null : storable(envelope.resource_type),
        originalType: envelope?.resource.original_type == null ? null : storable(envelope.resource.original_type),
        summary: envelope?.summary == null ? null : storable(envelope.summary),
        createTime: envelope === null ? null : new Date(envelope.create_time),
        createTimeText: envelope?.create_time ?? null,
        contentSha256: opened?.contentSha256 ?? null,
        content: opened && hex(vault.seal(opened.content, contentAbout(id))),
        body: hex(vault.seal(body, bodyAbout(id, bodySha256))),
        bodySha256,
        bodySize: body.length,
        openedBy: opened?.openedBy ?? null,
        serial,
        applicationKind: told?.kind ?? null,
        applymentId: told?.applymentId ?? null,
        subMchid: told?.subMchid ?? null,
        isUnclaimed,
        effects: changes,
        deliveries: number,
        firstReceivedAt,
        lastReceivedAt: receivedAt,
        lastAnswer: answerTo({ verdict: state }),
        lastTookUs: elapsedUs(),
      });
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
        body: isOtherBody ? hex(vault.seal(body, bodyAbout(notificationId, bodySha256))) : null,
        door,
      });
    },

    application(id: string, told: ToldApplication, { since, at }: { since: Date | null; at: Date }) {
      applications.set(id, {
        id,
        connectionId,
        kind: told.kind,
        applymentId: told.applymentId,
        subMchid: told.subMchid,
        applymentType: told.applymentType,
        state: told.state,
        stateHow: 'notification',
        stateSince: since ?? applications.get(id)?.stateSince ?? told.asOf,
        isSince: since !== null,
        stateAsOf: told.asOf,
        stateProof: told.proof,
        rejectDetail: told.rejectDetail,
        limitType: told.limitType,
        websiteUrl: told.websiteUrl,
        domains: told.domains,
        record: told.record,
        recordSha256: told.recordSha256,
        createdAt: at,
        updatedAt: at,
      });
    },

    /** `isMoved` raises the record's version: whoever edits it meanwhile is told. */
    subMerchant(id: string, facts: H5Facts, { isMoved, at }: { isMoved: boolean; at: Date }) {
      const before = subMerchants.get(id);
      const row: Row = Object.fromEntries(h5Columns.map((name) => [name, facts[name]]));
      subMerchants.set(id, { ...row, id, version: isMoved || before?.version === 1 ? 1 : 0, updatedAt: at });
    },

    /** Opens a discrepancy unless this very one is known; answers whether it is new. */
    async discrepancy(
      { receivedAt, message }: Arrival & { message: Opened },
      notificationId: string,
      { cause, differences }: { cause: DiscrepancyCause; differences: Difference[] },
      told: ToldApplication | null,
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
        subMchid: told?.subMchid ?? null,
        differences,
        content: hex(vault.seal(content, discrepancyAbout(notificationId, contentSha256))),
        contentSha256,
        toldAsOf: new Date(envelope.create_time),
        openedAt: receivedAt,
      };
      return (await insert(tx, 'Discrepancy', [row], Prisma.sql`ON CONFLICT DO NOTHING`)) > 0;
    },

    /** What two messages of one id say differently, member by member of their contents. */
    async differences(notificationId: string, { json }: Opened): Promise<Difference[]> {
      await this.write();
      const [held] = await tx.$queryRaw<{ content: Uint8Array | null }[]>`
        SELECT "content" FROM "Notification" WHERE "id" = ${notificationId}::uuid`;
      const ours = held?.content ? parseJson(vault.open(held.content, contentAbout(notificationId))) : null;
      return differencesBetween(ours, json);
    },

    /** Writes what is gathered. Notifications come before what refers to them. */
    async write(): Promise<void> {
      if (notifications.size > 0) {
        const rows = [...notifications.values()];
        const names = Object.keys(rows[0] ?? {}).filter((name) => !['id', 'firstReceivedAt'].includes(name));
        const changed = Prisma.raw(names.map((name) => `"${name}" = EXCLUDED."${name}"`).join(', '));
        await insert(tx, 'Notification', rows, Prisma.sql`ON CONFLICT ("id") DO UPDATE SET ${changed}`);
      }
      if (repeats.size > 0) {
        const rows = JSON.stringify([...repeats.values()]);
        await tx.$executeRaw`
          UPDATE "Notification" AS held SET ${assigned(['deliveries', 'lastReceivedAt', 'lastAnswer', 'lastTookUs'])}
          FROM jsonb_populate_recordset(NULL::"Notification", ${rows}::jsonb) AS told WHERE held."id" = told."id"`;
      }
      if (deliveries.length > 0) await insert(tx, 'NotificationDelivery', deliveries);
      if (applications.size > 0) await writeApplications(tx, [...applications.values()]);
      if (subMerchants.size > 0) {
        const rows = JSON.stringify([...subMerchants.values()]);
        await tx.$executeRaw`
          UPDATE "SubMerchant" AS held SET ${assigned([...h5Columns])},
            "version" = held."version" + told."version",
            "updatedAt" = CASE WHEN told."version" > 0 THEN told."updatedAt" ELSE held."updatedAt" END
          FROM jsonb_populate_recordset(NULL::"SubMerchant", ${rows}::jsonb) AS told WHERE held."id" = told."id"`;
      }
      for (const gathered of [notifications, repeats, applications, subMerchants]) gathered.clear();
      deliveries.length = 0;
    },
  };
}

export type Writer = ReturnType<typeof createWriter>;

function writeApplications(tx: Raw, gathered: Row[]) {
  // One that stays in its state keeps the moment since when; a new row takes what it is told.
  const keepsSince = gathered.filter(({ isSince }) => !isSince).map(({ id }) => id);
  const rows = gathered.map(({ isSince: _, ...row }) => row);
  const changed = Object.keys(rows[0] ?? {}).filter((name) => !['id', 'createdAt', 'stateSince'].includes(name));
  const set = Prisma.raw(changed.map((name) => `"${name}" = EXCLUDED."${name}"`).join(', '));
  return insert(
    tx,
    'Application',
    rows,
    Prisma.sql`ON CONFLICT ("id") DO UPDATE SET ${set},
      "stateSince" = CASE WHEN EXCLUDED."id" = ANY(${keepsSince}::uuid[]) THEN "Application"."stateSince" ELSE EXCLUDED."stateSince" END`,
  );
}

/** A value as a list of differences shows it: texts as they are, others as JSON, nothing beyond 500 characters. */
function shown(value: unknown): string | null {
  if (value === undefined) return null;
  const text = typeof value === 'string' ? value : canonicalJson(value);
  return storable([...text].slice(0, 500).join(''));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function differencesBetween(ours: unknown, theirs: Record<string, unknown>): Difference[] {
  const before = isObject(ours) ? ours : {};
  const names = [...new Set([...Object.keys(before), ...Object.keys(theirs)])];
  return names
    .filter((name) => sha256(canonicalJson(before[name])) !== sha256(canonicalJson(theirs[name])))
    .map((name) => ({ path: storable(name), ours: shown(before[name]), theirs: shown(theirs[name]) }));
}
