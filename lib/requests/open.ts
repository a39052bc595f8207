import 'server-only';
import { randomBytes } from 'node:crypto';
import { recordAudit } from '@/lib/audit/record';
import type { StaffActor } from '@/lib/auth/staff';
import type { PlatformAccount } from '@/lib/connections/account';
import { heldCertificates } from '@/lib/connections/certificates';
import type { Db, Tx } from '@/lib/db/client';
import { isUniqueViolation } from '@/lib/db/client';
import type { PlatformRequest, Prisma } from '@/lib/db/generated/client';
import type { NamedDraft } from '@/lib/drafts/drafts';
import { holdDraft, movedDraft } from '@/lib/drafts/drafts';
import { takeLocks } from '@/lib/locks/locks';
import type { PlatformCertificate } from '@/lib/platform/certificates';
import { newestValid } from '@/lib/platform/certificates';
import { sha256 } from '@/lib/platform/crypto/sha256';
import { operations } from '@/lib/platform/operations';
import { makerHindrance } from '@/lib/policies/maker';
import { ruleInForce } from '@/lib/policies/policies';
import type { PolicyKey } from '@/lib/policies/rules';
import type { Refusal, Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import { announce } from './announce';
import type { BuiltCall, Operation, SendingContext } from './operation';
import { LEASE_SPARE_MS } from './schedule';
import type { Change } from './view';

export type OpenInput<Input> = {
  account: PlatformAccount;
  actor: StaffActor;
  objectId: string;
  input: Input;
  /** One deed of one person, e.g. a draft's id and version: whoever comes with it again meets the same request. */
  intent: string;
  /** The draft that it is sent from. */
  draft?: NamedDraft;
  /** The refused request that this one sends anew. */
  replaces?: { id: string; reference: string };
};

/** A request that is stored, and the number of the try that its opener holds the lease for; null when nothing is to send now. */
export type Opened = { request: PlatformRequest; tryNumber: number | null };

/** Binds sealed bytes to their request, so that a copied cell does not open elsewhere. */
export const bytesAbout = (requestId: string) => `request ${requestId} bytes`;
export const payloadAbout = (requestId: string) => `request ${requestId} payload`;
export const answerAbout = (requestId: string, tryNumber: number) => `request ${requestId} answer ${tryNumber}`;

/** Thrown to leave the transaction with nothing written; caught in `openRequest` only. */
class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super('refused');
  }
}

/** What was asked for, as a hash: the same intent with other content is refused. */
export const fingerprint = (value: unknown) => sha256(JSON.stringify(value));

/** A short name for one request that a person can read out: shown with every message and found in the log. */
const newReference = () =>
  randomBytes(5)
    .toString('hex')
    .toUpperCase()
    .replace(/^(.{4})(.*)$/, '$1-$2');

/**
 * The first transaction of every sending (architecture 5, step 4): our rules, the exact bytes under a fresh key, the
 * locks and the audit entry, or nothing. The lease of the first try is taken with it, so that a crash one statement later
 * is found by the drain and sent with the same bytes and key.
 *
 * What the policy wants a second person for is refused here (`approval-needed`): that leaves through an approval, which
 * opens its request by `openBuilt`.
 */
