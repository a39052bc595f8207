import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '@/lib/platform/crypto/sha256';
import { bmp, pageJpeg, pagePng, photoWithPosition } from '@/lib/testing/pictures';
import { addConnection } from '@/lib/testing/roster';
import { until } from '@/lib/testing/until';
import type { TestWorld } from '@/lib/testing/world';
import { holdSubMerchant, openTestWorld, sampleRecord } from '@/lib/testing/world';
import { attachMediaId, keepPicture, pasteMediaId } from './keep';
import { picturesLike } from './likeness';
import { openPicture } from './open';
import { findPictures, getPicture, listPictures } from './queries';
import { removePicture } from './remove';
import type { PictureKind } from './rules';
import { uploadPicture } from './upload';
import { findUses } from './uses';

let test: TestWorld;
const connectionId = () => test.account.connection.id;

beforeAll(async () => {
  // Long enough for a busy machine: none of these waits for it to run out.
  test = await openTestWorld({ PLATFORM_TIMEOUT_MS: '10000' });
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.control('reset', {});
  const { db } = test.context;
  await db.connection.updateMany({ data: { pausedUntil: null, alertedAt: null } });
  await db.submission.deleteMany();
  await db.application.deleteMany();
  await db.mediaFile.deleteMany();
  await db.subMerchant.deleteMany();
});

const place = (kind: PictureKind = 'homepage', subMchid: string | null = null) => ({
  connectionId: connectionId(),
  actor: test.actor,
  kind,
  subMchid,
});

async function kept(bytes: Buffer, name = '首頁.png', at = place()) {
  const result = await keepPicture(test.context, at, { name, bytes });
  if (!result.ok) throw new Error(JSON.stringify(result.refusal));
  return result.value;
}
async function uploaded(id: string) {
  const result = await uploadPicture(test.context, { account: test.account, actor: test.actor, id });
  if (!result.ok) throw new Error(JSON.stringify(result.refusal));
  return result.value;
}
const rowOf = (id: string) => test.context.db.mediaFile.findUniqueOrThrow({ where: { id } });
const viewOf = (id: string) => getPicture(test.context.db, connectionId(), id, test.context.now());
const trailOf = async (id: string) =>
  (await test.context.db.auditEntry.findMany({ where: { objectId: id }, orderBy: { id: 'asc' } })).map(
    ({ action }) => action,
  );
const uploads = async () =>
  ((await test.control('journal')) as { operation: string; status: number | null; effect: boolean }[]).filter(
    ({ operation }) => operation === 'media.upload',
  );
const failUpload = (fault: object) => test.control('fail-next', { operation: 'media.upload', ...fault });

