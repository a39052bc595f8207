'use server';
import { z } from 'zod';
import { actorOf } from '@/lib/auth/staff';
import { defineAction } from '@/lib/boundary';
import { repeatNow } from './repeat';

/** Sends the stored bytes of a waiting or unknown request again, now. */
export const repeatRequestAction = defineAction({
  name: 'requests.repeat',
  permission: 'sub-merchant:edit',
  input: z.object({ connection: z.string(), requestId: z.uuid() }),
  run: ({ context, staff, account }, { requestId }) =>
    repeatNow(context, actorOf(staff), account.connection.id, requestId),
});
