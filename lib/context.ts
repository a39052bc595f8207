import 'server-only';
import { modifyApplicationOperation } from '@/lib/applications/operation';
import { recordApplication } from '@/lib/applications/record-deed';
import type { Deed } from '@/lib/approvals/deed';
import { sendingDeed } from '@/lib/approvals/sending-deed';
import { beginBatch } from '@/lib/batches/begin';
import type { BatchContext } from '@/lib/batches/held';
import type { AnyBatchKind } from '@/lib/batches/kind';
import type { PlatformAccount } from '@/lib/connections/account';
import { registerAccount } from '@/lib/connections/account';
import { refreshCertificates } from '@/lib/connections/certificates';
import type { AccountFault } from '@/lib/connections/key-files';
import {
  addMessageKey,
  changeOverlap,
  importCertificate,
  removeCertificate,
  removeMessageKey,
} from '@/lib/connections/operation';
import { addConnection, exchangeKeys, switchConnection } from '@/lib/connections/save-deed';
import { createSavedAccounts } from '@/lib/connections/saved';
import { createShelfChanges } from '@/lib/connections/shelf-changes';
import { goOnSending } from '@/lib/connections/stop';
import { terminationBatch } from '@/lib/contracts/batch-deed';
import { terminateContractOperation } from '@/lib/contracts/operation';
import { recordContract } from '@/lib/contracts/record-deed';
import { createDb } from '@/lib/db/client';
import type { Sessions } from '@/lib/db/raw';
import { createSessions } from '@/lib/db/raw';
import { createVault } from '@/lib/db/vault';
import { changeChargeLimit } from '@/lib/deductions/limit-deed';
import { chargeOperation } from '@/lib/deductions/operation';
import { recordOrder } from '@/lib/deductions/record-deed';
import { releaseContract } from '@/lib/deductions/release-deed';
import type { Environment, Part, SettingFault } from '@/lib/env';
import { readEnvironment } from '@/lib/env';
import type { Listener } from '@/lib/events/listen';
import { createListener } from '@/lib/events/listen';
import type { Publisher } from '@/lib/events/publish';
import { createPublisher } from '@/lib/events/publish';
import { logEvent } from '@/lib/log';
import { changePolicy } from '@/lib/policies/operation';
import type { Operation } from '@/lib/requests/operation';
import { settleRequest } from '@/lib/requests/settle-deed';
import { changeRetention, liftHold, placeHold } from '@/lib/retention/operation';
import {
  changeStaffLimit,
  changeStaffRoles,
  inviteStaff,
  reinstateStaff,
  resetStaffFactors,
  resetStaffPassword,
} from '@/lib/staff/operation';
import { changeRole, makeRole, removeRole } from '@/lib/staff/role-deed';
import { recordH5State } from '@/lib/sub-merchants/h5-deed';
import { modifySubMerchantOperation } from '@/lib/sub-merchants/operation';

/** Everything a request, an action or a background round needs, made once per process and handed on as an argument. */
export type Context = BatchContext & {
  environment: Environment;
  accountBySlug: (slug: string) => PlatformAccount | null;
  accounts: () => PlatformAccount[];
  /** Sessions of the notifications' inbox. */
  sessions: Sessions;
  /** What screens are told, and who listens for it in this process. */
  events: { publisher: Publisher; listener: Listener };
  /** Lets go of the database; what is still to be said is said before. */
  close: () => Promise<void>;
};

/** One for each batch that the inbox of a connection runs at once, and one to spare. */
const INBOX_SESSIONS = 3;

/** How often a process looks for connections that were saved, changed or switched off elsewhere, in milliseconds. */
const SAVED_EVERY_MS = 2000;

/** The operations that send: `requests` drives them without knowing whose they are. */
const operations: Record<string, Pick<Operation, 'name' | 'permission' | 'settle'>> = {
  [modifySubMerchantOperation.name]: modifySubMerchantOperation,
  [modifyApplicationOperation.name]: modifyApplicationOperation,
  [terminateContractOperation.name]: terminateContractOperation,
  [chargeOperation.name]: chargeOperation,
};

/** What can be done to many at once, by the name of its operation. */
const batchKinds: AnyBatchKind[] = [terminationBatch];

