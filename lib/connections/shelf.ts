import 'server-only';
import type { Db } from '@/lib/db/client';
import type { Vault } from '@/lib/db/vault';
import type { PlatformCertificate } from '@/lib/platform/certificates';
import type { PlatformAccount } from './account';
import { heldCertificates, refreshCertificates } from './certificates';
import type { NamedKey } from './message-keys';
import { heldMessageKeys, markUsed } from './message-keys';
import type { ShelfChanges } from './shelf-changes';

export type ShelfContext = {
  db: Db;
  vault: Vault;
  now: () => Date;
  log: (event: { what: string; cause?: unknown }) => void;
  shelfChanges: ShelfChanges;
};

/** The certificates and message keys of one connection, near at hand: read again when they may have changed. */
export type Shelf = {
  certificates: () => Promise<PlatformCertificate[]>;
  keys: () => Promise<NamedKey[]>;
  /** Looks again because a serial is not held: in the database, then, rate limited, at the platform. */
  certificatesAnew: () => Promise<PlatformCertificate[]>;
  /** Writes down, now and then, that the key of this fingerprint opened something. */
  used: (fingerprint: string) => void;
};

/** How long what was read counts as fresh, in milliseconds: as long as another process may change it unnoticed. */
const FRESH_MS = 10_000;
/** Between two notes of the use of one key, in milliseconds: a flood of messages is one note. */
const USED_PAUSE_MS = 60_000;
/** Between two looks because of unknown serials, in milliseconds: strangers' messages must not make work. */
const ANEW_PAUSE_MS = 2_000;
/** How long a message waits for the platform's list: the answer is due in five seconds, and it comes again. */
const ANEW_PATIENCE_MS = 3_000;

/** A value that is read again when it is old or was changed; where reading fails, the old one serves. */
function remembered<Value>(read: (before: Value | null) => Promise<Value>) {
  let held: { value: Value; at: number } | null = null;
  let reading: Promise<Value> | null = null;
  const readNow = (): Promise<Value> => {
    if (reading) return reading;
    const mine: Promise<Value> = read(held?.value ?? null)
      .then((value) => {
        // What was changed while it was read may be missing in it.
        if (reading === mine) held = { value, at: performance.now() };
        return value;
      })
      .finally(() => {
        if (reading === mine) reading = null;
      });
    reading = mine;
    return mine;
  };
  return {
    get: async (): Promise<Value> => {
      if (held === null) return readNow();
      if (performance.now() - held.at < FRESH_MS) return held.value;
      const { value } = held;
      return readNow().catch(() => value);
    },
    readNow,
    changed: () => {
      reading = null;
      if (held) held.at = Number.NEGATIVE_INFINITY;
    },
  };
}

/** The same object for the same certificate, so that its key is parsed once. */
const withOld = (before: PlatformCertificate[] | null, now: PlatformCertificate[]): PlatformCertificate[] =>
  now.map(
    (one) =>
      before?.find(
        (old) =>
          old.serial === one.serial &&
          old.pem === one.pem &&
          old.effectiveTime.getTime() === one.effectiveTime.getTime() &&
          old.expireTime.getTime() === one.expireTime.getTime(),
      ) ?? one,
  );

export function createShelf(context: ShelfContext, account: PlatformAccount): Shelf {
  const { db, log, shelfChanges } = context;
  const connectionId = account.connection.id;
  const certificates = remembered<PlatformCertificate[]>(async (before) =>
    withOld(before, await heldCertificates(db, connectionId)),
  );
  const keys = remembered<NamedKey[]>(() => heldMessageKeys(context, account));
  const usedAt = new Map<string, number>();
  let looking: Promise<PlatformCertificate[]> | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;

  shelfChanges.listen(connectionId, () => {
    certificates.changed();
    keys.changed();
  });

  const look = async () => {
    // Another process may have it already.
    await certificates.readNow();
    await refreshCertificates(context, account, 'unknown-serial');
    return certificates.readNow();
  };
  return {
    certificates: certificates.get,
    keys: keys.get,
    used: (fingerprint) => {
      const at = performance.now();
      if (at - (usedAt.get(fingerprint) ?? Number.NEGATIVE_INFINITY) < USED_PAUSE_MS) return;
      usedAt.set(fingerprint, at);
      markUsed(context, connectionId, fingerprint).catch((cause: unknown) =>
        log({ what: 'use of a message key not noted', cause }),
      );
    },
    certificatesAnew: async () => {
      if (looking === null && performance.now() - lookedAt < ANEW_PAUSE_MS) return certificates.get();
      lookedAt = performance.now();
      looking ??= look().finally(() => {
        looking = null;
        lookedAt = performance.now();
      });
      const patience = new Promise<null>((resolve) => {
        setTimeout(() => resolve(null), ANEW_PATIENCE_MS).unref();
      });
      const found = await Promise.race([looking.catch(() => null), patience]);
      return found ?? certificates.get();
    },
  };
}