export async function openRequest<Input, State>(
  context: SendingContext,
  operation: Operation<Input, State>,
  wanted: OpenInput<Input>,
): Promise<Result<Opened>> {
  const inputSha256 = fingerprint(wanted.input);
  const met = await meet(context.db, operation.name, wanted, inputSha256);
  if (met) return met;
  const certificate = await sealingCertificate(context.db, wanted.account, context.now());
  if (!certificate) return refuse({ kind: 'conflict', rule: 'no-platform-certificate' });
  try {
    const opened = await context.db.$transaction(async (tx) => {
      const built = await buildRequest(context, tx, operation, { ...wanted, certificate });
      if (!built.ok) throw new Refused(built.refusal);
      if (wanted.draft && !(await holdDraft(tx, wanted.draft))) throw new Refused(movedDraft);
      const hindrance = await policyHindrance(context, tx, built.value.policyKeys, wanted.actor);
      if (hindrance) throw new Refused(hindrance);
      const { intent, replaces = null } = wanted;
      const about = { account: wanted.account, actor: wanted.actor, inputSha256, intent, replaces, approvalId: null };
      const opened = await openBuilt(context, tx, operation, built.value, about);
      if (!opened.ok) throw new Refused(opened.refusal);
      return opened.value;
    });
    announce(context, opened.request);
    return ok(opened);
  } catch (error) {
    // Whoever waited behind the same intent meets what it became, not what that changed.
    if (error instanceof Refused)
      return (await meet(context.db, operation.name, wanted, inputSha256)) ?? refuse(error.refusal);
    // Two came at once: the database let one through, the other meets what that one wrote.
    if (isUniqueViolation(error)) {
      return (
        (await meet(context.db, operation.name, wanted, inputSha256)) ??
        refuse({ kind: 'conflict', rule: 'another-request-is-open' })
      );
    }
    throw error;
  }
}

/** The request that this intent already made; another object or content under the same intent is a conflict. */
async function meet(
  db: Db,
  operation: string,
  { account, intent, objectId }: Pick<OpenInput<unknown>, 'account' | 'intent' | 'objectId'>,
  inputSha256: string,
): Promise<Result<Opened> | null> {
  const request = await db.platformRequest.findUnique({ where: { intent } });
  if (!request) return null;
  // The intent comes from a browser: it may have been made for another object.
  const isSame =
    request.connectionId === account.connection.id &&
    request.operation === operation &&
    request.objectId === objectId &&
    request.inputSha256 === inputSha256;
  if (!isSame) return refuse({ kind: 'conflict', rule: 'already-sent-with-other-content' });
  return ok({ request, tryNumber: null });
}

/** Why this person alone may not send it now, or null. */
async function policyHindrance(
  context: SendingContext,
  tx: Tx,
  keys: readonly PolicyKey[],
  actor: StaffActor,
): Promise<Refusal | null> {
  const at = context.now();
  const inForce = await ruleInForce(tx, keys, actor, at);
  const { needed } = inForce;
  if (needed > 0) return { kind: 'conflict', rule: 'approval-needed', params: { needed } };
  return makerHindrance(tx, inForce, actor, at);
}

/** A call as it would leave now, with what is said of it; nothing of it is written yet. */
export type BuiltRequest = {
  object: { kind: string; id: string; name: string };
  changes: Change[];
  askedForH5: boolean;
  policyKeys: readonly PolicyKey[];
  recordVersion: string;
  draft: { id: string; version: number } | null;
  call: BuiltCall;
};

type Sealing = { certificate: PlatformCertificate };

/** The certificate that seals now, or null where none is valid. */
export const sealingCertificate = async (
  db: Pick<Db | Tx, 'platformCertificate'>,
  { connection }: PlatformAccount,
  now: Date,
): Promise<PlatformCertificate | null> => newestValid(await heldCertificates(db, connection.id), now) ?? null;

/** Loads the object, holds it to our rules and builds the exact call. */
export async function buildRequest<Input, State>(
  context: Pick<SendingContext, 'vault'>,
  tx: Tx,
  operation: Operation<Input, State>,
  { account, objectId, input, certificate }: Pick<OpenInput<Input>, 'account' | 'objectId' | 'input'> & Sealing,
): Promise<Result<BuiltRequest>> {
  const connectionId = account.connection.id;
  const state = await operation.load(tx, { connectionId, vault: context.vault }, objectId);
  if (!state) return refuse({ kind: 'not-found' });
  const refusal = operation.check(state, input, { account, certificate });
  if (refusal) return refuse(refusal);
  const { objectName, objectKind, ...described } = operation.describe(state, input);
  const call = operation.build(state, input, { account, certificate });
  return ok({ ...described, object: { kind: objectKind, id: objectId, name: objectName }, call });
}

