import 'server-only';
import type { z } from 'zod';
import { canonicalJson } from '@/lib/audit/record';
import type { Permission } from '@/lib/auth/permissions';
import type { StaffActor } from '@/lib/auth/staff';
import type { PlatformAccount } from '@/lib/connections/account';
import type { ShelfChanges } from '@/lib/connections/shelf-changes';
import type { Db, Tx } from '@/lib/db/client';
import type { NamedDraft } from '@/lib/drafts/drafts';
import type { PolicyKey } from '@/lib/policies/rules';
import type { SendingContext } from '@/lib/requests/operation';
import type { Change } from '@/lib/requests/view';
import type { Refusal, Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import type { CallBackTyped } from './view';

/** What approvals need of their surroundings. */
export type ApprovalContext = SendingContext & {
  shelfChanges: ShelfChanges;
  /** Loads what was saved of connections into this process; other processes look by themselves. */
  accountsChanged: () => Promise<void>;
  deed: (name: string) => Deed | null;
  /** Ids of all connections: what belongs to none is told to each. */
  connections: () => string[];
};

export type { StaffActor } from '@/lib/auth/staff';

/** For whom and when a deed is prepared or carried out. `actor` is its maker; `account` is null where no connection matters. */
export type About = { context: ApprovalContext; account: PlatformAccount | null; actor: StaffActor; at: Date };

/** What a person wants done. `intent` is one deed of one person: whoever comes with it again meets the same approval. */
export type Wanted = {
  account: PlatformAccount | null;
  actor: StaffActor;
  objectId: string;
  input: unknown;
  intent: string;
  /** The draft that it is asked for from. */
  draft?: NamedDraft;
  /** Why, in the maker's words; asked for wherever a second person is. */
  reason: string;
  /** Ids of uploaded files that prove it. */
  evidence?: readonly string[];
  callBack?: CallBackTyped | undefined;
  /** Others who made it: they approve it no more than the one who asks. */
  makers?: readonly string[];
  /** The refused request whose content it sends anew. */
  replaces?: { id: string; reference: string };
};

/** A deed as it is asked for: what a checker sees, and the exact content that is carried out later, or nothing. */
export type Prepared = {
  object: { kind: string; id: string; name: string };
  /** Masked, in the maker's order. */
  changes: Change[];
  policyKeys: readonly PolicyKey[];
  /** Version of the object that it was made over; any other one voids it. */
  recordVersion: string;
  /** The draft that held what was typed; a newer version of it voids it, and so does letting it go. */
  draft: { id: string; version: number } | null;
  /** The bytes that leave, or the deed's own. */
  content: Buffer;
  /** The same with masks. */
  maskedContent: unknown;
  /** What carrying out needs beside the content; it may hold personal values and is stored sealed. */
  payload: unknown;
};

/** A prepared deed whose approvals are there, or which needs none. */
export type Approved = Pick<
  Prepared,
  'object' | 'content' | 'payload' | 'recordVersion' | 'changes' | 'maskedContent'
> & {
  /** Rows of the policy that it was asked under. */
  policyKeys: readonly string[];
  intent: string;
  /** Null where no approval was needed. */
  approvalId: string | null;
  reason: string;
  /** The refused request whose content it sends anew. */
  replaces: { id: string; reference: string } | null;
};

/** `request`: what was opened, to be sent once the transaction has committed. `afterCommit`: what is told then. */
export type CarriedOut = {
  value: unknown;
  request: { id: string; tryNumber: number | null } | null;
  afterCommit: () => void;
};

/** A deed that an approval can hold and carry out, whatever it is about. */
export type Deed = {
  name: string;
  /** What its maker must hold. */
  permission: Permission;
  prepare: (tx: Tx, about: About, objectId: string, input: unknown) => Promise<Result<Prepared>>;
  /** The versions of these objects as they are now; one that is not there is not in the answer. */
  versions: (db: Db | Tx, connectionId: string | null, objectIds: readonly string[]) => Promise<Map<string, string>>;
  /** Does it as it was asked for, inside the caller's transaction; throws `NotCarriedOut` where that is not possible. */
  carryOut: (tx: Tx, about: About, approved: Approved) => Promise<CarriedOut>;
};

/**
 * A deed of our own, which nothing is sent for: a key, a role, a state that staff saw. The same shape as an operation
 * (decisions 2), with `apply` where that one builds a call.
 */
export type LocalDeed<Input, State> = {
  name: string;
  permission: Permission;
  input: z.ZodType<Input>;
  /** Reads the object and holds its row until the transaction ends; null if there is none, also for what is to be made. */
  load: (tx: Tx, about: About, objectId: string, input: Input) => Promise<State | null>;
  versions: Deed['versions'];
  check: (state: State, input: Input, about: About) => Refusal | null;
  describe: (
    state: State,
    input: Input,
    about: About,
  ) => {
    objectName: string;
    objectKind: string;
    changes: Change[];
    policyKeys: readonly PolicyKey[];
    recordVersion: string;
    /** What else a checker sees of it; secrets and personal values masked. */
    masked: unknown;
  };
  /** Writes it, with its own audit entry. */
  apply: (
    tx: Tx,
    state: State,
    input: Input,
    about: About & Pick<Approved, 'approvalId' | 'reason'> & { objectId: string },
  ) => Promise<{ value?: unknown; afterCommit?: () => void }>;
};

const notCarriedOut = Symbol.for('subdesk.not-carried-out');

/**
 * Thrown inside a carrying out that must not happen; the caller's transaction leaves nothing behind. It is known by its
 * mark: a build may hold this file once for what starts with the process and once for a page's actions, two classes.
 */
export class NotCarriedOut extends Error {
  readonly [notCarriedOut] = true;

  constructor(readonly refusal: Refusal) {
    super('not carried out');
  }

  static override [Symbol.hasInstance](thrown: unknown): thrown is NotCarriedOut {
    return typeof thrown === 'object' && thrown !== null && notCarriedOut in thrown;
  }
}

/** Gives a deed of our own the face that approvals drive. */
export function localDeed<Input, State>(deed: LocalDeed<Input, State>): Deed {
  const stand = async (tx: Tx, about: About, objectId: string, raw: unknown, version: string | null) => {
    const parsed = deed.input.safeParse(raw);
    if (!parsed.success) return refuse<never>({ kind: 'conflict', rule: 'content-not-held' });
    const input = parsed.data;
    const state = await deed.load(tx, about, objectId, input);
    if (!state) return refuse<never>({ kind: 'not-found' });
    const described = deed.describe(state, input, about);
    if (version !== null && described.recordVersion !== version)
      return refuse<never>({ kind: 'conflict', rule: 'record-moved', params: { version: described.recordVersion } });
    const refusal = deed.check(state, input, about);
    return refusal ? refuse<never>(refusal) : ok({ input, state, described });
  };
  const held = (tx: Tx, about: About, { object, content, recordVersion }: Approved) =>
    stand(tx, about, object.id, JSON.parse(content.toString('utf8')), recordVersion);
  return {
    name: deed.name,
    permission: deed.permission,
    versions: deed.versions,
    async prepare(tx, about, objectId, raw) {
      const standing = await stand(tx, about, objectId, raw, null);
      if (!standing.ok) return standing;
      const { input, described } = standing.value;
      const { objectKind, objectName, masked, ...rest } = described;
      return ok({
        ...rest,
        object: { kind: objectKind, id: objectId, name: objectName },
        draft: null,
        content: Buffer.from(canonicalJson(input)),
        maskedContent: masked,
        payload: null,
      });
    },
    async carryOut(tx, about, approved) {
      const standing = await held(tx, about, approved);
      if (!standing.ok) throw new NotCarriedOut(standing.refusal);
      const { state, input } = standing.value;
      const { approvalId, reason, object } = approved;
      const { value = null, afterCommit = () => {} } = await deed.apply(tx, state, input, {
        ...about,
        approvalId,
        reason,
        objectId: object.id,
      });
      return { value, request: null, afterCommit };
    },
  };
}
