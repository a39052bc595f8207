import { defineView, jsonAnswer } from '@/lib/boundary';
import { getPicture } from '@/lib/media/queries';

/** Where one picture stands, asked again while it is on its way. */
export const GET = defineView<{ connection: string; id: string }>({
  name: 'views.picture',
  permission: 'media:read',
  run: async ({ context, account }, _request, { id }) => {
    const picture = await getPicture(context.db, account.connection.id, id, context.now());
    return picture ? jsonAnswer(picture, 200) : jsonAnswer({ kind: 'not-found' }, 404);
  },
});
