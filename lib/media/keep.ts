import 'server-only';
import type { StaffActor } from '@/lib/approvals/deed';
import { recordAudit } from '@/lib/audit/record';
import type { Db } from '@/lib/db/client';
import { holdNames } from '@/lib/db/hold';
import type { Vault } from '@/lib/db/vault';
import type { Publish } from '@/lib/events/publish';
import { sha256 } from '@/lib/platform/crypto/sha256';
import { mediaTypes, safeFileName } from '@/lib/platform/wire/media';
import type { Refusal, Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import { findLookalikes, recordMatches } from './likeness';
import { readPicture } from './picture';
import { getPicture } from './queries';
import type { PictureKind } from './rules';
import type { KeptPicture, PictureView } from './view';

export type MediaContext = { db: Db; vault: Vault; now: () => Date; publish: Publish };

/** What binds a sealed picture, or its thumbnail, to its row. */
export const pictureAbout = (id: string, part: 'content' | 'thumbnail') => `media ${id} ${part}`;

/** What a picture is for, as whoever adds it says. */
export type Place = { connectionId: string; actor: StaffActor; kind: PictureKind; subMchid: string | null };

async function viewOf({ db, now }: MediaContext, connectionId: string, id: string): Promise<PictureView> {
  const picture = await getPicture(db, connectionId, id, now());
  if (!picture) throw new Error('A picture that was just kept is gone');
  return picture;
}

/** Refused for whatever names no sub-merchant that we hold or know an application of: a picture of nobody is found by nobody. */
const unknownSubMchid: Refusal = { kind: 'invalid', issues: [{ path: 'sub_mchid', rule: 'no-such-sub-merchant' }] };

async function isKnown({ db }: MediaContext, { connectionId, subMchid }: Place): Promise<boolean> {
  if (subMchid === null) return true;
  const where = { connectionId, subMchid };
  return (await db.subMerchant.count({ where })) > 0 || (await db.application.count({ where })) > 0;
}

/**
 * Keeps our own copy of a picture, sealed, checked and without metadata; it has no media ID yet. The very same picture for
 * the same sub-merchant is kept once. Refusals: those of `readPicture`, and `no-such-sub-merchant`.
 */
export async function keepPicture(
  context: MediaContext,
  where: Place,
  file: { name: string; bytes: Buffer },
): Promise<Result<KeptPicture>> {
  const { connectionId, actor, kind, subMchid } = where;
  if (!(await isKnown(context, where))) return refuse(unknownSubMchid);
  const read = await readPicture(file.bytes);
  if (!read.ok) return read;
  const { type, bytes, width, height, isCleaned, thumbnail, likeness, remarks } = read.value;
  const { db, vault, now } = context;
  const hash = sha256(bytes);
  const id = await db.$transaction(async (tx) => {
    // One at a time: of two that show the same, the later one sees the earlier.
    await holdNames(tx, connectionId, ['pictures']);
    const held = await tx.mediaFile.findFirst({
      where: { connectionId, sha256: hash, subMchid, content: { not: null } },
      select: { id: true },
    });
    if (held) return { id: held.id, isNew: false };
    const made = crypto.randomUUID();
    const fileName = safeFileName(file.name, type);
    const at = now();
    await tx.mediaFile.create({
      data: {
        id: made,
        connectionId,
        staffId: actor.id,
        subMchid,
        kind,
        fileName,
        originalName: file.name,
        contentType: mediaTypes[type].contentType,
        sizeBytes: bytes.length,
        width,
        height,
        sha256: hash,
        likeness,
        remarks,
        content: vault.seal(bytes, pictureAbout(made, 'content')),
        thumbnail: thumbnail && vault.seal(thumbnail, pictureAbout(made, 'thumbnail')),
        state: 'local',
        createdAt: at,
        updatedAt: at,
      },
    });
    await recordMatches(tx, { connectionId, id: made, sha256: hash, likeness });
    await recordAudit(tx, {
      actor,
      at,
      connectionId,
      object: { kind: 'media', id: made, name: file.name },
      event: { action: 'media.kept', sha256: hash, sizeBytes: bytes.length, kind, isCleaned },
    });
    return { id: made, isNew: true };
  });
  if (id.isNew) context.publish(connectionId, 'media', [id.id]);
  return ok({
    picture: await viewOf(context, connectionId, id.id),
    isNew: id.isNew,
    isCleaned,
    lookalikes: await findLookalikes(db, connectionId, id.id),
  });
}

/**
 * Writes down a media ID that a person got elsewhere, of which no copy is held here. One that is on the shelf already is
 * answered as it is there. Refusal: `no-such-sub-merchant`.
 */
export async function pasteMediaId(context: MediaContext, where: Place, mediaId: string): Promise<Result<PictureView>> {
  const { connectionId, actor, kind, subMchid } = where;
  if (!(await isKnown(context, where))) return refuse(unknownSubMchid);
  const { db, now } = context;
  const { id, isNew } = await db.$transaction(async (tx) => {
    await holdNames(tx, connectionId, [`media ID ${mediaId}`]);
    const held = await tx.mediaFile.findFirst({ where: { connectionId, mediaId }, select: { id: true } });
    if (held) return { id: held.id, isNew: false };
    const made = crypto.randomUUID();
    const at = now();
    await tx.mediaFile.create({
      data: {
        id: made,
        connectionId,
        staffId: actor.id,
        subMchid,
        kind,
        fileName: '',
        state: 'has-id',
        mediaId,
        mediaIdHow: 'pasted',
        createdAt: at,
        updatedAt: at,
      },
    });
    await recordAudit(tx, {
      actor,
      at,
      connectionId,
      object: { kind: 'media', id: made, name: mediaId },
      event: { action: 'media.id-pasted', mediaId, sha256: null },
    });
    return { id: made, isNew: true };
  });
  if (isNew) context.publish(connectionId, 'media', [id]);
  return ok(await viewOf(context, connectionId, id));
}

/**
 * Gives a picture of the shelf the media ID that it got elsewhere. Refusals: `not-found`; `conflict` with `picture-has-id`, or
 * with `media-id-taken` where another picture has that ID: its name, empty for one of which no copy was ever held.
 */
export async function attachMediaId(
  context: MediaContext,
  { connectionId, actor, id }: { connectionId: string; actor: StaffActor; id: string },
  mediaId: string,
): Promise<Result<PictureView>> {
  const { db, now } = context;
  const at = now();
  const result = await db.$transaction(async (tx): Promise<Result<null>> => {
    // As pasting does: of two that give the same ID at once, the later one sees the earlier.
    await holdNames(tx, connectionId, [`media ID ${mediaId}`]);
    const row = await tx.mediaFile.findFirst({
      where: { id, connectionId },
      select: { originalName: true, sha256: true },
    });
    if (!row) return refuse({ kind: 'not-found' });
    const other = await tx.mediaFile.findFirst({
      where: { connectionId, mediaId, id: { not: id } },
      select: { originalName: true },
    });
    if (other)
      return refuse({
        kind: 'conflict',
        rule: 'media-id-taken',
        params: { name: other.originalName, isNamed: other.originalName === '' ? 'no' : 'yes' },
      });
    const { count } = await tx.mediaFile.updateMany({
      where: {
        id,
        connectionId,
        mediaId: null,
        OR: [{ state: { not: 'uploading' } }, { leaseUntil: { lte: at } }],
      },
      data: { state: 'has-id', mediaId, mediaIdHow: 'pasted', leaseUntil: null, updatedAt: at },
    });
    if (count === 0) return refuse({ kind: 'conflict', rule: 'picture-has-id' });
    await recordAudit(tx, {
      actor,
      at,
      connectionId,
      object: { kind: 'media', id, name: row.originalName },
      event: { action: 'media.id-pasted', mediaId, sha256: row.sha256 },
    });
    return ok(null);
  });
  if (!result.ok) return result;
  context.publish(connectionId, 'media', [id]);
  return ok(await viewOf(context, connectionId, id));
}
