import { actorOf } from '@/lib/auth/staff';
import { defineView, jsonAnswer } from '@/lib/boundary';
import { openPicture } from '@/lib/media/open';
import { uploadPicture } from '@/lib/media/upload';

/** One picture, or its thumbnail, to be looked at: of a type from a list, and nothing in it may run under our address. */
export const GET = defineView<{ connection: string; id: string }>({
  name: 'media.open',
  permission: 'media:read',
  run: async ({ context, account }, request, { id }) => {
    const part = new URL(request.url).searchParams.get('part') === 'thumbnail' ? 'thumbnail' : 'content';
    const picture = await openPicture(context, account.connection.id, id, part);
    if (!picture) return jsonAnswer({ kind: 'not-found' }, 404);
    return new Response(new Uint8Array(picture.bytes), {
      headers: {
        'Content-Type': picture.contentType,
        'Content-Disposition': 'inline',
        'Cache-Control': 'private, no-store',
      },
    });
  },
});

/** Uploads it to the platform; answers where it stands after two seconds at most. */
export const POST = defineView<{ connection: string; id: string }>({
  name: 'media.upload',
  permission: 'media:edit',
  run: async ({ context, staff, account }, _request, { id }) => {
    const uploaded = await uploadPicture(context, { account, actor: actorOf(staff), id });
    if (uploaded.ok) return jsonAnswer(uploaded.value, 200);
    return jsonAnswer(uploaded.refusal, uploaded.refusal.kind === 'not-found' ? 404 : 409);
  },
});
