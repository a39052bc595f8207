import { defineView, jsonAnswer } from '@/lib/boundary';
import { pictureFilters } from '@/lib/media/filters';
import { listPictures } from '@/lib/media/queries';

/** A page of the shelf, for forms that choose from it. */
export const GET = defineView<{ connection: string }>({
  name: 'views.media',
  permission: 'media:read',
  run: async ({ context, account }, request) => {
    const filters = pictureFilters.parse(Object.fromEntries(new URL(request.url).searchParams));
    return jsonAnswer(await listPictures(context.db, account.connection.id, filters, context.now()), 200);
  },
});
