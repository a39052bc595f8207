import 'server-only';
import type { Db, Tx } from '@/lib/db/client';
import type { Vault } from '@/lib/db/vault';
import type { ListProblem, PlatformCertificate } from '@/lib/platform/certificates';
import { bySerial, readCertificateList } from '@/lib/platform/certificates';
import { parseJson } from '@/lib/platform/json';
import { buildPath, operations } from '@/lib/platform/operations';
import { send } from '@/lib/platform/transport';
import { readPlatformError } from '@/lib/platform/wire/error';
import type { PlatformAccount } from './account';
import { heldMessageKeys } from './message-keys';

const HOUR_MS = 60 * 60 * 1000;
/** The least time between two looks at the list, in milliseconds. */
export const CERTIFICATES_PAUSE_MS = 60 * 1000;

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

/** What asking came to. */
export type Asked =
  /** Somebody asked a moment ago: nobody was asked now. */
  | { kind: 'asked-lately'; at: Date }
  | { kind: 'no-answer'; cause: string }
  | { kind: 'refused'; status: number; code: string | null }
  /** An answer that is no list, or of which nothing could be used. */
  | { kind: 'unusable'; problems: ListProblem[] }
  | {
      kind: 'listed';
      /** All that is held afterwards. */
      certificates: PlatformCertificate[];
      /** Serials that were not held before. */
      added: string[];
      problems: ListProblem[];
    };

/**
 * Asks the platform for its certificates (protocol-notes 7.1) and keeps what is new, unless somebody asked within the
 * last `pauseMs`: that is decided in the database, however many processes, people or strangers' messages ask for it.
 */
export async function askForCertificates(
  context: CertificateContext,
  account: PlatformAccount,
  pauseMs: number,
): Promise<Asked> {
  const { db, now } = context;
  const connectionId = account.connection.id;
  const at = now();
  const due = new Date(at.getTime() - pauseMs);
  const taken = await db.connection.updateMany({
    where: { id: connectionId, OR: [{ certificatesCheckedAt: null }, { certificatesCheckedAt: { lt: due } }] },
    data: { certificatesCheckedAt: at },
  });
  if (taken.count === 0) {
    const { certificatesCheckedAt } = await db.connection.findUniqueOrThrow({ where: { id: connectionId } });
    return { kind: 'asked-lately', at: certificatesCheckedAt ?? at };
  }

  const operation = operations['certificates.list'];
  const before = await heldCertificates(db, connectionId);
  const answer = await send({
    baseUrl: account.connection.baseUrl,
    dialect: account.dialect,
    credentials: account.credentials,
    method: operation.method,
    path: buildPath(operation, {}),
    body: null,
    headers: {},
    timeoutMs: account.connection.timeoutMs,
    certificates: before,
    now,
  });
  if (answer.kind !== 'response') return { kind: 'no-answer', cause: answer.cause };
  await heedSignature(context, connectionId, answer.status, at);
  if (answer.status !== operation.success) {
    const error = readPlatformError(parseJson(answer.body));
    return { kind: 'refused', status: answer.status, code: error?.code ?? null };
  }
  // The answer's own signature adds nothing: nobody's key is known the first time, and only the platform could seal a
  // certificate under our key (protocol-notes 4). What does not open is not kept.
  const keys = (await heldMessageKeys(context, account)).map(({ key }) => key);
  const list = readCertificateList(answer.body, keys);
  const problems = list?.problems ?? [];
  if (list === null || list.certificates.length === 0) return { kind: 'unusable', problems };
  for (const { serial, pem, effectiveTime, expireTime } of list.certificates) {
    const times = { pem, effectiveTime, expireTime };
    await db.platformCertificate.upsert({
      where: { connectionId_serial: { connectionId, serial } },
      create: { connectionId, serial, source: 'download', ...times },
      update: { ...times, source: 'download' },
    });
  }
  const added = list.certificates.map(({ serial }) => serial).filter((serial) => bySerial(before, serial) === null);
  return { kind: 'listed', certificates: await heldCertificates(db, connectionId), added, problems };
}

/** The same for the processes themselves: one of them an hour, and at most once a minute on an unknown serial. */
export async function refreshCertificates(
  context: CertificateContext,
  account: PlatformAccount,
  reason: 'hourly' | 'unknown-serial' | 'start',
): Promise<PlatformCertificate[] | null> {
  const asked = await askForCertificates(context, account, reason === 'hourly' ? HOUR_MS : CERTIFICATES_PAUSE_MS);
  return asked.kind === 'listed' ? asked.certificates : null;
}

/**
 * A 401 says that our key and serial are not taken: it is told on Home before anybody sends anything. An answer to a
 * signed call ends that alert, unless a request was paused by its own 401 and the pause lasts.
 */
export async function heedSignature(
  { db }: Pick<CertificateContext, 'db'>,
  id: string,
  status: number,
  at: Date,
): Promise<void> {
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