/** The deeds that an approval can hold, by name. */
const deeds: Record<string, Deed> = Object.fromEntries(
  [
    sendingDeed(modifySubMerchantOperation),
    sendingDeed(modifyApplicationOperation),
    sendingDeed(terminateContractOperation),
    sendingDeed(chargeOperation),
    recordOrder,
    releaseContract,
    importCertificate,
    removeCertificate,
    addMessageKey,
    removeMessageKey,
    changeOverlap,
    goOnSending,
    addConnection,
    exchangeKeys,
    switchConnection,
    changePolicy,
    changeChargeLimit,
    changeRetention,
    placeHold,
    liftHold,
    settleRequest,
    recordH5State,
    recordApplication,
    recordContract,
    inviteStaff,
    changeStaffRoles,
    changeStaffLimit,
    reinstateStaff,
    resetStaffPassword,
    makeRole,
    changeRole,
    removeRole,
    resetStaffFactors,
    ...batchKinds.map(beginBatch),
  ].map((deed) => [deed.name, deed]),
);

/** Settings or key files that stop the start; the launcher prints each with its example. */
export class ConfigurationFault extends Error {
  constructor(readonly faults: (SettingFault | AccountFault)[]) {
    super(faults.map(({ name, fault, example }) => `${name} ${fault}. Example: ${example}`).join('\n'));
  }
}

/** Builds a context from an environment; a test or a script of its own gives another one than the process's. */
export async function createContext(
  source: Record<string, string | undefined>,
  now: () => Date = () => new Date(),
  part: Part = 'console',
): Promise<Context> {
  const read = readEnvironment(source, part);
  if (!read.ok) throw new ConfigurationFault(read.faults);
  const { environment } = read;
  const db = createDb(environment.databaseUrl);
  const own: PlatformAccount[] = [];
  for (const settings of environment.platforms) {
    const registered = await registerAccount(db, settings, now());
    if (!registered.ok) throw new ConfigurationFault(registered.faults);
    for (const what of registered.notices) logEvent({ what });
    own.push(registered.account);
  }
  const vault = createVault(environment.sealKey, environment.sealKeysPrevious);
  const saved = createSavedAccounts({ db, vault, log: logEvent });
  // The order is that of the environment, then of saving; a switched-off one is in no list.
  const accounts = () => [...own, ...saved.accounts()];
  const accountsChanged = async () => {
    for (const account of await saved.refresh())
      void refreshCertificates({ db, vault, now }, account, 'start').catch((cause: unknown) =>
        logEvent({ what: 'certificates not refreshed', cause }),
      );
  };
  await saved.refresh();
  const looking = setInterval(
    () => void accountsChanged().catch((cause: unknown) => logEvent({ what: 'saved connections not read', cause })),
    SAVED_EVERY_MS,
  ).unref();
  const sessions = createSessions(environment.databaseUrl, INBOX_SESSIONS);
  const publisher = createPublisher({ db, log: logEvent });
  const listener = createListener({ databaseUrl: environment.databaseUrl, log: logEvent });
  return {
    environment,
    db,
    vault,
    now,
    spread: Math.random,
    log: logEvent,
    // Held here, not in a module, of which one process may load several copies.
    shelfChanges: createShelfChanges(),
    sessions,
    publish: publisher.publish,
    events: { publisher, listener },
    accountsChanged,
    close: async () => {
      clearInterval(looking);
      await Promise.all([publisher.close(), listener.close(), sessions.close()]);
      await db.$disconnect();
    },
    accounts,
    account: (connectionId) => accounts().find(({ connection }) => connection.id === connectionId) ?? null,
    accountBySlug: (slug) => accounts().find(({ connection }) => connection.slug === slug) ?? null,
    operation: (name) => operations[name] ?? null,
    deed: (name) => deeds[name] ?? null,
    batchKind: (name) => batchKinds.find((kind) => kind.name === name) ?? null,
    connections: () => accounts().map(({ connection }) => connection.id),
  };
}

const held = globalThis as typeof globalThis & { subdeskContext?: Promise<Context> };

/** The process's own context. Made on first use, so that a build needs no database; a failed start is tried again. */
export function context(): Promise<Context> {
  held.subdeskContext ??= createContext(process.env).catch((error: unknown) => {
    delete held.subdeskContext;
    throw error;
  });
  return held.subdeskContext;
}
