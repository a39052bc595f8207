import 'server-only';
import type { Db } from '@/lib/db/client';
import type { Vault } from '@/lib/db/vault';
import { isKeyProblem, readApiKey, readCertificate, readPrivateKey } from '@/lib/platform/crypto/pem';
import { dialects } from '@/lib/platform/dialect';
import type { PlatformAccount } from './account';
import { privateKeyAbout, savedApiKeyAbout } from './saved-about';

type SavedContext = {
  db: Db;
  vault: Vault;
  log: (event: { what: string; cause?: unknown }) => void;
};

export type SavedAccounts = {
  accounts: () => readonly PlatformAccount[];
  /** Reads what was saved, changed or switched off since; answers the accounts that are new or have other keys. */
  refresh: () => Promise<PlatformAccount[]>;
};

/**
 * The connections that were saved in Settings, in this process. One small query tells which have changed; only their keys
 * are read and opened. An account that changes stays the same object: whoever holds it has the new keys.
 */
export function createSavedAccounts({ db, vault, log }: SavedContext): SavedAccounts {
  const held = new Map<string, { version: number; account: PlatformAccount }>();
  let running: Promise<PlatformAccount[]> | null = null;

  const open = async (id: string): Promise<PlatformAccount | null> => {
    const connection = await db.connection.findUniqueOrThrow({ where: { id } });
    const keys = await db.connectionKeys.findUnique({ where: { connectionId: id } });
    if (!keys) return null;
    const privateKey = readPrivateKey(vault.open(keys.privateKey, privateKeyAbout(id)).toString('utf8'));
    const apiKey = readApiKey(vault.open(keys.apiKey, savedApiKeyAbout(id)).toString('utf8'));
    const certificate = readCertificate(connection.merchantCertificate ?? '');
    if (isKeyProblem(privateKey) || isKeyProblem(apiKey)) return null;
    return {
      connection,
      dialect: dialects[connection.dialect === 'wechatpay' ? 'wechatpay' : 'servicepay'],
      credentials: {
        mchid: connection.mchid,
        serial: connection.merchantSerial,
        privateKey,
        isPublicOnly: connection.environment !== 'practice',
      },
      certificate: isKeyProblem(certificate) ? null : certificate,
      apiKeys: [apiKey],
    };
  };

  const read = async (): Promise<PlatformAccount[]> => {
    const rows = await db.connection.findMany({
      where: { source: 'settings', switchedOffAt: null },
      select: { id: true, keysVersion: true },
      orderBy: { createdAt: 'asc' },
    });
    for (const id of held.keys()) if (!rows.some((row) => row.id === id)) held.delete(id);
    const changed: PlatformAccount[] = [];
    for (const { id, keysVersion: version } of rows) {
      const before = held.get(id);
      if (before?.version === version) continue;
      try {
        const account = await open(id);
        if (account === null) throw new Error('its keys cannot be read');
        held.set(id, { version, account: before ? Object.assign(before.account, account) : account });
        changed.push(before?.account ?? account);
      } catch (cause) {
        // One whose keys do not open must not keep the others from working.
        log({ what: `connection ${id} could not be loaded`, cause });
      }
    }
    return changed;
  };

  return {
    accounts: () => [...held.values()].map(({ account }) => account),
    refresh: () => {
      running ??= read().finally(() => {
        running = null;
      });
      return running;
    },
  };
}
