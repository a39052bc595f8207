'use server';
import { z } from 'zod';
import { actorOf } from '@/lib/auth/staff';
import { defineAction } from '@/lib/boundary';
import { storable } from '@/lib/db/storable';
import { park } from './park';
import { reprocess } from './reprocess';

const addressed = { connection: z.string(), notificationId: z.uuid() };

/** Judges the kept bytes of a notification afresh, with the keys and rules of today. */
export const reprocessNotificationAction = defineAction({
  name: 'notifications.reprocess',
  permission: 'notification:reprocess',
  input: z.object(addressed),
  run: ({ context, staff, account }, { notificationId }) => reprocess(context, actorOf(staff), account, notificationId),
});

/** Sets a notification aside that cannot be used, with the reason. */
export const parkNotificationAction = defineAction({
  name: 'notifications.park',
  permission: 'notification:reprocess',
  input: z.object({
    ...addressed,
    reason: z.string().trim().min(1).max(500).transform(storable),
  }),
  run: ({ context, staff, account }, { notificationId, reason }) =>
    park(context, actorOf(staff), account.connection.id, { rowId: notificationId, reason }),
});
