import 'server-only';
import type { z } from 'zod';
import type { AuditEvent } from '@/lib/audit/events';
import type { Permission } from '@/lib/auth/permissions';
import type { PlatformAccount } from '@/lib/connections/account';
import type { Db, Tx } from '@/lib/db/client';
import type { Vault } from '@/lib/db/vault';
import type { Publish } from '@/lib/events/publish';
import type { LockTarget } from '@/lib/locks/locks';
import type { PlatformCertificate } from '@/lib/platform/certificates';
import type { Verdict } from '@/lib/platform/dispositions';
import type { OperationName } from '@/lib/platform/operations';
import type { PolicyKey } from '@/lib/policies/rules';
import type { Refusal } from '@/lib/result';
import type { Change } from './view';

/** The exact call, before it has a key: what is stored, sealed, and sent as it is for every try. */
export type BuiltCall = {
  path: string;
  body: Buffer;
  /** The body with personal values masked, for screens and audit. */
  maskedBody: unknown;
  platformSerial: string | null;
  /** What `settle` needs later; it may hold personal values and is stored sealed. */
  payload: unknown;
};

export type Settlement = {
  connectionId: string;
  objectId: string;
  requestId: string;
  /** Who opened the request. */
  staffId: string;
  at: Date;
  /** The stored payload of `build`. */
  payload: unknown;
  verdict: Verdict;
  vault: Vault;
};

/** What an outcome told of the object, for the outcome lines; null where it told nothing. */
export type Told = { h5State: string | null; applymentState: string | null; tradeState: string | null };

/** Nothing was told. */
export const untold: Told = { h5State: null, applymentState: null, tradeState: null };

/**
 * One operation, one shape (decisions 2): what a feature gives so that requests, approvals and batches can drive its
 * sending without knowing it. `Input` is what a person asked for, `State` what we hold of the object.
 */
export type Operation<Input = never, State = unknown> = {
  name: OperationName;
  permission: Permission;
  /** What a person asked for, as it comes from a browser or from a stored approval. */
  input: z.ZodType<Input>;
  /** Reads the object and holds its row until the transaction ends; null if we do not know it. */
  load: (tx: Tx, context: { connectionId: string; vault: Vault }, objectId: string) => Promise<State | null>;
  /** Our own rules on the server, whatever a form said. */
  check: (
    state: State,
    input: Input,
    context: { account: PlatformAccount; certificate: PlatformCertificate },
  ) => Refusal | null;
  /** What changes, masked, in the maker's order, and which rows of the policy it falls under. */
  describe: (
    state: State,
    input: Input,
  ) => {
    objectName: string;
    objectKind: string;
    changes: Change[];
    askedForH5: boolean;
    policyKeys: readonly PolicyKey[];
    /** Version of the object that the input was made over. */
    recordVersion: string;
    draft: { id: string; version: number } | null;
  };
  /** The versions of these objects as they are now. */
  versions: (db: Db | Tx, connectionId: string | null, objectIds: readonly string[]) => Promise<Map<string, string>>;
  build: (
    state: State,
    input: Input,
    context: { account: PlatformAccount; certificate: PlatformCertificate },
  ) => BuiltCall;
  /** What it holds until it is settled. `payload` is that of `build`. */
  locks: (objectId: string, payload: unknown) => LockTarget[];
  /** Told when a request of it is written down, inside that transaction. */
  opened?: (tx: Tx, about: { connectionId: string; objectId: string; requestId: string; at: Date }) => Promise<void>;
  /** What the trail says when a request of this operation is opened. */
  requested: (opened: { changes: Change[]; askedForH5: boolean }) => AuditEvent;
  /** Brings our copy up to date inside the settling transaction; answers what the outcome lines need. */
  settle: (tx: Tx, settlement: Settlement) => Promise<Told>;
  /** Whether an accepted request goes on holding its locks, because what it began is not over. */
  holdsOn?: (told: Told) => boolean;
  /**
   * What was learned of the object since an unknown request was opened: that it `happened`, that something else was the
   * cause and it `did-not`, or something newer that leaves it `unsure`. In no case are its bytes sent again (decisions 5).
   * Null, or no such look: they may be.
   */
  overtaken?: (tx: Tx, about: Overtaking) => Promise<'happened' | 'did-not' | 'unsure' | null>;
  /**
   * Whether, when the request was built, the platform or an import had told of the object, or the platform had it from us:
   * rows of the dispositions say what that makes of an answer. `payload` is that of `build`.
   */
  wasKnown?: (payload: unknown) => boolean;
};

export type Overtaking = { connectionId: string; objectId: string; openedAt: Date };

/** What a request needs to be sent and settled, given by the console's context or by a test. */
export type SendingContext = {
  db: Db;
  vault: Vault;
  now: () => Date;
  /** A number in [0, 1), for jitter. */
  spread: () => number;
  account: (connectionId: string) => PlatformAccount | null;
  operation: (
    name: string,
  ) => Pick<Operation, 'name' | 'permission' | 'settle' | 'overtaken' | 'wasKnown' | 'holdsOn'> | null;
  log: (event: { what: string; requestId?: string; serial?: string; cause?: unknown }) => void;
  publish: Publish;
};
