import 'server-only';
import type { KeyObject } from 'node:crypto';
import type { Db } from '@/lib/db/client';
import type { Connection } from '@/lib/db/generated/client';
import type { PlatformSettings } from '@/lib/env';
import { readApiKey, readCertificate, readPrivateKey } from '@/lib/platform/crypto/pem';
import type { Dialect } from '@/lib/platform/dialect';
import { dialects } from '@/lib/platform/dialect';

/** Everything needed to speak to one platform account: the connection's row and the secrets that never enter a row. */
export type PlatformAccount = {
  connection: Connection;
  dialect: Dialect;
  /** Whose signature ours is: mchid of the institution, serial of its API certificate (protocol-notes 3). */
  credentials: { mchid: string; serial: string; privateKey: KeyObject };
  /** The 32-byte key for certificates and notifications; the one before it while they overlap. */
  apiKeys: Buffer[];
};

export type AccountFault = { name: string; fault: string; example: string };

/**
 * Reads the key files of the environment, checks that they are what they should be, and makes the connection's row
 * agree with the settings. Faults name the setting: a wrong key is told at the start, never at the first sending.
 */
export async function registerAccount(
  db: Db,
  settings: PlatformSettings,
  now: Date,
): Promise<{ ok: true; account: PlatformAccount } | { ok: false; faults: AccountFault[] }> {
  const faults: AccountFault[] = [];
  const privateKey = readPrivateKey(settings.privateKey.text);
  if ('problem' in privateKey) {
    faults.push({
      name: 'PLATFORM_PRIVATE_KEY_FILE',
      fault: `${settings.privateKey.file}: ${privateKey.problem}`,
      example: 'the PEM file of the private key that belongs to PLATFORM_MERCHANT_SERIAL',
    });
  }
  const apiKeys = settings.apiKeys.map(({ file, text }) => ({ file, key: readApiKey(text) }));
  for (const { file, key } of apiKeys) {
    if ('problem' in key) {
      faults.push({
        name: 'PLATFORM_API_KEY_FILE',
        fault: `${file}: ${key.problem}`,
        example: 'a file that holds exactly 32 characters',
      });
    }
  }
  const certificates = settings.certificates.map(({ file, text }) => ({ file, certificate: readCertificate(text) }));
  for (const { file, certificate } of certificates) {
    if ('problem' in certificate) {
      faults.push({
        name: 'PLATFORM_CERTIFICATE_FILES',
        fault: `${file}: ${certificate.problem}`,
        example: 'PEM files of platform certificates',
      });
    }
  }
  if (faults.length > 0 || 'problem' in privateKey) return { ok: false, faults };

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
  const connection = await db.connection.upsert({
    where: { slug: settings.slug },
    create: { slug: settings.slug, createdAt: now, ...row },
    update: row,
  });
  for (const { certificate } of certificates) {
    if ('problem' in certificate) continue;
    const times = { pem: certificate.pem, effectiveTime: certificate.notBefore, expireTime: certificate.notAfter };
    await db.platformCertificate.upsert({
      where: { connectionId_serial: { connectionId: connection.id, serial: certificate.serial } },
      create: { connectionId: connection.id, serial: certificate.serial, source: 'file', ...times },
      // A downloaded one carries the list's times, which rule (protocol-notes 7.2): a file does not put them back.
      update: {},
    });
  }
  return {
    ok: true,
    account: {
      connection,
      dialect: dialects[settings.dialect],
      credentials: { mchid: settings.mchid, serial: settings.merchantSerial, privateKey },
      apiKeys: apiKeys.flatMap(({ key }) => ('problem' in key ? [] : [key])),
    },
  };
}