type OpenAbout = {
  account: PlatformAccount;
  /** Whose deed it is: the maker, also where others approved it. */
  actor: StaffActor;
  inputSha256: string;
  intent: string;
  replaces: { id: string; reference: string } | null;
  approvalId: string | null;
};

/**
 * Writes a built call down under a fresh key, with its locks, its first lease and its audit entry. After a refusal the
 * caller rolls the transaction back.
 */
export async function openBuilt(
  context: SendingContext,
  tx: Tx,
  { name, locks, opened, requested }: Pick<Operation, 'name' | 'locks' | 'opened' | 'requested'>,
  {
    object,
    changes,
    askedForH5,
    policyKeys,
    call,
  }: Pick<BuiltRequest, 'object' | 'changes' | 'askedForH5' | 'policyKeys' | 'call'>,
  { account, actor, inputSha256, intent, replaces, approvalId }: OpenAbout,
): Promise<Result<Opened>> {
  const at = context.now();
  const connectionId = account.connection.id;
  const connection = await tx.connection.findUniqueOrThrow({ where: { id: connectionId } });
  const isPaused = connection.pausedUntil !== null && connection.pausedUntil > at;
  // Stopped, it is due at once as soon as two people let it go on.
  const waitsUntil = isPaused ? connection.pausedUntil : connection.stoppedAt === null ? null : at;
  const id = crypto.randomUUID();
  const request = await tx.platformRequest.create({
    data: {
      id,
      connectionId,
      operation: name,
      objectKind: object.kind,
      objectId: object.id,
      objectName: object.name,
      policyKeys: [...policyKeys],
      idempotencyKey: randomBytes(16).toString('hex'),
      intent,
      inputSha256,
      method: operations[name].method,
      path: call.path,
      bytes: context.vault.seal(call.body, bytesAbout(id)),
      bytesSha256: sha256(call.body),
      bytesSize: call.body.length,
      maskedBody: call.maskedBody as Prisma.InputJsonValue,
      changes: changes as Prisma.InputJsonValue,
      askedForH5,
      payload: context.vault.sealJson(call.payload, payloadAbout(id)),
      platformSerial: call.platformSerial,
      outcome: waitsUntil ? 'waiting' : 'sending',
      tries: waitsUntil ? 0 : 1,
      leaseUntil: waitsUntil ? null : leaseUntil(at, connection.timeoutMs),
      nextTryAt: waitsUntil,
      reference: newReference(),
      openedAt: at,
      updatedAt: at,
      staffId: actor.id,
      replacesId: replaces?.id ?? null,
      approvalId,
    },
  });
  const held = await takeLocks(tx, connectionId, id, locks(object.id, call.payload), at);
  if (held) return refuse({ kind: 'conflict', rule: 'another-request-is-open', params: { requestId: held.heldBy } });
  if (!waitsUntil) await openTry(tx, request, 1, at);
  await opened?.(tx, { connectionId, objectId: object.id, requestId: id, at });
  const entry = { actor, at, connectionId, object };
  await recordAudit(tx, {
    ...entry,
    event: requested({ changes, askedForH5 }),
    requestId: id,
    reference: request.reference,
    outcome: request.outcome,
  });
  if (replaces) {
    await recordAudit(tx, {
      ...entry,
      event: { action: 'request.sent-as-new', successor: request.reference },
      requestId: replaces.id,
      reference: replaces.reference,
    });
  }
  return ok({ request, tryNumber: waitsUntil ? null : 1 });
}

/** Until when a try belongs to the process that began it. */
export const leaseUntil = (at: Date, timeoutMs: number) => new Date(at.getTime() + timeoutMs + LEASE_SPARE_MS);

/** Writes down that a try begins, before a byte leaves: what was on its way is known after any crash. */
export async function openTry(
  tx: Tx,
  request: Pick<PlatformRequest, 'id' | 'bytesSha256' | 'platformSerial'>,
  number: number,
  at: Date,
) {
  await tx.requestTry.create({
    data: {
      requestId: request.id,
      number,
      startedAt: at,
      bytesSha256: request.bytesSha256,
      platformSerial: request.platformSerial,
    },
  });
}
