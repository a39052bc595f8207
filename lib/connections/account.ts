import 'server-only';
import type { Db } from '@/lib/db/client';
import type { Connection } from '@/lib/db/generated/client';
import type { PlatformSettings } from '@/lib/env';
import type { Certificate } from '@/lib/platform/crypto/pem';
import type { Dialect } from '@/lib/platform/dialect';
import { dialects } from '@/lib/platform/dialect';
import type { Credentials } from '@/lib/platform/transport';
import type { AccountFault } from './key-files';
import { readKeyFiles } from './key-files';

/** Everything needed to speak to one platform account: the connection's row and the secrets that never enter a row. */
export type PlatformAccount = {
  connection: Connection;
  dialect: Dialect;
  /** Whose signature ours is: mchid of the institution, serial of its API certificate (protocol-notes 3). */
  credentials: Credentials;
  /** Our own API certificate, where its file is set: its end is told in time. */
  certificate: Certificate | null;
  /** The 32-byte key for certificates and notifications; the one before it while they overlap. */
  apiKeys: Buffer[];
};

/**
 * Reads the key files of the environment and makes the connection's row agree with the settings. Faults name the
 * setting: a wrong key is told at the start, never at the first sending. `notices` are for the log.
 */
export async function registerAccount(
  db: Db,
  settings: PlatformSettings,
  now: Date,
): Promise<{ ok: true; account: PlatformAccount; notices: string[] } | { ok: false; faults: AccountFault[] }> {
  const read = readKeyFiles(settings, now);
  if (!read.ok) return read;
  const { privateKey, apiKeys, certificates, certificate } = read.keys;

  const row = {
    name: settings.name,
    mode: settings.mode,
    environment: settings.environment,
    dialect: settings.dialect,
    baseUrl: settings.baseUrl,
    mchid: settings.mchid,
    appid: settings.appid,
    merchantSerial: settings.merchantSerial,
    readsEnabled: settings.reads,
    timeoutMs: settings.timeoutMs,
  };
  if ((await db.connection.count({ where: { slug: settings.slug, source: 'settings' } })) > 0) {
    const fault = `is ${settings.slug}, the short name of a connection that was saved in Settings`;
    return { ok: false, faults: [{ name: 'PLATFORM_NAME', fault, example: 'PLATFORM_NAME=another-name' }] };
  }
  const connection = await db.connection.upsert({
    where: { slug: settings.slug },
    create: { slug: settings.slug, createdAt: now, ...row },
    update: row,
  });
  for (const { serial, pem, notBefore, notAfter } of certificates) {
    const times = { pem, effectiveTime: notBefore, expireTime: notAfter };
    await db.platformCertificate.upsert({
      where: { connectionId_serial: { connectionId: connection.id, serial } },
      create: { connectionId: connection.id, serial, source: 'file', ...times },
      // A downloaded one carries the list's times, which rule (protocol-notes 7.2): a file does not put them back.
      update: {},
    });
    // One that was imported by hand before the settings named it is theirs from now on: it would come back with each start.
    await db.platformCertificate.updateMany({
      where: { connectionId: connection.id, serial, source: 'import' },
      data: { source: 'file' },
    });
  }
  return {
    ok: true,
    account: {
      connection,
      dialect: dialects[settings.dialect],
      credentials: { mchid: settings.mchid, serial: settings.merchantSerial, privateKey },
      certificate,
      apiKeys,
    },
    notices: read.notices,
  };
}
