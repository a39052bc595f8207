import 'server-only';
import type { Db, Tx } from '@/lib/db/client';
import type { Vault } from '@/lib/db/vault';
import type { PlatformCertificate } from '@/lib/platform/certificates';
import { parseCertificateList } from '@/lib/platform/certificates';
import { buildPath, operations } from '@/lib/platform/operations';
import { send } from '@/lib/platform/transport';
import type { PlatformAccount } from './account';
import { heldMessageKeys } from './message-keys';

const HOUR_MS = 60 * 60 * 1000;
const UNKNOWN_SERIAL_PAUSE_MS = 60 * 1000;

/** What this needs of its surroundings; the clock is an argument so that tests turn it. */
export type CertificateContext = { db: Db; vault: Vault; now: () => Date };

/** Every certificate that we hold for a connection, the expired ones too: old signatures are still checked by serial. */
export function heldCertificates(
  db: Pick<Tx, 'platformCertificate'>,
  connectionId: string,
): Promise<PlatformCertificate[]> {
  return db.platformCertificate.findMany({
    where: { connectionId },
    select: { serial: true, pem: true, effectiveTime: true, expireTime: true },
    orderBy: { serial: 'asc' },
  });
}

/**
 * Asks the platform for its certificates (protocol-notes 7.1) and keeps what is new.
 * Who asks is decided in the database: one process an hour, and at most once a minute on an unknown serial, however
 * many processes or strangers' messages ask for it. Answers what is held afterwards, or null if nobody was asked.
 */
export async function refreshCertificates(
  context: CertificateContext,
  account: PlatformAccount,
  reason: 'hourly' | 'unknown-serial' | 'start',
): Promise<PlatformCertificate[] | null> {
  const { db, now } = context;
  const connectionId = account.connection.id;
  const pauseMs = reason === 'hourly' ? HOUR_MS : UNKNOWN_SERIAL_PAUSE_MS;
  const at = now();
  const due = new Date(at.getTime() - pauseMs);
  const taken = await db.connection.updateMany({
    where: { id: connectionId, OR: [{ certificatesCheckedAt: null }, { certificatesCheckedAt: { lt: due } }] },
    data: { certificatesCheckedAt: at },
  });
  if (taken.count === 0) return null;

  const operation = operations['certificates.list'];
  const answer = await send({
    baseUrl: account.connection.baseUrl,
    dialect: account.dialect,
    credentials: account.credentials,
    method: operation.method,
    path: buildPath(operation, {}),
    body: null,
    headers: {},
    timeoutMs: account.connection.timeoutMs,
    certificates: await heldCertificates(db, connectionId),
    now,
  });
  // The answer's own signature adds nothing: nobody's key is known the first time, and only the platform could seal a
  // certificate under our key (protocol-notes 4). What does not open is not kept.
  if (answer.kind !== 'response') return null;
  await heedSignature(context, connectionId, answer.status, at);
  if (answer.status !== operation.success) return null;
  const listed = parseCertificateList(
    answer.body,
    (await heldMessageKeys(context, account)).map(({ key }) => key),
  );
  if (listed.length === 0) return null;
  for (const { serial, pem, effectiveTime, expireTime } of listed) {
    const times = { pem, effectiveTime, expireTime };
    await db.platformCertificate.upsert({
      where: { connectionId_serial: { connectionId, serial } },
      create: { connectionId, serial, source: 'download', ...times },
      update: { ...times, source: 'download' },
    });
  }
  return heldCertificates(db, connectionId);
}

/**
 * A 401 says that our key and serial are not taken: it is told on Home before anybody sends anything. An answer to a
 * signed call ends that alert, unless a request was paused by its own 401 and the pause lasts.
 */
async function heedSignature({ db }: CertificateContext, id: string, status: number, at: Date): Promise<void> {
  if (status === 401) {
    await db.connection.updateMany({ where: { id, alertedAt: null }, data: { alertedAt: at } });
  } else if (status === operations['certificates.list'].success) {
    await db.connection.updateMany({
      where: { id, alertedAt: { not: null }, OR: [{ pausedUntil: null }, { pausedUntil: { lte: at } }] },
      data: { alertedAt: null },
    });
  }
}

/**
 * Looks at the certificates of every connection now and each hour, until the returned function is called; any number of
 * processes may. A platform that does not answer is logged and asked again at the next hour.
 */
export function keepCertificates(
  context: CertificateContext & {
    accounts: () => PlatformAccount[];
    log: (event: { what: string; cause?: unknown }) => void;
  },
): () => void {
  const refresh = (reason: 'start' | 'hourly') => {
    for (const account of context.accounts()) {
      void refreshCertificates(context, account, reason).catch((cause: unknown) =>
        context.log({ what: 'certificates not refreshed', cause }),
      );
    }
  };
  refresh('start');
  const hourly = setInterval(() => refresh('hourly'), HOUR_MS).unref();
  return () => clearInterval(hourly);
}
