import { hasNul } from '@/lib/address-values';
import { defineView, jsonAnswer } from '@/lib/boundary';
import { findPictures } from '@/lib/media/queries';

const IDS_MAX = 100;

/** What the shelf holds of the media IDs in `id`, for forms that name them. */
export const GET = defineView<{ connection: string }>({
  name: 'views.pictures-held',
  permission: 'media:read',
  run: async ({ context, account }, request) => {
    const asked = new URL(request.url).searchParams.getAll('id').slice(0, IDS_MAX);
    const mediaIds = asked.filter((id) => id !== '' && !hasNul(id));
    return jsonAnswer(await findPictures(context.db, account.connection.id, mediaIds, context.now()), 200);
  },
});
