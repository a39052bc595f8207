import 'server-only';
import type { StaffActor } from '@/lib/approvals/deed';
import type { Actor } from '@/lib/audit/record';
import { recordAudit } from '@/lib/audit/record';
import type { PlatformAccount } from '@/lib/connections/account';
import { heedSignature, heldCertificates, refreshCertificates } from '@/lib/connections/certificates';
import { isStopped } from '@/lib/connections/stop';
import { Prisma } from '@/lib/db/client';
import { isUuid } from '@/lib/db/uuid';
import { sha256 } from '@/lib/platform/crypto/sha256';
import { buildUpload } from '@/lib/platform/multipart';
import { buildPath, operations } from '@/lib/platform/operations';
import { send } from '@/lib/platform/transport';
import type { UploadFault, UploadVerdict } from '@/lib/platform/upload-answer';
import { judgeUpload } from '@/lib/platform/upload-answer';
import { contentKind, isMediaType } from '@/lib/platform/wire/media';
import type { SendingContext } from '@/lib/requests/operation';
import { ANSWER_WITHIN_MS } from '@/lib/requests/send';
import type { Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import { pictureAbout } from './keep';
import { getPicture } from './queries';
import type { PictureView } from './view';

/** Beyond the time for an answer: settling takes a moment too (decisions 5). */
const LEASE_MARGIN_MS = 30_000;

const platform: Actor = { kind: 'platform', name: 'platform' };

type Wanted = { account: PlatformAccount; actor: StaffActor; id: string };
type Begun = { tryNumber: number; fileName: string; originalName: string; content: Uint8Array };

/**
 * Uploads a picture of the shelf: written down first, then sent, then settled. Answers where it stands after two seconds at
 * most. What came to no media ID may be uploaded again: at most there is another one. Refusals: `not-found`, `conflict`
 * `picture-has-id`, `picture-uploading`, `no-copy-held`, `connection-paused` or `sending-stopped`.
 */
export async function uploadPicture(context: SendingContext, wanted: Wanted): Promise<Result<PictureView>> {
  const connectionId = wanted.account.connection.id;
  const begun = await begin(context, wanted);
  if (!begun.ok) return begun;
  context.publish(connectionId, 'media', [wanted.id]);
  const sending = sendAndSettle(context, wanted, begun.value).catch((cause: unknown) => {
    // The lease runs out, and the row says that nobody knows: it may be uploaded again.
    context.log({ what: 'an upload was not settled', cause });
  });
  await Promise.race([sending, new Promise((resolve) => setTimeout(resolve, ANSWER_WITHIN_MS).unref())]);
  const picture = await getPicture(context.db, connectionId, wanted.id, context.now());
  return picture ? ok(picture) : refuse({ kind: 'not-found' });
}

async function begin({ db, now }: SendingContext, { account, actor, id }: Wanted): Promise<Result<Begun>> {
  if (!isUuid(id)) return refuse({ kind: 'not-found' });
  const { id: connectionId, timeoutMs } = account.connection;
  const at = now();
  return db.$transaction(async (tx): Promise<Result<Begun>> => {
    const row = await tx.mediaFile.findFirst({ where: { id, connectionId }, omit: { thumbnail: true } });
    if (!row) return refuse({ kind: 'not-found' });
    if (row.mediaId !== null) return refuse({ kind: 'conflict', rule: 'picture-has-id' });
    if (!row.content || row.sha256 === null) return refuse({ kind: 'conflict', rule: 'no-copy-held' });
    const { pausedUntil, stoppedAt } = await tx.connection.findUniqueOrThrow({ where: { id: connectionId } });
    if (stoppedAt !== null) return refuse({ kind: 'conflict', rule: 'sending-stopped' });
    if (pausedUntil !== null && pausedUntil > at) return refuse({ kind: 'conflict', rule: 'connection-paused' });
    const { count } = await tx.mediaFile.updateMany({
      where: {
        id,
        mediaId: null,
        tries: row.tries,
        OR: [{ state: { not: 'uploading' } }, { leaseUntil: { lte: at } }],
      },
      data: {
        state: 'uploading',
        tries: { increment: 1 },
        leaseUntil: new Date(at.getTime() + timeoutMs + LEASE_MARGIN_MS),
        fault: Prisma.DbNull,
        updatedAt: at,
      },
    });
    if (count === 0) return refuse({ kind: 'conflict', rule: 'picture-uploading' });
    const tryNumber = row.tries + 1;
    await recordAudit(tx, {
      actor,
      at,
      connectionId,
      object: { kind: 'media', id, name: row.originalName },
      event: { action: 'media.upload-begun', sha256: row.sha256, tries: tryNumber },
    });
    return ok({ tryNumber, fileName: row.fileName, originalName: row.originalName, content: row.content });
  });
}

/** Nothing left: sending was stopped between writing it down and the call. */
const stoppedBefore: UploadFault = {
  kind: 'not-taken',
  code: 'sending-stopped',
  message: '',
  status: null,
  requestId: null,
};

/** The call is made outside any transaction; what came of it is settled in one, for its own try only. */
async function sendAndSettle(context: SendingContext, { account, id }: Wanted, begun: Begun): Promise<void> {
  const { db, vault, now } = context;
  const { connection } = account;
  const bytes = vault.open(begun.content, pictureAbout(id, 'content'));
  const type = contentKind(bytes);
  if (!isMediaType(type)) throw new Error('A picture of the shelf has a type that the platform does not take');
  const { meta, contentType, body } = buildUpload({ fileName: begun.fileName, type, bytes });
  const operation = operations['media.upload'];
  const certificates = await heldCertificates(db, connection.id);
  const about = { connectionId: connection.id, id, begun, sha256: sha256(bytes) };
  // The last look before a byte leaves, as for every other call that changes something.
  if (await isStopped(db, connection.id)) {
    await settle(context, about, { ok: false, fault: stoppedBefore });
    context.publish(connection.id, 'media', [id]);
    return;
  }
  const answer = await send({
    baseUrl: connection.baseUrl,
    dialect: account.dialect,
    credentials: account.credentials,
    method: operation.method,
    path: buildPath(operation, {}),
    body,
    form: { contentType, signed: meta },
    headers: {},
    timeoutMs: connection.timeoutMs,
    certificates,
    now,
    onUnknownSerial: () => refreshCertificates(context, account, 'unknown-serial'),
  });
  if (answer.kind === 'response') await heedSignature(context, connection.id, answer.status, now());
  await settle(context, about, judgeUpload(answer));
  context.publish(connection.id, 'media', [id]);
}

async function settle(
  { db, now }: SendingContext,
  { connectionId, id, begun, sha256: hash }: { connectionId: string; id: string; begun: Begun; sha256: string },
  verdict: UploadVerdict,
): Promise<void> {
  const at = now();
  await db.$transaction(async (tx) => {
    const { count } = await tx.mediaFile.updateMany({
      where: { id, state: 'uploading', tries: begun.tryNumber },
      data: verdict.ok
        ? {
            state: 'has-id',
            mediaId: verdict.mediaId,
            mediaIdHow: 'upload',
            leaseUntil: null,
            uploadedAt: at,
            updatedAt: at,
          }
        : { state: 'failed', fault: verdict.fault, leaseUntil: null, updatedAt: at },
    });
    // A newer try speaks for the picture, or it has an ID by hand: this answer changes nothing.
    if (count === 0) return;
    await recordAudit(tx, {
      actor: platform,
      at,
      connectionId,
      object: { kind: 'media', id, name: begun.originalName },
      event: verdict.ok
        ? { action: 'media.uploaded', mediaId: verdict.mediaId, sha256: hash }
        : { action: 'media.upload-failed', how: verdict.fault.kind, code: verdict.fault.code },
    });
  });
}
