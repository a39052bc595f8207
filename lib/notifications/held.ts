import 'server-only';
import { createHash } from 'node:crypto';
import type { HeldApplication, ToldApplication } from '@/lib/applications/news';
import type { Raw } from '@/lib/db/raw';
import type { H5Facts } from '@/lib/sub-merchants/h5-news';
import type { HeldNotification } from './judge';
import type { NotificationState } from './view';

/** The row of a message, with what its next delivery changes. */
export type HeldMessage = HeldNotification & { deliveries: number; firstReceivedAt: Date };

/** What is held of a batch of messages, by their keys; the inbox keeps it up to date while it goes through the batch. */
export type Held = {
  notifications: Map<string, HeldMessage>;
  applications: Map<string, HeldApplication & { id: string }>;
  subMerchants: Map<string, H5Facts & { id: string; name: string }>;
};

/** The key of an application within its connection. */
export const applicationKey = ({ kind, applymentId }: Pick<ToldApplication, 'kind' | 'applymentId'>): string =>
  `${kind} ${applymentId}`;

const lockKey = (text: string): bigint => createHash('sha256').update(text).digest().readBigInt64BE();

/**
 * Holds these messages and applications until the transaction ends, those that have no row yet too, in one order for
 * everybody, so that no two processes wait for each other. Without it two copies of a message, or two messages about one
 * application, could both find nothing there.
 */
export async function holdKeys(tx: Raw, connectionId: string, ids: string[], applications: string[]): Promise<void> {
  const keys = new Set(
    [...ids.map((id) => `notification ${id}`), ...applications].map((key) => lockKey(`${connectionId} ${key}`)),
  );
  const sorted = [...keys].sort((one, other) => (one < other ? -1 : 1)).map(String);
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(key) FROM unnest(${sorted}::text[]::bigint[]) AS key`;
}

/** Reads what is held of a batch whose keys are held; the sub-merchants' rows are held from here on. */
export async function readHeld(
  tx: Raw,
  connectionId: string,
  ids: string[],
  told: readonly ToldApplication[],
): Promise<Held> {
  const notifications = await tx.$queryRaw<
    {
      notificationId: string;
      id: string;
      state: string;
      contentSha256: string | null;
      bodySha256: string;
      deliveries: number;
      firstReceivedAt: Date;
    }[]
  >`
    SELECT "notificationId", "id"::text AS "id", "state", "contentSha256", "bodySha256", "deliveries", "firstReceivedAt" FROM "Notification"
    WHERE "connectionId" = ${connectionId}::uuid AND "notificationId" = ANY(${ids}::text[])`;
  const applications =
    told.length === 0
      ? []
      : await tx.$queryRaw<(HeldApplication & { id: string; kind: string; applymentId: string })[]>`
          SELECT "id"::text AS "id", "kind", "applymentId", "subMchid", "state", "stateAsOf", "domains", "recordSha256"
          FROM "Application" WHERE "connectionId" = ${connectionId}::uuid
          AND ("kind", "applymentId") IN (SELECT * FROM unnest(${told.map(({ kind }) => kind)}::text[], ${told.map(({ applymentId }) => applymentId)}::text[]))`;
  const subMerchants =
    told.length === 0
      ? []
      : await tx.$queryRaw<(H5Facts & { id: string; subMchid: string; name: string })[]>`
          SELECT "id"::text AS "id", "subMchid", "name", "h5State", "h5StateHow", "h5StateSince", "h5StateAsOf", "h5StateProof",
            "h5RejectDetail", "domains", "domainsHow", "domainsAsOf", "websiteUrl", "limitGrade", "limitGradeHow",
            "limitGradeAsOf", "h5AskedDomains", "h5AskedAt"
          FROM "SubMerchant" WHERE "connectionId" = ${connectionId}::uuid
          AND "subMchid" = ANY(${[...new Set(told.map(({ subMchid }) => subMchid))]}::text[])
          ORDER BY "subMchid" FOR UPDATE`;
  return {
    notifications: new Map(
      notifications.map(({ notificationId, state, ...row }) => [
        notificationId,
        { ...row, state: state as NotificationState },
      ]),
    ),
    applications: new Map(applications.map((row) => [`${row.kind} ${row.applymentId}`, row])),
    subMerchants: new Map(subMerchants.map((row) => [row.subMchid, row])),
  };
}
