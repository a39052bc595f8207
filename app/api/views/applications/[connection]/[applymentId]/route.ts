import { repeatedOf } from '@/lib/applications/fix-base';
import { defineView, jsonAnswer } from '@/lib/boundary';

/** Which pictures of the shelf were rejected with this application, or look like one that was (features row 24). */
export const GET = defineView<{ connection: string; applymentId: string }>({
  name: 'views.application-pictures',
  permission: 'application:read',
  run: async ({ context, account }, _request, { applymentId }) =>
    jsonAnswer(await repeatedOf(context.db, account.connection.id, applymentId), 200),
});
