import 'server-only';
import type { Db } from '@/lib/db/client';
import type { PlatformCertificate } from '@/lib/platform/certificates';
import { newestValid, validAt } from '@/lib/platform/certificates';
import type { Certificate } from '@/lib/platform/crypto/pem';
import { isKeyProblem, readCertificate } from '@/lib/platform/crypto/pem';
import { sealBudgetBytes } from '@/lib/platform/crypto/seal';
import type { PlatformAccount } from './account';
import { heldCertificates } from './certificates';
import { daysUntil, expiryAlerts, stateAt } from './expiry';
import { fingerprintOf, placeOf } from './message-keys';
import type { CertificateView, ConnectionHealth, ExpiryAlert, MessageKeyView, ShelfView } from './view';

type Reader = { db: Db; now: () => Date };

const keysNow = (db: Db, connectionId: string) =>
  db.messageKey.findMany({
    where: { connectionId, removedAt: null },
    select: { fingerprint: true, endsAt: true, lastUsedAt: true },
  });

/** What of a connection ends within the alert days: certificates and the overlap of keys. */
export async function getExpiryAlerts({ db, now }: Reader, account: PlatformAccount): Promise<ExpiryAlert[]> {
  const { id } = account.connection;
  const [certificates, keys] = await Promise.all([heldCertificates(db, id), keysNow(db, id)]);
  return expiryAlerts({ certificates, own: ownEnd(account), keys }, now());
}

const ownEnd = ({ certificate }: PlatformAccount) =>
  certificate && { serial: certificate.serial, endsAt: certificate.notAfter };

/** How a connection stands now. Read from its row: what the process holds since its start knows of no pause. */
export async function getConnectionHealth(db: Db, account: PlatformAccount, now: Date): Promise<ConnectionHealth> {
  const connectionId = account.connection.id;
  const [row, certificates, keys] = await Promise.all([
    db.connection.findUniqueOrThrow({ where: { id: connectionId } }),
    heldCertificates(db, connectionId),
    keysNow(db, connectionId),
  ]);
  const { pausedUntil, pauseReason } = row;
  return {
    alertedAt: row.alertedAt?.toISOString() ?? null,
    paused:
      pausedUntil !== null && pausedUntil > now ? { until: pausedUntil.toISOString(), cause: pauseReason ?? '' } : null,
    certificatesCheckedAt: row.certificatesCheckedAt?.toISOString() ?? null,
    sealsUntil: newestValid(certificates, now)?.expireTime.toISOString() ?? null,
    expiring: expiryAlerts({ certificates, own: ownEnd(account), keys }, now),
    readsEnabled: row.readsEnabled,
  };
}

const DAY_MS = 24 * 60 * 60 * 1000;
const LATELY_MS = 7 * DAY_MS;

/** Certificates and message keys of a connection, for the page that keeps them. No secret is part of it. */
export async function getShelf({ db, now }: Reader, account: PlatformAccount): Promise<ShelfView> {
  const at = now();
  const connectionId = account.connection.id;
  const [rows, keys, opened, connection] = await Promise.all([
    db.platformCertificate.findMany({ where: { connectionId } }),
    db.messageKey.findMany({
      where: { connectionId, removedAt: null },
      omit: { sealed: true },
      orderBy: [{ addedAt: 'desc' }, { id: 'desc' }],
    }),
    db.notification.groupBy({
      by: ['openedBy'],
      where: { connectionId, firstReceivedAt: { gt: new Date(at.getTime() - LATELY_MS) }, openedBy: { not: null } },
      _count: true,
      _max: { lastReceivedAt: true },
    }),
    db.connection.findUniqueOrThrow({ where: { id: connectionId } }),
  ]);
  const sealing = newestValid(rows, at)?.serial;
  const valid = new Set(validAt(rows, at).map(({ serial }) => serial));
  const lately = new Map(
    opened.map(({ openedBy, _count, _max }) => [openedBy, { count: _count, last: _max.lastReceivedAt }]),
  );
  const configured = account.apiKeys.map((key, number) => ({
    place: placeOf(number),
    fingerprint: fingerprintOf(key),
  }));
  const listedAs = (fingerprint: string) => configured.find((key) => key.fingerprint === fingerprint)?.place ?? null;
  return {
    certificates: [
      ...rows
        .flatMap((row) => platformView(row, { at, seals: row.serial === sealing, verifies: valid.has(row.serial) }))
        .sort((one, other) => other.until.localeCompare(one.until)),
      ...(account.certificate ? [ownView(account.certificate, at)] : []),
    ],
    merchantSerial: account.credentials.serial,
    certificatesCheckedAt: connection.certificatesCheckedAt?.toISOString() ?? null,
    keys: [
      ...configured.map(
        ({ place, fingerprint }): MessageKeyView => ({
          id: null,
          place,
          fingerprint,
          note: '',
          addedAt: null,
          addedBy: null,
          endsAt: null,
          hasEnded: false,
          lastUsedAt: lately.get(fingerprint)?.last?.toISOString() ?? null,
          listedAs: null,
          openedLately: lately.get(fingerprint)?.count ?? 0,
        }),
      ),
      ...keys.map(
        (key): MessageKeyView => ({
          id: key.id,
          place: 'added',
          fingerprint: key.fingerprint,
          note: key.note,
          addedBy: key.addedBy,
          addedAt: key.addedAt.toISOString(),
          endsAt: key.endsAt?.toISOString() ?? null,
          hasEnded: key.endsAt !== null && key.endsAt <= at,
          lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
          listedAs: listedAs(key.fingerprint),
          openedLately: lately.get(key.fingerprint)?.count ?? 0,
        }),
      ),
    ],
  };
}

type Now = { at: Date; seals: boolean; verifies: boolean };

/** What every certificate tells of itself, whoever it belongs to. */
const told = ({ serial, subject, fingerprint256, publicKey }: Certificate) => ({
  serial,
  subject: subject.replaceAll('\n', ', '),
  fingerprint: fingerprint256,
  budgetBytes: sealBudgetBytes(publicKey),
});

function platformView(row: PlatformCertificate & { source: string }, { at, seals, verifies }: Now): CertificateView[] {
  const certificate = readCertificate(row.pem);
  if (isKeyProblem(certificate)) return [];
  const { notBefore, notAfter } = certificate;
  // Hours of difference are nobody's concern; a rotation brings the end forward by years.
  const isNear = (one: Date, other: Date) => Math.abs(one.getTime() - other.getTime()) < DAY_MS;
  const isAsListed = isNear(notBefore, row.effectiveTime) && isNear(notAfter, row.expireTime);
  return [
    {
      ...told(certificate),
      kind: 'platform',
      from: row.effectiveTime.toISOString(),
      until: row.expireTime.toISOString(),
      inPem: isAsListed ? null : { from: notBefore.toISOString(), until: notAfter.toISOString() },
      seals,
      verifies,
      state: stateAt(row, at),
      days: daysUntil(row.expireTime, at),
      source: row.source === 'file' || row.source === 'import' ? row.source : 'download',
    },
  ];
}

function ownView(certificate: Certificate, at: Date): CertificateView {
  const { notBefore, notAfter } = certificate;
  return {
    ...told(certificate),
    kind: 'own',
    from: notBefore.toISOString(),
    until: notAfter.toISOString(),
    inPem: null,
    seals: false,
    verifies: false,
    state: stateAt({ effectiveTime: notBefore, expireTime: notAfter }, at),
    days: daysUntil(notAfter, at),
    source: 'setting',
  };
}
