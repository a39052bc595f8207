import 'server-only';
import { randomBytes } from 'node:crypto';
import type { Actor } from '@/lib/audit/record';
import { recordAudit } from '@/lib/audit/record';
import type { PlatformAccount } from '@/lib/connections/account';
import { heldCertificates } from '@/lib/connections/certificates';
import type { Tx } from '@/lib/db/client';
import { isUniqueViolation } from '@/lib/db/client';
import type { PlatformRequest, Prisma } from '@/lib/db/generated/client';
import { takeLocks } from '@/lib/locks/locks';
import { newestValid } from '@/lib/platform/certificates';
import { sha256 } from '@/lib/platform/crypto/sha256';
import { operations } from '@/lib/platform/operations';
import type { Refusal, Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import { announce } from './announce';
import type { Operation, SendingContext } from './operation';
import { LEASE_SPARE_MS } from './schedule';

export type OpenInput<Input> = {
  account: PlatformAccount;
  actor: Extract<Actor, { kind: 'staff' }>;
  objectId: string;
  input: Input;
  /** One deed of one person, e.g. a draft's id and version: whoever comes with it again meets the same request. */
  intent: string;
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

const fingerprint = (value: unknown) => sha256(JSON.stringify(value));

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
 */
export async function openRequest<Input, State>(
  context: SendingContext,
  operation: Operation<Input, State>,
  wanted: OpenInput<Input>,
): Promise<Result<Opened>> {
  const inputHash = fingerprint(wanted.input);
  const met = await meet(context, wanted, inputHash);
  if (met) return met;
  const certificate = newestValid(await heldCertificates(context.db, wanted.account.connection.id), context.now());
  if (!certificate) return refuse({ kind: 'conflict', rule: 'no-platform-certificate' });
  try {
    const opened = await context.db.$transaction((tx) => write(context, tx, operation, wanted, certificate, inputHash));
    announce(context, opened.request);
    return ok(opened);
  } catch (error) {
    if (error instanceof Refused) return refuse(error.refusal);
    // Two came at once: the database let one through, the other meets what that one wrote.
    if (isUniqueViolation(error)) {
      return (await meet(context, wanted, inputHash)) ?? refuse({ kind: 'conflict', rule: 'another-request-is-open' });
    }
    throw error;
  }
}

/** The request that this intent already made; a different content under the same intent is a conflict. */
async function meet<Input>(
  context: SendingContext,
  wanted: OpenInput<Input>,
  inputHash: string,
): Promise<Result<Opened> | null> {
  const request = await context.db.platformRequest.findUnique({ where: { intent: wanted.intent } });
  if (!request) return null;
  if (request.inputSha256 !== inputHash) return refuse({ kind: 'conflict', rule: 'already-sent-with-other-content' });
  return ok({ request, tryNumber: null });
}

async function write<Input, State>(
  context: SendingContext,
  tx: Tx,
  operation: Operation<Input, State>,
  { account, actor, objectId, input, intent, replaces }: OpenInput<Input>,
  certificate: Parameters<typeof operation.build>[2]['certificate'],
  inputHash: string,
): Promise<Opened> {
  const connectionId = account.connection.id;
  const state = await operation.load(tx, { connectionId, vault: context.vault }, objectId);
  if (!state) throw new Refused({ kind: 'not-found' });
  const refusal = operation.check(state, input, { account, certificate });
  if (refusal) throw new Refused(refusal);

  const at = context.now();
  const { objectName, objectKind, changes, askedForH5 } = operation.describe(state, input);
  const call = operation.build(state, input, { account, certificate });
  const connection = await tx.connection.findUniqueOrThrow({ where: { id: connectionId } });
  const isPaused = connection.pausedUntil !== null && connection.pausedUntil > at;
  const id = crypto.randomUUID();
  const bytesSha256 = sha256(call.body);
  const request = await tx.platformRequest.create({
    data: {
      id,
      connectionId,
      operation: operation.name,
      objectKind,
      objectId,
      objectName,
      idempotencyKey: randomBytes(16).toString('hex'),
      intent,
      inputSha256: inputHash,
      method: operations[operation.name].method,
      path: call.path,
      bytes: context.vault.seal(call.body, bytesAbout(id)),
      bytesSha256,
      bytesSize: call.body.length,
      maskedBody: call.maskedBody as Prisma.InputJsonValue,
      changes: changes as Prisma.InputJsonValue,
      askedForH5,
      payload: context.vault.sealJson(call.payload, payloadAbout(id)),
      platformSerial: call.platformSerial,
      outcome: isPaused ? 'waiting' : 'sending',
      tries: isPaused ? 0 : 1,
      leaseUntil: isPaused ? null : leaseUntil(at, connection.timeoutMs),
      nextTryAt: isPaused ? connection.pausedUntil : null,
      reference: newReference(),
      openedAt: at,
      updatedAt: at,
      staffId: actor.id,
      replacesId: replaces?.id ?? null,
    },
  });
  const held = await takeLocks(tx, connectionId, id, operation.locks(objectId), at);
  if (held)
    throw new Refused({ kind: 'conflict', rule: 'another-request-is-open', params: { requestId: held.heldBy } });
  if (!isPaused) await openTry(tx, request, 1, at);
  const entry = { actor, at, connectionId, object: { kind: objectKind, id: objectId, name: objectName } };
  await recordAudit(tx, {
    ...entry,
    event: { action: 'sub-merchant.modification-requested', changes, askedForH5 },
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
  return { request, tryNumber: isPaused ? null : 1 };
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
