'use server';
import { z } from 'zod';
import { actorOf } from '@/lib/auth/staff';
import { defineAction } from '@/lib/boundary';
import { mediaId } from '@/lib/platform/wire/fields';
import { attachMediaId, pasteMediaId } from './keep';
import { removePicture } from './remove';
import { pictureKinds } from './rules';

const connection = z.string();

/** Writes down a media ID that came from elsewhere: of a picture of the shelf, or of one of which no copy is held. */
export const pasteMediaIdAction = defineAction({
  name: 'media.paste-id',
  permission: 'media:edit',
  input: z.object({
    connection,
    mediaId,
    picture: z.union([
      z.object({ id: z.uuid() }),
      z.object({ kind: z.enum(pictureKinds), subMchid: z.string().max(32).nullable() }),
    ]),
  }),
  run: ({ context, staff, account }, { mediaId: pasted, picture }) => {
    const by = { connectionId: account.connection.id, actor: actorOf(staff) };
    return 'id' in picture
      ? attachMediaId(context, { ...by, ...picture }, pasted)
      : pasteMediaId(context, { ...by, ...picture }, pasted);
  },
});

/** Takes a picture off the shelf for good, if nothing uses it. */
export const removePictureAction = defineAction({
  name: 'media.remove',
  permission: 'media:edit',
  input: z.object({ connection, id: z.uuid() }),
  run: ({ context, staff, account }, { id }) =>
    removePicture(context, { connectionId: account.connection.id, actor: actorOf(staff), id }),
});