describe('keeping', () => {
  it('seals a picture and its thumbnail, and names it safely (bug-upload-03)', async () => {
    const bytes = await pagePng();
    const { picture, isNew, isCleaned } = await kept(bytes, '首页 "a"\r\nX-Evil: 1 截图.png');
    expect({ isNew, isCleaned }).toEqual({ isNew: true, isCleaned: false });
    expect(picture).toMatchObject({
      state: 'local',
      fileName: 'a-X-Evil-1.png',
      originalName: '首页 "a"\r\nX-Evil: 1 截图.png',
      contentType: 'image/png',
      sizeBytes: bytes.length,
      sha256: sha256(bytes),
      hasCopy: true,
      keptBy: test.actor.name,
    });
    const row = await rowOf(picture.id);
    expect(Buffer.from(row.content ?? []).includes(bytes.subarray(0, 64))).toBe(false);
    const opened = await openPicture(test.context, connectionId(), picture.id, 'content');
    expect(opened?.bytes.equals(bytes)).toBe(true);
    expect(opened?.contentType).toBe('image/png');
    expect(await openPicture(test.context, connectionId(), picture.id, 'thumbnail')).toMatchObject({
      contentType: 'image/jpeg',
    });
    expect(await trailOf(picture.id)).toEqual(['media.kept']);
  });

  it('takes pictures of 1.1 and of 1.9 MiB (bug-upload-04)', async () => {
    for (const size of [1.1, 1.9]) {
      const [width, height] = [700, Math.floor((size * 1024 * 1024 - 54) / 2100)];
      expect((await kept(bmp(width, height), 'shot.bmp')).picture.sizeBytes).toBeGreaterThan(
        (size - 0.01) * 1024 * 1024,
      );
    }
  });

  it('keeps no position', async () => {
    const { picture, isCleaned } = await kept(await photoWithPosition(), 'photo.jpg');
    expect(isCleaned).toBe(true);
    const opened = await openPicture(test.context, connectionId(), picture.id, 'content');
    expect(opened?.bytes.includes('Sample Camera')).toBe(false);
    expect(sha256(opened?.bytes ?? '')).toBe(picture.sha256);
  });

  it('keeps the very same picture of one sub-merchant once, and of two twice', async () => {
    const bytes = await pagePng();
    const [one, again] = await Promise.all([kept(bytes), kept(bytes)]);
    expect(one.picture.id).toBe(again.picture.id);
    expect([one.isNew, again.isNew].sort()).toEqual([false, true]);
    await holdSubMerchant(test.context, connectionId(), '1900003001');
    const other = await kept(bytes, 'a.png', place('homepage', '1900003001'));
    expect(other.picture.id).not.toBe(one.picture.id);
    expect(other.lookalikes).toEqual([{ id: one.picture.id, mediaId: null, isSame: true }]);
  });

  it('refuses what is no picture, and writes nothing', async () => {
    const result = await keepPicture(test.context, place(), { name: 'home.png', bytes: Buffer.from('<html>') });
    expect(result).toMatchObject({ ok: false, refusal: { kind: 'invalid', issues: [{ rule: 'not-a-picture' }] } });
    expect(await test.context.db.mediaFile.count()).toBe(0);
  });

  it('opens nothing of another connection', async () => {
    const { picture } = await kept(await pagePng());
    const other = await addConnection(test.context.db, `other-${crypto.randomUUID().slice(0, 8)}`);
    expect(await openPicture(test.context, other.id, picture.id, 'content')).toBeNull();
    expect(await getPicture(test.context.db, other.id, picture.id)).toBeNull();
    expect(await openPicture(test.context, connectionId(), 'not-an-id', 'content')).toBeNull();
  });
});

