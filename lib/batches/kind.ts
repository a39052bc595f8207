import 'server-only';
import type { z } from 'zod';
import type { Permission } from '@/lib/auth/permissions';
import type { PlatformAccount } from '@/lib/connections/account';
import type { Db, Tx } from '@/lib/db/client';
import type { PolicyKey } from '@/lib/policies/rules';
import type { Operation } from '@/lib/requests/operation';
import type { Change } from '@/lib/requests/view';
import type { Issue } from '@/lib/result';
import type { Verdict } from './view';

/** One line of a source as it was read: the object's id, and what stands beside it by column. */
export type SourceRow = { number: number; objectId: string; told: Readonly<Record<string, string>> };

/** What a kind keeps of an object from the dry run to the sending: what was approved is what leaves. */
export type Held = Readonly<Record<string, string | number>>;

/** A row as the dry run finds it: what a person calls the object, and why it cannot be in the list. */
export type Looked = { objectName: string; held: Held; verdict: Verdict | null };

/** Whose list it is, and of when the look is. */
export type LookContext = { account: PlatformAccount; at: Date };

/**
 * What makes a batch of one operation (decisions 2): the operation itself does the sending, and the kind says how a list
 * of its objects is read and judged, and what all rows share. `Shared` is what a person chooses once for all of them.
 */
export type BatchKind<Shared = never, Input = never, State = unknown> = {
  /** The operation's name. */
  name: string;
  operation: Operation<Input, State>;
  permission: Permission;
  policyKeys: readonly PolicyKey[];
  /** Kind of the objects, as requests, locks and audit name it. */
  objectKind: string;
  /** Columns of a file: first the object's id, then what may stand beside it to be checked. */
  columns: readonly [string, ...string[]];
  /** Those of them that a list of this connection can have, by its mode: what is offered; the others are read and refused. */
  columnsIn: (connection: { mode: string }) => readonly string[];
  /** What is wrong with an id or a value beside it before anything is looked up, or null. */
  readCell: (column: string, text: string, account: PlatformAccount) => Verdict | null;
  /** Looks at some rows at once; the answer has one for each, in order. */
  look: (db: Db | Tx, context: LookContext, rows: readonly SourceRow[]) => Promise<Looked[]>;
  shared: z.ZodType<Shared>;
  /** What is wrong with what all rows share, by its paths. */
  checkShared: (shared: Shared, account: PlatformAccount) => Issue[];
  /** The same for the page of its approval, masked. */
  describeShared: (shared: Shared) => Change[];
  /** What the operation is asked for one row. */
  input: (row: { objectId: string; held: Held }, shared: Shared) => Input;
};

/** A kind whose own types nobody here needs to know. */
export type AnyBatchKind = BatchKind<unknown, unknown, unknown>;

/** Gives a kind the face that batches drive: what it shares is parsed with its own schema before it is used. */
export const batchKind = <Shared, Input, State>(kind: BatchKind<Shared, Input, State>): AnyBatchKind =>
  kind as unknown as AnyBatchKind;
