import { z } from 'zod';
import { actorOf } from '@/lib/auth/staff';
import { defineView, jsonAnswer } from '@/lib/boundary';
import { keepPicture } from '@/lib/media/keep';
import { pictureIssue, pictureKinds } from '@/lib/media/rules';
import { MEDIA_BYTES_MAX } from '@/lib/platform/wire/media';
import { fileNameOf, readBody } from '@/lib/read-body';

/** What is no `sub_mchid` at all is kept as it is, to be refused: it is not as if it were not there. */
const place = z.object({
  kind: z.enum(pictureKinds).catch('other'),
  sub_mchid: z
    .string()
    .trim()
    .transform((typed) => typed.replaceAll('\0', '�'))
    .default(''),
});

/** Keeps a picture (raw body): a route, because server actions would queue behind one another. */
export const POST = defineView<{ connection: string }>({
  name: 'media.keep',
  permission: 'media:edit',
  run: async ({ context, staff, account }, request) => {
    const bytes = await readBody(request, MEDIA_BYTES_MAX);
    if (!bytes) {
      const claimed = Number(request.headers.get('content-length'));
      const issue = pictureIssue('png', Math.max(claimed || 0, MEDIA_BYTES_MAX + 1));
      return jsonAnswer({ kind: 'invalid', issues: [issue] }, 413);
    }
    const { kind, sub_mchid: subMchid } = place.parse(Object.fromEntries(new URL(request.url).searchParams));
    const kept = await keepPicture(
      context,
      { connectionId: account.connection.id, actor: actorOf(staff), kind, subMchid: subMchid === '' ? null : subMchid },
      { name: fileNameOf(request, 'picture'), bytes },
    );
    return kept.ok ? jsonAnswer(kept.value, 201) : jsonAnswer(kept.refusal, 422);
  },
});