describe('uploading', () => {
  it('gives the media ID that the platform signed, which knows the very bytes', async () => {
    const bytes = await pageJpeg();
    const { picture } = await kept(bytes, 'front.jpg');
    const now = await uploaded(picture.id);
    expect(now).toMatchObject({ state: 'has-id', mediaIdHow: 'upload', fault: null });
    expect(now.mediaId).toMatch(/^[0-9a-f-]{36}$/);
    expect(await uploads()).toMatchObject([{ status: 200, effect: true }]);
    expect(await trailOf(picture.id)).toEqual(['media.kept', 'media.upload-begun', 'media.uploaded']);
    expect(
      await uploadPicture(test.context, { account: test.account, actor: test.actor, id: picture.id }),
    ).toMatchObject({
      refusal: { kind: 'conflict', rule: 'picture-has-id' },
    });
  });

  it('a refusal is told in the platform’s words, and may be tried again', async () => {
    const { picture } = await kept(await pagePng());
    await failUpload({ mode: 'status', status: 400, code: 'PARAM_ERROR', message: 'The picture is blurred.' });
    expect(await uploaded(picture.id)).toMatchObject({
      state: 'failed',
      mediaId: null,
      fault: { kind: 'refused', code: 'PARAM_ERROR', message: 'The picture is blurred.', status: 400 },
    });
    expect(await uploaded(picture.id)).toMatchObject({ state: 'has-id', fault: null });
    expect(await trailOf(picture.id)).toEqual([
      'media.kept',
      'media.upload-begun',
      'media.upload-failed',
      'media.upload-begun',
      'media.uploaded',
    ]);
  });

  it.each([
    ['a fault after it was taken', { mode: '500-after' }, 'unknown'],
    ['an answer with a wrong signature', { mode: 'missign' }, 'unknown'],
    ['an answer without a signature', { mode: 'unsigned' }, 'unknown'],
    ['half an answer', { mode: 'garble' }, 'unknown'],
    ['a cut line', { mode: 'cut-after' }, 'unknown'],
    ['too many calls', { mode: '429' }, 'not-taken'],
  ])('%s is no failure for good: the picture may be uploaded again', async (_, fault, kind) => {
    const { picture } = await kept(await pagePng());
    await failUpload(fault);
    expect(await uploaded(picture.id)).toMatchObject({ state: 'failed', fault: { kind } });
    expect(await uploaded(picture.id)).toMatchObject({ state: 'has-id' });
  });

  it('goes on when nobody waits for it any more, and meets a second click', async () => {
    const { picture } = await kept(await pagePng());
    await failUpload({ mode: 'delay', ms: 700 });
    const click = () => uploadPicture(test.context, { account: test.account, actor: test.actor, id: picture.id });
    // Which of the two comes first is the database's affair.
    const clicks = await Promise.all([click(), click()]);
    expect(clicks.filter(({ ok }) => ok)).toMatchObject([{ value: { state: 'has-id' } }]);
    expect(clicks.filter(({ ok }) => !ok)).toMatchObject([{ refusal: { kind: 'conflict' } }]);
    expect(await uploads()).toHaveLength(1);
  });

  it('an upload that was cut off in between counts as failed once its lease is over, and not before', async () => {
    const { picture } = await kept(await pagePng());
    const at = test.context.now();
    await test.context.db.mediaFile.update({
      where: { id: picture.id },
      data: { state: 'uploading', tries: 1, leaseUntil: new Date(at.getTime() + 60_000) },
    });
    expect(await viewOf(picture.id)).toMatchObject({ state: 'uploading' });
    const wanted = { account: test.account, actor: test.actor, id: picture.id };
    expect(await uploadPicture(test.context, wanted)).toMatchObject({ refusal: { rule: 'picture-uploading' } });
    await test.context.db.mediaFile.update({
      where: { id: picture.id },
      data: { leaseUntil: new Date(at.getTime() - 1) },
    });
    expect(await viewOf(picture.id)).toMatchObject({ state: 'failed', fault: { kind: 'unknown', code: 'cut-off' } });
    const { rows } = await listPictures(test.context.db, connectionId(), { state: 'failed' }, test.context.now());
    expect(rows.map(({ id }) => id)).toEqual([picture.id]);
    expect(await uploaded(picture.id)).toMatchObject({ state: 'has-id' });
  });

  it('an answer that comes after a newer try changes nothing', async () => {
    const { picture } = await kept(await pagePng());
    await failUpload({ mode: 'delay', ms: 600 });
    const late = uploaded(picture.id);
    await until(async () => (await rowOf(picture.id)).state === 'uploading');
    await test.context.db.mediaFile.update({ where: { id: picture.id }, data: { tries: 2 } });
    await late;
    await until(async () => (await uploads()).length === 1);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await rowOf(picture.id)).toMatchObject({ state: 'uploading', mediaId: null, tries: 2 });
  });

  it('waits while the connection is paused, and a 401 raises the alarm', async () => {
    const { picture } = await kept(await pagePng());
    await test.context.db.connection.update({
      where: { id: connectionId() },
      data: { pausedUntil: new Date(test.context.now().getTime() + 60_000) },
    });
    const wanted = { account: test.account, actor: test.actor, id: picture.id };
    expect(await uploadPicture(test.context, wanted)).toMatchObject({ refusal: { rule: 'connection-paused' } });
    await test.context.db.connection.update({ where: { id: connectionId() }, data: { pausedUntil: null } });
    await failUpload({ mode: 'status', status: 401, code: 'SIGN_ERROR', message: 'no' });
    expect(await uploaded(picture.id)).toMatchObject({
      state: 'failed',
      fault: { kind: 'refused', code: 'SIGN_ERROR' },
    });
    const { alertedAt } = await test.context.db.connection.findUniqueOrThrow({ where: { id: connectionId() } });
    expect(alertedAt).not.toBeNull();
  });
});

describe('a pasted ID', () => {
  it('is on the shelf without a copy, under the name of whoever pasted it, once', async () => {
    const one = await pasteMediaId(test.context, place('store'), 'pasted-1');
    const again = await pasteMediaId(test.context, place('homepage'), 'pasted-1');
    if (!one.ok || !again.ok) throw new Error('refused');
    expect(one.value).toMatchObject({ hasCopy: false, mediaIdHow: 'pasted', keptBy: test.actor.name, state: 'has-id' });
    expect(again.value.id).toBe(one.value.id);
    expect(await openPicture(test.context, connectionId(), one.value.id, 'content')).toBeNull();
    expect(
      await uploadPicture(test.context, { account: test.account, actor: test.actor, id: one.value.id }),
    ).toMatchObject({
      refusal: { kind: 'conflict' },
    });
  });

  it('is given to no second picture, not by two people at once either: the one that has it is named', async () => {
    const [first, second] = [await kept(await pagePng(1), 'one.png'), await kept(await pagePng(2), 'two.png')];
    const give = (id: string, mediaId: string) =>
      attachMediaId(test.context, { connectionId: connectionId(), actor: test.actor, id }, mediaId);
    const answers = await Promise.all([give(first.picture.id, 'elsewhere'), give(second.picture.id, 'elsewhere')]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const given = answers[0]?.ok ? 'one.png' : 'two.png';
    expect(answers.find(({ ok }) => !ok)).toMatchObject({
      refusal: { kind: 'conflict', rule: 'media-id-taken', params: { name: given } },
    });
    expect(await test.context.db.mediaFile.count({ where: { mediaId: 'elsewhere' } })).toBe(1);
  });

  it('nor is a picture kept for what is no sub_mchid of ours', async () => {
    const refused = {
      ok: false,
      refusal: { kind: 'invalid', issues: [{ path: 'sub_mchid', rule: 'no-such-sub-merchant' }] },
    };
    const at = place('store', 'zzz');
    expect(await keepPicture(test.context, at, { name: 'shop.png', bytes: await pagePng() })).toEqual(refused);
    expect(await pasteMediaId(test.context, at, 'pasted-2')).toEqual(refused);
    expect(await test.context.db.mediaFile.count()).toBe(0);
  });

  it('may belong to a picture whose copy is here, which then needs no upload', async () => {
    const { picture } = await kept(await pagePng());
    const about = { connectionId: connectionId(), actor: test.actor, id: picture.id };
    expect(await attachMediaId(test.context, about, 'elsewhere')).toMatchObject({
      ok: true,
      value: { mediaId: 'elsewhere', mediaIdHow: 'pasted', hasCopy: true },
    });
    expect(await attachMediaId(test.context, about, 'other')).toMatchObject({ refusal: { rule: 'picture-has-id' } });
    // Of two rows with one ID, the one with a copy is shown.
    await test.context.db.mediaFile.create({
      data: {
        connectionId: connectionId(),
        staffId: test.actor.id,
        kind: 'other',
        fileName: '',
        state: 'has-id',
        mediaId: 'elsewhere',
      },
    });
    expect(await findPictures(test.context.db, connectionId(), ['elsewhere', 'nowhere'])).toMatchObject([
      { id: picture.id },
    ]);
  });
});

describe('uses', () => {
  async function attempt(mediaIds: string[], values: Record<string, string | string[]>, verdict: string | null) {
    const application = await test.context.db.application.create({
      data: {
        connectionId: connectionId(),
        kind: 'authorization',
        applymentId: `${Math.floor(Math.random() * 1e12)}`,
        subMchid: '1900003001',
        state: 'REJECTED',
        stateHow: 'notification',
        stateSince: test.context.now(),
        stateAsOf: test.context.now(),
        record: {},
        recordSha256: '',
      },
    });
    await test.context.db.submission.create({
      data: {
        applicationId: application.id,
        number: 1,
        how: 'request',
        values,
        mediaIds,
        verdict,
        submittedAt: test.context.now(),
      },
    });
    return application.applymentId;
  }

  it('names records and attempts with the field', async () => {
    await holdSubMerchant(test.context, connectionId(), '1900003001', {
      ...sampleRecord,
      registration_certificate_copy: 'both',
      'business.store_photos': ['both', 'photo', 'more'],
    });
    const applymentId = await attempt(['photo', 'page'], { website_homepage_pics: ['photo', 'page'] }, 'rejected');
    const uses = await findUses(test.context.db, connectionId(), ['both', 'photo', 'page', 'none']);
    expect(uses.get('both')?.map((use) => use.field)).toEqual([
      'registration_certificate_copy',
      'business.store_photos',
    ]);
    expect(uses.get('photo')).toEqual([
      { kind: 'sub-merchant', subMchid: '1900003001', name: sampleRecord.name, field: 'business.store_photos' },
      {
        kind: 'submission',
        applymentId,
        subMchid: '1900003001',
        number: 1,
        field: 'website_homepage_pics',
        verdict: 'rejected',
      },
    ]);
    expect(uses.has('none')).toBe(false);
  });

  it('let only what nothing uses be removed, and the list tells which', async () => {
    const used = await pasteMediaId(test.context, place(), 'photo1');
    const unused = await pasteMediaId(test.context, place(), 'nobody');
    const sent = await pasteMediaId(test.context, place(), 'sent');
    const local = await kept(await pagePng());
    if (!used.ok || !unused.ok || !sent.ok) throw new Error('refused');
    await holdSubMerchant(test.context, connectionId(), '1900003001');
    await attempt(['sent'], { company_register_cert: 'sent' }, null);
    const shown = async (show: 'unused' | 'no-copy') =>
      (await listPictures(test.context.db, connectionId(), { show })).rows.map(({ id }) => id).sort();
    expect(await shown('unused')).toEqual([unused.value.id, local.picture.id].sort());
    expect(await shown('no-copy')).toEqual([used.value.id, unused.value.id, sent.value.id].sort());
    const remove = (id: string) => removePicture(test.context, { connectionId: connectionId(), actor: test.actor, id });
    expect(await remove(used.value.id)).toMatchObject({ refusal: { rule: 'picture-in-use', params: { count: 1 } } });
    expect(await remove(sent.value.id)).toMatchObject({ refusal: { rule: 'picture-in-use' } });
    expect(await remove(unused.value.id)).toEqual({ ok: true, value: null });
    expect(await remove(local.picture.id)).toEqual({ ok: true, value: null });
    expect(await remove(local.picture.id)).toMatchObject({ refusal: { kind: 'not-found' } });
    expect(await trailOf(unused.value.id)).toEqual(['media.id-pasted', 'media.removed']);
  });
});

describe('the list', () => {
  it('pages from the newest by key, filters, and counts uses and lookalikes', async () => {
    for (const id of ['1900003001', '1900003002']) await holdSubMerchant(test.context, connectionId(), id);
    const first = await kept(await pagePng(1), 'one.png', place('homepage', '1900003001'));
    test.pass(1000);
    const near = await kept(await pageJpeg(1, 60), 'two.jpg', place('business-page', '1900003002'));
    test.pass(1000);
    const far = await kept(await pagePng(9), 'three.png', place('store'));
    const list = (filters = {}) => listPictures(test.context.db, connectionId(), filters, test.context.now());
    const ids = async (filters = {}) => (await list(filters)).rows.map(({ id }) => id);
    const all = [far, near, first].map(({ picture }) => picture.id);
    expect(await ids()).toEqual(all);
    expect((await list()).total).toEqual({ count: 3, more: false });
    expect((await list()).rows.map(({ lookalikes, useCount }) => [lookalikes, useCount])).toEqual([
      [0, 0],
      [1, 0],
      [1, 0],
    ]);
    expect(await ids({ show: 'lookalikes' })).toEqual(all.slice(1));
    expect(await ids({ kind: 'store' })).toEqual([far.picture.id]);
    expect(await ids({ sub_mchid: '1900003002' })).toEqual([near.picture.id]);
    expect(await ids({ q: first.picture.sha256?.toUpperCase() })).toEqual([first.picture.id]);

    for (let seed = 20; seed < 45; seed += 1) await pasteMediaId(test.context, place(), `id-${seed}`);
    const page = await list({ size: 25 });
    expect(page.rows).toHaveLength(25);
    const behind = await list({ size: 25, cursor: page.nextCursor ?? '' });
    expect([...page.rows, ...behind.rows].map(({ id }) => id).slice(-3)).toEqual(all);
  });

  it('finds among rejected pictures those that would be sent again', async () => {
    const [one, near, far] = [
      await kept(await pagePng(1)),
      await kept(await pageJpeg(1)),
      await kept(await pagePng(9)),
    ];
    const ids = await Promise.all(
      [one, near, far].map(async ({ picture }) => (await uploaded(picture.id)).mediaId ?? ''),
    );
    const [oneId = '', nearId = '', farId = ''] = ids;
    const like = (mediaIds: string[]) => picturesLike(test.context.db, connectionId(), mediaIds);
    expect(await like([oneId, 'pasted', 'gone'])).toEqual([{ mediaId: oneId, otherMediaId: nearId, isSame: false }]);
    expect(await like([oneId, nearId])).toEqual([]);
    expect(await like([farId])).toEqual([]);
  });
});
